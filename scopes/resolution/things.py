"""The things that a list names one by one: who likes sushi and ramen likes sushi.

Narrow: of “chocolate and vanilla ice cream” the first may be no thing of its own, and what is one in two words is known
by name.
"""

import re

__all__ = ["things"]

_MOST_WORDS, _MOST_CHARACTERS = 3, 6
_LIST = re.compile(r",? (?:and|or|and also|as well as) |, ")
_JOINED = re.compile(r" (?:and|or|and also|as well as) ")
_LIST_CHINESE = re.compile("以及|还有|[、，,和与跟及或]")
_WHEN = re.compile(
    r",? (?:every|each|daily|once|twice|most|a lot|so much|very much|all the time|these days|"
    r"in the (?:morning|evening|afternoon|summer|winter)s?|at (?:night|breakfast|lunch|dinner)|"
    r"for (?:breakfast|lunch|dinner|dessert)|on (?:\w+day|weekend)s?|more than anything)\b.*"
)
_ONE_IN_TWO = re.compile(
    r"\b(?:fish and chips?|mac and cheese|tom and jerry|black and white|rock and roll|bread and butter|gin and tonic|"
    r"salt and (?:vinegar|pepper)|arts? and crafts?|peanut butter and jelly|bed and breakfast)\b"
)
_TOGETHER = re.compile(r"\b(?:together|at once|both|mixed|between|but|except|than|not)\b|一起|同时|除了|之间|混")


def things(text: str, code: str, *, denied: bool) -> list[str]:
    """What a plain object names besides itself: each thing of its list, and the thing alone without when that is. Of
    what is `denied` only a list without more: who denies coffee in the evening does not deny coffee."""
    if _TOGETHER.search(text) or _ONE_IN_TWO.search(text):
        return []
    found = _of_chinese(text) if code == "zh" else _of_english(text, denied)
    return [thing for thing in found if thing != text]


def _of_english(text: str, denied: bool) -> list[str]:
    plain = _WHEN.sub("", text)
    if denied and plain != text:
        return []
    parts = [part.strip() for part in _LIST.split(plain)]
    if _JOINED.search(plain) and " " in parts[-1]:
        parts = [part for part in parts if " " in part]
    return [part for part in parts if part and part.count(" ") < _MOST_WORDS]


def _of_chinese(text: str) -> list[str]:
    parts = _LIST_CHINESE.split(text)
    if not all(parts) or any("的" in part for part in parts):
        return []
    return [part for part in parts if len(part) <= _MOST_CHARACTERS]
