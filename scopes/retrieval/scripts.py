"""Writing systems: what of a folded text is a word, a run of ideographs, or a sign that counts by itself."""

import re
import string
from operator import add
from typing import NamedTuple

__all__ = ["HAN_RUN", "IDEOGRAPHS", "RUN", "Cut", "cut", "pairs"]

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
RUN = re.compile(
    rf"(?P<ideographs>[{_HAN}{_KANA}]+)|(?P<korean>[{_HANGUL}]+)|(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?P<word>[a-z](?:\+\+|#)(?!\w)|{_WORD}(?:'[a-z]+)?)|(?P<emoji>[{_EMOJI}]|{_FLAG})"
)
HAN_RUN = re.compile(f"[{_HAN}]+")
IDEOGRAPHS = re.compile(f"[{_HAN}{_KANA}]+")
# What needs no look at each sign: ideographs, words in plain letters, and marks between them that are no token.
_OTHERWISE = re.compile(rf"[^\x00-\x7f{_HAN}{_KANA}\u2010-\u2027\u3001-\u3003\u3008-\u3011\u3014-\u301b]")


class Cut(NamedTuple):
    """The words of a text, folded but not stemmed, and what is a token as it is."""

    words: list[str]
    whole: list[str]


def cut(folded: str) -> Cut:
    """What a folded text is made of, but for its ideographs."""
    if folded.isascii():
        return Cut(_plain_words(folded), [])
    return _mixed(folded) if _OTHERWISE.search(folded) else Cut(_ASCII_WORD.findall(folded), [])


def pairs(run: str) -> list[str]:
    """Every two neighbours of a run of two and more."""
    signs = list(run)
    return list(map(add, signs, signs[1:]))


def _plain_words(folded: str) -> list[str]:
    """The words of a text in ASCII; where no sign may be part of one, cut at whatever is neither letter nor digit."""
    if _BEYOND_WORDS.search(folded):
        return _ASCII_WORD.findall(folded)
    return folded.encode("ascii").translate(_BLANKS).decode("ascii").split()


def _mixed(folded: str) -> Cut:
    words: list[str] = []
    whole: list[str] = []
    for run in RUN.finditer(folded):
        stretch, script = run[0], run.lastgroup
        if script == "word":
            words.append(stretch)
        elif script == "korean":
            whole += [stretch, *pairs(stretch)] if len(stretch) > 2 else [stretch]
        elif script == "unspaced":
            whole += _triples(stretch)
        elif script == "emoji":
            whole.append(stretch)
    return Cut(words, whole)


def _triples(run: str) -> list[str]:
    """Every three neighbours; a run that is no longer than that, whole."""
    return [run[at : at + 3] for at in range(max(1, len(run) - 2))]
