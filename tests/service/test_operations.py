"""Health, version, description, metrics, documentation."""

import os

import pytest
from litestar.testing import TestClient

from ops.keys import FILE
from ops.settings import load_settings
from service.app import create_app
from service.domains import DOMAINS
from service.running import running


def components(client):
    return {entry["component"]: entry for entry in client.get("/readyz").json()["degraded"]}


def test_liveness_is_answered_from_memory(client):
    assert client.get("/livez").json() == {"status": "pass"}


def test_readiness_warns_of_every_fallback(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"]) == (200, "warn")
    found = components(client)
    assert {"audit-key", "first-keys", "embedder", "extraction"} <= set(found)
    assert (found["embedder"]["wanted"], found["embedder"]["used"]) == ("an embedding model", "lexical ranking")
    assert all(entry["since"].endswith("Z") and entry["remedy"] for entry in found.values())


def test_a_fallback_that_is_mended_is_no_longer_listed(tmp_path):
    environ = {"MUNIMENT_DATA_DIRECTORY": str(tmp_path), "MUNIMENT_AUDIT_KEY_FILE": "/etc/muniment/audit.key"}
    with TestClient(create_app(load_settings(environ))) as client:
        assert "first-keys" in components(client)
        os.unlink(tmp_path / "first-keys.json")
        assert not {"first-keys", "audit-key", "keys"} & set(components(client))


def test_a_service_without_keys_says_so(tmp_path):
    (tmp_path / "scopes").mkdir()
    with TestClient(create_app(load_settings({"MUNIMENT_DATA_DIRECTORY": str(tmp_path)}))) as client:
        assert "keys" in components(client)


def test_keys_that_cannot_be_read_fail_readiness_but_not_liveness(tmp_path):
    (tmp_path / FILE).write_text("{")
    with TestClient(create_app(load_settings({"MUNIMENT_DATA_DIRECTORY": str(tmp_path)}))) as client:
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["status"]) == (503, "fail")
        assert client.get("/livez").status_code == 200
        assert client.get("/describe", headers={"Authorization": "Bearer x"}).status_code == 503


def test_a_part_that_cannot_write_fails_readiness(tmp_path):
    with TestClient(create_app(load_settings({"MUNIMENT_DATA_DIRECTORY": str(tmp_path)}))) as client:
        running(client.app).health.attach(list, lambda: "no locks on this file system")
        assert client.get("/readyz").json()["reason"] == "no locks on this file system"


def test_describe_tells_the_five_domains_and_the_limits(as_app):
    told = as_app("GET", "/describe").json()
    assert [domain["name"] for domain in told["domains"]] == [
        "storage",
        "extraction",
        "resolution",
        "retrieval",
        "governance",
    ]
    assert {domain.guarantee for domain in DOMAINS} == {"strong", "floor", "best effort"}
    assert told["limits"]["body_bytes"] == 8 * 1024 * 1024
    assert told["version"]["name"] == "muniment"


def test_metrics_are_served_in_prometheus_form(as_app):
    answer = as_app("GET", "/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    assert "muniment_build_info{version=" in answer.text
    opened = as_app("GET", "/metrics", {"Accept": "application/openmetrics-text; version=1.0.0"})
    assert opened.headers["content-type"].startswith("application/openmetrics-text")
    assert opened.text.endswith("# EOF\n")


@pytest.mark.parametrize("path", ["/docs", "/docs/openapi.json"])
def test_the_documentation_loads_nothing_from_elsewhere(client, path):
    answer = client.get(path)
    assert answer.status_code == 200 and "default-src 'none'" in answer.headers["content-security-policy"]
    assert "<script" not in answer.text and "http://" not in answer.text and "https://" not in answer.text


def test_below_the_documentation_a_missing_page_is_a_problem(client):
    assert client.get("/docs/swagger").headers["content-type"] == "application/problem+json"
