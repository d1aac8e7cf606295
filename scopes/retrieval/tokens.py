"""Text to index tokens and query tokens, in any script; the text itself is never changed.

Words of spaced scripts are folded and, in English, stemmed. A run of Han or kana gives its single Han characters, its
pairs and its dictionary words of three characters and more; Korean words give themselves and their pairs; scripts
without spaces give triples; each emoji gives itself without its skin tone. Identifiers count whole and by their parts.
"""

import functools
import re
import string
from collections.abc import Iterable, Sequence
from operator import add

import msgspec

from scopes.model import Degraded
from scopes.retrieval.dates import written_days
from scopes.retrieval.folding import fold, without_diacritics
from scopes.retrieval.identifiers import composed, is_likely, parts_of_capitalised, parts_of_numbered
from scopes.retrieval.segmenter import Segmenter, warm
from scopes.retrieval.stemmer import stem
from scopes.retrieval.stopwords import CHINESE, is_english_stop
from scopes.retrieval.user_words import UserWords

__all__ = ["QueryToken", "Tokenizer"]

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々〇"
_KANA = "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff"
_HANGUL = "\uac00-\ud7a3"
_UNSPACED = "\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1780-\u17d3"
# Signs that `\w` leaves out although words of these scripts need them: marks of Hebrew, Arabic and the Indic blocks.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
_ELSEWHERE = f"(?![{_HAN}{_KANA}{_HANGUL}{_UNSPACED}_])"
# Plain letters at once: looking at each whether it is of another script takes most of the time.
_WORD = rf"(?:[a-z0-9]++|{_ELSEWHERE}\w)(?:[a-z0-9]++|{_ELSEWHERE}[\w{_MARKS}])*+"

# Pictures by code point: symbols and arrows with an emoji form, and the emoji blocks without the five skin tones.
_SYMBOLS = "\u231a-\u23ff\u25aa-\u27bf\u2934\u2935\u2b05-\u2b55"
_EMOJI = _SYMBOLS + "\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}"

_ASCII_WORD = re.compile(r"[a-z](?:\+\+|#)(?!\w)|[a-z0-9]+(?:'[a-z]+)?")
_BLANKS = bytes(byte if chr(byte) in string.ascii_lowercase + string.digits else ord(" ") for byte in range(256))
_BEYOND_WORDS = re.compile("['+#]")
_RUN = re.compile(
    rf"(?P<ideographs>[{_HAN}{_KANA}]+)|(?P<korean>[{_HANGUL}]+)|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<word>[a-z](?:\+\+|#)(?!\w)|{_WORD}(?:'[a-z]+)?)|(?P<emoji>[{_EMOJI}]|{_FLAG})"
)
_HAN_RUN = re.compile(f"[{_HAN}]+")
_IDEOGRAPHS = re.compile(f"[{_HAN}{_KANA}]+")
# What needs no look at each sign: ideographs, words in plain letters, and marks between them that are no token.
_OTHERWISE = re.compile(rf"[^\x00-\x7f{_HAN}{_KANA}\u2010-\u2027\u3001-\u3003\u3008-\u3011\u3014-\u301b]")
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
        folded = fold(text)
        words, whole = self._cut(text, folded)
        tokens = [*map(_TOKENS.__getitem__, words), *whole]
        days = written_days(folded)
        return tokens + list(set(days).difference(tokens)) if days else tokens

    def query(self, text: str) -> list[QueryToken]:
        """The distinct tokens of a query without its stop words; of a query of nothing else, all of them."""
        words, whole = self._cut(text, fold(text))
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
        for run in _RUN.finditer(fold(text)):
            for word in self._words_of(run[0], run.lastgroup):
                if 1 < len(word) <= _LONGEST_STEMMED and word.isalpha() and not _is_stop(word):
                    found.setdefault(_TOKENS[word], word)
        return found

    def _words_of(self, stretch: str, script: str | None) -> Iterable[str]:
        if script == "ideographs":
            cut = self._loaded().cut_once
            return [] if cut is None else [word for han in _HAN_RUN.findall(stretch) for word in cut(han)]
        return [stretch.removesuffix("'s")] if script in ("word", "korean") else []

    def degraded(self) -> Degraded | None:
        """The fallback in use where no Chinese dictionary could be loaded."""
        return self._loaded().degraded

    def _loaded(self) -> Segmenter:
        return self._segmenter or warm()

    def _cut(self, text: str, folded: str) -> tuple[list[str], list[str]]:
        """The words of a text, folded but not stemmed, and what is a token as it is."""
        if folded.isascii():
            words, whole = _plain_words(folded), list[str]()
        elif _OTHERWISE.search(folded):
            words, whole = self._mixed(folded)
        else:
            words = _ASCII_WORD.findall(folded)
            whole = [token for run in _IDEOGRAPHS.findall(folded) for token in self._ideographs(run)]
        words += parts_of_capitalised(text)
        if is_likely(folded):
            words += parts_of_numbered(folded)
            whole += composed(folded)
            whole += [number.lstrip("0") + _DAY_UNITS.get(unit, unit) for number, unit in _DATE_PART.findall(folded)]
        if self._dictionary:
            whole += {*self._dictionary.found_in(folded)}.difference(words, whole)
        return words, whole

    def _mixed(self, folded: str) -> tuple[list[str], list[str]]:
        words: list[str] = []
        whole: list[str] = []
        for run in _RUN.finditer(folded):
            stretch, script = run[0], run.lastgroup
            if script == "word":
                words.append(stretch)
            elif script == "ideographs":
                whole += self._ideographs(stretch)
            elif script == "korean":
                whole += [stretch, *_pairs(stretch)] if len(stretch) > 2 else [stretch]
            elif script == "unspaced":
                whole += _triples(stretch)
            else:
                whole.append(stretch)
        return words, whole

    def _ideographs(self, run: str) -> list[str]:
        """Characters, pairs, and the words that are longer than either."""
        found: list[str] = []
        segmenter = self._loaded()
        for han in _HAN_RUN.findall(run):
            found += han
            found += segmenter.long_words(han)
        if len(run) > 1:
            found += _pairs(run)
        return found or [run]


def _plain_words(folded: str) -> list[str]:
    """The words of a text in ASCII; where no sign may be part of one, cut at whatever is neither letter nor digit."""
    if _BEYOND_WORDS.search(folded):
        return _ASCII_WORD.findall(folded)
    return folded.encode("ascii").translate(_BLANKS).decode("ascii").split()


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


def _pairs(run: str) -> list[str]:
    """Every two neighbours of a run of two and more."""
    signs = list(run)
    return list(map(add, signs, signs[1:]))


def _triples(run: str) -> list[str]:
    """Every three neighbours; a run that is no longer than that, whole."""
    return [run[at : at + 3] for at in range(max(1, len(run) - 2))]


@functools.lru_cache(_CACHED_WORDS)
def _is_stop(surface: str) -> bool:
    if surface.isascii():
        return is_english_stop(surface)
    return surface in CHINESE or all(character in CHINESE for character in surface)


_SHARED = Tokenizer()
