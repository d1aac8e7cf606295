"""What a short text may cost: patterns that can be read in many ways are not tried in all of them."""

import datetime as dt
import time

import pytest

from scopes.extraction import rules
from scopes.extraction.candidates import Said

_NOW = dt.datetime(2026, 5, 4, 12, tzinfo=dt.UTC)
_MONTHS = "一月二月三月四月五月六月七月八月九月十月十一月十二月"
_PIECES = (
    *(
        "和",
        "跟",
        "到",
        "从",
        "在",
        "对",
        "每天",
        "上午",
        "早上",
        "晚上八点",
        "三月",
        "三号",
        "5月3日",
        "明天",
        "周一",
        "下周",
    ),
    *("and ", "I ", "my ", "to ", "on monday ", "tomorrow ", "really ", "never ", "also always ", _MONTHS),
)


@pytest.mark.parametrize("piece", _PIECES)
@pytest.mark.parametrize("start", ["", "我", "我想", "I want to "])
def test_a_piece_that_is_repeated_costs_little(piece, start):
    rules.warm()
    began = time.process_time()
    rules.extract([Said("t", "user", start + piece * 60)], now=_NOW, zone=dt.UTC)
    assert time.process_time() - began < 1
