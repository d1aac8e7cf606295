"""A short answer together with the question that it answers: neither of them means anything without the other."""

import re
from collections.abc import Sequence

from scopes.extraction.rules.language import Language
from scopes.extraction.rules.questions import Asked
from scopes.extraction.rules.reading import language_of
from scopes.extraction.rules.rule import rule
from scopes.extraction.rules.sentences import sentences
from scopes.extraction.rules.statements import Statement

__all__ = ["answer_to"]

_SHORT = {"en": 110, "zh": 44}
_LEAST = {"en": 3, "zh": 2}
_CALLED = re.compile(r"^(?i:hey|hi|yeah|sure|thanks|definitely|woohoo|yes|no),? [A-Z][a-z]+[,!. ]*|^For sure[,!. ]*")
_ASKS = re.compile(r"[?？]")


def answer_to(question: str, answer: str, known: Sequence[Statement]) -> Statement | None:
    """What the first sentence of an answer tells, in the words of both; None where it tells nothing by itself, asks
    back, or says so much that it needs no question, and where a rule knows what it says."""
    language = language_of(question)
    asked = language.questions.asked(question)
    said = sentences(answer)
    if asked is None or not said or _ASKS.search(said[0]):
        return None
    first = _first(said, language)
    if not _tells(first, asked, language) or any(_covers(one, first) for one in known):
        return None
    return _statement(asked, first, language)


def _first(said: Sequence[str], language: Language) -> str:
    """The first sentence that is more than a yes, with those before it."""
    said = [_CALLED.sub("", one) for one in said[:2]]
    for number, one in enumerate(said, 1):
        if language.questions.empty.fullmatch(one) is None:
            return language.stop.join(part.rstrip(" .。!！~～") for part in said[:number])
    return ""


def _tells(first: str, asked: Asked, language: Language) -> bool:
    return (
        _LEAST[language.code] <= len(first) <= _SHORT[language.code]
        and not _ASKS.search(first)
        and language.stated(first) == first
        and (asked.kind == "todo" or language.questions.whole.match(first) is None)
        and language.request.match(first) is None
        and language.speech.hedge.search(first) is None
        and not any(sign.search(first) for _, sign in language.speech.refused)
    )


def _covers(one: Statement, first: str) -> bool:
    return not one.rule.addressed and (one.words in first or first in one.content)


def _statement(asked: Asked, first: str, language: Language) -> Statement:
    known = rule(
        "answer", asked.kind, "", "", "{o}", asked.confidence, ahead=asked.kind in ("goal", "todo", "decision")
    )
    content = f"{asked.question} — {first}"
    return Statement(known, {"o": language.gist(first)}, language, content, first, asked.confidence)
