"""What no caller may send: refused with the right code and the field, unquoted, and nothing on disk has changed."""

from typing import Any

import pytest

from service.pagination import Listing, PageQuery

WORD = "Zanzibar-Quokka"
WORDS = WORD.encode()
JSON = {"Content-Type": "application/json"}
TURN = f'{{"role": "user", "content": "{WORD}"}}'

BODIES = {
    "POST /v1/memorize": f'{{"messages": [{TURN}]}}',
    "POST /v1/retrieve": f'{{"query": "{WORD}"}}',
    "POST /v1/items": f'{{"file": "f", "name": "n", "content": "{WORD}"}}',
    "PATCH /v1/items/ITEM": f'{{"content": "{WORD}"}}',
    "POST /v1/diary": f'{{"content": "{WORD}"}}',
    "PATCH /v1/settings": f'{{"time_zone": "{WORD}"}}',
    "POST /v1/keys": f'{{"app": "{WORD}", "grants": [{{"verbs": ["read"]}}]}}',
    "POST /v1/erasures": '{"span": "scope", "dry_run": true}',
}


@pytest.fixture(scope="module")
def place(tmp_path_factory, serve):
    """A worker on a directory with a scope that is at rest, an erased scope, and keys past their time."""
    directory = tmp_path_factory.mktemp("still")
    with serve(directory) as worker:
        item = worker.at("user_id=a").add()
        worker.at("user_id=a").memorize("hello", source_id="talk")
        worker.at("user_id=gone").add()
        worker.as_admin("POST", "/v1/erasures?app=default&user_id=gone", json={"span": "scope", "dry_run": False})
    with serve(directory) as worker:
        yield worker, str(directory), item["id"]


