"""Names that machines use: what counts whole, and the parts that people remember of them.

Versions, paths, hosts, addresses and ids count whole and by their composed pieces (`main.py` of `src/main.py`); words
joined by capitals (`getUserName`) and letters joined to numbers (`5kg`) by each part; `next.js` as `nextjs`, too.
"""

import re

__all__ = ["CAPITAL_WITHIN", "WORTHWHILE", "composed", "parts_of_capitalised", "parts_of_numbered", "run_together"]

# Possessive and never begun within a run, so that a long run is read once.
_COMPOSED = re.compile(r"(?<![a-z0-9])[a-z0-9]++(?:[-_./:@][a-z0-9]++)++")
# A class first and the condition behind it: the engine skips to the class.
_LIKELY = re.compile(r"[0-9_@.](?:(?<!\.)|(?<=[a-z]\.)(?=[a-z]))")
# In a folded text that may hold what `composed` and `parts_of_numbered` look for, or a date in Chinese: the same, but a
# digit counts beside what may join it to something.
WORTHWHILE = re.compile(
    r"[0-9_@.](?:(?<=[_@])|(?<=[a-z]\.)(?=[a-z])|(?<=[0-9])(?:(?=[-_./:@a-z年月日号])|(?<=[-_./:@a-z].)))"
)
_PIECES = re.compile(r"[/:@]")
_SEPARATED = re.compile(r"[-_.]")
_PREFIX = re.compile(r"v(?=[0-9])|www\.")
CAPITAL_WITHIN = re.compile(r"[A-Z](?:(?<=[a-z][A-Z])|(?<=[A-Z]{2})[a-z]{2})")
_CAPITALS = re.compile(r"\b[A-Za-z]+?(?:(?<=[a-z])[A-Z]|[A-Z](?=[a-z]{2}))[A-Za-z]*\b", re.ASCII)
_CAPITAL_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_NUMBERED = re.compile(r"(?<![a-z0-9])(?:[a-z]{1,12}[0-9]{1,6}|[0-9]{1,6}[a-z]{1,12})(?![a-z0-9])")
_NUMBERED_PART = re.compile(r"[0-9]+|[a-z]+")
_DOTTED = re.compile(r"(?<![a-z0-9.@/_-])([a-z]{2,})\.([a-z]{2,3})(?![a-z0-9.@/_-])")
_ORDINAL_ENDINGS = frozenset(("st", "nd", "rd", "th"))


def composed(folded: str) -> list[str]:
    """Every identifier with a digit, `_`, `@` or inner dot, and its pieces that are composed themselves."""
    found: list[str] = []
    for whole in _COMPOSED.findall(folded):
        if _LIKELY.search(whole):
            pieces = [piece for piece in _PIECES.split(whole) if piece != whole and _SEPARATED.search(piece)]
            found += [whole, *pieces]
            found += [piece[prefix.end() :] for piece in (whole, *pieces) if (prefix := _PREFIX.match(piece))]
    return found


def run_together(folded: str) -> list[str]:
    """Names with a dot as people write them without it: `nextjs` of `next.js`."""
    return list(map("".join, _DOTTED.findall(folded)))


def parts_of_numbered(folded: str) -> list[str]:
    """The letters and the numbers of words that join them."""
    words = _NUMBERED.findall(folded)
    return [part for word in words for part in _NUMBERED_PART.findall(word) if part not in _ORDINAL_ENDINGS]


def parts_of_capitalised(text: str) -> list[str]:
    """The parts, in small letters, of words with a capital inside."""
    return [part.lower() for word in _CAPITALS.findall(text) for part in _CAPITAL_PART.findall(word)]
