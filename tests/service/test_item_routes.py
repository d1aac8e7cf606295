"""Items: added, listed, changed, moved, removed, and the versions they had."""

import pytest


def test_an_item_is_added_shown_and_listed(here):
    wanted = {"kind": "preference", "tags": ["sea", "海"], "event_at": "2026-07-09", "metadata": {"weight": 0.5}}
    answer = here(
        "POST", "/v1/items", json={"file": "饮食偏好", "name": "喜欢海", "content": "喜欢海边。[[a:b]]", **wanted}
    )
    item = answer.json()
    assert (answer.status_code, item["address"], item["links"]) == (201, "饮食偏好:喜欢海", ["a:b"])
    assert {name: item[name] for name in wanted} == wanted
    shown = here("GET", answer.headers["location"])
    assert shown.json() == item and shown.headers["etag"] == answer.headers["etag"] == f'"{item["etag"]}"'
    assert here("GET", "/v1/items").json() == {"items": [item], "next_cursor": None, "scope_exists": True}


def test_a_reader_who_holds_the_version_is_spared_it(here):
    item = here.add()
    answer = here("GET", f"/v1/items/{item['id']}", headers={"If-None-Match": f'"{item["etag"]}"'})
    assert (answer.status_code, answer.content) == (304, b"")


def test_the_same_name_makes_a_version_and_the_same_text_none(here):
    first = here.add(content="tea")
    again = here("POST", "/v1/items", json={"file": "file", "name": "name", "content": "tea"})
    assert (again.status_code, again.json()) == (200, first)
    second = here.add(content="coffee")
    assert (second["id"], second["supersedes"]) != (first["id"], None)
    history = here("GET", f"/v1/items/{first['id']}/history").json()["items"]
    assert [item["content"] for item in history] == ["coffee", "tea"]
    assert [item["layer"] for item in history] == ["wiki", "archive"]


@pytest.mark.parametrize(
    "more",
    [{"confidence": 0.1234567890123}, {"metadata": {"b": 1, "a": [1.5, None]}}, {"content": "a\u200bb <b>c</b>"}],
)
def test_what_is_stored_in_another_form_than_sent_is_still_the_same_text(here, more):
    first = here.add(**more)
    assert here.add(**more) == first


def test_a_name_that_the_notary_changes_stays_one_item(here):
    name = "my AKIA" + "QX7TQ5LM2NVWZRC4"
    first = here.add(name)
    assert "[REDACTED:" in first["name"]
    assert here.add(name) == first


@pytest.mark.parametrize(
    ("query", "names"),
    [
        ("", {"a", "b", "c"}),
        ("file=one", {"a", "b"}),
        ("kind=fact", {"b"}),
        ("tag=x", {"c"}),
        ("status=pending", {"a"}),
        ("layer=wiki&file=two", {"c"}),
        ("layer=archive", {"a"}),
        ("tag=nothing", set()),
    ],
)
def test_the_list_is_filtered_and_comes_in_pages(here, query, names):
    pending = here.add("a", file="one")
    here("PATCH", f"/v1/items/{pending['id']}", json={"status": "pending", "content": "new"})
    here.add("b", file="one", kind="fact")
    here.add("c", file="two", tags=["x"])
    listed = here.list("/v1/items", query)
    assert {item["name"] for item in listed} == names
    assert [item["id"] for item in listed] == sorted(item["id"] for item in listed)


def test_a_change_touches_only_what_it_names(here):
    item = here.add(tags=["a"], kind="fact", event_at="2026-07-09")
    answer = here("PATCH", f"/v1/items/{item['id']}", json={"content": "new", "kind": None})
    changed = answer.json()
    assert (changed["content"], changed["kind"], changed["tags"], changed["event_at"]) == (
        "new",
        None,
        ["a"],
        "2026-07-09",
    )
    assert answer.headers["etag"] == f'"{changed["etag"]}"' and changed["etag"] != item["etag"]
    assert here("PATCH", f"/v1/items/{item['id']}", json={}).json() == changed


