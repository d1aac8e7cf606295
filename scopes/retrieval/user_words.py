"""A scope's own dictionary: names and terms that count whole wherever they stand in a text."""

import re
from collections.abc import Iterable

__all__ = ["UserWords"]

_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)


class UserWords:
    """Folded words. One that begins or ends with a letter of a spaced script is found as a whole word only."""

    def __init__(self, folded: Iterable[str]) -> None:
        self._words = frozenset(filter(None, folded))
        lengths: dict[str, set[int]] = {}
        for word in self._words:
            lengths.setdefault(word[0], set()).add(len(word))
        self._lengths = {first: sorted(found) for first, found in lengths.items()}
        self._first = re.compile(f"[{re.escape(''.join(lengths))}]") if lengths else None

    def __bool__(self) -> bool:
        return bool(self._words)

    def __contains__(self, word: str) -> bool:
        return word in self._words

    def found_in(self, folded: str) -> list[str]:
        """The words that stand in a folded text, once each time, overlapping ones too."""
        if self._first is None:
            return []
        return [word for start in self._first.finditer(folded) for word in self._beginning_at(folded, start.start())]

    def _beginning_at(self, text: str, at: int) -> list[str]:
        candidates = (text[at : at + length] for length in self._lengths[text[at]])
        return [word for word in candidates if word in self._words and _stands_alone(text, at, at + len(word))]


def _stands_alone(text: str, start: int, end: int) -> bool:
    return not (_joined(text[start - 1 : start], text[start]) or _joined(text[end - 1], text[end : end + 1]))


def _joined(before: str, after: str) -> bool:
    """Whether two neighbours belong to one word of a spaced script."""
    return before.isalnum() and after.isalnum() and not _UNSPACED.match(before) and not _UNSPACED.match(after)