@pytest.fixture
def refuse(place, contents):
    """Send what must be refused: its problem, once the disk was looked at."""
    worker, directory, item = place

    def send(route, status, query="user_id=a", **more):
        method, _, path = route.partition(" ")
        admin = path in ("/v1/keys", "/v1/erasures")
        query = {"/v1/keys": "", "/v1/erasures": f"app=default&{query}"}.get(path, query)
        before = contents(directory)
        here = worker.at(query, worker.admin_key if admin else None)
        answer = here(method, path.replace("ITEM", item), **more)
        problem = answer.json()
        assert (answer.status_code, problem["status"]) == (status, status), (route, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"
        assert WORD not in answer.text and WORD not in str(answer.headers)
        assert contents(directory) == before
        return problem

    return send


def body_of(route):
    return BODIES[route].encode()


@pytest.mark.parametrize("route", BODIES)
def test_a_body_that_is_no_json_of_ours(refuse, route):
    whole = body_of(route)
    broken = [
        b"",
        b"{",
        whole + b"x",
        b"\xef\xbb\xbf" + whole,
        whole.decode().encode("utf-16"),
        whole.replace(b'"' + WORDS + b'"', b"NaN").replace(b"true", b"NaN"),
        whole.replace(b'"' + WORDS + b'"', b"-Infinity").replace(b"true", b"-Infinity"),
    ]
    for content in broken:
        problem = refuse(route, 400, content=content, headers=JSON)
        assert problem["code"] == "malformed_request"


@pytest.mark.parametrize("route", [route for route in BODIES if route != "POST /v1/erasures"])
def test_text_that_is_no_text(refuse, route):
    for broken in (b"\xff", b"\xed\xa0\x80", b"\\ud800", b"\\udc00\\ud800", b"\x00"):
        content = body_of(route).replace(WORDS, WORDS + broken)
        assert refuse(route, 400, content=content, headers=JSON)["code"] == "malformed_request"


@pytest.mark.parametrize("route", BODIES)
def test_a_body_of_another_shape(refuse, route):
    whole = body_of(route)
    for content in (b"[]", b"null", b'"x"', b"7", b"[" * 300 + b"]" * 300):
        assert refuse(route, 422, content=content, headers=JSON)["code"] == "invalid"
    problem = refuse(route, 422, content=whole.replace(b"{", b'{"zz_top": 1, ', 1), headers=JSON)
    assert problem["field"] == "zz_top"
    named = f'{{"{WORD} is my name": 1, '.encode()
    assert "field" not in refuse(route, 422, content=whole.replace(b"{", named, 1), headers=JSON)


@pytest.mark.parametrize("route", BODIES)
def test_a_member_twice(refuse, route):
    if route == "POST /v1/erasures":
        content = b'{"span": "scope", "dry_run": true, "dry_run": false}'
    else:
        whole = body_of(route)
        content = whole.replace(b"{", b"{" + whole[1:-1] + b", ", 1)
    assert refuse(route, 400, content=content, headers=JSON)["code"] == "malformed_request"


@pytest.mark.parametrize(
    "media",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/xml", ""],
)
def test_a_body_of_another_media_type(refuse, media):
    for route in BODIES:
        problem = refuse(route, 415, content=body_of(route), headers={"Content-Type": media})
        assert (problem["code"], problem["field"]) == ("unsupported_media_type", "Content-Type")


LONG = "x" * 201
DEEP: Any = 1
for _ in range(60):
    DEEP = {"a": DEEP}


def turn(**more):
    return {"messages": [{"role": "user", "content": WORD, **more}]}


def item(**more):
    return {"file": "f", "name": "n", "content": WORD, **more}


VALUES = [
    ("POST /v1/memorize", {"messages": []}, "messages"),
    ("POST /v1/memorize", {"messages": [turn()["messages"][0]] * 1001}, "messages"),
    ("POST /v1/memorize", turn(content=" \n"), "messages[0].content"),
    ("POST /v1/memorize", turn(content="\U000e0041"), "messages"),
    ("POST /v1/memorize", turn(content="x" * 65537), "messages[0].content"),
    ("POST /v1/memorize", turn(content=None), "messages[0].content"),
    ("POST /v1/memorize", turn(role=""), "messages[0].role"),
    ("POST /v1/memorize", turn(role="\u200b"), "messages[0].role"),
    ("POST /v1/memorize", turn(name=LONG), "messages[0].name"),
    ("POST /v1/memorize", turn(name="a\nb"), "messages[0].name"),
    ("POST /v1/memorize", turn(id=LONG), "messages[0].id"),
    ("POST /v1/memorize", turn(id="a\u200bb"), "messages[0].id"),
    ("POST /v1/memorize", turn(at="yesterday"), "messages[0].at"),
    ("POST /v1/memorize", turn(at="0200-01-01"), "messages[0].at"),
    ("POST /v1/memorize", turn(at="2026-07-10\U000e004103:00:00"), "messages[0].at"),
    ("POST /v1/memorize", turn() | {"observed_at": "9999-12-31T23:59:59-14:00"}, "observed_at"),
    ("POST /v1/memorize", turn() | {"extract": WORD}, "extract"),
    ("POST /v1/memorize", turn() | {"extract": "llm"}, "extract"),
    ("POST /v1/memorize", turn() | {"items": [item()]}, "extract"),
    ("POST /v1/memorize", turn() | {"extract": "given", "items": [item()] * 1001}, "items"),
    ("POST /v1/memorize", turn() | {"extract": "given", "diary": [WORD] * 1001}, "diary"),
    ("POST /v1/memorize", turn() | {"source_id": " "}, "source_id"),
    ("POST /v1/memorize", turn() | {"tags": [""]}, "tags[0]"),
    ("POST /v1/memorize", turn() | {"tags": ["a"] * 33}, "tags"),
    ("POST /v1/memorize", turn() | {"metadata": {"a": WORD * 1000}}, "metadata"),
    ("POST /v1/memorize", turn() | {"metadata": DEEP}, "metadata"),
    ("POST /v1/items", item(file=""), "file"),
    ("POST /v1/items", item(file="../f"), "file"),
    ("POST /v1/items", item(file="a/b"), "file"),
    ("POST /v1/items", item(file="a\0b"), "file"),
    ("POST /v1/items", item(file="长" * 51), "file"),
    ("POST /v1/items", item(file="2026-07-10"), "file"),
    ("POST /v1/items", item(file="<b>f"), "file"),
    ("POST /v1/items", item(name=" n"), "name"),
    ("POST /v1/items", item(name="a\u2028b"), "name"),
    ("POST /v1/items", item(name="[[x:y]]"), "name"),
    ("POST /v1/items", item(name=LONG), "name"),
    ("POST /v1/items", item(content=""), "content"),
    ("POST /v1/items", item(content="\u2060\u200b"), "content"),
    ("POST /v1/items", item(kind=""), "kind"),
    ("POST /v1/items", item(kind=7), "kind"),
    ("POST /v1/items", item(owner=LONG), "owner"),
    ("POST /v1/items", item(tags="sea"), "tags"),
    ("POST /v1/items", item(tags=None), "tags"),
    ("POST /v1/items", item(confidence=1.01), "confidence"),
    ("POST /v1/items", item(confidence="high"), "confidence"),
    ("POST /v1/items", item(event_at="2026-W30"), "event_at"),
    ("POST /v1/items", item(metadata=[]), "metadata"),
    ("PATCH /v1/items/ITEM", {"content": None}, "content"),
    ("PATCH /v1/items/ITEM", {"content": "\t"}, "content"),
    ("PATCH /v1/items/ITEM", {"status": WORD}, "status"),
    ("PATCH /v1/items/ITEM", {"name": ""}, "name"),
    ("PATCH /v1/items/ITEM", {"file": ".."}, "file"),
    ("PATCH /v1/items/ITEM", {"metadata": DEEP}, "metadata"),
    ("POST /v1/diary", {"content": "\u200b"}, "content"),
    ("POST /v1/diary", {"content": WORD, "at": "2026-07-10X03:00"}, "at"),
    ("POST /v1/diary", {"content": WORD, "tags": [1]}, "tags[0]"),
    ("POST /v1/retrieve", {"query": " "}, "query"),
    ("POST /v1/retrieve", {"query": WORD * 1000}, "query"),
    ("POST /v1/retrieve", {"query": WORD, "limit": 0}, "limit"),
    ("POST /v1/retrieve", {"query": WORD, "limit": 10**30}, "limit"),
    ("POST /v1/retrieve", {"query": WORD, "limit": 1.5}, "limit"),
    ("POST /v1/retrieve", {"query": WORD, "budget_tokens": -1}, "budget_tokens"),
    ("POST /v1/retrieve", {"query": WORD, "floor": 2}, "floor"),
    ("POST /v1/retrieve", {"query": WORD, "layers": [WORD]}, "layers[0]"),
    ("POST /v1/retrieve", {"query": WORD, "lines": []}, "lines"),
    ("POST /v1/retrieve", {"query": WORD, "tz": WORD}, "tz"),
    ("POST /v1/retrieve", {"query": WORD, "as_of": WORD}, "as_of"),
    ("POST /v1/retrieve", {"query": WORD, "time_range": {"from": WORD}}, "time_range.from"),
    ("POST /v1/retrieve", {"query": WORD, "time_range": {}}, "time_range"),
    ("POST /v1/keys", {"app": "a\u200b", "grants": [{"verbs": ["read"]}]}, "app"),
    ("POST /v1/keys", {"app": WORD, "grants": []}, "grants"),
    ("POST /v1/keys", {"app": WORD, "grants": [{"verbs": [WORD]}]}, "grants[0].verbs[0]"),
    ("POST /v1/keys", {"app": WORD, "grants": [{"verbs": ["read"], "user_id": ""}]}, "grants[0].user_id"),
    ("POST /v1/keys", {"app": WORD, "grants": [{"verbs": ["read"], "run_id": "x" * 513}]}, "grants[0].run_id"),
    ("POST /v1/keys", {"app": WORD, "grants": [{"verbs": ["read"], "agent_id": "\U000e0041"}]}, "grants[0].agent_id"),
    ("POST /v1/keys", {"app": WORD, "expires": "2026-07-10"}, "expires"),
]


@pytest.mark.parametrize(("route", "body", "field"), VALUES)
def test_a_value_that_makes_no_sense(refuse, route, body, field):
    problem = refuse(route, 422, json=body)
    assert (problem["code"], problem.get("field")) == ("invalid", field)


@pytest.mark.parametrize(
    ("number", "status"), [("1e400", 422), ("-1e400", 422), ("NaN", 400), ("1" * 5000, 422), ("0x10", 400), ("01", 400)]
)
def test_a_number_that_is_none(refuse, number, status):
    for name in ("confidence", "metadata"):
        value = number if name == "confidence" else f'{{"a": {number}}}'
        content = f'{{"file": "f", "name": "n", "content": "{WORD}", "{name}": {value}}}'.encode()
        refuse("POST /v1/items", status, content=content, headers=JSON)


def test_a_body_past_the_limit(refuse):
    for route in BODIES:
        problem = refuse(route, 413, content=b" " * 10_000_000, headers=JSON)
        assert (problem["code"], problem["limit"]) == ("too_large", 8 * 1024 * 1024)


LISTS = ("items", "files", "diary", "journal", "operations")


@pytest.mark.parametrize("name", LISTS)
def test_a_page_that_is_none(refuse, name):
    for limit in ("0", "-1", "501", "1e9", "x", "1.5", "9" * 400):
        assert refuse(f"GET /v1/{name}", 422, f"user_id=a&limit={limit}")["field"] == "limit"
    for cursor in ("x", "e30", "%F3%A0%81%81", "AAAA" * 500, *forged(name)):
        assert refuse(f"GET /v1/{name}", 422, f"user_id=a&cursor={cursor}")["field"] == "cursor"


def forged(name):
    """Cursors that are whole but for what they name."""
    own: dict[str, type] = {"journal": int, "diary": tuple}
    for position in ("x", 7, ["a"], ["a", 1], {"a": 1}, None, True):
        if not isinstance(position, own.get(name, str)):
            page = Listing(name, PageQuery(limit=1), 500, Any).cut([0, 0], lambda _, position=position: position)
            yield page.next_cursor


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("layer=attic", "layer"),
        ("status=maybe", "status"),
        ("colour=red", "colour"),
        ("limit=1&limit=1", "limit"),
        ("tag=%ff", "tag"),
        ("tag=", "tag"),
    ],
)
def test_a_filter_that_is_none(refuse, query, field):
    status = 422 if field in ("layer", "status") or query == "tag=" else 400
    assert refuse("GET /v1/items", status, f"user_id=a&{query}")["field"] == field


