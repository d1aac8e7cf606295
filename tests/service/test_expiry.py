"""An item whose time is over is found by nobody, on any worker, and goes to the archive by itself."""

import datetime as dt
import time

import pytest

PAST, FUTURE = "2020-01-01", "2090-01-01T00:00:00Z"


def found(here, **more):
    hits = here("POST", "/v1/retrieve", json={"query": "sea", **more}).json()["hits"]
    return {hit["name"] for hit in hits}


def names(here, query=""):
    return {item["name"] for item in here.list("/v1/items", query)}


def add_expired(here):
    item = here.add("over", "the sea")
    here("PATCH", f"/v1/items/{item['id']}", json={"expires": PAST})


@pytest.fixture
def two(here):
    """A scope with an item that lasts and one that has expired."""
    here.add("lasts", "the sea", expires=FUTURE)
    add_expired(here)
    return here


def test_it_leaves_retrieval_and_lists_unless_it_is_asked_for(two):
    assert (found(two), names(two), names(two, "expired=true")) == ({"lasts"}, {"lasts"}, {"over"})
    assert found(two, as_of="2019-12-31") == set()  # it had not been recorded by then


def test_as_of_a_day_before_its_end_it_was_there(here):
    soon = (dt.datetime.now(dt.UTC) + dt.timedelta(seconds=1)).isoformat()
    here.add("over", "the sea", expires=soon)
    before = dt.datetime.now(dt.UTC).isoformat()
    assert found(here) == {"over"}
    time.sleep(1.05)
    assert (found(here), found(here, as_of=before)) == (set(), {"over"})


def test_it_is_shown_by_its_id_and_a_new_time_brings_it_back(two):
    (over,) = two.list("/v1/items", "expired=true")
    assert two("GET", f"/v1/items/{over['id']}").json()["expires"] == PAST
    two("PATCH", f"/v1/items/{over['id']}", json={"expires": None})
    assert found(two) == {"lasts", "over"}


def test_no_link_leads_to_it(two):
    two.add("guide", "way: [[file:over]] [[file:lasts]]")
    assert {hit["name"] for hit in two("POST", "/v1/retrieve", json={"query": "way"}).json()["hits"]} == {
        "guide",
        "lasts",
    }


def test_what_is_over_already_is_not_added(here):
    body = {"file": "f", "name": "n", "content": "c", "expires": PAST}
    answer = here("POST", "/v1/items", json=body)
    assert (answer.status_code, answer.json()["field"]) == (422, "expires")
    assert names(here, "expired=true") == names(here) == set()


@pytest.mark.parametrize("expires", ["soon", "2026-13-01", ""])
def test_a_time_that_is_none_is_refused(here, expires):
    body = {"file": "f", "name": "n", "content": "c", "expires": expires}
    answer = here("POST", "/v1/items", json=body)
    assert (answer.status_code, answer.json()["field"]) == (422, "expires")
    item = here.add()
    answer = here("PATCH", f"/v1/items/{item['id']}", json={"expires": expires})
    assert (answer.status_code, answer.json()["field"]) == (422, "expires")


def test_it_makes_room_for_a_new_item_of_its_name(two):
    (over,) = two.list("/v1/items", "expired=true")
    again = two.add("over", "the sea again")
    assert (again["id"] != over["id"], again["supersedes"]) == (True, None)
    assert [line["op"] for line in two.list("/v1/journal")][-2:] == ["expire", "add"]


def test_a_statement_that_has_expired_is_news_again(here):
    first = here.memorize("I love sailing on the lake.", extract="rules")["items"][0]
    here("PATCH", f"/v1/items/{first['id']}", json={"expires": PAST})
    again = here.memorize("I love sailing on the lake.", extract="rules", source_id="b")["items"][0]
    assert (again["action"], again["id"] != first["id"]) == ("added", True)


