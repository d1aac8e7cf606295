"""Every route against every kind of key, with the exact answer: the table is made from the application's own routes."""

import binascii
import itertools
import re

import msgspec
import pytest
from litestar import get

from ops.settings import load_settings
from ops.tokens import key_id, new_token
from scopes.errors import MunimentError
from service.access import declared_routes
from service.app import create_app

DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
OK, INVALID = (200, None), (422, "invalid")
UNAUTHORIZED, FORBIDDEN, MISSING = (401, "unauthorized"), (403, "forbidden"), (404, "not_found")

# What who is admitted gets for a user who has no scope, with `x` in the path and an empty body: 200 but for these.
ADMITTED = {
    "POST /v1/memorize": INVALID,
    "POST /v1/retrieve": INVALID,
    "POST /v1/feedback": INVALID,
    "POST /v1/items": INVALID,
    "GET /v1/items/{item_id}": MISSING,
    "PATCH /v1/items/{item_id}": MISSING,
    "DELETE /v1/items/{item_id}": MISSING,
    "GET /v1/items/{item_id}/history": MISSING,
    "POST /v1/review": INVALID,
    "GET /v1/metrics/{name}": MISSING,
    "GET /v1/files/{path}": MISSING,
    "PUT /v1/files/{path}": MISSING,
    "DELETE /v1/files/{path}": MISSING,
    "GET /v1/workspace/{path}": MISSING,
    "PUT /v1/workspace/{path}": (201, None),  # a file may be empty
    "DELETE /v1/workspace/{path}": MISSING,
    "POST /v1/workspace/sync": INVALID,
    "GET /v1/skills/{name}": MISSING,
    "PUT /v1/skills/{name}": INVALID,
    "DELETE /v1/skills/{name}": MISSING,
    "POST /v1/skills/traces": INVALID,
    "DELETE /v1/skills/traces": INVALID,
    "POST /v1/diary": INVALID,
    "GET /v1/operations/{operation_id}": MISSING,
    "GET /v1/operations/{operation_id}/stream": MISSING,
    "POST /v1/operations/{operation_id}/cancel": MISSING,
    "GET /v1/verify": MISSING,
    "POST /v1/reembed": MISSING,
    "GET /v1/scope/export": MISSING,
    "POST /v1/scope/import": INVALID,
    "POST /v1/imports": INVALID,
    "POST /v1/erasures": INVALID,
    "GET /v1/receipts/{receipt_id}": MISSING,
    "GET /v1/keys/{key_id}": MISSING,
    "DELETE /v1/keys/{key_id}": MISSING,
    "POST /v1/keys": INVALID,
    "GET /v1/quota": INVALID,
    "PUT /v1/quota": INVALID,
    "POST /v1/journal/accept": INVALID,
    "GET /docs/{path}": MISSING,
}
BAD = ("no key", "malformed", "checksum", "unknown", "wrong secret", "expired", "revoked")


def checksum(body):
    number, digits = binascii.crc32(body.encode()), ""
    for _ in range(6):
        number, digit = divmod(number, 62)
        digits = DIGITS[digit] + digits
    return digits


@pytest.fixture(scope="module")
def tokens(keys):
    """A token of each kind; the checksum of the one with the wrong secret is right."""
    other = f"mun_{key_id(keys.full)}_{new_token()[13:-6]}"
    bad = {"no key": None, "malformed": "nonsense", "checksum": keys.full[:-6] + "000000", "unknown": new_token()}
    return {**bad, "wrong secret": other + checksum(other), **keys._asdict()}


@pytest.fixture(scope="module")
def knock(client, exchange):
    """(route, access, (status, code)) of every route, asked for a new user; a stream is left once it begins."""

    users = (f"user-of-nothing-{number}" for number in itertools.count())

    def try_all(headers, more=""):
        for method, path, _, access in declared_routes(client.app):
            if path.startswith("/probe"):
                continue  # the suite's own, some of which fail on purpose
            url = re.sub(r"{[^}]*}", "x", path)
            app = "&app=default" if access.scope != "none" and access.audience == "admin" else ""
            query = f"user_id={next(users)}{app}" if access.scope != "none" else ""
            body = b"{}" if method in ("POST", "PUT", "PATCH") else b""
            target = f"{url}?{'&'.join(filter(None, (query, more)))}"
            answer = exchange(client, method, target, headers, body, enough=lambda _: True)
            code = msgspec.json.decode(answer.body)["code"] if answer.status >= 400 else None
            yield f"{method} {path}", access, (answer.status, code)

    return try_all


def bearer(token):
    return [] if token is None else [(b"authorization", f"Bearer {token}".encode())]


def expected(kind, route, access):
    """What a kind of key must get, in the order of the checks: key, role, grants, verb, then the route itself."""
    role = "admin" if kind == "admin" else "app"
    if access.audience == "everyone":
        return ADMITTED.get(route, OK)
    if kind in BAD:
        return UNAUTHORIZED
    if access.audience in ("app", "admin") and access.audience != role:
        return FORBIDDEN
    if kind == "alice" and access.scope != "none":
        return MISSING
    if kind == "reader" and access.verb not in (None, "read"):
        return FORBIDDEN
    if kind == "admin" and access.audience == "app_or_admin":
        return INVALID  # the app is not named
    return ADMITTED.get(route, OK)


@pytest.mark.parametrize("kind", [*BAD, "full", "foreign", "alice", "reader", "admin"])
def test_every_route_answers_every_kind_of_key_as_declared(knock, tokens, kind):
    wrong = {
        route: (found, wanted)
        for route, access, found in knock(bearer(tokens[kind]))
        if found != (wanted := expected(kind, route, access))
    }
    assert wrong == {}


def test_no_route_takes_a_key_from_a_cookie_or_another_header(knock, keys):
    headers = [(b"cookie", f"{name}={keys.full}".encode()) for name in ("key", "token", "authorization")]
    names = (b"x-api-key", b"proxy-authorization", b"x-authorization")
    headers += [(name, f"Bearer {keys.full}".encode()) for name in names]
    for route, access, found in knock(headers):
        assert found == expected("no key", route, access), route


@pytest.mark.parametrize("name", ["key", "api_key", "access_token", "authorization"])
def test_no_route_takes_a_key_from_the_query(knock, keys, name):
    for route, access, found in knock([], f"{name}={keys.full}"):
        assert found == expected("no key", route, access), route


def test_a_key_of_another_app_finds_nothing_of_this_one(client, keys, at):
    item = at("user_id=bob").add(content="quokka")
    paths = [f"items/{item['id']}", f"items/{item['id']}/history", "files/chat/wiki/file.md", "items", "files"]
    answers = [at("user_id=bob", keys.foreign)("GET", f"/v1/{path}") for path in paths]
    assert [answer.status_code for answer in answers] == [404, 404, 404, 200, 200]
    assert all("quokka" not in answer.text and item["id"] not in answer.text for answer in answers)


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
