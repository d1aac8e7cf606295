"""One scope looked at whole: description, settings, graph, proof, operations."""

import msgspec
import pytest

from scopes.settings import FullSettings, ScopeSettings, in_full


def test_a_description_counts_what_is_there(here):
    here.add("a")
    here.add("a", "newer")
    here.memorize("hello")
    told = here("GET", "/v1/describe").json()
    layers = {"wiki": 1, "diary": 1, "archive": 1, "source": 1, "page": 0, "skill": 0}
    assert told["counts"] == {**layers, "documents": 3, "sources": 1}
    assert told["scope_exists"] and told["uid"] and told["bytes"]["documents"] > 0
    assert told["head"]["seq"] == len(here.list("/v1/journal"))
    assert msgspec.convert(told["settings"], FullSettings) == in_full(ScopeSettings())
    assert told["unadopted"] == []
    assert {entry["component"] for entry in told["degraded"]} >= {"embedder", "audit-key"}


@pytest.mark.parametrize(
    ("method", "path", "body", "allowed"),
    [
        ("POST", "/v1/memorize", {"messages": [{"role": "user", "content": "x"}], "extract": "x"}, "verbatim"),
        ("POST", "/v1/retrieve", {"query": "x", "layers": ["x"]}, "diary, pages, skills, sources, wiki"),
        ("PATCH", "/v1/settings", {"hand_edits": "x"}, "adopt, refuse"),
        ("GET", "/v1/items?layer=x", None, "archive, diary, page, skill, source, wiki"),
        ("GET", "/v1/graph?format=x", None, "json, mermaid"),
    ],
)
def test_a_value_that_is_not_of_the_list_is_answered_with_the_list(here, method, path, body, allowed):
    path, _, query = path.partition("?")
    problem = here(method, path, query, **({} if body is None else {"json": body})).json()
    assert allowed in problem["detail"] and allowed in problem["limit"] and problem["status"] == 422


def test_the_cost_of_an_operation_is_in_whole_numbers_whenever_it_is_asked_for(here):
    done = here.memorize("hello")
    kept = here("GET", f"/v1/operations/{done['id']}")
    assert '"cost":{"llm_calls":0,"tokens":0}' in kept.text


def test_settings_are_changed_one_by_one(here):
    assert here("GET", "/v1/settings").json()["scope_exists"] is False
    changed = here("PATCH", "/v1/settings", json={"time_zone": "Europe/Lisbon"}).json()
    assert (changed["time_zone"], changed["diary"], changed["scope_exists"]) == ("Europe/Lisbon", True, True)
    here("PATCH", "/v1/settings", json={"diary": False, "extract": "none", "hand_edits": "refuse"})
    settings = ScopeSettings(diary=False, time_zone="Europe/Lisbon", extract="none", hand_edits="refuse")
    shown = here("GET", "/v1/settings").json()
    assert shown.pop("scope_exists") and msgspec.convert(shown, FullSettings) == in_full(settings)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"time_zone": ""}, "time_zone"),
        ({"time_zone": "../../../etc/passwd"}, "time_zone"),
        ({"time_zone": "Europe"}, "time_zone"),
        ({"time_zone": "x" * 5000}, "time_zone"),
        ({"time_zone": None}, "time_zone"),
        ({"diary": "yes"}, "diary"),
        ({"extract": "given"}, "extract"),
        ({"hand_edits": "maybe"}, "hand_edits"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_a_setting_that_makes_no_sense_is_refused_unquoted(here, change, field):
    answer = here("PATCH", "/v1/settings", json=change)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert not any(str(value) in answer.text for value in change.values() if value)


def test_the_graph_marks_links_that_lead_nowhere(here):
    here.add("a", 'to [[file:b]] and [[gone:x"y]]')
    here.add("b", "alone")
    graph = here("GET", "/v1/graph").json()
    assert [(node["address"], node["exists"]) for node in graph["nodes"]] == [
        ("file:a", True),
        ("file:b", True),
        ('gone:x"y', False),
    ]
    assert [(edge["target"], edge["dangling"]) for edge in graph["edges"]] == [("file:b", False), ('gone:x"y', True)]
    assert graph["scope_exists"] is True
    drawn = here("GET", "/v1/graph", "format=mermaid")
    assert drawn.headers["content-type"].startswith("text/plain")
    assert (
        drawn.text.startswith("flowchart LR\n") and 'n2["gone:x&quot;y"]' in drawn.text and "n0 -.-> n2" in drawn.text
    )


def test_the_proof_of_a_scope_stands(here, client, as_admin, keys):
    here.add()
    here.memorize("hello")
    verdict = here("GET", "/v1/verify").json()
    assert verdict["valid"] and verdict["findings"] == [] == verdict["unattested"]
    assert verdict["records"] == here("GET", "/v1/describe").json()["head"]["seq"]
    assert as_admin("GET", f"/v1/verify?app=default&{here.ids}").json()["valid"]


def test_operations_are_listed_by_pages_also_once_they_are_files(here):
    made = sorted(here.memorize(f"turn {number}")["id"] for number in range(5))
    assert [operation["id"] for operation in here.list("/v1/operations")] == made
    missing = here("GET", "/v1/operations/" + "a" * 16)
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
