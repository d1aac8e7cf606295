"""What a text looks like from outside: its length, and traits that answers of a kind have."""

import re
from collections.abc import Collection

from scopes.retrieval.stemmer import stem

__all__ = ["ASKS", "COUNTS", "PAST", "PEOPLE", "PLACES", "TIMES", "shape_of", "tells_of_past"]

# Bits of a slot's traits.
ASKS, TIMES, PLACES, PEOPLE, COUNTS, PAST = (1 << bit for bit in range(6))

_LONGEST_READ = 2_000
_QUESTION = re.compile(r"[?？]|[吗呢]\s*$")
# A letter or a blank first and the condition behind it: the engine skips to that.
_REST_OF_MONTH = (
    r"(?<!\w.)(?:(?<=J)(?:anuary|une|uly)|(?<=F)ebruary|(?<=M)(?:arch|ay)|(?<=A)(?:pril|ugust)"
    r"|(?<=S)eptember|(?<=O)ctober|(?<=N)ovember|(?<=D)ecember)\b"
)
_MONTH = re.compile(f"[JFMASOND]{_REST_OF_MONTH}")
_MONTH_OR_DIGIT = re.compile(f"[JFMASOND0-9](?:(?<=[0-9])|{_REST_OF_MONTH})")
_TIME = re.compile(r"[0-9一二三四五六七八九十两几](?: ?(?:年|月|日|号|天|点)|个(?:月|星期|小时))")
_PLACE = re.compile(r" (?:in|at|to|from|near|around) [A-Z]")
_NAME = re.compile(r" [A-Z](?<=[a-z,] .)[a-z]")
_DIGIT = re.compile("[0-9]")
_COUNT = re.compile(r"[0-9一二两三四五六七八九十百千万几半](?:(?<=[0-9])|[个只本次年天岁块元条张位名场杯斤公里小时分])")

# Of what is over an English text has one of these in it, in small letters; most have none.
_PAST_HINTS = ("used to", "former", "previously", "back then", "lived", "worked")
_PAST = re.compile(
    r"\b(?:used to|formerly|previously|back then|former|"
    r"(?<!have )(?<!['’]ve )(?<!has )(?<!['’]s )(?:lived|worked))\b"
)
_CHINESE_PAST = re.compile("以前|从前|曾|过去|小时候|那时")


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem(word) if word.isascii() else word for word in words.split())


_WORDS = (
    (
        TIMES,
        _stems(
            "yesterday today tonight tomorrow ago last next week weekend month year summer spring autumn winter monday"
            " tuesday wednesday thursday friday saturday sunday morning evening since until recently"
            " 昨天 昨晚 今天 今早 今晚 明天 后天 前天 上周 下周 上月 上个 下个 去年 明年 今年 前年"
            " 周末 星期 周一 周二 周三 周四 周五 周六 周日"
            " 之前 以前 刚刚 刚才 最近 月初 月底"
        ),
    ),
    (
        PLACES,
        _stems(
            "town city country village beach park street lake mountain home downtown cafe restaurant school office"
            " museum gym hotel airport 公司 学校 家里 医院 车站 机场 餐厅 公园 商场 酒店 城市 老家 附近 大学"
        ),
    ),
    (
        PEOPLE,
        _stems(
            "mom mum dad mother father sister brother wife husband son daughter friend boss neighbor neighbour aunt"
            " uncle grandma grandpa cousin colleague coworker teacher doctor partner girlfriend boyfriend kid"
            " 爸 妈 哥 姐 弟 妹 爷 奶 叔 姨 舅 姑 同事 朋友 老师 医生 老板 邻居 同学 妻子 丈夫 孩子 儿子 女儿 名叫"
        ),
    ),
    (
        COUNTS,
        _stems(
            "two three four five six seven eight nine ten eleven twelve dozen couple several hundred thousand twice"
            " half"
        ),
    ),
)
_BITS = {
    word: sum(trait for trait, words in _WORDS if word in words)
    for word in frozenset[str]().union(*dict(_WORDS).values())
}
_SAID = frozenset(_BITS)
_ASCII_PATTERNS = ((PLACES, _PLACE), (PEOPLE, _NAME))
_DATED_PATTERNS = ((TIMES, _MONTH), (COUNTS, _DIGIT), *_ASCII_PATTERNS)
_PATTERNS = ((TIMES, _MONTH), (TIMES, _TIME), (PLACES, _PLACE), (PEOPLE, _NAME), (COUNTS, _COUNT))


def shape_of(content: str, tokens: Collection[str] = ()) -> tuple[int, int]:
    """The length in bytes of UTF-8, and the bits of the traits; `tokens` are those that the content is found by."""
    is_ascii = content.isascii()
    length = len(content) if is_ascii else len(content.encode("utf-8", "surrogatepass"))
    read = content if len(content) <= _LONGEST_READ else content[:_LONGEST_READ]
    asks = "?" in read if is_ascii else _QUESTION.search(read)
    traits = ASKS if asks else 0
    if not _SAID.isdisjoint(tokens):
        for word in _SAID.intersection(tokens):
            traits |= _BITS[word]
    patterns = _PATTERNS
    if is_ascii:  # most texts have neither month nor digit: one look for both
        patterns = _DATED_PATTERNS if _MONTH_OR_DIGIT.search(read) else _ASCII_PATTERNS
    for bit, pattern in patterns:
        if not traits & bit and pattern.search(read):
            traits |= bit
    return length, traits


def tells_of_past(content: str) -> bool:
    """Whether a note tells of what is over."""
    read = content[:_LONGEST_READ].lower()
    if any(map(read.__contains__, _PAST_HINTS)) and _PAST.search(read):
        return True
    return not read.isascii() and _CHINESE_PAST.search(read) is not None
