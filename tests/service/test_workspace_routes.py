"""Files of the client's over HTTP: put as they are, kept as text, found by their slices."""

import hashlib
from pathlib import Path

import pytest

TEXT = "intro\n\n# Setup\n\nInstall the anchor.\n\n# Use\n\nThe lighthouse keeper starts it at dawn.\n"


def put(here, path, content, media="text/markdown", query="", headers=()):
    data = content.encode() if isinstance(content, str) else content
    return here("PUT", f"/v1/workspace/{path}", query, headers={"Content-Type": media, **dict(headers)}, content=data)


def digest(content):
    return hashlib.sha256(content.encode()).hexdigest()


def found(here, query, **more):
    return here("POST", "/v1/retrieve", json={"query": query, **more}).json()


def test_a_file_is_put_read_listed_found_and_removed(here):
    first = put(here, "docs/guide.md", TEXT)
    assert (first.status_code, first.json()["outcome"], first.json()["added"]) == (201, "stored", 3)
    file = first.json()["file"]
    assert (file["path"], file["sha256"], file["slices"]) == ("docs/guide.md", digest(TEXT), 3)
    shown = here("GET", "/v1/workspace/docs/guide.md")
    assert "## Setup\n\nInstall the anchor." in shown.text and shown.headers["etag"] == first.headers["etag"]
    told = here("GET", "/v1/workspace/docs/guide.md", headers={"Accept": "application/json"})
    assert told.json() == file and here.list("/v1/workspace") == [file]
    answer = found(here, "lighthouse keeper")
    assert [(hit["line"], hit["file"]) for hit in answer["hits"][:1]] == [("workspace", "docs/guide.md")]
    assert answer["documents"][0]["file"] == answer["sources"][0]["source_id"] == "docs/guide.md"
    assert here("DELETE", "/v1/workspace/docs/guide.md").json() == {"path": "docs/guide.md", "slices": 3}
    assert here("GET", "/v1/workspace/docs/guide.md").status_code == 404
    assert not here.list("/v1/workspace") and not found(here, "lighthouse keeper")["hits"]


def test_the_same_bytes_are_a_duplicate_and_others_change_what_changed(here):
    put(here, "a.md", TEXT)
    again = put(here, "a.md", TEXT)
    assert (again.status_code, again.json()["outcome"]) == (200, "duplicate")
    changed = put(here, "a.md", TEXT.replace("dawn", "dusk")).json()
    assert (changed["outcome"], changed["added"], changed["removed"]) == ("stored", 1, 1)


def test_a_duplicate_says_what_was_erased_of_the_file_since(here, as_admin):
    assert put(here, "a.md", TEXT).json()["file"]["missing"] == 0
    secret = next(item for item in here("GET", "/v1/items", "layer=page").json()["items"] if item["name"] == "Setup")
    asked = {"span": "item", "id": secret["id"], "dry_run": False}
    assert as_admin("POST", f"/v1/erasures?app=default&{here.ids}", json=asked).status_code == 201
    again = put(here, "a.md", TEXT).json()
    assert (again["outcome"], again["file"]["slices"], again["file"]["missing"]) == ("duplicate", 2, 1)
    here("DELETE", "/v1/workspace/a.md")
    assert put(here, "a.md", TEXT).json()["file"]["missing"] == 0


