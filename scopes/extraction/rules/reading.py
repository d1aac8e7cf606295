"""One turn, read: the statements in it that a rule knows, and what looked like one and is none."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from scopes.extraction.rules.chinese.language import CHINESE
from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.completing import completed
from scopes.extraction.rules.english.language import ENGLISH
from scopes.extraction.rules.introducing import introduced
from scopes.extraction.rules.keeping import is_order, noted, ordered
from scopes.extraction.rules.language import Language
from scopes.extraction.rules.matching import OF_OTHERS
from scopes.extraction.rules.own_words import own_words
from scopes.extraction.rules.rule import WEAK
from scopes.extraction.rules.sentences import has_han, sentences
from scopes.extraction.rules.standing import DANGLING
from scopes.extraction.rules.statements import LONGEST, Sentence, Statement

__all__ = ["Reading", "Telling", "language_of", "read"]

_LONGEST_TALK = 100  # sentences; what is longer is a document that was pasted
_SHORTEST_PLAIN = 8
_FIRST = 2  # sentences of a turn, in which somebody introduces himself
_ASKS = re.compile(r"[?？]")
# What was so in another time is no state of today's.
_STATES = frozenset({"preference", "interest", "habit", "constraint", "goal", "todo", "possession", "fact"})


class Telling(NamedTuple):
    """A sentence in which something happened to its speaker."""

    language: Language
    content: str


class Reading(NamedTuple):
    """All that one turn says."""

    statements: list[Statement]
    tellings: list[Telling]
    refused: Counter[str]


def language_of(text: str) -> Language:
    """The language that a text is read in."""
    return CHINESE if has_han(text) else ENGLISH


def read(content: str, *, joined: bool = True) -> Reading:
    """The statements and tellings of a turn's text, in its order.

    `joined`: a plain sentence beside a statement belongs to it, as it does where somebody explains himself and not
    where people chat.
    """
    found = Reading([], [], Counter())
    said = sentences(own_words(content))
    if len(said) > _LONGEST_TALK:
        found.refused["long"] += 1
        said = said[:_LONGEST_TALK]
    for number, sentence in enumerate(said):
        following = said[number + 1] if number + 1 < len(said) else ""
        if _kept(found, sentence, (following, said[number - 1] if number else "")):
            continue
        if number and _resumed(found, said[number - 1], sentence, joined=joined):
            continue
        known = len(found.statements)
        before = said[number - 1] if number else ""
        name = _name_in(sentence, before) if joined and number < _FIRST else None
        _read_sentence(found, sentence, before, following, joined=joined)
        if name is not None:
            found.statements[known:] = [name, *(one for one in found.statements[known:] if one.rule.label != WEAK)]
        if joined and number and len(found.statements) > known:
            _led(found, known, said[number - 1])
    if not found.statements and (note := noted(said, language_of("".join(said)))) is not None:
        found.statements.append(note)
    return found


def _name_in(sentence: str, before: str) -> Statement | None:
    return None if _ASKS.search(sentence) else introduced(sentence, before, language_of(sentence))


def _kept(found: Reading, sentence: str, beside: tuple[str, str]) -> bool:
    """Whether a sentence orders something to be kept that no rule knows, which is added as a note."""
    language = language_of(sentence)
    if not is_order(sentence, language) or language.speech.withdrawn.search(beside[0]):
        return False
    known = Reading([], [], Counter())
    _read_sentence(known, sentence, beside[1], beside[0], joined=False)
    if any(one.rule.label != WEAK for one in known.statements):
        return False
    plain = [text for text in beside if not any(True for _ in Sentence(text, language).statements())]
    note = ordered(sentence, plain, language)
    if note is None:
        return language.keep.fullmatch(sentence) is not None
    if (lack := language.standing.lack(note.content, "note", note.content, loose=False)) is not None:
        found.refused[lack] += 1
    else:
        found.statements.append(note)
    return True


def _read_sentence(found: Reading, sentence: str, before: str, following: str, *, joined: bool) -> None:
    language = language_of(sentence)
    if not language.personal.search(sentence):
        return
    if _ASKS.search(sentence):
        sentence = language.tail.sub("", sentence)
    stated = language.stated(sentence)
    parsed = Sentence(stated or sentence, language, before)
    statements, happens = list(parsed.statements()), any(map(language.event, parsed.clauses))
    if happens and any(map(language.dated_event, parsed.clauses)):
        statements = [(at, one) for at, one in statements if one.rule.label != WEAK]
    tells = happens and not statements
    if not statements and not tells:
        return
    withdrawn = language.speech.withdrawn.search(following) is not None
    for at, one in statements:
        reason = "joke" if withdrawn else _refusal(one, at, stated, parsed.clauses)
        kept = reason or completed(one, parsed, before)
        if isinstance(kept, str):
            found.refused[kept] += 1
        elif kept.content == one.content or not _is_last(found, kept.content):
            found.statements.append(kept)
        elif joined:
            found.statements[-1] = found.statements[-1]._replace(content=kept.content)
        else:
            found.refused[DANGLING] += 1
    told = tells and bool(stated) and not withdrawn
    if told and language.speech.refusal(stated, parsed.clauses, len(parsed.clauses) - 1) is None:
        found.tellings.append(Telling(language, sentence.strip()))


def _is_last(found: Reading, content: str) -> bool:
    """Whether words that a statement needs are kept already, as what they were added to."""
    return bool(found.statements) and found.statements[-1].content.rstrip(".。 ") in content


def _is_plain(sentence: str) -> bool:
    """Whether a sentence states something, of nobody in particular, that no rule knows."""
    language = language_of(sentence)
    if len(sentence) < _SHORTEST_PLAIN or language.questions.empty.fullmatch(sentence):
        return False
    parsed = Sentence(sentence, language)
    return (
        language.stated(sentence) == sentence
        and language.first_person.search(sentence) is None
        and not any(language.first_person.search(clause.subject) for clause in parsed.clauses)
        and not any(True for _ in parsed.statements())
        and not any(map(language.event, parsed.clauses))
        and all(language.sought(clause) and language.request.match(clause.words) is None for clause in parsed.clauses)
        and language.speech.refusal(sentence, parsed.clauses, len(parsed.clauses) - 1) is None
    )


def _led(found: Reading, known: int, before: str) -> None:
    """Put a plain sentence before the first of a sentence's statements in front of that, if it stands alone itself."""
    first = found.statements[known]
    last = found.statements[known - 1].content if known else ""
    if _ASKS.search(before) or before.rstrip(" .!。！")[-12:] in last or not _is_plain(before):
        return
    if first.language.standing.lack(before, first.rule.kind, before, loose=True) is not None:
        return
    longer = f"{Sentence(before, first.language).whole()}{first.language.stop}{first.content}"
    if len(longer) <= LONGEST[first.language.code]:
        found.statements[known] = first._replace(content=longer)