def test_an_id_that_is_too_long_or_can_not_be_seen(refuse):
    for query in ("user_id=" + "x" * 513, "user_id=%E2%80%8B", "user_id=%00", "user_id=%20", "agent_id="):
        for route in ("GET /v1/items", "POST /v1/items", "DELETE /v1/items/ITEM"):
            content = body_of("POST /v1/items") if route.startswith("POST") else None
            problem = refuse(route, 422, query, content=content)
            assert problem["field"] == query.partition("=")[0]


@pytest.mark.parametrize("route", ["POST /v1/memorize", "POST /v1/items", "POST /v1/diary"])
def test_a_scope_that_was_erased_lately(refuse, route):
    assert refuse(route, 410, "user_id=gone", content=body_of(route))["code"] == "scope_erased"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("If-Match", "abc"),
        ("If-Match", '"a" "b"'),
        ("If-None-Match", "*, *"),
        ("Idempotency-Key", "two words"),
        ("Idempotency-Key", "x" * 256),
        ("Muniment-Scope", "user_id=b"),
    ],
)
def test_a_header_that_is_none(refuse, name, value):
    for route in ("PATCH /v1/items/ITEM", "DELETE /v1/items/ITEM"):
        content = body_of(route) if route in BODIES else None
        assert refuse(route, 400, content=content, headers={name: value})["field"] == name


