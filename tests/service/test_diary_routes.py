"""The diary: entries in the order of their time, in the scope's zone."""

import pytest


def note(here, content, **more):
    answer = here("POST", "/v1/diary", json={"content": content, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def contents(here, query=""):
    return [entry["content"] for entry in here.list("/v1/diary", query)]


def test_an_entry_without_a_time_happened_now(here):
    answer = here("POST", "/v1/diary", json={"content": "swam", "tags": ["sea"]})
    entry = answer.json()
    assert (answer.status_code, answer.headers["location"]) == (201, f"/v1/items/{entry['id']}")
    assert entry["event_at"][:16] == entry["recorded_at"][:16] and entry["file"] == entry["event_at"][:10]
    assert here("GET", answer.headers["location"]).json() == entry


def test_entries_come_in_the_order_of_their_time_and_by_pages(here):
    for at in ("2026-07-21T20:00:00Z", "2026-07-20T09:00:00Z", "2026-07-21T14:30:00Z", "2026-07-21T14:30:30Z"):
        note(here, at, at=at)
    assert contents(here) == sorted(contents(here)) and len(contents(here)) == 4
    assert [entry["name"] for entry in here.list("/v1/diary")] == ["09:00", "14:30", "14:30-2", "20:00"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("start=2026-07-21", ["b", "c"]),
        ("end=2026-07-21", ["a"]),
        ("start=2026-07-20&end=2026-07-21T12:00:00Z", ["a", "b"]),
        ("start=2026-07-21T12:00:00%2B02:00", ["b", "c"]),
        ("start=2030-01-01", []),
        ("start=2026-07-22&end=2026-07-20", []),
    ],
)
def test_a_stretch_of_time_has_its_start_and_not_its_end(here, query, found):
    for content, at in (("a", "2026-07-20T09:00:00Z"), ("b", "2026-07-21T10:00:00Z"), ("c", "2026-07-21T12:00:00Z")):
        note(here, content, at=at)
    assert contents(here, query) == found


def test_days_are_those_of_the_scopes_zone(here):
    here("PATCH", "/v1/settings", json={"time_zone": "Asia/Shanghai"})
    entry = note(here, "late", at="2026-07-21T20:00:00Z")
    assert (entry["file"], entry["name"], entry["event_at"]) == ("2026-07-22", "04:00", "2026-07-22T04:00:00+08:00")
    assert contents(here, "start=2026-07-22&end=2026-07-23") == ["late"]
    assert note(here, "local", at="2026-07-22T05:00:00")["event_at"] == "2026-07-22T05:00:00+08:00"


def test_an_entry_that_a_person_headed_with_a_time_stands_at_it(here):
    here("PATCH", "/v1/settings", json={"time_zone": "Asia/Shanghai"})
    page = "# 2026-07-22\n\n## 06:00\n\nearly\n\n## 04:30\n\nnight\n\n## a thought\n\nundated\n"
    here("PUT", "/v1/files/chat/diary/2026-07-22.md", content=page.encode())
    assert contents(here) == ["undated", "night", "early"]
    assert contents(here, "start=2026-07-22T04:00:00&end=2026-07-22T05:00:00") == ["night"]


def test_a_section_whose_time_can_not_be_read_spoils_no_list(here):
    page = (
        "## 06:00\n\nodd\n\n<!-- muniment: event=0001-01-01T00:00:00+14:00 -->\n\n## 07:00\n\nno\n\n<!-- event=x -->\n"
    )
    here("PUT", "/v1/files/chat/diary/2026-07-22.md", content=page.encode())
    assert contents(here) == ["odd", "no"]


@pytest.mark.parametrize(
    "moment",
    [
        "soon",
        "",
        "2026-02-30",
        "2026-07-21X10:00:00",
        "2026-W30-2",
        "20260721",
        "0999-12-31",
        "9999-12-31",
        "2026-07-21T25:00",
    ],
)
def test_a_time_that_is_none_is_refused(here, moment):
    answer = here("POST", "/v1/diary", json={"content": "x", "at": moment})
    assert (answer.status_code, answer.json()["field"]) == (422, "at")


@pytest.mark.parametrize(("query", "field"), [("start=soon", "start"), ("end=2026-13-01", "end"), ("start=1", "start")])
def test_a_bound_that_is_none_is_refused(here, query, field):
    answer = here("GET", "/v1/diary", query)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
