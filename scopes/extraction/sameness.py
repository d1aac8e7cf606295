"""Whether two memories say the same: by their words in either language, with numbers and denials significant."""

import re
from typing import NamedTuple

__all__ = ["Sense", "covers", "is_near", "sense"]

_NEAR = 0.85
_WORD = re.compile(r"[a-z][a-z'+#.-]*[a-z+#]|[a-z]")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_NUMBER = re.compile(
    r"\d+(?:[.,:/-]\d+)*"
    r"|(?<![统唯之])[零一二三四五六七八九十百千万两半几](?![直起般样下些定切向旦致边面])[零一二三四五六七八九十百千万两点半几]*"
    r"|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    r"seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|half|"
    r"twice|once)\b"
)
_DIGITS: dict[str, str] = {
    **dict(zip("零一二三四五六七八九", "0123456789", strict=True)),
    "十": "10",
    "两": "2",
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
    "eleven": "11",
    "twelve": "12",
    "twice": "2",
    "once": "1",
}
_DENIAL = re.compile(
    r"\b(?:not|no|never|none|nothing|without|stopped|quit|longer|hate|dislike|avoid|cannot)\b|n't\b|不|没|别|无|戒|讨厌|取消|放弃"
)
_EMPTY = frozenset(
    re.findall(
        r"[\w']+",
        """
        i i'm i've i'd i'll am is are was a an the of to in on at for and or so my me we our it really very just also
        quite always actually still that this be been have has do does did too as well now with
        """,
    )
)
_EMPTY_HAN = re.compile(
    r"真的|非常|特别|十分|其实|一直|比较|超级|我们|自己|现在|目前|还是|[我的了很也都就是还在呢啊呀吧哦嘛最挺蛮超]"
)


class Sense(NamedTuple):
    """What a text says, apart from how: its words (of Chinese, pairs of characters), numbers, and whether it denies."""

    words: frozenset[str]
    numbers: frozenset[str]
    denies: bool


def sense(text: str) -> Sense:
    """The sense of a text."""
    text = text.lower().replace("’", "'")
    found: list[str] = _NUMBER.findall(text)
    numbers = frozenset(_DIGITS.get(number, number) for number in found)
    text = _EMPTY_HAN.sub("", _NUMBER.sub(" ", text))
    words = {word for word in _WORD.findall(text) if word not in _EMPTY}
    for run in _HAN.findall(text):
        words.update(run[at : at + 2] for at in range(max(1, len(run) - 1)))
    return Sense(frozenset(words), numbers, _DENIAL.search(text) is not None)


def covers(old: Sense, new: Sense) -> bool:
    """Whether the old one says all that the new one does; a number that is said must be the same."""
    counted = not new.numbers or new.numbers == old.numbers
    return counted and new.words <= old.words and new.denies == old.denies


def is_near(one: Sense, other: Sense) -> bool:
    """Whether two differ in hardly a word, and in no number."""
    if one.numbers != other.numbers or one.denies != other.denies or not one.words or not other.words:
        return False
    return len(one.words & other.words) / len(one.words | other.words) >= _NEAR
