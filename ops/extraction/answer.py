"""Reading what a model answered: its form is checked, and each item must rest on a turn of a person."""

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from ops.extraction.question import Question
from scopes.errors import InvalidError
from scopes.extraction.candidates import Candidate, DiaryLine, Extraction
from scopes.extraction.extractor import Reason
from scopes.extraction.speakers import is_person
from scopes.lines import limits
from scopes.storage import links

__all__ = ["Answer", "json_of", "read_answer", "read_extraction"]

_MOST_ITEMS = 50
_MOST_TOKENS = 10_000_000  # past any window: what an endpoint says of itself is not believed beyond
_FENCE = re.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*\Z", re.DOTALL)
_LINK = re.compile(r"\[\[([^\[\]\n]+)\]\]")
_REFUSING = ("content_filter", "refusal")


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    total_tokens: int = 0


class _Completion(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


class _Item(msgspec.Struct):
    kind: str
    file: str
    name: str
    content: str
    evidence: list[int]
    confidence: float = 0.5
    event_at: str | None = None
    tags: list[str] = []
    why: str = ""
    links: list[str] = []


class _Memory(msgspec.Struct):
    items: list[_Item]
    diary: str | None = None


class Answer(msgspec.Struct, frozen=True):
    """The text of a completion and what it cost, or why there is none."""

    text: str
    tokens: int
    reason: Reason | None = None


_completion, _memory = msgspec.json.Decoder(_Completion), msgspec.json.Decoder(_Memory)


def read_answer(body: bytes) -> Answer:
    """The text of an answer of `/chat/completions`."""
    try:
        found = _completion.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return Answer("", 0, "invalid")
    tokens = 0 if found.usage is None else min(max(0, found.usage.total_tokens), _MOST_TOKENS)
    if not found.choices:
        return Answer("", tokens, "invalid")
    choice = found.choices[0]
    if choice.message.refusal or choice.finish_reason in _REFUSING:
        return Answer("", tokens, "refusal")
    if choice.finish_reason == "length" or not choice.message.content:
        return Answer("", tokens, "invalid")
    return Answer(choice.message.content, tokens)


def json_of(text: str) -> str:
    """The JSON of an answer's text, out of the fence that some models put around it."""
    fenced = _FENCE.match(text)
    return fenced.group(1) if fenced else text


def read_extraction(text: str, question: Question, *, diary: bool) -> Extraction | None:
    """The candidates in an answer's text; None when it is not in the form that was asked for."""
    try:
        memory = _memory.decode(json_of(text))
    except (msgspec.DecodeError, UnicodeDecodeError, UnicodeEncodeError, RecursionError):
        return None
    refused = Counter[str]()
    if (more := len(memory.items) - _MOST_ITEMS) > 0:
        refused["too_many"] = more
    candidates = tuple(_candidates(memory.items[:_MOST_ITEMS], question, refused))
    lines = tuple(_lines(memory.diary, question)) if diary else ()
    return Extraction(candidates, lines, dict(refused))


def _candidates(items: list[_Item], question: Question, refused: Counter[str]) -> Iterator[Candidate]:
    known = {*question.names, *(links.join(item.file, item.name) for item in items)}
    for item in items:
        shown = [question.shown[number - 1] for number in item.evidence if 0 < number <= len(question.shown)]
        if not any(is_person(turn.role) for turn in shown):
            refused["no_evidence"] += 1
            continue
        own = links.join(item.file, item.name)
        yield Candidate(
            kind=item.kind.strip().lower() or "note",
            file=item.file.strip(),
            name=item.name.strip(),
            content=_linked(
                item.content.strip(), [link for link in item.links if link in known and link != own], known
            ),
            confidence=round(min(1.0, max(0.0, item.confidence)), 2),
            why=item.why.strip()[:200],
            evidence=tuple(dict.fromkeys(turn.id for turn in shown)),
            event_at=_time(item.event_at),
            tags=tuple(dict.fromkeys(tag.strip() for tag in item.tags[:3] if tag.strip())),
        )


def _linked(content: str, links_to: list[str], known: set[str]) -> str:
    """The content with the links that lead somewhere; of others only the name is left."""
    text = _LINK.sub(lambda link: link.group() if link.group(1) in known else link.group(1).partition(":")[2], content)
    more = [f"[[{link}]]" for link in dict.fromkeys(links_to) if f"[[{link}]]" not in text]
    return " ".join([text, *more])


def _lines(paragraph: str | None, question: Question) -> Iterator[DiaryLine]:
    text = " ".join((paragraph or "").split())
    if text:
        told = [turn for turn in question.shown if is_person(turn.role)]
        yield DiaryLine(content=text, event_at=told[-1].at, evidence=tuple(turn.id for turn in told))


def _time(text: str | None) -> str | None:
    """A date or instant, if it is one."""
    try:
        limits.check_time(text, "event_at")
    except InvalidError:
        return None
    return text
