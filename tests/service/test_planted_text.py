"""A credential and an invisible character, sent wherever a route takes text, are nowhere afterwards.

What is sent is made from the routes' own declarations: a new route or field is tried without a change here, and a new
body without an example of it fails the first test.
"""

import json
import logging
import os
import re
from typing import Any
from urllib.parse import quote

import msgspec
import pytest
from msgspec import inspect

from ops.logs import JsonFormatter
from scopes.lines.diary import NewEntry
from scopes.lines.wiki import NewItem
from scopes.model import DIMENSIONS
from service.access import declared_routes
from service.body import TEXT_BODY

KEY = "AKIA" + "QX7TQ5LM2NVWZRC4"
TAG = "\U000e0041"
TRACES = [
    re.compile(re.escape(trace), re.IGNORECASE)
    for trace in (KEY.encode(), TAG.encode(), b"\\udb40\\udc41", b"%F3%A0%81%81")
]
# Ids name scopes and apps: they are not text, and keep the form in which they are given.
IDS = {*DIMENSIONS, "app"}

TURN = {"role": "user", "content": "x"}
ITEM = {"file": "f", "name": "n", "content": "x"}
EXAMPLES: dict[str, dict[str, Any]] = {
    "POST /v1/memorize": {"messages": [TURN], "extract": "given", "items": [ITEM], "diary": [{"content": "x"}]},
    "POST /v1/retrieve": {"query": "x", "explain": True, "time_range": {"from": "2026-01-01"}},
    "POST /v1/items": ITEM,
    "PATCH /v1/items/{item_id}": {"content": "x"},
    "POST /v1/review": {"decisions": [{"id": "x", "decision": "edit", "content": "x"}]},
    "POST /v1/feedback": {"useful": True},
    "POST /v1/workspace/sync": {"files": [{"path": "x", "sha256": "x"}]},
    "POST /v1/skills/traces": {
        "task": "x",
        "skill": "x",
        "steps": [{"action": "x", "tool": "x", "input": {"x": "x"}, "result": "x", "error": "x"}],
    },
    "POST /v1/diary": {"content": "x"},
    "PATCH /v1/settings": {"time_zone": "UTC"},
    "POST /v1/keys": {"app": "x", "grants": [{"verbs": ["read"]}]},
    "POST /v1/erasures": {"span": "scope"},
    "POST /v1/journal/accept": {"all": True},
    "PUT /v1/quota": {"items": 1},
    "POST /v1/reembed": {},
}
INSIDE = {"items": NewItem, "diary": NewEntry}
FIELDS = "owner={1} | tags={1},x | source={1}#x | meta={{}}"
PAGE = f"# {{0}}\n\nintro {{0}}\n\n## h {{0}}\n\n{{0}}\n\n<!-- muniment: {FIELDS} -->\n"


@pytest.fixture(scope="module")
def routes(client):
    return [route for route in declared_routes(client.app) if route[1].startswith("/v1/")]


def planted(kind, example, text):
    """Bodies of a shape, each with the text in another place: every field, and the name of an unknown one."""
    for field in msgspec.structs.fields(kind):
        if field.encode_name not in IDS:
            for value in values(inspect.type_info(field.type), field.encode_name, example.get(field.encode_name), text):
                yield {**example, field.encode_name: value}
    yield {**example, text: 1}


def values(info, name, example, text):
    first = example[0] if isinstance(example, list) and example else {}
    match info:
        case inspect.StructType():
            yield from planted(info.cls, example or {}, text)
        case inspect.UnionType():
            for each in info.types:
                yield from values(each, name, example, text)
        case inspect.ListType() | inspect.VarTupleType():
            inner = inspect.type_info(INSIDE[name]) if name in INSIDE else info.item_type
            for value in values(inner, name, first, text):
                yield [value]
        case inspect.DictType():
            yield from ({text: 1}, {"k": text}, {"k": [{"k": text}]})
        case _:
            yield text


def skills(text):
    """Bodies of a skill with the text in each part of it, and in files beside it."""
    head, comment = "---\nname: x\ndescription: {}\n---\n", f"\n<!-- muniment: {FIELDS} -->\n"
    yield head.format(json.dumps(f"x {text}")).encode()
    yield f"{head.format('x')}\nx {text}\n{comment.format('', quote(text))}".encode()
    yield head.format("x").replace("name", f"x: {json.dumps(text)}\nmetadata:\n  x: {json.dumps(text)}\nname").encode()
    for resources in ({"a.md": text}, {"a.md": "x" + comment.format("", quote(text))}, {f"{text}.md": "x"}):
        yield json.dumps({"skill": head.format("x"), "resources": resources}).encode()


