"""Forms of writing that are searched for as one: width, case, Chinese variants, diacritics, separators in numbers.

Only what is indexed and what is asked are folded; a text itself is never changed.
"""

import importlib.resources
import re
import unicodedata
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

__all__ = ["fold", "fold_all", "without_diacritics"]

_GROUPED = re.compile(r"(?<![0-9.,])[0-9]{1,3}(?:,[0-9]{3})++(?![0-9])")
_DIACRITICS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]")
_HAN_DATE = re.compile("[一二三四五六七八九十]{1,3}(?=[月日号])")
_HAN_DIGITS = {sign: number for number, sign in enumerate("〇一二三四五六七八九")}
# Letters that Unicode doesn't take apart, as people spell them on a keyboard without them.
_LETTERS = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŧ": "t", "þ": "th"}
)


def _variants() -> dict[int, str]:
    """The simplified form of each traditional character and variant."""
    lines = importlib.resources.files("scopes.retrieval").joinpath("variants.txt").read_text("utf-8").splitlines()
    groups = [group for line in lines if not line.startswith("#") for group in line.split()]
    return {ord(variant): group[0] for group in groups for variant in group[1:]}


def _forms() -> NDArray[np.uint16]:
    """What each unit of UTF-16 is written as: every form and variant is one unit, what takes two stands for itself.

    Full-width signs too, which NFKC would fold as well: few Chinese texts then need the slower table.
    """
    forms = np.arange(1 << 16, dtype=np.uint16)
    forms[0xFF01:0xFF5F] -= 0xFEE0
    forms[0x3000] = ord(" ")
    for variant, form in _variants().items():
        forms[variant] = ord(form)
    return forms


_FORMS = _forms()
# Any one character that is in no text: Unicode will never give it a meaning, and folding leaves it as it is.
_BETWEEN = "\uffff"


def fold_all(texts: Sequence[str]) -> list[str]:
    """Each text as `fold` gives it; those that aren't ASCII are folded as one."""
    beyond = [text for text in texts if not text.isascii()]
    if not beyond:
        return list(map(fold, texts))
    joined = _BETWEEN.join(beyond)
    if joined.count(_BETWEEN) >= len(beyond):
        joined = _BETWEEN.join(text.replace(_BETWEEN, "\n") for text in beyond)
    folded = iter(fold(joined).split(_BETWEEN))
    return [fold(text) if text.isascii() else next(folded) for text in texts]


def fold(text: str) -> str:
    """The text in one case and width, Chinese in simplified characters, apostrophes straight, 1,500 as 1500.

    十一月 and 二十一日 are written with digits.
    """
    if text.isascii():
        text = text.lower()
    else:
        text = _in_one_form(text).casefold()
        if "’" in text:
            text = text.replace("’", "'")
        if "月" in text or "日" in text or "号" in text:
            text = _HAN_DATE.sub(_in_digits, text)
    return _GROUPED.sub(_joined, text) if "," in text else text


def _in_one_form(text: str) -> str:
    plain = _without_variants(text)
    normal = unicodedata.normalize("NFKC", plain)
    return plain if normal == plain else _without_variants(normal)


def _without_variants(text: str) -> str:
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), np.uint16)
    return _FORMS[units].tobytes().decode("utf-16-le", "surrogatepass")


def _joined(number: re.Match[str]) -> str:
    return number[0].replace(",", "")


def _in_digits(number: re.Match[str]) -> str:
    tens, ten, ones = number[0].rpartition("十")
    return str((_HAN_DIGITS.get(tens, 1) * 10 if ten else 0) + _HAN_DIGITS.get(ones, 0))


def without_diacritics(word: str) -> str:
    """A folded word in plain letters: `cafe` for `café`, `tromso` for `tromsø`; without its marks if that is all."""
    bare = _DIACRITICS.sub("", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", bare or word).translate(_LETTERS)
