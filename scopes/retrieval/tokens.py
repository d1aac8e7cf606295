"""Text to index tokens and query tokens, in any script; the text itself is never changed.

Words of spaced scripts are folded (NFKC, case, diacritics) and, in English, stemmed. A run of Han or kana gives its
single Han characters, its pairs and its dictionary words of three characters and more; Korean words give themselves
and their pairs; scripts without spaces give triples. Identifiers with digits or underscores also count whole.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable

import msgspec

from scopes.model import Degraded
from scopes.retrieval.segmenter import Segmenter, warm
from scopes.retrieval.stemmer import stem
from scopes.retrieval.stopwords import CHINESE, is_english_stop

__all__ = ["QueryToken", "Tokenizer"]

_HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々〇"
_KANA = "\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff"
_HANGUL = "\uac00-\ud7a3"
_UNSPACED = "\u0e01-\u0e4e\u0e81-\u0ecd\u1000-\u103f\u1780-\u17d3"
# Signs that `\w` leaves out although words of these scripts need them: marks of Hebrew, Arabic and the Indic blocks.
_MARKS = "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0963\u0966-\u0dff"
_ELSEWHERE = f"(?![{_HAN}{_KANA}{_HANGUL}{_UNSPACED}_])"
_WORD = rf"{_ELSEWHERE}\w(?:{_ELSEWHERE}[\w{_MARKS}])*"

_ASCII_WORD = re.compile(r"[a-z](?:\+\+|#)(?!\w)|[a-z0-9]+(?:'[a-z]+)?")
_RUN = re.compile(
    rf"(?P<ideographs>[{_HAN}{_KANA}]+)|(?P<korean>[{_HANGUL}]+)|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<word>[a-z](?:\+\+|#)(?!\w)|{_WORD}(?:'[a-z]+)?)"
)
_HAN_RUN = re.compile(f"[{_HAN}]+")
_FOLDED_AWAY = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]")
_IDENTIFYING = re.compile("[0-9_@]")
# Possessive and never begun within a run, so that a long run is read once.
_IDENTIFIER = re.compile(r"(?<![a-z0-9])[a-z0-9]++(?:[-_./:@][a-z0-9]++)++")
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
    """Cuts text into tokens; `user_words` are added to what the dictionary finds. Safe to share between threads."""

    def __init__(self, user_words: Iterable[str] = (), segmenter: Segmenter | None = None) -> None:
        self._segmenter = segmenter
        self._user_words = frozenset(word for word in map(_folded, user_words) if len(word) > 2)
        self._user_lengths = sorted(set(map(len, self._user_words)))

    @classmethod
    def shared(cls) -> "Tokenizer":
        """The process's own, without user words."""
        return _SHARED

    def index(self, text: str) -> list[str]:
        """The tokens under which a text is found, repeated as often as they occur."""
        return list(map(_token, self._surfaces(text)))

    def query(self, text: str) -> list[QueryToken]:
        """The distinct tokens of a query without its stop words; of a query of nothing else, all of them."""
        surfaces = self._surfaces(text)
        kept = [surface for surface in surfaces if not _is_stop(surface)] or surfaces
        first: dict[str, str] = {}
        for surface in kept:
            first.setdefault(_token(surface), surface)
        return [QueryToken(token, surface) for token, surface in first.items()]

    def degraded(self) -> Degraded | None:
        """The fallback in use where no Chinese dictionary could be loaded."""
        return self._dictionary().degraded

    def _dictionary(self) -> Segmenter:
        return self._segmenter or warm()

    def _surfaces(self, text: str) -> list[str]:
        """The stretches of a text that stand for something, folded but not stemmed."""
        text = _folded(text)
        found = _ASCII_WORD.findall(text) if text.isascii() else self._mixed(text)
        if _IDENTIFYING.search(text):
            found += filter(_IDENTIFYING.search, _IDENTIFIER.findall(text))
        return found

    def _mixed(self, text: str) -> list[str]:
        found: list[str] = []
        for run in _RUN.finditer(text):
            stretch, script = run[0], run.lastgroup
            if script == "word":
                found.append(stretch)
            elif script == "ideographs":
                found += self._ideographs(stretch)
            elif script == "korean":
                found += [stretch, *_grams(stretch, 2)] if len(stretch) > 2 else [stretch]
            else:
                found += _grams(stretch, 3)
        found += [number.lstrip("0") + _DAY_UNITS.get(unit, unit) for number, unit in _DATE_PART.findall(text)]
        return found

    def _ideographs(self, run: str) -> list[str]:
        """Characters, pairs, and the words that are longer than either."""
        found: list[str] = []
        cut = self._dictionary().cut
        for han in _HAN_RUN.findall(run):
            found += han
            if cut and len(han) > 2:
                found += [word for word in cut(han) if len(word) > 2]
        if len(run) > 1 or not found:
            found += _grams(run, 2)
        for length in self._user_lengths:
            found += self._user_words.intersection(_grams(run, length))
        return found


def _folded(text: str) -> str:
    """The text in one case and one form of width, with straight apostrophes."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


@functools.lru_cache(_CACHED_WORDS)
def _token(surface: str) -> str:
    """A word's stem, or the word without diacritics and vowel points, under which `café` and `cafe` are one."""
    if not surface.isascii():
        bare = _FOLDED_AWAY.sub("", unicodedata.normalize("NFD", surface))
        return unicodedata.normalize("NFC", bare or surface)
    return stem(surface) if len(surface) <= _LONGEST_STEMMED else surface


def _grams(run: str, size: int) -> list[str]:
    """Every stretch of `size` characters; a run that is no longer than that, whole."""
    return [run[at : at + size] for at in range(max(1, len(run) - size + 1))]


@functools.lru_cache(_CACHED_WORDS)
def _is_stop(surface: str) -> bool:
    if surface.isascii():
        return is_english_stop(surface)
    return surface in CHINESE or all(character in CHINESE for character in surface)


_SHARED = Tokenizer()
