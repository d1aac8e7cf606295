"""The dates of English: May 7th, 7 May, the 7th of May, May 2023, in 2023."""

import re
from collections.abc import Sequence

from scopes.retrieval.timewords import days, narrowing
from scopes.retrieval.timewords.words import DAY, MONTH, YEAR, Rule, Word, choice, groups, rooted, says

__all__ = ["MONTHS", "RULES"]

MONTHS = {
    name: number
    for number, names in enumerate(
        (
            *(("january", "jan"), ("february", "feb"), ("march", "mar"), ("april", "apr"), ("may",), ("june", "jun")),
            *(("july", "jul"), ("august", "aug"), ("september", "sept", "sep")),
            *(("october", "oct"), ("november", "nov"), ("december", "dec")),
        ),
        1,
    )
    for name in names
}
_THIRDS = {"early": 0, "mid": 1, "late": 2}

_MONTH = rf"(?:{choice(MONTHS)})\b\.?"
_ORDINAL = "[0-9]{1,2}+(?:st|nd|rd|th)?+"
_TO = "(?: ?[-–] ?| to | through | and )"
_IN_DATE = re.compile(
    f"(?:({_ORDINAL})(?:{_TO}({_ORDINAL}))? )?(?:of )?({_MONTH})(?: (?:the )?({_ORDINAL})(?:{_TO}({_ORDINAL}))?)?"
)


def _date(text: str) -> Sequence[Word]:
    before, before_to, name, after, after_to = groups(_IN_DATE, text.lower())
    first, last = before or after, before_to or after_to
    assert first and name, "both are asked for by the pattern"
    verb = text.startswith(("may", "march")) and first.isdecimal()
    step = narrowing.month_and_day(_month_number(name), _number(first), _number(last) if last else None)
    return says(step, MONTH, firm=not verb)


def _month(text: str) -> Sequence[Word]:
    return says(narrowing.month(_month_number(text.lower())), MONTH, firm=False)


def _month_number(name: str) -> int:
    return MONTHS[name.rstrip(".")]


def _nth(text: str) -> Sequence[Word]:
    return says(narrowing.day_of_month(_number(text.lower().removeprefix("the "))), DAY, firm=False)


def _number(ordinal: str) -> int:
    return int(ordinal.rstrip("stndrh"))


def _third(text: str) -> Sequence[Word]:
    return says(narrowing.third(_THIRDS[text.lower()]), DAY, firm=False)


def _edge(text: str) -> Sequence[Word]:
    return says(narrowing.edge(end=text.lower() == "end"), DAY, firm=False)


def _year(text: str) -> Sequence[Word]:
    return rooted(days.year(int(text)), YEAR, firm=False)


_NO_THINGS = (
    "(?! (?:years|months|weeks|days|hours|minutes|seconds|people|words|steps|pieces|dollars|miles|meters|feet))"
)
_MONTH_MEANT = f"(?:{_MONTH}|(?:last|this|next) month)"

RULES = (
    Rule(f"(?:early|mid|late)(?=[ -]{_MONTH_MEANT})", _third),
    Rule(f"(?:beginning|start|end)(?= of {_MONTH_MEANT})", _edge),
    Rule(f"{_MONTH} (?:the )?{_ORDINAL}(?:{_TO}{_ORDINAL}(?! {_MONTH}))?", _date),
    Rule(f"{_ORDINAL}(?:{_TO}{_ORDINAL})? (?:of )?{_MONTH}", _date),
    Rule(_MONTH, _month),
    Rule(f"(?:19|20)[0-9]{{2}}(?!%|[/.:][0-9]|-[0-9]{{1,2}}(?![0-9])){_NO_THINGS}", _year),
    Rule("the [0-9]{1,2}(?:st|nd|rd|th)(?=$|[?.,!;]| of (?:last|this|next) month)", _nth),
)