def test_a_moved_item_keeps_its_id_and_links_to_it_follow(here):
    item = here.add("old", "see [[file:old]]")
    referrer = here.add("other", "as in [[file:old]] and [[file:older]]")
    moved = here("PATCH", f"/v1/items/{item['id']}", json={"file": "elsewhere", "name": "new"}).json()
    assert (moved["id"], moved["address"], moved["content"]) == (item["id"], "elsewhere:new", "see [[elsewhere:new]]")
    now = here("GET", f"/v1/items/{referrer['id']}").json()
    assert now["links"] == ["elsewhere:new", "file:older"]
    taken = here("PATCH", f"/v1/items/{item['id']}", json={"file": "file", "name": "other"})
    assert (taken.status_code, taken.json()["field"]) == (409, "name")


def test_an_item_is_archived_or_goes_for_good(here):
    kept, gone = here.add("kept"), here.add("gone")
    assert here("DELETE", f"/v1/items/{kept['id']}").json() == {"id": kept["id"], "action": "archived"}
    assert here("GET", f"/v1/items/{kept['id']}").json()["layer"] == "archive"
    assert here("DELETE", f"/v1/items/{gone['id']}", "hard=true").json()["action"] == "deleted"
    assert here("GET", f"/v1/items/{gone['id']}").status_code == 404
    assert here("DELETE", f"/v1/items/{gone['id']}").status_code == 404
    assert here.list("/v1/items") == []
    again = here("DELETE", f"/v1/items/{kept['id']}")
    assert (again.status_code, again.json()["field"]) == (409, "hard")


def test_a_turn_is_neither_changed_nor_removed_as_an_item(here):
    here.memorize("hello", extract="none")
    (turn,) = here.list("/v1/items")
    assert here("PATCH", f"/v1/items/{turn['id']}", json={"content": "x"}).status_code == 409
    assert here("DELETE", f"/v1/items/{turn['id']}", "hard=true").status_code == 409


def test_a_file_of_other_case_is_refused_in_the_wiki_and_shares_the_archive(here):
    first = here.add(file="Foo")
    refused = here("POST", "/v1/items", json={"file": "foo", "name": "n", "content": "c"})
    assert (refused.status_code, refused.json()["field"]) == (409, "file")
    here("DELETE", f"/v1/items/{first['id']}")
    here("DELETE", "/v1/files/chat/wiki/Foo.md")
    here.add(file="foo", content="one")
    assert here.add(file="foo", content="two")["supersedes"]


def test_a_long_list_comes_in_pages_too(here):
    here.memorize(*(f"turn {number}" for number in range(1000)), extract="none", source_id="a")
    here.memorize(*(f"turn {number}" for number in range(1000)), extract="none", source_id="b")
    here.add()
    seen, cursor = [], ""
    while cursor is not None:
        page = here("GET", "/v1/items", f"limit=500{cursor and '&cursor='}{cursor}").json()
        seen, cursor = seen + [item["id"] for item in page["items"]], page["next_cursor"]
    assert len(seen) == 2001 and seen == sorted(set(seen))
    assert here("GET", "/v1/describe").json()["counts"]["source"] == 2000


def test_a_cursor_of_another_scope_is_refused(at):
    """It would name a position among items that are not there, and pass over some that are."""
    one, other = at("user_id=cursor-one"), at("user_id=cursor-other")
    for here in (one, other):
        for number in range(3):
            here("POST", "/v1/items", json={"file": "f", "name": f"n{number}", "content": "x"})
    cursor = one("GET", "/v1/items", "limit=1").json()["next_cursor"]
    answer = other("GET", "/v1/items", f"limit=1&cursor={cursor}")
    assert (answer.status_code, answer.json()["field"]) == (422, "cursor")
    assert one("GET", "/v1/items", f"limit=1&cursor={cursor}").status_code == 200
