"""Which items might contradict each other at all, by their words alone: to read one takes a good part of a millisecond,
and a query waits for it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scopes.model import Item
from scopes.retrieval.stopwords import is_english_stop

__all__ = ["LONGEST", "suspects"]

LONGEST = 160  # characters: what is longer is no statement of one thing

_WORD = re.compile(r"[a-z]+")
_PAIR = re.compile(r"(?=([\u3400-\u9fff]{2}))")
_CALLED = re.compile(r"\b(?:am|is|as|m|be|became|become) an? ")
_AGED = re.compile(r"\b(?:am|is|m|turn(?:s|ed|ing)?|ages?d?) (?:\d|[a-z]+t(?:y|een)\b)|\byears? old|岁")

_SLOTS = {
    "home": "live lives lived living move moves moved moving relocate relocated reside resides residing stay staying "
    "based settled",
    "calling": "work works worked working employed employer job trade profession",
    "name": "name named called",
    "birthday": "birthday born",
    "favourite": "favourite favorite",
    "kin": "wife husband spouse girlfriend boyfriend fiance fianc mother mom mum father dad",
    "bond": "single married divorced engaged widowed separated",
    "figure": "type sign zodiac size mbti",
}
_SLOT_OF = {word: slot for slot, words in _SLOTS.items() for word in words.split()}
_SLOTS_CHINESE = re.compile(
    r"(?P<home>[住搬]|定居|生活在|安家|家在)|(?P<birthday>生日|出生|生于)|(?P<favourite>最喜欢|最爱)|(?P<name>叫|名字)"
    r"|(?P<calling>职业|工作|上班|[就任供入]职|跳槽|公司|是[一名个位]|当老?)|(?P<figure>血型|星座|鞋码|生肖|属相)"
    r"|(?P<bond>单身|[未已离再结订]婚|离异|丧偶|分手|领证)"
    r"|(?P<kin>老[婆公妈爸]|妻子|媳妇|丈夫|[男女]朋?友|未婚[夫妻]|妈妈|母亲|爸爸|父亲)"
)
_DENYING = """
t not never no avoid avoids avoided dislike dislikes hate hates detest detests loathe loathes stop stopped quit gave
given give cannot cant dont used allergic 不 没 戒 忌 厌 敏 别
"""
_DENIALS = frozenset(_DENYING.split())
_DIETS = frozenset(re.findall(r"\w+", "vegan vegetarian pescatarian teetotal teetotaller teetotaler 素"))
_MANY = frozenset(re.findall(r"\w+", "drink drinks drinking alcohol meat 酒 肉"))  # who denies one denies its kinds
_FREQUENT = frozenset(re.findall(r"\w+", "m s t don ve ll re user like likes love loves never got gave give given"))
_FREQUENT_CHINESE = frozenset("我你他她的了是在有不没很都也就和这那个用户说要去会能还又着过到上下一二三四五六七八九十")


class _Words(NamedTuple):
    """What of a text counts: the slots that it may fill, its own words, whether it denies something, or much."""

    slots: frozenset[str]
    own: frozenset[str]
    denies: bool
    denies_much: bool


_NOTHING = _Words(frozenset(), frozenset(), False, False)


def suspects(items: Sequence[Item]) -> list[int]:
    """Places of items that may fill one slot, or share a word with one that denies something; a diet denies much."""
    told = [_words(item) if len(item.content) <= LONGEST else _NOTHING for item in items]
    times = Counter(slot for one in told for slot in one.slots)
    shared = {slot for slot, count in times.items() if count > 1}
    found = {place for place, one in enumerate(told) if not shared.isdisjoint(one.slots)}
    for place, one in enumerate(told):
        if rivals := list(_denied(one, place, told)):
            found.update((place, *rivals))
    return sorted(found)


def _denied(one: _Words, place: int, told: Sequence[_Words]) -> Iterator[int]:
    if one.denies or one.denies_much:
        for at, other in enumerate(told):
            if at != place and (one.denies_much or not one.own.isdisjoint(other.own)):
                yield at


def _words(item: Item) -> _Words:
    text = item.content.lower().removeprefix((item.owner or "").lower())
    words = frozenset(_WORD.findall(text))
    slots = {_SLOT_OF[word] for word in _SLOT_OF.keys() & words}
    slots.update(slot for slot, pattern in (("calling", _CALLED), ("age", _AGED)) if pattern.search(text))
    own = {word.removesuffix("s") for word in words - _FREQUENT if not is_english_stop(word)}
    if not text.isascii():
        words |= frozenset(text)
        slots.update(str(found.lastgroup) for found in _SLOTS_CHINESE.finditer(text))
        own.update(pair for pair in _PAIR.findall(text) if _FREQUENT_CHINESE.isdisjoint(pair))
    denies = not _DENIALS.isdisjoint(words)
    much = not _DIETS.isdisjoint(words) or (denies and not _MANY.isdisjoint(words))
    return _Words(frozenset(slots), frozenset(own), denies, much)
