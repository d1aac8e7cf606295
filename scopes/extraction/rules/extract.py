"""From turns to candidates and diary lines, by rules alone."""

import datetime as dt
from collections import Counter
from collections.abc import Iterator, Sequence

from scopes.extraction.candidates import Candidate, DiaryLine, Extraction, Said
from scopes.extraction.rules.confirmation import confirmed
from scopes.extraction.rules.dates import event_time, moment_of
from scopes.extraction.rules.reading import Reading, Statement, read
from scopes.extraction.rules.rule import FILES
from scopes.extraction.speakers import is_person

__all__ = ["extract", "warm"]

_REDACTED = "[REDACTED:"


def warm() -> None:
    """Compile all rules; call it before the fork, so that no first request waits and the workers share them."""
    for text in ("I.", "我。"):
        read(text)


def extract(turns: Sequence[Said], *, now: dt.datetime, zone: dt.tzinfo) -> Extraction:
    """What people said of themselves in some turns. Never raises for any text."""
    candidates: dict[tuple[str, str], Candidate] = {}
    diary: list[DiaryLine] = []
    refused = Counter[str]()
    asked: Said | None = None
    alone = not any(turn.role.lower() == "assistant" for turn in turns)
    for turn in turns:
        if not is_person(turn.role):
            asked = turn if turn.role.lower() == "assistant" else asked
            continue
        evidence, reading = (turn.id,), read(turn.content)
        if asked is not None and not reading.statements and (said := confirmed(asked.content, turn.content)):
            evidence, reading = (asked.id, turn.id), read(said)
        asked = None
        refused.update(reading.refused)
        moment = moment_of(turn.at, now, zone)
        if alone and turn.speaker is not None:
            reading = _among_people(reading)
        for one in _candidates(reading, turn, evidence, moment):
            if _REDACTED in one.content:
                refused["redacted"] += 1
            else:
                candidates[one.file, one.name] = one
        diary.extend(_lines(reading, turn, moment))
    return Extraction(tuple(candidates.values()), tuple(diary), {key: count for key, count in refused.items() if count})


def _candidates(reading: Reading, turn: Said, evidence: tuple[str, ...], moment: dt.datetime) -> Iterator[Candidate]:
    for one in reading.statements:
        name = _name(one, one.rule.name, turn.speaker)
        if not name:
            continue
        when = event_time(one.content, moment, ahead=one.rule.ahead)
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
    """What is left of a turn where no assistant is spoken to: an order is for whoever is."""
    return reading._replace(statements=[one for one in reading.statements if not one.rule.addressed])


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
        when = event_time(one.content, moment, ahead=False)
        text = f"{turn.speaker}{one.language.colon}{one.content}" if turn.speaker else one.content
        yield DiaryLine(content=text, event_at=when or turn.at, evidence=(turn.id,), speaker=turn.speaker)
