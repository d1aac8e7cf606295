"""Whole numbers as digits, in Chinese and in English words."""

__all__ = ["ENGLISH", "ENGLISH_PATTERN", "chinese"]

_DIGITS = {digit: value for value, digit in enumerate("零一二三四五六七八九")} | {"两": 2}
_UNITS = {"十": 10, "百": 100, "千": 1_000}

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen"),
    *("fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

ENGLISH = {name: value for value, name in enumerate(_ONES + _TEENS, 1)} | {
    tens + (f"-{ones}" if one else ""): value + one
    for value, tens in zip(range(20, 100, 10), _TENS, strict=True)
    for one, ones in enumerate(("", *_ONES))
}

ENGLISH_PATTERN = f"(?:{'|'.join(_TENS)})(?:-(?:{'|'.join(_ONES)}))?|{'|'.join(_TEENS + _ONES)}"


def chinese(text: str) -> int | None:
    """The number that digits, 二十三 or 二零二五 name; None if they name none, or several, as 三四 does."""
    if text.isdecimal():
        return int(text)
    if not _UNITS.keys() & set(text):
        years = len(text) == 4 and "两" not in text
        return int("".join(str(_DIGITS[digit]) for digit in text)) if years or text in _DIGITS else None
    total, digit, least = 0, None, 10_000
    for character in text:
        if character in _UNITS:
            unit = _UNITS[character]
            if unit >= least or (digit is None and unit > 10):
                return None
            total, digit, least = total + unit * (1 if digit is None else digit), None, unit
        elif character == "零":
            continue
        elif digit is None:
            digit = _DIGITS[character]
        else:
            return None
    return total + (digit or 0)
