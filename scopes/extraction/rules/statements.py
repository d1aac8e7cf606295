"""The statements of one sentence: which of its clauses belong together, and what is kept of them."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.language import Language
from scopes.extraction.rules.matching import OF_OTHERS, Match, matches
from scopes.extraction.rules.rule import Rule, rule

__all__ = ["LONGEST", "Sentence", "Statement"]

LONGEST = {"en": 280, "zh": 90}
"""Characters of one memory, by language."""

_HEDGED, _DROPPED = 0.65, 0.95
_QUOTE = re.compile('["“「]')
_MENTION = rule("mention", "relation", "", "(?P<o>)(?P<n>)", "{o}{joint}{n}", 0.72)


class Statement(NamedTuple):
    """A clause that a rule knows, with the clauses that go on with it as `content`; `loose`: it knows only a sign."""

    rule: Rule
    groups: dict[str, str]
    language: Language
    content: str
    words: str
    confidence: float
    loose: bool = False


class Sentence:
    """One sentence, cut into clauses, each with the rule that knows it; `before` is the sentence before it."""

    def __init__(self, text: str, language: Language, before: str = "") -> None:
        self.clauses: Sequence[Clause] = list(language.clauses(text))
        self._text, self._language = text, language
        self._matched: Sequence[Match | None] = matches(self.clauses, language, before)

    def statements(self) -> Iterator[tuple[int, Statement]]:
        """What it states, each with the number of the clause that says so."""
        taken = 0
        for at, match in enumerate(self._matched):
            if match is None or at < taken or (match.weak and not self._stands_alone(at)):
                continue
            start, taken = self._extent(at, match, taken)
            yield at, self._statement(at, match, self.clauses[start:taken])
        yield from self._mentions()

    def whole(self) -> str:
        """Its words from the first clause that tells something to the end."""
        first = next((one.words for one in self.clauses if self._tells(one)), "")
        return self._text[max(self._text.find(first), 0) :].strip(" .!…~。！") if first else ""

    def _tells(self, clause: Clause) -> bool:
        language = self._language
        return language.request.match(clause.words) is None and language.standing.full(clause.words, "")

    def _stands_alone(self, at: int) -> bool:
        """Whether a clause that only speaks of somebody is the one thing here to keep, and is about no passing day."""
        language = self._language
        alone = all(match is None or match.weak for match in self._matched) and not language.fleeting.search(self._text)
        words = self.clauses[at].words
        return alone and (len(self.clauses) > 1 or language.first_person.search(words) is not None)

    def _statement(self, at: int, match: Match, clauses: Sequence[Clause]) -> Statement:
        clause = self.clauses[at]
        confidence = match.rule.confidence * (_DROPPED if clause.dropped and not match.loose else 1)
        if self._language.speech.hedge.search(clause.words):
            confidence *= _HEDGED
        content = self._content(clauses, match)
        sure = round(confidence, 2)
        groups = match.groups
        if match.loose and not self._language.standing.full(groups["o"], match.rule.kind):
            groups = {"o": content}
        return Statement(match.rule, groups, self._language, content, clause.words, sure, match.loose)

    def _extent(self, at: int, match: Match, taken: int) -> tuple[int, int]:
        """From which clause to which one memory goes: what names the subject, the clause, and what goes on with it."""
        start, end = at, at + 1
        while start > taken and self._leads(start - 1, at, match):
            start -= 1
        while end < len(self.clauses) and self._follows(end, at, match):
            end += 1
        return start, end

    def _leads(self, number: int, at: int, match: Match) -> bool:
        clause, known, head = self.clauses[number], self._matched[number], self.clauses[at]
        if (known is not None and not known.weak) or not self._tells(clause):
            return False
        if match.loose and (known is not None or _hangs_on(clause)):
            return True
        points = match.loose and self._language.points.search(head.words) is not None
        return (number == at - 1 and points) or (self.clauses[number + 1].dropped and not clause.dropped)

    def _follows(self, number: int, at: int, match: Match) -> bool:
        clause, known, head = self.clauses[number], self._matched[number], self.clauses[at]
        if known is not None and known.weak:
            return True
        same = clause.subject in ("", head.subject) or clause.dropped
        if not same or self._language.request.match(clause.words):
            return False
        return known is None or (
            known.loose and _hangs_on(clause) and (match.loose or _takes_in(match.rule, known.rule))
        )

    def _content(self, clauses: Sequence[Clause], match: Match) -> str:
        """The words of clauses that belong together, as many as are short enough to be one memory."""
        head = clauses[0]
        start = self._text.find(head.words)
        end = start + len(head.words)
        for clause in clauses[1:]:
            further = self._text.find(clause.words, end)
            if further < 0 or further + len(clause.words) - start > LONGEST[self._language.code]:
                break
            end = further + len(clause.words)
        subject = head.subject if head.dropped and not match.loose else ""
        return f"{subject}{self._text[start:end]}"

    def _mentions(self) -> Iterator[tuple[int, Statement]]:
        mention = self._language.mention.search(self._text)
        known = any(match is not None and (match.loose or match.rule.kind == "relation") for match in self._matched)
        if mention is None or known or _QUOTE.search(self._text):
            return
        at = next((number for number, one in enumerate(self.clauses) if mention[0] in one.words), 0)
        groups = {**mention.groupdict(""), "joint": self._language.mention_joint}
        words = self.clauses[at].words
        yield at, Statement(_MENTION, groups, self._language, words, mention[0], _MENTION.confidence)


def _takes_in(head: Rule, other: Rule) -> bool:
    """Whether what is said without a subject after a statement belongs to it: it speaks of somebody, or of the same."""
    return head.kind in OF_OTHERS or head.kind == other.kind


def _hangs_on(clause: Clause) -> bool:
    """Whether a clause names no subject of its own: signs in it tell no more than those before it."""
    return clause.dropped or not clause.subject
