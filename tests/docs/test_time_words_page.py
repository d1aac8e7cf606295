"""The page of time words says what is read."""

import datetime as dt
import re
from pathlib import Path

import pytest

from scopes.retrieval.timeparse import parse

PAGE = (Path(__file__).parents[2] / "docs/reference/time-words.md").read_text()
NOW = dt.datetime(2026, 7, 22, 10, tzinfo=dt.UTC)
WORDS = [
    words
    for cell in re.findall(r"^\| ([^|]+) \| [^|]+ \|$", PAGE, re.MULTILINE)
    for part in cell.split(" · ")
    for words in (part.split(", ") if part.isascii() else part.split(" "))
    if words not in ("words", "ranges")
]


def test_the_page_has_its_tables():
    assert len(WORDS) > 100


@pytest.mark.parametrize("words", WORDS)
def test_each_time_of_the_page_is_one(words):
    assert parse(words, NOW, dt.UTC) is not None
