"""Documents as files, under names in any language."""

import pytest

PAGE = "# sea\n\n## likes\n\nswims\n\n## fears\n\nsharks\n"


def put(here, path, text, **more):
    return here("PUT", f"/v1/files/{path}", content=text.encode(), **more)


def names(here, query=""):
    return {item["name"] for item in here.list("/v1/items", query)}


@pytest.mark.parametrize(
    "file", ["饮食偏好", "قهوة", "naïve café", "100% sure", "a+b&c=d", "a 👩 b", "semi;colon,comma", "a.b", "CON"]
)
def test_a_document_goes_in_and_comes_out_under_any_name(here, file):
    written = put(here, f"chat/wiki/{file}.md", PAGE)
    assert (written.status_code, written.json()["path"]) == (200, f"chat/wiki/{file}.md"), written.text
    shown = here("GET", f"/v1/files/chat/wiki/{file}.md")
    assert shown.text == PAGE and shown.headers["content-type"] == "text/markdown; charset=utf-8"
    assert shown.headers["etag"] == written.headers["etag"]
    (listed,) = here.list("/v1/files")
    assert (listed["file"], listed["layer"], listed["items"]) == (file, "wiki", 2)


def test_a_path_is_the_same_however_its_bytes_are_escaped(here):
    put(here, "chat/wiki/a b.md", PAGE)
    target = "/v1/files/" + "".join(f"%{byte:02X}" for byte in b"chat/wiki/a b.md")
    raw = here.client.get(f"{target}?{here.ids}", headers={"Authorization": f"Bearer {here.token}"})
    assert raw.text == PAGE


def test_the_sections_of_a_document_are_items(here):
    put(here, "chat/wiki/sea.md", PAGE)
    assert names(here) == {"likes", "fears"}
    text = here("GET", "/v1/files/chat/wiki/sea.md").text
    put(here, "chat/wiki/sea.md", text.replace("swims", "dives").replace("## fears\n\nsharks\n", ""))
    assert names(here) == {"likes"}
    assert {item["content"] for item in here.list("/v1/items", "layer=archive")} == {"swims", "sharks"}


def test_writing_the_same_again_keeps_every_item(here):
    item = here.add("likes", "swims", file="sea", tags=["a"])
    text = here("GET", "/v1/files/chat/wiki/sea.md").text
    assert put(here, "chat/wiki/sea.md", text).status_code == 200
    assert here("GET", f"/v1/items/{item['id']}").json() == item
    assert not here.list("/v1/items", "layer=archive")


def test_a_document_is_archived_or_goes_for_good(here):
    put(here, "chat/wiki/sea.md", PAGE)
    put(here, "chat/wiki/land.md", PAGE)
    assert here("DELETE", "/v1/files/chat/wiki/sea.md").json()["action"] == "removed"
    assert here("GET", "/v1/files/chat/wiki/sea.md").status_code == 404
    assert names(here, "layer=archive") == {"likes", "fears"}
    here("DELETE", "/v1/files/chat/wiki/land.md", "hard=true")
    assert len(here.list("/v1/items", "layer=archive")) == 2
    assert [file["path"] for file in here.list("/v1/files")] == ["chat/archive/sea.md"]


def test_a_day_of_the_diary_is_a_document_also_in_the_archive(here):
    put(here, "chat/diary/2026-07-21.md", "# 2026-07-21\n\n## 14:30\n\nswam\n")
    (entry,) = here.list("/v1/diary")
    assert (entry["content"], entry["address"]) == ("swam", "2026-07-21:14:30")
    here("DELETE", f"/v1/items/{entry['id']}")
    assert "swam" in here("GET", "/v1/files/chat/archive/2026-07-21.md").text


def test_the_map_names_every_document_at_once(here):
    put(here, "chat/wiki/饮食偏好.md", PAGE)
    assert "[饮食偏好](wiki/饮食偏好.md) (2)" in here("GET", "/v1/files/chat/MEMORY.md").text


