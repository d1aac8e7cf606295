"""The description says what the guard and the decoder enforce."""

import re

import pytest

from service.access import declared_routes


@pytest.fixture(scope="module")
def schema(client):
    return client.get("/docs/openapi.json").json()


def named(operation, place):
    return {each["name"] for each in operation.get("parameters", []) if each["in"] == place}


def test_every_route_is_described_with_its_key_and_its_problems(client, schema):
    for method, path, handler, access in declared_routes(client.app):
        if not handler.resolve_include_in_schema():
            continue
        operation = schema["paths"][path][method.lower()]
        assert operation["security"] == ([] if access.audience == "everyone" else [{"key": []}])
        assert "application/problem+json" in operation["responses"]["default"]["content"]
        assert "400" not in operation["responses"] and operation["summary"]


def test_a_data_route_names_its_scope_and_its_own_parameters(schema):
    read, write = schema["paths"]["/probe"]["get"], schema["paths"]["/probe"]["post"]
    ids = {"user_id", "agent_id", "character", "run_id"}
    assert named(read, "query") == ids | {"limit", "cursor", "tags", "deep", "note"}
    assert named(write, "query") == ids
    assert named(write, "header") == {"Muniment-Scope", "Idempotency-Key", "Prefer"}
    assert named(schema["paths"]["/probe/verify"]["get"], "query") == ids | {"app"}


def test_shapes_keep_their_constraints(schema):
    body = schema["components"]["schemas"]["Body"]
    assert body["additionalProperties"] is False
    assert body["properties"]["text"] == {"type": "string", "minLength": 1}
    assert body["required"] == ["text"]


def test_every_reference_leads_somewhere(schema):
    def references(value):
        if isinstance(value, dict):
            yield from ([value["$ref"]] if "$ref" in value else [])
            value = list(value.values())
        if isinstance(value, list):
            for each in value:
                yield from references(each)

    wanted = {reference.rpartition("/")[2] for reference in references(schema)}
    assert wanted <= set(schema["components"]["schemas"])


def test_what_a_write_may_say_beside_its_body_is_described(schema):
    file, item = schema["paths"]["/v1/files/{path}"], schema["paths"]["/v1/items/{item_id}"]
    for operation in (file["put"], file["delete"], item["patch"], item["delete"]):
        assert {"If-Match", "If-None-Match", "Idempotency-Key"} <= named(operation, "header")
    assert "If-None-Match" in named(file["get"], "header") & named(item["get"], "header")
    assert "create" in named(file["put"], "query") and "create" not in named(item["patch"], "query")
    assert list(file["put"]["requestBody"]["content"]) == ["text/markdown"]


def test_an_answer_of_several_shapes_names_each(schema):
    answer = schema["paths"]["/v1/erasures"]["post"]["responses"]["200"]["content"]["application/json"]["schema"]
    assert {each["$ref"].rpartition("/")[2] for each in answer["anyOf"]} == {"Plan", "ReceiptCopy"}


def test_the_page_shows_every_route_and_loads_nothing(client, schema):
    page = client.get("/docs").text
    for path, methods in schema["paths"].items():
        assert all(f"{method.upper()} {path}" in page for method in methods)
    assert not re.search(r"https?:|src=|url\(|@import|<script|<link|<img|<iframe", page)
