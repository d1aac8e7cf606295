"""Every route against every kind of key: the table is made from the application's own routes."""

import re

import pytest
from litestar import get

from ops.settings import load_settings
from scopes.errors import MunimentError
from service.access import declared_routes
from service.app import create_app

REFUSED = (401, 403, 404)


@pytest.fixture
def knock(client, exchange):
    """(route, access, status) of every route when asked with a token for a scope; a stream is left once it begins."""

    def try_all(token, ids="user_id=bob", kinds=None):
        headers = [(b"authorization", f"Bearer {token}".encode())] if token is not None else []
        for method, path, _, access in declared_routes(client.app):
            if kinds is not None and access.audience not in kinds:
                continue
            url = re.sub(r"{[^}]*}", "x", path)
            app = "&app=default" if access.scope != "none" and access.audience == "admin" else ""
            query = f"?{ids}{app}" if access.scope != "none" else ""
            body = b"{}" if method in ("POST", "PUT", "PATCH") else b""
            answer = exchange(client, method, url + query, headers, body, enough=lambda _: True)
            yield f"{method} {path}", access, answer.status

    return try_all


@pytest.mark.parametrize("kind", [None, "nonsense", "expired", "revoked"])
def test_without_a_valid_key_only_public_routes_answer(knock, keys, kind):
    token = getattr(keys, kind, kind) if kind else None
    for route, access, status in knock(token):
        assert (status == 401) == (access.audience != "everyone"), route


def test_an_admin_reaches_no_data(knock, keys):
    for route, access, status in knock(keys.admin):
        assert (status == 403) == (access.audience == "app"), route


@pytest.mark.parametrize("kind", ["full", "alice", "reader", "foreign"])
def test_an_app_reaches_no_admin_route(knock, keys, kind):
    seen = [status for _, _, status in knock(getattr(keys, kind), kinds=("admin",))]
    assert seen and set(seen) == {403}


def test_outside_the_grants_every_route_with_a_scope_is_missing(knock, keys):
    seen = list(knock(keys.alice, "user_id=bob", kinds=("app", "app_or_admin")))
    assert seen and {status for _, _, status in seen} == {404}
    for route, access, status in knock(keys.alice, "user_id=alice", kinds=("app", "app_or_admin")):
        assert status not in REFUSED or "{" in route, (route, access)


def test_a_read_only_key_reads_and_does_nothing_else(knock, keys):
    for route, access, status in knock(keys.reader, kinds=("app", "app_or_admin")):
        assert (status == 403) == (access.verb != "read"), route


def test_a_full_key_is_refused_nowhere_among_the_data(knock, keys):
    for route, _, status in knock(keys.full, kinds=("app", "any_key", "everyone", "app_or_admin")):
        assert status not in REFUSED or "{" in route, route


def test_every_product_route_declares_its_access():
    routes = [route for _, route, _, _ in declared_routes(create_app(load_settings({})))]
    assert "/v1/keys" in routes and "/livez" in routes


def test_a_route_without_a_declaration_stops_the_start(monkeypatch):
    @get("/open", sync_to_thread=False)
    def forgotten() -> None: ...

    monkeypatch.setattr("service.app.ROUTES", [forgotten])
    with pytest.raises(MunimentError, match="/open declares no access"):
        create_app(load_settings({}))


def test_no_public_route_lies_among_the_data():
    routes = declared_routes(create_app(load_settings({})))
    public = {path for _, path, _, access in routes if access.audience == "everyone"}
    assert public and not any(path.startswith("/v1/") for path in public)