def test_a_repeated_request_is_answered_from_what_stands(here):
    headers = {"Idempotency-Key": "k1"}
    put(here, "a.md", TEXT, headers=headers)
    again = put(here, "a.md", TEXT, headers=headers)
    assert again.headers["idempotency-replayed"] == "true" and again.json()["file"]["slices"] == 3
    other = put(here, "a.md", "other", headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_conflict")


def test_if_match_guards_a_file(here):
    etag = put(here, "a.md", TEXT).headers["etag"]
    put(here, "a.md", "other")
    for refused in (
        put(here, "a.md", "third", headers={"If-Match": etag}),
        here("DELETE", "/v1/workspace/a.md", headers={"If-Match": etag}),
        put(here, "a.md", "fourth", headers={"If-None-Match": "*"}),
    ):
        assert (refused.status_code, refused.json()["code"]) == (412, "precondition_failed")
    current = here("GET", "/v1/workspace/a.md").headers["etag"]
    assert here("GET", "/v1/workspace/a.md", headers={"If-None-Match": current}).status_code == 304


def test_a_file_that_is_no_text_is_kept_with_why(here):
    written = put(here, "scan.png", b"\x89PNG\r\n\x1a\n\x00\x9d", "image/png").json()
    assert written["file"]["readable"] is False and written["file"]["why"] and written["file"]["slices"] == 0


def test_a_file_over_the_limit_is_413_with_the_limit(serve, tmp_path):
    with serve(tmp_path, MUNIMENT_WORKSPACE_UPLOAD_BYTES="2000", MUNIMENT_WORKSPACE_TEXT_BYTES="1500") as worker:
        here = worker.at("user_id=alice")
        upload, text = put(here, "a.md", "x" * 2_001), put(here, "a.md", "x" * 1_501)
        assert [answer.status_code for answer in (upload, text)] == [413, 413]
        assert [answer.json()["limit"] for answer in (upload, text)] == [2000, 1500]
        assert not here.list("/v1/workspace")


@pytest.mark.parametrize(
    "path", ["a/%2E%2E/b", "a//b", "/a", "a%00b", "x" * 1_100, "%20a", "a%2F..%2F..%2Fb", "a%E2%80%8Bb"]
)
def test_hostile_paths_are_refused_and_write_nothing(here, path):
    url = f"/v1/workspace/{path}?{here.ids}"
    answer = here.client.put(url, content=b"text", headers={"Authorization": f"Bearer {here.token}"})
    assert answer.status_code in (400, 404, 422) and answer.headers["content-type"].startswith("application/problem")
    assert not here.list("/v1/workspace")


@pytest.mark.parametrize(
    "path", ["笔记/一.md", "🧭/map.md", "README.md", "100% sure.md", "a%2Fb.md", "a:b*?.md", ".env"]
)
def test_a_file_goes_in_and_comes_out_under_any_other_path(here, path):
    assert put(here, path, TEXT).json()["file"]["path"] == path
    assert "Install the anchor." in here("GET", f"/v1/workspace/{path}").text
    assert here("DELETE", f"/v1/workspace/{path}").json()["path"] == path


def test_paths_that_differ_in_case_alone_are_two_files(here):
    put(here, "README.md", "one")
    put(here, "readme.md", "two")
    assert [file["path"] for file in here.list("/v1/workspace")] == ["README.md", "readme.md"]
    assert "one" in here("GET", "/v1/workspace/README.md").text


def test_a_credential_in_a_file_is_nowhere_afterwards(here, directory):
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "F6g7H8"
    written = put(here, "notes.md", f"# Keys\n\ntoken {secret}\n\n## {secret}\n\nmore\n").json()
    assert written["scrubbed"]
    assert secret not in here("GET", "/v1/workspace/notes.md").text
    paths = (path for path in Path(directory).rglob("*") if path.is_file() and "keys" not in path.name)
    assert not [path for path in paths if secret.encode() in path.read_bytes()]
    assert put(here, f"{secret}.md", "text").status_code == 422


def test_sync_tells_what_to_send_and_removes_what_is_gone_when_asked(here):
    put(here, "same.md", TEXT)
    put(here, "old.md", TEXT)
    put(here, "gone.md", TEXT)
    told = {"same.md": TEXT, "old.md": "newer", "new.md": "first"}
    files = [{"path": path, "sha256": digest(text)} for path, text in told.items()]
    answer = here("POST", "/v1/workspace/sync", json={"files": files}).json()
    assert {file["path"]: file["state"] for file in answer["files"]} == {
        "same.md": "unchanged",
        "old.md": "changed",
        "new.md": "new",
    }
    assert (answer["missing"], answer["removed"]) == (["gone.md"], [])
    removed = here("POST", "/v1/workspace/sync", json={"files": files, "remove_missing": True}).json()
    assert (removed["missing"], removed["removed"]) == ([], ["gone.md"])
    assert [file["path"] for file in here.list("/v1/workspace")] == ["old.md", "same.md"]


def test_sync_refuses_a_path_named_twice_and_too_many(here):
    twice = {"files": [{"path": "a.md", "sha256": "0" * 64}] * 2}
    answer = here("POST", "/v1/workspace/sync", json=twice)
    assert (answer.status_code, answer.json()["field"]) == (422, "files[1].path")


def test_sync_below_a_folder_takes_no_other_for_missing(here):
    for path in ("notes/a.md", "notes/b.md", "notes.md", "other/c.md"):
        put(here, path, TEXT)
    files = [{"path": "notes/a.md", "sha256": digest(TEXT)}]
    below = {"files": files, "under": "notes"}
    assert here("POST", "/v1/workspace/sync", json=below).json()["missing"] == ["notes/b.md"]
    removed = here("POST", "/v1/workspace/sync", json={**below, "remove_missing": True}).json()
    assert removed["removed"] == ["notes/b.md"]
    assert [file["path"] for file in here.list("/v1/workspace")] == ["notes.md", "notes/a.md", "other/c.md"]


@pytest.mark.parametrize(
    ("more", "field"),
    [({"under": "notes"}, "files[0].path"), ({"under": "../x"}, "under"), ({"sha256": "0" * 63}, "files[0].sha256")],
)
def test_sync_names_the_field_that_it_refuses(here, more, field):
    file = {"path": "a.md", "sha256": more.get("sha256", "0" * 64)}
    answer = here("POST", "/v1/workspace/sync", json={"files": [file], "under": more.get("under")})
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_two_workers_see_each_others_files(serve, tmp_path):
    with serve(tmp_path) as one, serve(tmp_path) as two:
        put(one.at("user_id=alice"), "a.md", TEXT)
        assert found(two.at("user_id=alice"), "lighthouse")["hits"]
        two.at("user_id=alice")("DELETE", "/v1/workspace/a.md")
        assert not one.at("user_id=alice").list("/v1/workspace")
        assert not found(one.at("user_id=alice"), "lighthouse")["hits"]
