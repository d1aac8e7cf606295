"""Hard conditions: layers, lines, kinds, tags, status, expiry, as of, and the period of what was told."""

import datetime as dt

import pytest

from scopes.retrieval.period import TimeRange
from scopes.retrieval.retriever import Retriever


@pytest.fixture
def diary(shelf, make):
    """Four days of a diary beside a wiki note and a turn, all of the sea."""

    def entry(name, event_at):
        return make("sea", name, layer="diary", file=event_at[:10], event_at=event_at)

    return shelf(
        make("sea", "note", event_at="2020-01-01"),
        make("sea", "turn", layer="source", event_at="2020-01-01T00:00:00Z"),
        entry("evening", "2026-07-20T23:30:00Z"),
        entry("noon", "2026-07-21T12:00:00Z"),
        entry("day", "2026-07-23"),
        entry("last", "2026-07-25T08:00:00+08:00"),
    )


def days(first, last):
    return TimeRange(from_=first, to=last)


def test_a_period_filters_what_was_told_and_nothing_else(diary):
    found = diary.names("sea", time_range=days("2026-07-21", "2026-07-23"))
    assert sorted(found) == ["day", "noon", "note"]
    assert sorted(diary.names("sea", time_range=days("2020-01-01", "2020-01-01"))) == ["note", "turn"]


@pytest.mark.parametrize(
    ("period", "tz", "names"),
    [
        (days("2026-07-21", "2026-07-21"), "UTC", ["noon"]),
        (days("2026-07-21", "2026-07-21"), "Asia/Shanghai", ["evening", "noon"]),
        (days("2026-07-23", "2026-07-23"), "Asia/Shanghai", ["day"]),
        (days("2026-07-23", "2026-07-23"), "America/Los_Angeles", ["day"]),
        (days("2026-07-21T12:00:00Z", "2026-07-21T12:00:00Z"), "UTC", ["noon"]),
        (days("2026-07-21T20:00:00", "2026-07-21T20:00:00"), "Asia/Shanghai", ["noon"]),
        (days("2026-07-22", None), "UTC", ["day", "last"]),
        (days(None, "2026-07-20"), "UTC", ["turn", "evening"]),
        (days("2026-07-25", "2026-07-25"), "UTC", ["last"]),
    ],
)
def test_an_empty_query_lists_the_period_s_entries_in_their_order(diary, period, tz, names):
    assert diary.names(time_range=period, tz=tz) == names
    assert not diary.ask(time_range=period, tz=tz).time.widened


def test_an_empty_period_widens_by_a_day_and_says_so(diary):
    time = diary.ask(time_range=days("2026-07-22", "2026-07-22")).time
    assert (time.range, time.source, time.widened) == (days("2026-07-21", "2026-07-23"), "explicit", True)
    assert diary.names(time_range=days("2026-07-22", "2026-07-22")) == ["noon", "day"]
    assert diary.names("sea", layers=("diary",), time_range=days("2030-01-01", "2030-01-01")) == []
    assert not diary.ask("sea", layers=("wiki",), time_range=days("2030-01-01", "2030-01-01")).time.widened


def test_times_at_the_ends_of_the_calendar_are_no_error(diary):
    assert diary.names(time_range=days("0001-01-01", "0001-01-01"), tz="Asia/Shanghai") == []
    assert diary.names(time_range=days("9999-12-31", "9999-12-31"), tz="America/Los_Angeles") == []
    for first, last in ((None, "0001-01-01T00:00+14:00"), ("9999-12-31T23:59:59-14:00", None)):
        assert diary.names(time_range=days(first, last)) == []
    assert diary.names(time_range=days("9999-12-31T23:59:59Z", None), tz="Pacific/Kiritimati") == []


def test_listing_stops_at_the_limit(diary):
    assert diary.names(time_range=days("2026-07-20", None), limit=2) == ["evening", "noon"]


def test_layers_lines_kinds_and_tags_are_exact(shelf, make):
    items = shelf(
        make("sea", "a", kind="preference", tags=("x", "y")),
        make("sea", "b", kind="fact", tags=("x",), line="workspace"),
        make("sea", "c", layer="source", kind="turn"),
    )
    assert sorted(items.names("sea", kinds=("preference", "fact"))) == ["a", "b"]
    assert items.names("sea", tags=("x", "y")) == ["a"]
    assert items.names("sea", lines=("workspace",)) == ["b"]
    assert items.names("sea", layers=("sources",)) == ["c"]
    assert items.names("sea", tags=("none",)) == []


def test_only_approved_items_that_have_not_expired_are_found(shelf, make):
    items = shelf(
        make("sea", "good", expires="2026-08-01"),
        make("sea", "old", expires="2026-07-01"),
        *(make("sea", status, status=status) for status in ("pending", "rejected", "superseded")),
    )
    in_july = Retriever(clock=lambda: dt.datetime(2026, 7, 21, tzinfo=dt.UTC))
    assert [hit.name for hit in items.ask("sea", in_july).hits] == ["good"]


