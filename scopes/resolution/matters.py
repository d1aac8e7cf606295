"""What somebody takes and likes, and what he denies: two items contradict where one denies what the other says.

Which names deny which is what the rules know of supersession (`replaces`); what a diet forbids is added here.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.statements import Statement
from scopes.resolution.things import things

__all__ = ["Stance", "stance", "taken"]

_MEAT = "meat beef pork chicken steak bacon ham lamb turkey sausage salami veal duck venison"
_FISH = "fish seafood salmon tuna shrimp prawn sushi sashimi crab lobster oyster"
_MILK = "milk cheese butter cream yogurt yoghurt egg honey"
_LIQUOR = "alcohol beer wine whisky whiskey vodka gin rum champagne sake"
_MEAT_CHINESE = "肉 牛肉 猪肉 羊肉 鸡肉 鸭肉 牛排 红烧肉 培根 香肠 火腿 烤肉 烤鸭 排骨 羊肉串 火锅肉"
_FISH_CHINESE = "鱼 海鲜 虾 螃蟹 三文鱼 生鱼片 寿司 生蚝 小龙虾"
_LIQUOR_CHINESE = "酒 啤酒 白酒 红酒 葡萄酒 威士忌 烧酒"
_DIETS = (
    (re.compile(r"(?<!non-)\bvegetarian\b"), f"{_MEAT} {_FISH}"),
    (re.compile(r"\bvegan\b"), f"{_MEAT} {_FISH} {_MILK}"),
    (re.compile(r"\bpescatarian\b"), _MEAT),
    (re.compile(r"\bteetotal"), _LIQUOR),
    (re.compile(r"吃素|素食|纯素|全素|蛋奶素"), f"{_MEAT_CHINESE} {_FISH_CHINESE}"),
    (re.compile(r"不[喝沾碰]酒|戒酒|滴酒不沾"), _LIQUOR_CHINESE),
    (re.compile(r"^does-not-(?:drink(?: at all)?|alcohol)$"), _LIQUOR),
    (re.compile(r"^(?:avoids|gave-up)-meat$"), _MEAT),
    (re.compile(r"不吃肉$"), _MEAT_CHINESE),
)
_DENIES_TAKING = re.compile(r"(?:avoids|gave-up|allergic-to|does-not)-\{o\}|不\{v\}\{o\}|戒\{o\}|对\{o\}过敏")
_OF_THINGS = re.compile(
    r"(?:likes|dislikes|no-longer-likes|avoids|gave-up|allergic-to|does-not)-\{o\}"
    r"|(?:不再?)?(?:喜欢|爱)(?:\{v\})?\{o\}|不\{v\}\{o\}|戒\{o\}|对\{o\}过敏"
)
_DENIES_THINGS = re.compile("^(?:dislikes|no-longer|avoids|gave-up|allergic|does-not|[不戒对])")
_OFTEN = r"(?:do|can|always|often|usually|regularly|still|sometimes|now|happily|have started to|started to)"
_TAKEN = re.compile(
    rf"(?:{_OFTEN} )*(?:eat|drink|smoke) (?P<o>[\w'-]+(?: [\w'-]+){{0,2}}?)"
    r"(?:,? (?:every|each|daily|once|twice|in|for|at|on|a lot|all the time|without|with|most|several|three|again|"
    r"these|now|regularly|often|just|and|too)\b.*)?"
)
_TAKEN_CHINESE = re.compile(
    r"(?:每天|每周|天天|经常|常常|常|一直|还是|还|也|都|会|能|可以|又|早上|晚上|现在|平时|是)*(?:吃|喝|抽)"
    r"(?P<o>[^\s了过的得完到着点药饭亏苦不住]{1,5}?)(?:没事|没问题|没关系|不过敏|也没事|都没事)?"
)
_TAKING = re.compile(r"^(?:to )?(?:eat(?:ing)?|drink(?:ing)?|hav(?:e|ing)|smok(?:e|ing)) (?=\w)")
_ARTICLE = re.compile(r"^(?:a|an|the|my|any|all|some) ")
_AFTER_LIKING = re.compile(r"(喜欢|开始)(?:吃|喝|抽)(?=.)")
_FIELD = re.compile(r"\{(?!joint)\w+\}")
_LIKINGS = ("takes-{}", "likes-{}", "prefers-{}", "喜欢{}")


class Stance(NamedTuple):
    """What a statement says, and all that it denies, as names of one form."""

    says: frozenset[str]
    denies: frozenset[str]


def stance(one: Statement) -> Stance | None:
    """What a statement that a rule knows says and denies; None where it denies nothing and nothing can deny it. A list
    says and denies each of its things."""
    if one.loose or not _FIELD.search(one.rule.name):
        return None
    groups = {name: _plain(text) for name, text in one.groups.items()} | {"joint": one.language.joint}
    found = _of(one, groups)
    if _OF_THINGS.fullmatch(one.rule.name):
        denied = _DENIES_THINGS.search(one.rule.name) is not None
        for thing in things(groups["o"], one.language.code, denied=denied):
            says, denies = _of(one, groups | {"o": _plain(thing)})
            found = Stance(found.says | says, found.denies | denies)
    return found


def taken(clause: Clause, code: str) -> Stance | None:
    """What somebody eats, drinks or smokes, as a clause of his tells."""
    if clause.subject not in (("", "我") if code == "zh" else ("i", "we")):
        return None
    found = (_TAKEN_CHINESE if code == "zh" else _TAKEN).fullmatch(clause.rests[0])
    if found is None:
        return None
    taken = (found["o"], *things(found["o"], code, denied=False))
    return Stance(frozenset(f"takes-{_plain(thing)}" for thing in taken), frozenset())


def _of(one: Statement, groups: dict[str, str]) -> Stance:
    name = _form(one.rule.name, groups)
    denied = {_form(template, groups) for template in one.rule.replaces if _FIELD.search(template)}
    if _DENIES_TAKING.fullmatch(one.rule.name):
        denied.add(f"takes-{groups['o']}")
    if "allergic" in name or "过敏" in name:
        return Stance(frozenset({name}), frozenset(denied))
    denied.update(_forbidden(name))
    return Stance(frozenset({name}), frozenset(denied - {name}))


def _forbidden(name: str) -> Iterator[str]:
    for diet, foods in _DIETS:
        if diet.search(name) and not name.startswith(("no-longer", "used-to", "likes", "dislikes", "喜欢", "不再")):
            yield from (liking.format(food) for food in foods.split() for liking in _LIKINGS)


def _form(template: str, groups: dict[str, str]) -> str:
    return _AFTER_LIKING.sub(r"\1", template.format_map(groups))


def _plain(text: str) -> str:
    """Words without article, the verb of taking, and the s of a plural."""
    text = _ARTICLE.sub("", _TAKING.sub("", text.lower()))
    return re.sub(r"(?<=[a-z]{3})(?<!s)s$", "", text)
