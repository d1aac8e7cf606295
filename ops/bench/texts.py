"""Made-up memories and questions about them, the same for the same seed: half like English, half like Chinese.

Word frequencies fall as 1 / rank (Zipf, 1935), as those of real texts do, so that an index meets both frequent and
rare terms.
"""

import itertools
import random

import msgspec

_WORDS = 5_000
_LETTERS = "".join(chr(code) for code in range(0x4E00, 0x4E00 + 1_500))
_SYLLABLES = tuple(map("".join, itertools.product("bdfgklmnprstvz", "aeiou")))


class MadeText(msgspec.Struct, frozen=True):
    """A text as the words it was put together from."""

    words: tuple[str, ...]
    chinese: bool

    @property
    def text(self) -> str:
        """The text as someone would write it."""
        return "".join(self.words) + "。" if self.chinese else " ".join(self.words).capitalize() + "."


class Texts:
    """An endless source of texts."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._english = self._vocabulary(_SYLLABLES, most=4)
        self._chinese = self._vocabulary(_LETTERS, most=2)
        self._weights = list(itertools.accumulate(1 / rank for rank in range(1, _WORDS + 1)))

    def next(self) -> MadeText:
        """A text of 8 to 18 English or 6 to 14 Chinese words."""
        chinese = self._random.random() < 0.5
        vocabulary = self._chinese if chinese else self._english
        length = self._random.randint(*((6, 14) if chinese else (8, 18)))
        return MadeText(tuple(self._random.choices(vocabulary, cum_weights=self._weights, k=length)), chinese)

    def question(self, about: MadeText) -> str:
        """A question with three words of a text."""
        asked = self._random.sample(about.words, 3)
        return f"{''.join(asked)}是什么？" if about.chinese else f"What was it about {' '.join(asked)}?"

    def _vocabulary(self, parts: tuple[str, ...] | str, most: int) -> list[str]:
        """Distinct words of two to `most` parts."""
        found: dict[str, None] = {}
        while len(found) < _WORDS:
            found["".join(self._random.choices(parts, k=self._random.randint(2, most)))] = None
        return list(found)
