"""Text to index tokens and query tokens, in any script; the text itself is never changed.

Words of spaced scripts are folded and, in English, stemmed. A run of Han or kana gives its single Han characters, its
pairs and its dictionary words of three characters and more; Korean words give themselves and their pairs; scripts
without spaces give triples; each emoji gives itself without its skin tone. Identifiers count whole and by their parts.
"""

import functools
import re
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from scopes.model import Degraded
from scopes.retrieval.dates import MAY_NAME_DAY, written_days
from scopes.retrieval.folding import fold, fold_all, without_diacritics
from scopes.retrieval.identifiers import (
    CAPITAL_WITHIN,
    WORTHWHILE,
    composed,
    parts_of_capitalised,
    parts_of_numbered,
    run_together,
)
from scopes.retrieval.scripts import HAN_RUN, IDEOGRAPHS, RUN, Cut, cut, pairs
from scopes.retrieval.segmenter import Segmenter, warm
from scopes.retrieval.stemmer import stem
from scopes.retrieval.stopwords import CHINESE, is_english_stop
from scopes.retrieval.texts import Texts
from scopes.retrieval.user_words import UserWords

__all__ = ["QueryToken", "Tokenizer"]

_DATE_PART = re.compile(r"([0-9]{1,4})([年月日号])")
_DAY_UNITS = {"号": "日"}
_LONGEST_STEMMED = 40
# Bounded, so that the words of erased texts leave the process as others come in.
_CACHED_WORDS = 32_768


class QueryToken(msgspec.Struct, frozen=True):
    """A token to look for, and the words of the query that it stands for."""

    token: str
    surface: str


class Tokenizer:
    """Cuts text into tokens; `user_words` count whole besides, and are no stop words. Safe to share between threads."""

    def __init__(self, user_words: Sequence[str] = (), segmenter: Segmenter | None = None) -> None:
        self.user_words = tuple(user_words)
        self._segmenter = segmenter
        self._dictionary = UserWords(" ".join(fold(word).split()) for word in user_words)

    @classmethod
    def of(cls, user_words: Sequence[str]) -> "Tokenizer":
        """One with these user words."""
        return cls(user_words) if user_words else _SHARED

    @classmethod
    def shared(cls) -> "Tokenizer":
        """The process's own, without user words."""
        return _SHARED

    def index(self, text: str) -> list[str]:
        """The tokens under which a text is found, repeated as often as they occur."""
        return self.index_all((text,))[0]

    def index_all(self, texts: Sequence[str]) -> list[list[str]]:
        """The tokens of each of some texts; together they cost less."""
        folded = Texts(fold_all(texts))
        found = [[*map(_TOKENS.__getitem__, words), *whole] for words, whole in self._cut(texts, folded)]
        for number in folded.holding(MAY_NAME_DAY):
            found[number] += {*written_days(folded[number])}.difference(found[number])
        return found

    def query(self, text: str) -> list[QueryToken]:
        """The distinct tokens of a query without its stop words; of a query of nothing else, all of them."""
        ((words, whole),) = self._cut((text,), Texts((fold(text),)))
        found = [*((word, _TOKENS[word]) for word in words), *((token, token) for token in whole)]
        kept = [pair for pair in found if pair[0] in self._dictionary or not _is_stop(pair[0])] or found
        first: dict[str, str] = {}
        for surface, token in kept:
            first.setdefault(token, surface)
        return [QueryToken(token, surface) for token, surface in first.items()]

    def words(self, text: str) -> dict[str, str]:
        """The words of a text that a dictionary might have, by their tokens; stop words and single characters left out.

        Of Chinese there are none without a dictionary, and none of scripts without spaces.
        """
        found: dict[str, str] = {}
        for run in RUN.finditer(fold(text)):
            for word in self._words_of(run[0], run.lastgroup):
                if 1 < len(word) <= _LONGEST_STEMMED and word.isalpha() and not _is_stop(word):
                    found.setdefault(_TOKENS[word], word)
        return found

    def _words_of(self, stretch: str, script: str | None) -> Iterable[str]:
        if script == "ideographs":
            cut_once = self._loaded().cut_once
            return [] if cut_once is None else [word for han in HAN_RUN.findall(stretch) for word in cut_once(han)]
        return [stretch.removesuffix("'s")] if script in ("word", "korean") else []

    def degraded(self) -> Degraded | None:
        """The fallback in use where no Chinese dictionary could be loaded."""
        return self._loaded().degraded

    def _loaded(self) -> Segmenter:
        return self._segmenter or warm()

    def _cut(self, texts: Sequence[str], folded: Texts) -> list[Cut]:
        """What each text is cut into, with what has a form of its own in machines' names and in dates."""
        found = list(map(cut, folded))
        if beyond := [number for number, text in enumerate(folded) if not text.isascii()]:
            for number, tokens in zip(beyond, self._ideographs([folded[number] for number in beyond]), strict=True):
                found[number].whole.extend(tokens)
        for number in Texts(texts).holding(CAPITAL_WITHIN):
            found[number].words.extend(parts_of_capitalised(texts[number]))
        for number in folded.holding(WORTHWHILE):
            text, (words, whole) = folded[number], found[number]
            words += [*parts_of_numbered(text), *run_together(text)]
            whole += composed(text)
            whole += [digits.lstrip("0") + _DAY_UNITS.get(unit, unit) for digits, unit in _DATE_PART.findall(text)]
        if self._dictionary:
            for text, (words, whole) in zip(folded, found, strict=True):
                whole += {*self._dictionary.found_in(text)}.difference(words, whole)
        return found

    def _ideographs(self, texts: Sequence[str]) -> Iterator[list[str]]:
        """Of each text the Han characters, the words longer than a pair, and the pairs of Han and kana."""
        han = [HAN_RUN.findall(text) for text in texts]
        for text, runs, words in zip(texts, han, self._loaded().long_words(han), strict=True):
            found = [*"".join(runs), *words]
            for run in IDEOGRAPHS.findall(text):
                if len(run) > 1:
                    found += pairs(run)
                elif run not in runs:
                    found.append(run)
            yield found


class _Tokens(dict[str, str]):
    """The token of each word: its stem, or the word without diacritics and vowel points; `cafés` and `cafe` are one."""

    def __missing__(self, word: str) -> str:
        if word.isdecimal():
            return word  # itself, and not kept: there is no end of numbers
        if len(self) >= _CACHED_WORDS:
            self.clear()
        token = self[word] = _token(word)
        return token


_TOKENS = _Tokens()


def _token(word: str) -> str:
    plain = word if word.isascii() else without_diacritics(word)
    return stem(plain) if plain.isascii() and len(plain) <= _LONGEST_STEMMED else plain


@functools.lru_cache(_CACHED_WORDS)
def _is_stop(surface: str) -> bool:
    if surface.isascii():
        return is_english_stop(surface)
    return surface in CHINESE or all(character in CHINESE for character in surface)


_SHARED = Tokenizer()
