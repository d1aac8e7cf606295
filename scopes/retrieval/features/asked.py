"""A question as the features see it: what its words weigh, whom it names, and the kind of answer it wants."""

import functools
import re
from collections.abc import Sequence

import msgspec
import numpy as np

from scopes.retrieval.scores import Scores, Values
from scopes.retrieval.shape import COUNTS, PEOPLE, PLACES, TIMES
from scopes.retrieval.tokens import QueryToken

__all__ = ["Asked", "asked_of"]

_WANTED = tuple(
    (trait, re.compile(pattern, re.IGNORECASE))
    for trait, pattern in (
        (
            TIMES,
            r"\bwhen\b|\bhow (?:long|old)\b|\bwhat (?:time|date|day|month|year)\b"
            r"|什么时候|何时|哪一?[天年月日周]|几[号月点]|多久",
        ),
        (
            PLACES,
            r"\bwhere\b|\b(?:what|which) (?:city|country|town|place|state)\b|哪里|哪儿|什么地方|何处|哪[个座]城市",
        ),
        (PEOPLE, r"\bwho(?:se|m)?\b|谁|哪位|什么人"),
        (COUNTS, r"\bhow (?:many|much|often|old|long|far|big|tall)\b|几|多少|多[大长远高久]"),
    )
)
_WORD = re.compile(r"[^\W_]+")
# Speakers by the part they play: who says these words means no one.
_ROLES = frozenset(("user", "assistant", "system", "tool", "ai", "human", "bot"))
_LEAST = 1e-9
# Bounded, so that the names of erased speakers leave the process as others come in.
_CACHED_NAMES = 4_096


class Asked(msgspec.Struct, frozen=True):
    """`weights`: each token's idf as a share of the question's mass, 0 for a speaker's name. `named`: their numbers."""

    weights: Values
    named: tuple[int, ...]
    wanted: int


def asked_of(text: str, tokens: Sequence[QueryToken], words: Scores, speakers: Sequence[str]) -> Asked:
    """The question; of one that holds nothing but names, the names count."""
    named = _named(text, speakers)
    names = frozenset[str]().union(*named.values())
    idf = words.idf
    if names:
        idf = np.where([_is_name(token.surface, names) for token in tokens], 0.0, idf)
        idf = idf if idf.any() else words.idf
    wanted = sum(trait for trait, pattern in _WANTED if pattern.search(text))
    return Asked(idf / max(float(idf.sum()), _LEAST), tuple(named), wanted)


def _named(text: str, speakers: Sequence[str]) -> dict[int, frozenset[str]]:
    """Speakers that a text names, in full or by one of their names, and the words that it names them by."""
    if not speakers:
        return {}
    folded = text.casefold()
    words = frozenset(_WORD.findall(folded))
    found: dict[int, frozenset[str]] = {}
    for number, (name, parts) in enumerate(map(_name, list(speakers))):
        named = words & parts
        if name and name in folded:
            named |= {name}
        if named:
            found[number] = named
    return found


@functools.lru_cache(_CACHED_NAMES)
def _name(speaker: str) -> tuple[str, frozenset[str]]:
    """A speaker's name, if it is of a script that may have no spaces, and the parts of it; of a role there are none."""
    name = speaker.casefold()
    if name in _ROLES:
        return "", frozenset()
    return "" if name.isascii() else name, frozenset(_WORD.findall(name))


def _is_name(surface: str, names: frozenset[str]) -> bool:
    if surface.isascii():
        return surface.partition("'")[0] in names
    return any(surface in name for name in names)
