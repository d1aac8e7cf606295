"""What somebody asks to have kept as a note, where no rule knows what it says."""

import re
from collections.abc import Sequence

from scopes.extraction.rules.language import Language
from scopes.extraction.rules.rule import Rule, rule
from scopes.extraction.rules.statements import LONGEST, Statement

__all__ = ["is_order", "noted", "ordered"]

_ASKS = re.compile(r"[?？]")
_WISHED = rule("note", "note", "", "(?P<o>)", "{o}", 0.74)
_ORDERED = rule("remember", "note", "", "(?P<o>)", "{o}", 0.9, addressed=True)
_SHORTEST = {"en": 8, "zh": 4}  # characters


def is_order(sentence: str, language: Language) -> bool:
    """Whether a sentence begins with an order to keep something."""
    return not _ASKS.search(sentence) and language.keep.match(sentence) is not None


def ordered(sentence: str, beside: Sequence[str], language: Language) -> Statement | None:
    """What an order to keep something names: the rest of its sentence, or the first of the sentences `beside` it."""
    found = language.keep.match(sentence)
    rest = "" if found is None else sentence[found.end() :]
    texts = (text.strip(" .。!！,，") for text in ([rest] if rest.strip(" .。!！") else beside))
    text = next((text for text in texts if text and not _ASKS.search(text)), "")
    return _note(text, text, language, _ORDERED)


def noted(said: Sequence[str], language: Language) -> Statement | None:
    """The turn as a note, where somewhere in it somebody wishes that it be kept."""
    text = language.stop.join(part.rstrip(".。 ") for part in said if not _ASKS.search(part))
    if not language.note.search(text):
        return None
    marked = language.keep.match(text)
    return _note(text, text[marked.end() :] if marked else text, language, _WISHED)


def _note(text: str, about: str, language: Language, by: Rule) -> Statement | None:
    if not _SHORTEST[language.code] <= len(about) or len(text) > 2 * LONGEST[language.code]:
        return None
    return Statement(by, {"o": language.gist(about)}, language, text, text, by.confidence)