def _refusal(one: Statement, at: int, stated: str, clauses: Sequence[Clause]) -> str | None:
    """Why a statement is none; `stated` is empty for a question."""
    if not stated:
        return "question"
    if (reason := one.language.speech.refusal(stated, clauses, at)) is not None:
        return reason
    passing = one.loose or one.rule.kind in _STATES
    return "past" if passing and one.language.past.search(clauses[at].words) else None


def _resumed(found: Reading, before: str, sentence: str, *, joined: bool) -> bool:
    """Whether a sentence was added to the statement just before: one about `she` or `it` that was named there, or, if
    they are to be joined, one that states something and that no rule knows."""
    last = found.statements[-1] if found.statements else None
    if last is None or _ASKS.search(sentence):
        return False
    about = last.rule.kind in OF_OTHERS and language_of(sentence).resumes.match(sentence) is not None
    if not about and not (joined and _is_plain(sentence)):
        return False
    if not before.rstrip(" .!。！").endswith(last.content.rstrip(" .!。！")[-12:]):
        return False
    longer = f"{last.content.rstrip('.。')}{last.language.stop}{sentence.strip()}"
    if len(longer) > LONGEST[last.language.code]:
        return False
    found.statements[-1] = last._replace(content=longer.rstrip(".。"))
    return True
