"""The claims of an item: what it says that another item could contradict."""

import datetime as dt
from collections import OrderedDict
from collections.abc import Iterator
from typing import NamedTuple

from scopes.extraction.rules.own_words import own_words
from scopes.extraction.rules.reading import language_of
from scopes.extraction.rules.sentences import sentences
from scopes.extraction.rules.statements import Sentence, Statement
from scopes.model import Item
from scopes.resolution.matters import Stance, stance, taken
from scopes.resolution.slots import Filling, fills
from scopes.resolution.telling import first_person, person

__all__ = ["Claims", "ClaimsBook", "Filled"]

_MOST_KEPT = 4_096
_SURE = 0.9  # of a rule's own confidence: less is said with a maybe
_YEAR = 365.2425

Digests = frozenset[int]


class Filled(NamedTuple):
    """One slot of one person, by a digest of the two, and digests of what fills it; or when somebody was born."""

    slot: str
    place: int
    words: Digests
    born: tuple[float, float] | None

    def differs(self, other: "Filled") -> bool:
        """Whether what fills the same slot there can't be so beside this."""
        if self.born is not None and other.born is not None:
            return self.born[0] > other.born[1] or other.born[0] > self.born[1]
        return self.words.isdisjoint(other.words)


class Claims(NamedTuple):
    """What an item claims: slots that it fills, what it says, and what it denies. No word of its text is in here."""

    filled: tuple[Filled, ...]
    says: Digests
    denies: Digests

    @property
    def any(self) -> bool:
        """Whether there is something in it that can be contradicted."""
        return bool(self.filled or self.says or self.denies)


class ClaimsBook:
    """Claims by the versions of items that make them, the latest few thousand: reading one takes a tenth of a
    millisecond or two, and answers hold the same items again and again."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[str, str], Claims] = OrderedDict()

    def of(self, item: Item) -> Claims:
        """What an item claims."""
        version = (item.id, item.etag)
        found = self._known.get(version)
        if found is None:
            found = self._known[version] = _read(item)
            if len(self._known) > _MOST_KEPT:
                self._known.popitem(last=False)
        return found


def _read(item: Item) -> Claims:
    told, owner = _year_told(item), person(item)
    filled: list[Filled] = []
    says: set[int] = set()
    denies: set[int] = set()
    for sentence in sentences(own_words(item.content)):
        spoken = first_person(sentence, item)
        if spoken is None:
            continue
        who = f"{owner}\0{spoken[0]}"
        for claim in _claims(spoken[1], told):
            if isinstance(claim, Filling):
                filled.append(_filled(who, claim))
            else:
                says.update(hash((who, said)) for said in claim.says)
                denies.update(hash((who, denied)) for denied in claim.denies)
    return Claims(tuple(filled), frozenset(says), frozenset(denies))


def _filled(who: str, filling: Filling) -> Filled:
    script = all(map(str.isascii, filling.value))  # nothing here knows that 柏林 is Berlin
    place = hash((who, filling.slot, filling.about, script))
    return Filled(filling.slot, place, frozenset(map(hash, filling.value)), filling.born)


def _claims(sentence: str, told: float) -> Iterator[Filling | Stance]:
    language = language_of(sentence)
    stated = language.stated(sentence)
    if not stated:
        return
    parsed = Sentence(stated, language)
    for at, one in parsed.statements():
        if _is_sure(one) and language.speech.refusal(stated, parsed.clauses, at) is None:
            yield from filter(None, (fills(one, told), stance(one)))
    for at, clause in enumerate(parsed.clauses):
        eaten = taken(clause, language.code)
        if eaten is not None and language.speech.refusal(stated, parsed.clauses, at) is None:
            yield eaten


def _is_sure(one: Statement) -> bool:
    now = one.language.past.search(one.words) is None and one.language.fleeting.search(one.words) is None
    return now and one.confidence >= _SURE * one.rule.confidence


def _year_told(item: Item) -> float:
    """When an item was told, in years of our era; 0 where that can't be read."""
    try:
        day = dt.date.fromisoformat((item.event_at or item.recorded_at or "")[:10])
    except ValueError:
        return 0.0
    return day.toordinal() / _YEAR
