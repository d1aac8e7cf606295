"""From turns to candidates and diary lines, by rules alone."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from scopes.extraction.candidates import Candidate, DiaryLine, Extraction, Said
from scopes.extraction.rules.answers import answer_to
from scopes.extraction.rules.confirmation import confirmed
from scopes.extraction.rules.dates import event_time, last_weekday, moment_of
from scopes.extraction.rules.reading import Reading, read
from scopes.extraction.rules.rule import FILES
from scopes.extraction.rules.statements import Statement
from scopes.extraction.rules.tense import is_ahead
from scopes.extraction.speakers import is_person

__all__ = ["extract", "warm"]

_REDACTED = "[REDACTED:"
# Characters: what is said of oneself stands at the beginning of a turn, and what a batch may cost is bounded.
_LONGEST_TURN, _MOST_READ = 4_000, 100_000
_EXACT_KINDS = frozenset({"constraint", "relation", "place", "decision"})


def warm() -> None:
    """Compile all rules; call it before the fork, so that no first request waits and the workers share them."""
    for text in ("I live in Oslo.", "我家的事实。"):
        read(text)


def extract(turns: Sequence[Said], *, now: dt.datetime, zone: dt.tzinfo) -> Extraction:
    """What people said of themselves in some turns. Never raises for any text."""
    candidates: dict[tuple[str, str], Candidate] = {}
    diary: list[DiaryLine] = []
    refused = Counter[str]()
    asked: Said | None = None
    last: Said | None = None
    alone = not any(turn.role.lower() == "assistant" for turn in turns)
    left = _MOST_READ
    for whole in turns:
        turn = _shortened(whole, min(_LONGEST_TURN, left))
        if not is_person(turn.role):
            asked = turn if turn.role.lower() == "assistant" else asked
            continue
        left -= len(turn.content)
        refused["long"] += turn is not whole
        among = alone and turn.speaker is not None
        reading, evidence = read(turn.content, joined=not among), (turn.id,)
        if asked is not None and not reading.statements and (said := confirmed(asked.content, turn.content)):
            evidence, reading = (asked.id, turn.id), read(said)
        moment = moment_of(turn.at, now, zone)
        before = asked or last
        told = None if before is None else _answer(before, turn, reading)
        asked, last = None, turn
        refused.update(reading.refused)
        if among:
            reading = _among_people(reading)
        found = [*_candidates(reading.statements, turn, evidence, moment)]
        if before is not None and told is not None:
            found += _candidates([told], turn, (before.id, turn.id), moment)
        for one in found:
            if _REDACTED in one.content:
                refused["redacted"] += 1
            else:
                candidates[one.file, one.name] = one
        diary.extend(_lines(reading, turn, moment))
    return Extraction(tuple(candidates.values()), tuple(diary), {key: count for key, count in refused.items() if count})


def _shortened(turn: Said, longest: int) -> Said:
    """A turn that is no longer than that; of an assistant's the end, where it asks."""
    if len(turn.content) <= longest:
        return turn
    content = turn.content[:longest] if is_person(turn.role) else turn.content[-_LONGEST_TURN:]
    return msgspec.structs.replace(turn, content=content)


def _answer(before: Said, turn: Said, reading: Reading) -> Statement | None:
    """What a turn answers to somebody else's."""
    own = is_person(before.role) and (before.speaker is None or before.speaker == turn.speaker)
    return None if own else answer_to(before.content, turn.content, reading.statements)


def _candidates(
    statements: Iterable[Statement], turn: Said, evidence: tuple[str, ...], moment: dt.datetime
) -> Iterator[Candidate]:
    for one in statements:
        name = _name(one, one.rule.name, turn.speaker)
        if not name:
            continue
        when = event_time(one.content, moment, ahead=_is_ahead(one))
        yield Candidate(
            kind=one.rule.kind,
            file=_file(one),
            name=name,
            content=_content(one, turn.speaker, when),
            confidence=one.confidence,
            why=f"{one.language.code} {one.rule.label}: {one.words[:120]}",
            evidence=evidence,
            event_at=when,
            replaces=tuple(_name(one, template, turn.speaker) for template in one.rule.replaces),
            owner=turn.speaker,
        )


def _among_people(reading: Reading) -> Reading:
    """What is left of a turn where no assistant is spoken to: an order is for whoever is, and what people tell each
    other of their days in passing is no memory, unless it has a name, a number or somebody of theirs in it."""
    kept = [one for one in reading.statements if not one.rule.addressed and (not one.loose or _is_exact(one))]
    return reading._replace(statements=kept)


def _is_exact(one: Statement) -> bool:
    return one.rule.kind in _EXACT_KINDS or one.language.exact.search(one.content) is not None


def _is_ahead(one: Statement) -> bool:
    """Whether a day that it names is to come: what a sign alone takes for a plan may be told in the past."""
    told = is_ahead(one.content)
    return told if told or (one.loose and told is False) else one.rule.ahead


def _file(one: Statement) -> str:
    return "pets" if one.rule.label in ("pet", "宠物", "宠物名") else FILES[one.rule.kind]


def _name(one: Statement, template: str, speaker: str | None) -> str:
    language = one.language
    name = language.slug(template.format_map({**one.groups, "joint": language.joint}))
    return f"{language.slug(speaker)}-{name}" if speaker and name else name


def _content(one: Statement, speaker: str | None, when: str | None) -> str:
    """The words as they were said, under the speaker's name, with the day that relative words meant."""
    text = one.content[:1].upper() + one.content[1:] if one.language.code == "en" else one.content
    dated = one.language.dated.format(when[:10]) if when and when[:10] not in text else ""
    return f"{speaker}{one.language.colon}{text}{dated}" if speaker else f"{text}{dated}"


def _lines(reading: Reading, turn: Said, moment: dt.datetime) -> Iterator[DiaryLine]:
    for one in reading.tellings:
        if _REDACTED in one.content:
            continue
        when = event_time(one.content, moment, ahead=False) or last_weekday(one.content, moment)
        text = f"{turn.speaker}{one.language.colon}{one.content}" if turn.speaker else one.content
        yield DiaryLine(content=text, event_at=when or turn.at, evidence=(turn.id,), speaker=turn.speaker)
