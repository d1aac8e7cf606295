"""Dates written in figures: 2025-07-21, 2025/7/21, 7/21/2025 and 7/21."""

import re
from collections.abc import Sequence

from scopes.retrieval.timewords import days, narrowing
from scopes.retrieval.timewords.words import MONTH, Rule, Word, rooted, says

__all__ = ["RULES", "START"]

_ENDED = r"(?![\w/-]|[.:][0-9a-z])"
_NO_SCORE = "(?<!in )(?<!got )(?<!score )(?<!scored )(?<!rated )(?<![打得评]了)(?<![打得评分])"
_NO_POINTS = "(?! ?(?:[分星]|time|points|stars))"
_MONTHS = 12
_FRACTIONS = (16, 32, 64)


def _full(text: str) -> Sequence[Word]:
    figures = [int(figure) for figure in re.split("[-/]", text)]
    year, month, day = figures if figures[0] > 99 else (figures[2], figures[0], figures[1])
    return rooted(days.calendar_day(year, month, day), MONTH)


def _month_and_day(text: str) -> Sequence[Word]:
    """Firm if no fraction and no score, as 7/8 and 7/10 may be: those need a word beside them."""
    month, day = map(int, text.split("/"))
    return says(narrowing.month_and_day(month, day), MONTH, firm=day > _MONTHS and day not in _FRACTIONS)


START = r"(?=[0-9])(?<![\w./:-])"
"""Each rule begins here: at figures that stand alone."""

RULES = (
    Rule(
        f"(?:[12][0-9]{{3}}(?:-[0-9]{{1,2}}-|/[0-9]{{1,2}}/)[0-9]{{1,2}}|[0-9]{{1,2}}/[0-9]{{1,2}}/[12][0-9]{{3}})"
        f"{_ENDED}",
        _full,
    ),
    Rule(f"{_NO_SCORE}[0-9]{{1,2}}/[0-9]{{1,2}}{_ENDED}{_NO_POINTS}", _month_and_day),
)
