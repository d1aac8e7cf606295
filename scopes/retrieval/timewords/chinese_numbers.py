"""The time words of Chinese that begin with a number: 3天前, 7月21号, 二零二五年, 第二季度."""

import re
from collections.abc import Sequence

from scopes.retrieval.timewords import days, narrowing, seasons
from scopes.retrieval.timewords.neighbours import BEFORE_DAY_NUMBER, DIGITS, NO_NUMBERED_MONTH, NO_YEAR
from scopes.retrieval.timewords.numerals import chinese
from scopes.retrieval.timewords.words import DAY, MONTH, SPOILT, YEAR, Rule, Word, groups, rooted, says

__all__ = ["RULES", "START"]

_NUMBER = f"(?:[0-9]{{1,8}}+|[{DIGITS}]{{1,9}}+)"
_FIGURES_OF_A_YEAR = 4
_UNITS = {"年": "year", "月": "month", "星期": "week", "礼拜": "week", "周": "week", "天": "day", "日": "day"}


_IN_AGO = re.compile(f"({_NUMBER})?个?(半)?个?(年|月|星期|礼拜|周|天|日)(半)?")


def _ago(text: str) -> Sequence[Word]:
    amount, half, unit, and_half = groups(_IN_AGO, text)
    number = 0 if amount is None else chinese(amount)
    if number is None or unit is None:
        return SPOILT
    return rooted(days.ago(number, _UNITS[unit], half=bool(half or and_half)), DAY)


def _year(text: str) -> Sequence[Word]:
    figures = text.rstrip("年")
    number = chinese(figures)
    if number is not None and len(figures) < _FIGURES_OF_A_YEAR:
        number += 2_000
    return rooted(days.year(number), YEAR) if number and 1_900 <= number < 2_100 else SPOILT


def _quarter(text: str) -> Sequence[Word]:
    number = chinese(text.strip("第季度"))
    return SPOILT if number is None else says(seasons.quarter(number), MONTH)


_IN_DATE = re.compile(f"({_NUMBER})(?:月份?({_NUMBER})?)?")


def _date(text: str) -> Sequence[Word]:
    month, day = (None if figures is None else chinese(figures) for figures in groups(_IN_DATE, text))
    if month is None:
        return SPOILT
    return says(narrowing.month(month) if day is None else narrowing.month_and_day(month, day), MONTH)


def _day_of_month(text: str) -> Sequence[Word]:
    number = chinese(text.rstrip("号日"))
    return SPOILT if number is None else says(narrowing.day_of_month(number), DAY, firm=text.endswith("号"))


def _spoilt(_: str) -> Sequence[Word]:
    return SPOILT


_SPAN = f"{_NUMBER}(?:个?半?(?:年|星期|礼拜|周|天|日)半?|个半?月)|半个?[年月]"
_BEFORE = "(?:以前|之前|前(?![天年后往夕面台端锋门期者途辈夫妻景沿言任]))"
_TO = "(?:-|~|–|—|到|至)"
_NO_DATE = "(?![线楼桌房店院门机车厅馆位床台仓码室柜选球电]|公|人物)"

START = f"(?=[0-9{DIGITS}第半])(?<![0-9.{DIGITS}])"
"""Each rule begins here: at a number, and not inside one."""

RULES = (
    Rule(f"(?:[0-9]{{4}}|[{DIGITS}]{{4}})(?:年{NO_YEAR}|(?={_TO}[0-9]{{4}}年))|[0-9]{{2}}年(?={_NUMBER}月)", _year),
    Rule(f"(?:{_SPAN}){_BEFORE}", _ago),
    Rule(f"{_NUMBER}年", _spoilt),
    Rule("第?[一二三四]季度|第[1-4]季度", _quarter),
    Rule(f"{_NUMBER}月份?(?:{_NUMBER}(?:[日号]|(?={_TO}{_NUMBER}[日号]))|{NO_NUMBERED_MONTH})", _date),
    Rule(f"{_NUMBER}(?={_TO}{_NUMBER}月)", _date),
    Rule(f"{BEFORE_DAY_NUMBER}{_NUMBER}(?:号{_NO_DATE}|日|(?={_TO}{_NUMBER}[日号]))", _day_of_month),
)