def test_a_preference_to_be_strict_refuses_what_the_notary_would_change(here):
    altered = "## n\n\na\u200bb\n"
    refused = put(here, "chat/wiki/a.md", altered, headers={"Prefer": "strict"})
    assert (refused.status_code, refused.json()["field"]) == (422, "body")
    assert here("GET", "/v1/files/chat/wiki/a.md").status_code == 404
    taken = put(here, "chat/wiki/a.md", altered)
    assert taken.json()["scrubbed"] and taken.headers["muniment-scrubbed"]
    assert put(here, "chat/wiki/b.md", PAGE, headers={"Prefer": "strict"}).headers["preference-applied"] == "strict"


@pytest.mark.parametrize(
    "path", ["chat/wiki/%ff.md", "chat/wiki/%c0%ae.md", "chat/wiki/a%00.md", "chat/wiki/a%zz.md", "chat/wiki/%"]
)
def test_a_path_that_readers_could_read_differently_is_400(here, client, exchange, path):
    headers = [(b"authorization", f"Bearer {here.token}".encode())]
    for method in ("GET", "PUT", "DELETE"):
        answer = exchange(client, method, f"/v1/files/{path}?{here.ids}", headers, b"# x\n")
        assert answer.status == 400, (method, answer.body)


def test_a_comment_cannot_name_ids_that_are_not_the_services(here):
    here.memorize("hello", extract="none")
    (turn,) = here.list("/v1/items")
    for identity, status in (("x/../y", 422), ("é", 422), (turn["id"], 409)):
        text = f"## n\n\nc\n\n<!-- muniment: id={identity} -->\n"
        answer = put(here, "chat/wiki/a.md", text)
        assert (answer.status_code, answer.json()["field"]) == (status, "body")
    assert here("GET", f"/v1/items/{turn['id']}").json() == turn


def test_an_id_of_another_document_is_not_taken_over(here):
    item = here.add("mine", "kept", file="one")
    put(here, "chat/wiki/two.md", f"## copy\n\nother\n\n<!-- muniment: id={item['id']} -->\n")
    assert here("GET", f"/v1/items/{item['id']}").json() == item
    assert names(here) == {"mine", "copy"}


def test_a_body_of_nothing_or_of_another_kind_is_refused(here):
    put(here, "chat/wiki/a.md", PAGE)
    assert put(here, "chat/wiki/a.md", " \n").json()["field"] == "body"
    assert put(here, "chat/wiki/a.md", "{}", headers={"Content-Type": "application/json"}).status_code == 415
    broken = here("PUT", "/v1/files/chat/wiki/a.md", content=b"# \xff")
    assert (broken.status_code, broken.json()["field"]) == (400, "body")
    large = put(here, "chat/wiki/a.md", "x" * (1024 * 1024 + 1))
    assert (large.status_code, large.json()["limit"]) == (413, 1024 * 1024)
    assert here("GET", "/v1/files/chat/wiki/a.md").text == PAGE


def test_a_document_that_is_full_goes_on_in_a_continuation(here):
    for number in range(6):
        here.add(f"n{number}", f"{number}" + "x" * 60_000, file="long")
    paths = {file["path"]: file["file"] for file in here.list("/v1/files")}
    assert {"chat/wiki/long.md", "chat/wiki/long~2.md"} <= set(paths) and set(paths.values()) == {"long"}
    assert {item["address"] for item in here.list("/v1/items")} == {f"long:n{number}" for number in range(6)}
    assert put(here, "chat/wiki/long~2.md", "## n9\n\nshort\n").status_code == 200
    assert here("GET", "/v1/files/chat/wiki/long~2.md").text == "## n9\n\nshort\n"


@pytest.mark.parametrize("name", ["f~2", "f~02", "f~1", "f~²", "f~٣"])
def test_a_continuation_is_made_by_the_service_alone(here, name):
    refused = put(here, f"chat/wiki/{name}.md", PAGE)
    assert (refused.status_code, refused.json()["field"]) == (422, "path")
    item = here("POST", "/v1/items", json={"file": name, "name": "n", "content": "c"})
    assert (item.status_code, item.json()["field"]) == (422, "file")
