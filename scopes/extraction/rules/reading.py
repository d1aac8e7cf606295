"""One turn, read: the statements in it that a rule knows, and what looked like one and is none."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scopes.extraction.rules.chinese.language import CHINESE
from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.english.language import ENGLISH
from scopes.extraction.rules.language import Language
from scopes.extraction.rules.own_words import own_words
from scopes.extraction.rules.rule import Rule, rule
from scopes.extraction.rules.sentences import has_han, sentences

__all__ = ["Statement", "Telling", "read"]

_LONGEST = {"en": 280, "zh": 90}
_LONGEST_TALK = 100  # sentences; what is longer is a document that was pasted
_HEDGED, _DROPPED = 0.65, 0.95
_ASKS = re.compile(r"[?？]")
_QUOTE = re.compile('["“「]')
_OF_OTHERS = frozenset({"relation", "possession", "fact", "project"})
_MENTION = rule("mention", "relation", "", "(?P<o>)(?P<n>)", "{o}{joint}{n}", 0.72)
# What was so in another time is no state of today's.
_STATES = frozenset({"preference", "interest", "habit", "constraint", "goal", "todo", "possession"})


Match = tuple[Rule, dict[str, str]]


class Statement(NamedTuple):
    """A clause that a rule knows, with the clauses that go on with it as `content`."""

    rule: Rule
    groups: dict[str, str]
    language: Language
    content: str
    words: str
    confidence: float


class Telling(NamedTuple):
    """A sentence in which something happened to its speaker."""

    language: Language
    content: str


class Reading(NamedTuple):
    """All that one turn says."""

    statements: list[Statement]
    tellings: list[Telling]
    refused: Counter[str]


def read(content: str) -> Reading:
    """The statements and tellings of a turn's text, in its order."""
    found = Reading([], [], Counter())
    said = sentences(own_words(content))
    if len(said) > _LONGEST_TALK:
        found.refused["long"] += 1
        said = said[:_LONGEST_TALK]
    for number, sentence in enumerate(said):
        language = CHINESE if has_han(sentence) else ENGLISH
        if not language.personal.search(sentence):
            continue
        if _ASKS.search(sentence):
            sentence = language.tail.sub("", sentence)
        clauses = list(language.clauses(sentence))
        statements = list(_statements(sentence, clauses, language))
        tells = not statements and any(map(language.event, clauses))
        if not statements and not tells:
            continue
        reason = language.speech.refusal(sentence)
        if number + 1 < len(said) and language.speech.withdrawn.search(said[number + 1]):
            reason = "joke"
        if reason is not None:
            found.refused[reason] += 1
            continue
        kept = [one for one in statements if one.rule.kind not in _STATES or not language.past.search(sentence)]
        found.refused["past"] += len(statements) - len(kept)
        found.statements.extend(kept)
        if tells:
            found.tellings.append(Telling(language, sentence.strip()))
    return found


def _statements(sentence: str, clauses: Sequence[Clause], language: Language) -> Iterator[Statement]:
    matched = _matches(clauses, language)
    for at, match in enumerate(matched):
        if match is None:
            continue
        known, groups = match
        start, end = at, at + 1
        if clauses[at].dropped and at and matched[at - 1] is None and not clauses[at - 1].dropped:
            start = at - 1  # what names the subject, and often the reason
        while end < len(clauses) and matched[end] is None and _goes_on(clauses[end], clauses[at]):
            end += 1
        content = _content(sentence, clauses[start:end], language)
        confidence = known.confidence * (_DROPPED if clauses[at].dropped else 1)
        if language.speech.hedge.search(clauses[at].words):
            confidence *= _HEDGED
        yield Statement(known, groups, language, content, clauses[at].words, round(confidence, 2))
    yield from _mentions(sentence, clauses, matched, language)


def _matches(clauses: Sequence[Clause], language: Language) -> list[Match | None]:
    """Each clause's rule. What follows one about somebody or something else, without a subject, speaks of that."""
    found: list[Match | None] = []
    other = False
    for clause in clauses:
        match = None if clause.dropped and other else _match(clause, language)
        if match is not None or not clause.dropped:
            other = match is not None and match[0].kind in _OF_OTHERS
        found.append(match)
    return found


def _match(clause: Clause, language: Language) -> Match | None:
    known = language.table.get(clause.subject)
    rests = [] if known is None else [rest for rest in clause.rests if known.sieve.fullmatch(rest)]
    for pattern, one in known.rules if known is not None and rests else ():
        for rest in rests:
            match = pattern.fullmatch(rest)
            if match is None or (clause.dropped and one.own) or not _is_proper(match, one.proper, clause.cased):
                continue
            groups = {name: language.gist(text) for name, text in match.groupdict("").items()}
            if one.fit(groups.get("o", "")):
                return one, groups
    return None


def _is_proper(match: re.Match[str], group: str, cased: str) -> bool:
    """Whether a group that must be a name begins with a capital, where there are any."""
    return not group or not (first := cased[match.start(group) : match.start(group) + 1]).isascii() or first.isupper()


def _goes_on(clause: Clause, head: Clause) -> bool:
    """Whether a clause only goes on with what another one said."""
    return clause.subject in ("", head.subject) or clause.dropped


def _content(sentence: str, clauses: Sequence[Clause], language: Language) -> str:
    """The words of clauses that belong together, as many as are short enough to be one memory."""
    head = clauses[0]
    start = sentence.find(head.words)
    end = start + len(head.words)
    for clause in clauses[1:]:
        further = sentence.find(clause.words, end)
        if further < 0 or further + len(clause.words) - start > _LONGEST[language.code]:
            break
        end = further + len(clause.words)
    text = sentence[start:end]
    return f"{head.subject}{text}" if head.dropped and head.subject else text


def _mentions(
    sentence: str, clauses: Sequence[Clause], matched: Sequence[Match | None], language: Language
) -> Iterator[Statement]:
    mention = language.mention.search(sentence)
    if (
        mention is None
        or any(match is not None and match[0].kind == "relation" for match in matched)
        or _QUOTE.search(sentence)
    ):
        return
    clause = next((one for one in clauses if mention[0] in one.words), clauses[0])
    groups = {**mention.groupdict(""), "joint": language.joint if language is ENGLISH else ""}
    yield Statement(_MENTION, groups, language, clause.words, mention[0], _MENTION.confidence)