PATHS = [
    "chat/wiki/../wiki/a.md",
    "chat/wiki/%2e%2e/%2e%2e/scope.json",
    "../../../../etc/passwd",
    "chat/wiki/..%5c..%5ca.md",
    "/etc/passwd",
    "chat/wiki/.hidden.md",
    "chat/wiki/-rf.md",
    "chat/wiki/a%0ab.md",
    "chat/wiki/a%0d%0aSet-Cookie:%20x.md",
    "chat/wiki/a:b.md",
    "chat/wiki/sub/a.md",
    "chat/wiki/a.txt",
    "chat/wiki/.md",
    "chat/wiki/" + "a" * 151 + ".md",
    "chat/wiki/" + "a" * 5000 + ".md",
    "chat/wiki/" + "%E9%95%BF" * 51 + ".md",
    "chat/wiki/2026-07-21.md",
    "chat/wiki/a%F3%A0%81%81.md",
    "chat/diary/2026-02-30.md",
    "chat/diary/today.md",
    "chat/archive/a.md",
    "chat/sources/2026-07.jsonl",
    "chat/MEMORY.md",
    "scope.json",
    "journal.jsonl",
    "wiki/a.md",
]


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_no_path_leads_out_of_the_documents(place, contents, exchange, method):
    worker, directory, _ = place
    headers = [(b"authorization", f"Bearer {worker.key}".encode())]
    before = contents(directory)
    for path in PATHS if method != "GET" else set(PATHS) - {"chat/MEMORY.md"}:
        answer = exchange(worker.client, method, f"/v1/files/{path}?user_id=a", headers, b"# x\n")
        assert answer.status in (404, 422), (path, answer.body)
        assert not [name for name, _ in answer.headers if name == b"set-cookie"]
    assert contents(directory) == before
