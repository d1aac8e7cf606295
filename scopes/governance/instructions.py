"""Finds text that gives a model orders: it stays as it is, but what holds it is kept out of prompts until a person
has looked.

What decides alone is markup. Else each sentence is weighed by the features it shows, of orders and of mere talk about
them; they stand in one table a language. Best effort by nature: a new wording passes, and a harmless one may be marked.
Deterministic, no model is asked, and linear in the length of the text. It reads what the notary has scrubbed.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from scopes.governance import instructions_markup
from scopes.governance.instruction_features import THRESHOLD, Found, Sentence, Span, near, weight
from scopes.governance.instruction_text import readings

PREFIX = "odd-instruction-"
RULES = (
    "override", "persona", "reveal", "secrecy", "order", "standing-order", "planted-answer", "authority",
    "exfiltration", "header", "template", "tool-call",
)  # fmt: skip

# These stand apart from the sentence that they are for.
_APART = frozenset(("header", "broken", "hidden", "address", "summons"))
# Words in quotation marks that are less than half of a text are talked about; in JSON and markup they are the text.
_QUOTED = re.compile(
    r"(?<![\w=:,\"])(?<!\":\s)\"[^\"\n]{3,200}\"(?![\w:])|“[^“”\n]{3,200}”|「[^「」\n]{3,200}」|`[^`\n]{3,200}`"
    r"|(?<![\w'])'[^'\n]{3,200}'(?!\w)"
)
_SENTENCE = re.compile(r"(?:[^.!?。\n]|[.!?](?=[^\s\"”'）)]))+[.!?。]*")
_LONGEST, _SHORTEST = 400, 4


class Instruction(NamedTuple):
    """A span that addresses the model, with the rule that noticed it; offsets are those of the text."""

    rule: str
    start: int
    end: int


def find(text: str) -> list[Instruction]:
    """Every instruction-like span of a text, by where it starts."""
    found: set[Instruction] = set()
    for reading in readings(text):
        for kind, start, end in (*instructions_markup.find(reading.text), *_marked(reading.text)):
            found.add(Instruction(PREFIX + kind, *reading.span(start, end)))
    return sorted(found, key=lambda one: (one.start, one.end, one.rule))


def _marked(text: str) -> Iterator[tuple[str, int, int]]:
    if not (index := near(text)):
        return
    quotes = [quote.span() for quote in _QUOTED.finditer(text) if 2 * len(quote.group()) < len(text)]
    sentences = (Sentence(text, span, index, quotes) for span in _sentences(text))
    for before, sentence in pairwise((None, *sentences)):
        if sentence and (found := _orders(before, sentence)):
            yield _named(found)


def _orders(before: Sentence | None, sentence: Sentence) -> Found | None:
    """What makes a sentence an order, or it together with the one before."""
    if sentence.may_weigh(THRESHOLD) and weight(sentence.found) >= THRESHOLD:
        return sentence.found
    if not (sentence.may_weigh(1) and before and before.may_weigh(1)):
        return None
    if not (0 < weight(before.found) < THRESHOLD and weight(sentence.found) > 0):
        return None
    both = before.found | sentence.found
    apart = any(feature.name in _APART for feature in both)
    return both if weight(both) >= THRESHOLD + (not apart) else None


def _sentences(text: str) -> Iterator[Span]:
    for sentence in _SENTENCE.finditer(text):
        for start in range(sentence.start(), sentence.end(), _LONGEST):
            end = min(start + _LONGEST, sentence.end())
            if end - start >= _SHORTEST:
                yield start, end


def _named(found: Found) -> tuple[str, int, int]:
    """The rule that most of the weight speaks for, and the span of all that counts."""
    weights = Counter[str]()
    for feature in found:
        weights[feature.kind] += max(0, feature.weight)
    spans = [span for feature, span in found.items() if feature.weight > 0]
    kind = max(RULES, key=lambda rule: weights[rule])
    return kind, min(start for start, _ in spans), max(end for _, end in spans)
