"""The description says what the guard and the decoder enforce."""

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
    assert named(write, "header") == {"Muniment-Scope", "Idempotency-Key"}
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