def test_as_of_shows_what_had_been_recorded_by_then(shelf, make):
    items = shelf(
        make("sea", "early", recorded_at="2026-07-01T10:00:00.000Z"),
        make("sea", "late", recorded_at="2026-07-02T10:00:00.000Z"),
        make("sea", "unknown"),
    )
    assert items.names("sea", as_of="2026-07-01") == ["early"]
    assert items.names("sea", as_of="2026-07-01T09:59:59Z") == []
    assert sorted(items.names("sea", as_of="2026-07-02T18:00:00+08:00")) == ["early", "late"]


def test_linked_items_pass_the_same_conditions(shelf, make):
    links = ("notes:plan", "2026-07-01:10:00", "notes:kept", "notes:gone")
    items = shelf(
        make("sea", "a", links=links, kind="fact"),
        make("hill", "plan", kind="plan"),
        make("hill", "10:00", layer="diary", file="2026-07-01", event_at="2026-07-01T10:00:00Z"),
        make("hill", "kept", status="rejected"),
        make("hill", "gone", layer="archive"),
    )
    assert items.names("sea") == ["a", "plan", "10:00"]
    assert items.names("sea", kinds=("fact",)) == ["a"]
    assert items.names("sea", time_range=days("2027-01-01", "2027-01-01")) == ["a", "plan"]


def on(day):
    return Retriever(clock=lambda: dt.datetime.fromisoformat(day).replace(tzinfo=dt.UTC))


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("the sea yesterday", ["noon", "note", "turn"]),
        ("前天的 sea", ["evening", "note", "turn"]),
        ("the sea this weekend", ["last", "note", "turn"]),
        ("the sea next month", ["note", "turn"]),
        ("when was the sea", ["day", "evening", "last", "noon", "note", "turn"]),
    ],
)
def test_the_time_that_a_query_speaks_of_filters_the_diary_and_nothing_else(diary, query, names):
    assert sorted(hit.name for hit in diary.ask(query, on("2026-07-22T10:00:00")).hits) == names


@pytest.mark.parametrize(
    "query", ["what happened yesterday?", "昨天发生了什么", "What did we talk about yesterday", "昨天"]
)
def test_a_question_that_asks_only_of_a_time_lists_its_diary(diary, query):
    assert [hit.name for hit in diary.ask(query, on("2026-07-22T10:00:00")).hits] == ["noon"]


@pytest.mark.parametrize("query", ["who swam yesterday?", "昨天吃了什么", "what happened in room 7 yesterday?"])
def test_one_that_asks_of_more_lists_nothing(diary, query):
    assert not diary.ask(query, on("2026-07-22T10:00:00")).hits


def test_without_a_diary_entry_it_is_searched_for_like_any_other(shelf, make):
    said = [make("the sea", name, layer="source", event_at=f"2026-07-2{name}T09:00:00Z") for name in "123"]
    assert len(shelf(*said).ask("what happened yesterday? the sea", on("2026-07-23T10:00:00")).hits) == 3


def test_a_spoken_period_is_told_and_widened_like_any_other(diary):
    asked = diary.ask("the sea yesterday", on("2026-07-22T10:00:00")).time
    assert (asked.range, asked.source, asked.widened) == (days("2026-07-21", "2026-07-21"), "parsed", False)
    empty = diary.ask("the sea yesterday", on("2026-07-23T10:00:00")).time
    assert (empty.range, empty.source, empty.widened) == (days("2026-07-21", "2026-07-23"), "parsed", True)


def test_a_range_that_is_given_wins_and_words_can_be_left_unread(diary):
    later = on("2026-07-22T10:00:00")
    given = diary.ask("the sea yesterday", later, time_range=days("2026-07-23", "2026-07-23"))
    assert (given.time.source, given.time.range) == ("explicit", days("2026-07-23", "2026-07-23"))
    unread = diary.ask("the sea yesterday", later, time_words=False)
    assert unread.time is None
    assert len(unread.hits) == 6


def test_a_day_is_one_of_the_request_s_zone_or_else_of_the_scope_s(diary):
    late = on("2026-07-21T17:00:00")  # the 22nd in Shanghai, where noon was on the 21st too
    assert "noon" not in [hit.name for hit in diary.ask("the sea yesterday", late).hits]
    assert "noon" in [hit.name for hit in diary.ask("the sea yesterday", late, tz="Asia/Shanghai").hits]
    diary.time_zone = "Asia/Shanghai"
    assert "noon" in [hit.name for hit in diary.ask("the sea yesterday", late).hits]
    assert "noon" not in [hit.name for hit in diary.ask("the sea yesterday", late, tz="UTC").hits]


def test_links_lead_out_of_the_diary_s_period_no_more_than_words_do(shelf, make):
    items = shelf(
        make("sea", "a", links=("2026-07-01:10:00",)),
        make("hill", "10:00", layer="diary", file="2026-07-01", event_at="2026-07-01T10:00:00Z"),
    )
    assert {hit.name for hit in items.ask("sea in July", on("2026-07-22T10:00:00")).hits} == {"a", "10:00"}
    assert [hit.name for hit in items.ask("sea in May", on("2026-07-22T10:00:00")).hits] == ["a"]
