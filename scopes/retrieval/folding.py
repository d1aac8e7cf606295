"""Forms of writing that are searched for as one: width, case, Chinese variants, diacritics, separators in numbers.

Only what is indexed and what is asked are folded; a text itself is never changed.
"""

import importlib.resources
import re
import unicodedata

__all__ = ["fold", "without_diacritics"]

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


class _Forms(dict[int, int | str]):
    """What each character is written as. Others stand for themselves, once seen: a miss would cost an exception."""

    def __missing__(self, code: int) -> int:
        self[code] = code
        return code


# Full-width signs too, which NFKC would fold as well: few Chinese texts then need the slower table.
_FORMS = _Forms({code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {0x3000: " "} | _variants())


def fold(text: str) -> str:
    """The text in one case and width, Chinese in simplified characters, apostrophes straight, 1,500 as 1500.

    十一月 and 二十一日 are written with digits.
    """
    if text.isascii():
        text = text.lower()
    else:
        text = _in_one_form(text.translate(_FORMS)).casefold()
        if "’" in text:
            text = text.replace("’", "'")
        if "月" in text or "日" in text or "号" in text:
            text = _HAN_DATE.sub(_in_digits, text)
    return _GROUPED.sub(_joined, text) if "," in text else text


def _in_one_form(text: str) -> str:
    normal = unicodedata.normalize("NFKC", text)
    return text if normal == text else normal.translate(_FORMS)


def _joined(number: re.Match[str]) -> str:
    return number[0].replace(",", "")


def _in_digits(number: re.Match[str]) -> str:
    tens, ten, ones = number[0].rpartition("十")
    return str((_HAN_DIGITS.get(tens, 1) * 10 if ten else 0) + _HAN_DIGITS.get(ones, 0))


def without_diacritics(word: str) -> str:
    """A folded word in plain letters: `cafe` for `café`, `tromso` for `tromsø`; without its marks if that is all."""
    bare = _DIACRITICS.sub("", unicodedata.normalize("NFD", word))
    return unicodedata.normalize("NFC", bare or word).translate(_LETTERS)
