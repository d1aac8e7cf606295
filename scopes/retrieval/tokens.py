"""Text to index tokens and query tokens, in any script; the text itself is never changed.

Words of spaced scripts are folded (NFKC, case, diacritics) and, in English, stemmed. A run of Han or kana gives its
single Han characters, its pairs and its dictionary words of three characters and more; Korean words give themselves
and their pairs; scripts without spaces give triples. Identifiers with digits or underscores also count whole.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

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
_LETTER = rf"(?:(?![{_HAN}{_KANA}{_HANGUL}{_UNSPACED}_])[\w{_MARKS}])"

_ASCII_WORD = re.compile(r"[a-z](?:\+\+|#)(?!\w)|[a-z0-9]+(?:'[a-z]+)?")
_RUN = re.compile(
    rf"(?P<ideographs>[{_HAN}{_KANA}]+)|(?P<korean>[{_HANGUL}]+)|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<word>[a-z](?:\+\+|#)(?!\w)|{_LETTER}+(?:'[a-z]+)?)"
)
_HAN_RUN = re.compile(f"[{_HAN}]+")
_FOLDED_AWAY = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]")
_IDENTIFYING = re.compile("[0-9_@]")
_IDENTIFIER = re.compile(r"(?=[a-z.\-/:@]*[0-9_@])[a-z0-9]+(?:[-_./:@][a-z0-9]+)+")
_DATE_PART = re.compile(r"([0-9]{1,4})([年月日号])")
_LONGEST_STEMMED = 40


class QueryToken(msgspec.Struct, frozen=True):
    """A token to look for, and the words of the query that it stands for."""

    token: str
    surface: str


class Tokenizer:
    """Cuts text into tokens; `user_words` are added to what the dictionary finds. Safe to share between threads."""

    def __init__(self, user_words: Iterable[str] = (), segmenter: Segmenter | None = None) -> None:
        self._segmenter = segmenter
        words = sorted({word for word in map(_folded, user_words) if len(word) > 2}, key=len, reverse=True)
        # A lookahead, so that words that overlap are all found.
        self._user_words = re.compile(f"(?=({'|'.join(map(re.escape, words))}))") if words else None

    @classmethod
    def shared(cls) -> "Tokenizer":
        """The process's own, without user words."""
        return _SHARED

    def index(self, text: str) -> list[str]:
        """The tokens under which a text is found, in reading order, repeated as often as they occur."""
        return [token for token, _ in self._tokens(text)]

    def query(self, text: str) -> list[QueryToken]:
        """The distinct tokens of a query without its stop words; of a query of nothing else, all of them."""
        tokens = list(self._tokens(text))
        kept = [(token, surface) for token, surface in tokens if not _is_stop(surface)] or tokens
        surfaces: dict[str, str] = {}
        for token, surface in kept:
            surfaces.setdefault(token, surface)
        return [QueryToken(token, surface) for token, surface in surfaces.items()]

    def degraded(self) -> Degraded | None:
        """The fallback in use where no Chinese dictionary could be loaded."""
        return self._dictionary().degraded

    def _dictionary(self) -> Segmenter:
        return self._segmenter or warm()

    def _tokens(self, text: str) -> Iterator[tuple[str, str]]:
        text = _folded(text)
        if text.isascii():
            for word in _ASCII_WORD.findall(text):
                yield _stemmed(word), word
        else:
            yield from self._mixed(text)
        if _IDENTIFYING.search(text):
            for identifier in _IDENTIFIER.findall(text):
                yield identifier, identifier

    def _mixed(self, text: str) -> Iterator[tuple[str, str]]:
        for found in _RUN.finditer(text):
            run, script = found[0], found.lastgroup
            if script == "word":
                yield (_stemmed(run) if run.isascii() else _plain(run)), run
            else:
                for token in self._pieces(run, script):
                    yield token, token
        for number, unit in _DATE_PART.findall(text):
            token = number.lstrip("0") + unit.replace("号", "日")
            yield token, token

    def _pieces(self, run: str, script: str | None) -> Iterator[str]:
        if script == "ideographs":
            yield from self._ideographs(run)
        elif script == "korean":
            yield run
            yield from _grams(run, 2) if len(run) > 2 else ()
        else:
            yield from _grams(run, 3)

    def _ideographs(self, run: str) -> Iterator[str]:
        """Characters, pairs, and the words that are longer than either."""
        cut = self._dictionary().cut
        for han in _HAN_RUN.findall(run):
            yield from han
            if cut and len(han) > 2:
                yield from (word for word in cut(han) if len(word) > 2)
        if len(run) > 1 or not _HAN_RUN.match(run):
            yield from _grams(run, 2)
        if self._user_words:
            yield from self._user_words.findall(run)


def _folded(text: str) -> str:
    """The text in one case and one form of width, with straight apostrophes."""
    if text.isascii():
        return text.lower()
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def _stemmed(word: str) -> str:
    return stem(word) if len(word) <= _LONGEST_STEMMED else word


def _plain(word: str) -> str:
    """A word without diacritics and vowel points, under which `café` and `cafe` are one."""
    return unicodedata.normalize("NFC", _FOLDED_AWAY.sub("", unicodedata.normalize("NFD", word)))


def _grams(run: str, size: int) -> Iterator[str]:
    """Every stretch of `size` characters; a run that is no longer than that, whole."""
    return (run[at : at + size] for at in range(max(1, len(run) - size + 1)))


def _is_stop(surface: str) -> bool:
    if surface.isascii():
        return is_english_stop(surface)
    return surface in CHINESE or all(character in CHINESE for character in surface)


_SHARED = Tokenizer()
