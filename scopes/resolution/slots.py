"""What one has one of: where one lives, one's name, one's birthday. The rules of extraction know what tells of it."""

import re
from collections.abc import Callable
from typing import NamedTuple

from scopes.extraction.rules.statements import Statement
from scopes.resolution import values
from scopes.resolution.values import Value

__all__ = ["Filling", "fills"]

Read = Callable[[Statement], tuple[str, Value]]

# Who says so may have two, has it for a while, or not yet.
_NOT_ALONE = re.compile(
    r"(?i)\b(?:also|too|both|another|second|part-time|side|weekends?|sometimes|for now|temporar\w+|until|currently in|"
    r"summer|winter|semester|visiting|while|between|half|partly|if|will|next)\b"
    r"|也|还有|另|兼|周末|有时|暂|临时|偶尔|以前|曾|之前|时候|下个?[月周]|[明后]年|打算|准备|即将|快要|就要"
)
_OWN_AGE = re.compile(r"我|今年")  # 四岁 alone may be a cat's
_EMPLOYED = re.compile(r"(?i)\b(?:work|working|employed) (?:\w+ )?(?:at|for) ")
_EMPLOYED_CHINESE = re.compile(r"就职|任职|供职|入职|跳槽|公司|集团|银行|医院")
_OTHER_NAME = re.compile(r"(?i)\b(?:last|middle|maiden|sur|nick|user|pen|stage)\W?(?:name)?\b")
_VAGUE = re.compile(
    r"\b(?:manager|lead|assistant|consultant|freelancer?|contractor|intern|volunteer|director|founder|owner|team|"
    r"part|member|specialist|professional)\b|管理|负责|自由|经理|主管"
)
_SOFTWARE = re.compile(r"engineer|developer|programmer|coder|architect|designer|scientist|analyst|researcher")
_AT = re.compile(r" (?:at|in|for|with|on|near|from)\b.*")
_ONE_OF = re.compile(
    r"(?P<spouse>wife|husband|spouse|老婆|妻子|媳妇|老公|丈夫)|(?P<betrothed>fianc[eé]e?|未婚[妻夫])|"
    r"(?P<sweetheart>(?:girl|boy)friend|女朋友|男朋友|女友|男友)|(?P<mother>mother|mom|mum|妈妈|母亲|老妈)|"
    r"(?P<father>father|dad|爸爸|父亲|老爸)"
)
_CALLED = re.compile(r"叫(?P<n>[\u4e00-\u9fff·]{2,4})$|名字是(?P<m>[\u4e00-\u9fff·]{2,4})$")
_BOUND = re.compile(r"\b(?:(?P<free>single|divorced|widowed|separated)|(?P<engaged>engaged)|(?P<married>married))\b")
_BOUND_CHINESE = re.compile(r"(?P<free>单身|未婚|离婚|离异|丧偶|分手)|(?P<engaged>订婚)|(?P<married>已婚|结婚|领证)")
_FIGURES = frozenset(
    (
        *("blood type", "star sign", "zodiac sign", "shoe size", "ring size", "mbti", "maiden name"),
        *("血型", "星座", "鞋码", "生肖", "MBTI", "职业", "职务"),
    )
)


class Filling(NamedTuple):
    """A slot that a statement says is filled, by what: of two fillings of one slot at most one is so.

    `about` tells slots of a kind apart, as the colour in a favourite one. Of an age `born` says instead between which
    moments the birth lies.
    """

    slot: str
    about: str
    value: Value
    born: tuple[float, float] | None = None


def fills(one: Statement, told: float) -> Filling | None:
    """What a statement says of a slot; `told` is when, in years of our era, 0 where that isn't known."""
    slot = _SLOTS.get((one.rule.label, one.rule.name))
    if slot is None or _NOT_ALONE.search(one.words) or one.loose:
        return None
    if slot == "age":
        if one.language.code == "zh" and not _OWN_AGE.search(one.words):
            return None
        born = values.birth_years(one.groups["o"], told) if told else None
        return None if born is None else Filling(slot, "", frozenset(), born)
    about, value = _READ[slot](one)
    return Filling(slot, about, value) if value else None


