"""Dates, written out or seen from the day of an item, are found however they are asked for."""

import pytest

from scopes.retrieval.dates import day_tokens, written_days
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.said_times import said_days
from scopes.retrieval.tokens import Tokenizer

FORMS = ["7月21日", "７月２１号", "七月二十一日", "21 July", "July 21st", "2025-07-21", "2025/7/21", "the 21st of July"]


@pytest.mark.parametrize("asked", FORMS)
@pytest.mark.parametrize("written", FORMS)
def test_every_way_to_write_a_day_finds_every_other(make, asked, written):
    index = ScopeIndex.empty().apply([make(f"meet {written} at ten", "a"), make("meet at ten 12 8月 June 8", "b")])
    slots, _ = index.bm25.score([token.token for token in Tokenizer.shared().query(asked)]).top(1)
    assert [index.bm25.id_of(slot) for slot in slots] == ["wiki/notes/a"]


@pytest.mark.parametrize("text", ["in may 10% more", "21:30", "99月99日", "version 1.2.3", "march 2023", "", "月"])
def test_what_is_no_day_gives_none(text):
    assert not {token for token in written_days(text) if token.endswith("日")} - {"10日"}


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("We met last Friday", ["2023-05-05", "5", "may"]),
        ("Yesterday!", ["2023-05-09", "9", "may"]),
        ("three days ago", ["2023-05-07", "7", "may"]),
        ("last weekend", ["2023-05-06", "6", "may", "2023-05-07", "7"]),
        ("next month", ["june"]),
        ("last year", ["2022"]),
        ("上周三去的", ["2023-05-03", "5月", "3日"]),
        ("上個月", ["4月"]),
        ("I like it", []),
    ],
)
def test_a_day_said_from_where_it_stands_is_found_by_its_date(said, meant):
    assert said_days(said, "2023-05-10T09:00:00Z") == meant


def test_a_text_whose_own_date_is_unknown_says_no_days():
    assert said_days("yesterday", "no date") == []
    assert day_tokens("no date") == ()