def requests(route, text):
    """Every request of a route with the text somewhere: (url, query, body)."""
    method, path, handler, access = route
    url = re.sub(r"{path[^}]*}", "chat/wiki/f.md", path)
    names = [field.encode_name for field in msgspec.structs.fields(access.query) if field.encode_name not in IDS]
    yield from ((re.sub(r"{[^}]*}", "x", url), f"{name}={quote(text)}", None) for name in names)
    yield from ((path.replace(part, quote(text)), "", b"x") for part in re.findall(r"{[^}]*}", path))
    yield from (
        (f"{path.partition('{')[0]}chat/{folder}/{quote(text)}.md", "", b"# x\n")
        for folder in ("wiki", "diary")
        if "{path" in path
    )
    if TEXT_BODY in handler.opt:
        yield url, "", PAGE.format(text, text).encode()
        yield url, "", PAGE.format("x", quote(text)).encode()
        yield url, "", f"## n\n\nx\n\n<!-- muniment: id={text} -->\n".encode()
        yield url, "", f"## n\n\nx\n\n<!-- muniment: owner=x | {text}=x -->\n".encode()
    if path == "/v1/skills/{name}" and method == "PUT":
        yield from ((url, "", body) for body in skills(text))
    if handler.parsed_data_field is not None:
        for body in planted(handler.parsed_data_field.annotation, EXAMPLES[f"{method} {path}"], text):
            yield url, "", msgspec.json.encode(body)


def send_all(worker, routes, text):
    """Send every request; the bytes of every answer."""
    item = worker.at("user_id=a").add("kept", "x")
    for route in routes:
        method, _, _, access = route
        token = worker.admin_key if access.audience == "admin" else worker.key
        ids = "" if access.scope == "none" else "user_id=a"
        ids += "&app=default" if access.audience == "admin" and ids else ""
        for url, query, body in requests(route, text):
            url = url.replace("{item_id}", item["id"])
            answer = worker.client.request(
                method,
                f"{url}?{'&'.join(part for part in (ids, query) if part)}",
                headers={
                    "Authorization": f"Bearer {token}",
                    "X-Request-Id": KEY,
                    "Idempotency-Key": f"{KEY}-{hash((method, url, query, body))}",
                    **({"Content-Type": "application/json"} if body is not None and body.startswith(b"{") else {}),
                },
                content=body,
            )
            assert answer.status_code < 500, (method, url, query, body, answer.text)
            yield f"{method} {url}?{query} {body}", answer.content + str(answer.headers).encode()


def test_every_body_has_an_example(routes):
    for method, path, handler, _ in routes:
        if handler.parsed_data_field is not None:
            assert f"{method} {path}" in EXAMPLES, "say here what such a body looks like, so that text is planted in it"


@pytest.mark.parametrize("text", [KEY, f"the key {KEY} of mine", TAG, f"see{TAG}n"])
def test_text_that_must_not_stay_is_nowhere(tmp_path, serve, routes, caplog, text):
    caplog.set_level(logging.DEBUG)
    with serve(tmp_path) as worker:
        for sent, answered in send_all(worker, routes, text):
            assert not found(answered), (sent, answered)
        metrics = worker.client.get("/metrics", headers={"Authorization": f"Bearer {worker.key}"})
        assert not found(metrics.content)
    for folder, _, files in os.walk(tmp_path):
        for file in files:
            with open(os.path.join(folder, file), "rb") as opened:
                assert not found(opened.read() + file.encode()), os.path.join(folder, file)
    for record in caplog.records:
        if not record.name.startswith("httpx"):
            assert not found(JsonFormatter().format(record).encode()), record.name


def found(raw):
    return [trace.pattern for trace in TRACES if trace.search(raw)]


def test_what_a_person_types_passes_the_notary_before_it_is_answered(tmp_path, serve, routes):
    with serve(tmp_path) as worker:
        here = worker.at("user_id=a")
        here.add("kept", "x", file="f")
    for name, text in (
        ("wiki/f.md", PAGE.format(KEY, quote(KEY))),
        ("MEMORY.md", KEY),
        ("wiki/g.md", PAGE.format(TAG, quote(TAG))),
    ):
        folder = next(folder for folder, _, files in os.walk(tmp_path) if "MEMORY.md" in files)
        with open(os.path.join(folder, name), "a", encoding="utf-8") as opened:
            opened.write(text)
    with serve(tmp_path) as worker:
        here = worker.at("user_id=a")
        for path in (
            "/v1/items",
            "/v1/files",
            "/v1/graph",
            "/v1/files/chat/MEMORY.md",
            "/v1/files/chat/wiki/f.md",
            "/v1/files/chat/wiki/g.md",
        ):
            answer = here("GET", path)
            assert answer.is_success and not found(answer.content), (path, answer.text)
        hits = here("POST", "/v1/retrieve", json={"query": "intro", "explain": True})
        assert hits.json()["hits"] and not found(hits.content)