def test_items_of_a_kind_expire_as_the_scope_has_it(here):
    here("PATCH", "/v1/settings", json={"expire_days": {"todo": 7, "event": 1}})
    due = dt.datetime.fromisoformat(here.add("todo", kind="todo")["expires"]) - dt.datetime.now(dt.UTC)
    assert dt.timedelta(days=6, hours=23) < due <= dt.timedelta(days=7)
    assert here.add("fact", kind="fact")["expires"] is None
    assert here.add("own", kind="todo", expires=FUTURE)["expires"] == FUTURE
    given = here.memorize("x", extract="given", items=[{"file": "f", "name": "g", "content": "c", "kind": "todo"}])
    assert here("GET", f"/v1/items/{given['items'][0]['id']}").json()["expires"] is not None
    assert here("POST", "/v1/diary", json={"content": "c", "kind": "event"}).json()["expires"] is not None


def test_saying_the_same_again_is_no_new_version(here):
    here("PATCH", "/v1/settings", json={"expire_days": {"todo": 7}})
    first, again = here.add(kind="todo"), here.add(kind="todo")
    assert (again["expires"], again["etag"]) == (first["expires"], first["etag"])


def test_an_entry_of_the_diary_goes_too(here):
    entry = here("POST", "/v1/diary", json={"content": "the sea"}).json()
    here("PATCH", f"/v1/items/{entry['id']}", json={"expires": PAST})
    assert (found(here), here.list("/v1/diary")) == (set(), [])


def test_what_a_person_typed_into_a_file_holds(here):
    text = (
        "# file\n\n## over\n\nthe sea\n\n<!-- muniment: expires=2020-01-01 -->\n\n"
        "## slip\n\nthe sea\n\n<!-- muniment: expires=sometime -->\n"
    )
    here("PUT", "/v1/files/chat/wiki/file.md", content=text, headers={"Content-Type": "text/markdown"})
    assert (found(here), names(here, "expired=true")) == ({"slip"}, {"over"})


def test_it_goes_to_the_archive_by_itself_once_with_two_workers(tmp_path, serve, monkeypatch):
    monkeypatch.setattr("scopes.lines.sweeping.LOOK_SECONDS", 0.1)
    with serve(tmp_path) as one, serve(tmp_path) as other:
        here, there = one.at("user_id=a"), other.at("user_id=a")
        add_expired(here)
        here.add("lasts", "the sea", expires=FUTURE)
        assert found(there) == {"lasts"}
        deadline = time.monotonic() + 10
        while "expire" not in (ops := [line["op"] for line in there.list("/v1/journal")]):
            assert time.monotonic() < deadline, ops
            time.sleep(0.05)
        time.sleep(0.5)
        assert [line["op"] for line in here.list("/v1/journal")].count("expire") == 1
        assert (names(there, "layer=archive"), names(there, "expired=true")) == ({"over"}, {"over"})
        assert here("GET", "/v1/files/chat/wiki/file.md").text.count("## ") == 1
        assert there("GET", "/v1/verify").json()["valid"]


def test_the_ends_of_the_calendar_are_moments_like_others(here):
    here("PATCH", "/v1/settings", json={"time_zone": "Asia/Shanghai"})
    for number, moment in enumerate(("9999-12-31", "9999-12-31T23:59:59-14:00")):
        here.add(f"for-ever-{number}", "the lighthouse stands", expires=moment, event_at=moment)
    here.add("ever", "the lighthouse stood", event_at="0001-01-01")
    always = {"from": "0001-01-01", "to": "9999-12-31"}
    found = here("POST", "/v1/retrieve", json={"query": "lighthouse", "time_range": always, "as_of": "9999-12-31"})
    assert {hit["name"] for hit in found.json()["hits"]} == {"for-ever-0", "for-ever-1", "ever"}
    here("POST", "/v1/diary", json={"content": "noted"})
    for query in ("start=0001-01-01&end=9999-12-31", "start=0001-01-01T00:00:00%2B14:00"):
        assert len(here("GET", "/v1/diary", query).json()["items"]) == 1


def test_a_moment_that_can_mean_nothing_is_refused_with_its_field_and_limit(here):
    gone = here("POST", "/v1/items", json={"file": "f", "name": "n", "content": "c", "expires": "0001-01-01"}).json()
    assert (gone["field"], gone["detail"]) == ("expires", "expires is in the past")
    message = {"role": "user", "content": "c", "at": "9999-12-31"}
    late = here("POST", "/v1/memorize", json={"messages": [message]}).json()
    assert (late["field"], late["limit"]) == ("messages[0].at", "1000-01-01 to 9999-12-30")
