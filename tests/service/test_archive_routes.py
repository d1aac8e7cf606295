"""A scope leaves as a stream and comes in as one, over HTTP."""

import io
import os
import tarfile
import time

import pytest

from ops.keys import KeyRing, NewKey
from ops.principal import Grant


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


GZIP = {"Content-Type": "application/gzip"}


@pytest.fixture
def filled(at):
    """A scope with an item and two turns."""
    place = at()
    place.add("tea", "black")
    place.memorize("hello", "喜欢海边")
    return place


def export(place):
    answer = place("GET", "/v1/scope/export")
    assert answer.status_code == 200, answer.text
    return answer


def kept(found):
    """What is there but for the figures that a tick writes down by itself."""
    return {name: digest for name, digest in found.items() if not name.startswith("usage/")}


def names(raw):
    with tarfile.open(fileobj=io.BytesIO(raw)) as tar:
        return [member.name for member in tar]


def test_an_export_is_an_attachment_whose_last_file_is_the_manifest(filled):
    answer = export(filled)
    assert answer.headers["content-type"] == "application/gzip"
    assert answer.headers["content-disposition"].startswith("attachment; filename=")
    assert names(answer.content)[-1] == "muniment-scope/manifest.json"


def test_a_missing_scope_has_no_export(here):
    assert here("GET", "/v1/scope/export").status_code == 404


def test_a_key_without_the_verb_exports_nothing(filled, directory):
    token = KeyRing(directory).create(NewKey(app="default", grants=(Grant(("read", "write")),))).token
    filled.token = token
    assert filled("GET", "/v1/scope/export").status_code == 403


def test_an_admin_exports_by_naming_the_app(filled, as_admin):
    assert as_admin("GET", f"/v1/scope/export?app=default&{filled.ids}").status_code == 200


def test_a_client_that_hangs_up_ends_the_export(filled, client, exchange, keys):
    headers = [(b"authorization", f"Bearer {keys.full}".encode())]
    target = f"/v1/scope/export?{filled.ids}"
    assert exchange(client, "GET", target, headers, enough=lambda body: bool(body)).status == 200
    assert exchange(client, "GET", target, headers, enough=lambda body: True).status == 200
    root = client.app.state["running"].registry.engine.config.data
    until = time.monotonic() + 5
    while held := [
        name for folder, _, files in os.walk(f"{root}/scopes") for name in files if name.startswith("export@")
    ]:
        assert time.monotonic() < until, held
        time.sleep(0.05)


def test_it_comes_back_in_another_app_and_user_and_answers_alike(filled, as_admin, directory, client, scope_with):
    token = KeyRing(directory).create(NewKey(app="moved", grants=(Grant(("read", "verify")),))).token
    answer = as_admin("POST", "/v1/scope/import?app=moved&user_id=bob", headers=GZIP, content=export(filled).content)
    assert answer.status_code == 200, answer.text
    assert answer.json()["counts"] == {"documents": 2, "items": 3, "turns": 2, "operations": 1}
    target = scope_with(client, token, "user_id=bob")
    ask = {"json": {"query": "海边"}}
    before, after = filled("POST", "/v1/retrieve", **ask).json(), target("POST", "/v1/retrieve", **ask).json()
    assert [hit["content"] for hit in after["hits"]] == [hit["content"] for hit in before["hits"]] != []
    assert target("GET", "/v1/verify").json()["valid"]


def test_an_existing_scope_is_a_conflict_and_merged_into_when_asked(filled, as_admin):
    raw, target = export(filled).content, f"/v1/scope/import?app=default&{filled.ids}"
    answer = as_admin("POST", target, headers=GZIP, content=raw)
    assert (answer.status_code, answer.json()["field"]) == (409, "merge")
    merged = as_admin("POST", f"{target}&merge=true", headers=GZIP, content=raw).json()
    assert merged["merged"] and set(merged["counts"].values()) == {0}


@pytest.mark.parametrize(
    ("content", "headers", "status"),
    [(b"nonsense", GZIP, 422), (b"", GZIP, 422), (b"{}", {"Content-Type": "application/json"}, 415)],
)
def test_what_is_no_archive_is_refused_and_leaves_nothing(serve, tmp_path, contents, content, headers, status):
    with serve(tmp_path) as worker:
        before = kept(contents(tmp_path))
        target = "/v1/scope/import?app=default&user_id=nobody"
        answer = worker.client.request("POST", target, headers={**bearer(worker.admin_key), **headers}, content=content)
        assert answer.status_code == status
        assert kept(contents(tmp_path)) == before
        assert not list(tmp_path.glob("staging/*"))


def test_a_large_archive_passes_the_bound_of_other_bodies_and_has_its_own(serve, tmp_path):
    limits = {"MUNIMENT_LIMITS_BODY_BYTES": "1024", "MUNIMENT_ARCHIVE_UPLOAD_BYTES": "65536"}
    with serve(tmp_path, **limits) as worker:
        target = "/v1/scope/import?app=default&user_id=bob"
        for size, status in ((4_096, 422), (70_000, 413)):
            answer = worker.as_admin("POST", target, content=os.urandom(size))
            assert answer.status_code == status, answer.text
        assert os.listdir(tmp_path / "staging") == []