def _home(one: Statement) -> tuple[str, Value]:
    return values.place(one, one.groups["o"])


def _workplace(one: Statement) -> tuple[str, Value]:
    employed = _EMPLOYED_CHINESE if one.language.code == "zh" else _EMPLOYED
    return "", values.proper(one, one.groups["o"]) if employed.search(one.words) else frozenset()


def _name(one: Statement) -> tuple[str, Value]:
    is_name = "my" in one.rule.subjects or one.language.code == "zh"
    return "", values.name(one, one.groups["o"]) if is_name and not _OTHER_NAME.search(one.words) else frozenset()


def _birthday(one: Statement) -> tuple[str, Value]:
    return "", values.day_of_year(one.groups["o"])


def _job(one: Statement) -> tuple[str, Value]:
    trade = _AT.sub("", one.groups["o"])
    if _VAGUE.search(trade):
        return "", frozenset()
    words = values.few_words(one, trade)
    return "", words | {"software"} if _SOFTWARE.search(trade) else words


def _favourite(one: Statement) -> tuple[str, Value]:
    many = re.search(r"(?i)\bfavou?rite .*\bare\b", one.words)
    return one.groups["k"], frozenset() if many or not one.groups["k"] else values.few_words(one, one.groups["o"])


def _kin(one: Statement) -> tuple[str, Value]:
    whom = _ONE_OF.fullmatch(one.groups["o"])
    if whom is None:
        return "", frozenset()
    called = _CALLED.search(one.words)
    name = one.groups.get("n") or (called and (called["n"] or called["m"])) or ""
    return str(whom.lastgroup), values.name(one, name)


def _bond(one: Statement) -> tuple[str, Value]:
    found = (_BOUND_CHINESE if one.language.code == "zh" else _BOUND).search(one.words.lower())
    return "", frozenset() if found is None else frozenset({str(found.lastgroup)})


def _figure(one: Statement) -> tuple[str, Value]:
    return one.groups["k"], values.figure(one.groups["o"]) if one.groups["k"] in _FIGURES else frozenset()


_SLOTS = {
    ("moved", "home"): "home",
    ("lives", "home"): "home",
    ("搬到", "住处"): "home",
    ("住", "住处"): "home",
    ("生活", "住处"): "home",
    ("works", "workplace"): "workplace",
    ("工作地", "工作地"): "workplace",
    ("name", "name"): "name",
    ("名字", "名字"): "name",
    ("age", "age"): "age",
    ("年龄", "年龄"): "age",
    ("birthday", "birthday"): "birthday",
    ("生日", "生日"): "birthday",
    ("trade", "job"): "job",
    ("职业", "职业"): "job",
    ("favourite", "favorite-{k}"): "favourite",
    ("最爱", "最喜欢的{k}{o}"): "favourite",
    ("kin", "{o}"): "kin",
    ("kin", "{o}-{n}"): "kin",
    ("mention", "{o}{joint}{n}"): "kin",
    ("亲人", "{o}{n}"): "kin",
    ("是我亲人", "{o}{n}"): "kin",
    ("state", "{o}"): "bond",
    ("tie", "{k}-to-{o}"): "bond",
    ("婚姻", "{o}"): "bond",
    ("figure", "{k}"): "figure",
    ("血型", "{k}"): "figure",
}
"""Rules by label and name, and the slot that what they know fills."""

_READ: dict[str, Read] = {
    "home": _home,
    "workplace": _workplace,
    "name": _name,
    "birthday": _birthday,
    "job": _job,
    "favourite": _favourite,
    "kin": _kin,
    "bond": _bond,
    "figure": _figure,
}
