"""A scope that does not exist yet: empty to readers, missing to whoever asks for a part of it, never made by asking."""

import re

from service.access import declared_routes

BODIES = {"POST /v1/retrieve": b'{"query": "x"}', "POST /v1/feedback": b'{"useful": true}'}
BY_NAME = re.compile(r"{|/verify|/erasures")


def scope_routes(client):
    for method, path, _, access in declared_routes(client.app):
        if access.scope == "one" and not path.startswith("/probe"):
            yield method, path, access


def test_every_list_reads_as_empty_and_says_so(here):
    lists = ("items", "files", "diary", "journal", "operations")
    for name in lists:
        answer = here("GET", f"/v1/{name}")
        assert (answer.status_code, answer.json()) == (200, {"items": [], "next_cursor": None, "scope_exists": False})


def test_everything_else_that_reads_says_that_there_is_no_scope(here, client):
    for method, path, access in scope_routes(client):
        if access.verb == "read" and not BY_NAME.search(path) and not path.endswith("/stream"):
            answer = here(method, path, content=BODIES.get(f"{method} {path}"))
            assert (answer.status_code, answer.json()["scope_exists"]) == (200, False), path


def test_what_names_a_part_or_a_proof_of_it_is_not_found(here, client, as_admin):
    for method, path, access in scope_routes(client):
        if not BY_NAME.search(path) or method == "PUT":
            continue
        url = re.sub(r"{path[^}]*}", "chat/wiki/a.md", path)
        url = re.sub(r"{[^}]*}", "a" * 16, url)
        if access.audience == "admin":
            body = {"span": "scope", "dry_run": False}
            answer = as_admin(method, f"{url}?app=default&{here.ids}", json=body)
        else:
            answer = here(method, url, content=b"{}" if method == "PATCH" else None)
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), (method, path)


def test_asking_leaves_nothing_behind(tmp_path, serve, contents):
    with serve(tmp_path) as worker:
        here = worker.at("user_id=nobody")
        before = contents(tmp_path)
        test_everything_else_that_reads_says_that_there_is_no_scope(here, worker.client)
        test_every_list_reads_as_empty_and_says_so(here)
        assert here("DELETE", "/v1/items/x").status_code == 404
    assert set(contents(tmp_path)) == set(before)
