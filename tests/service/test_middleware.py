"""The frame around every request."""

import logging

import pytest


def line(caplog):
    return next(record for record in reversed(caplog.records) if record.name == "service.access")


def test_every_answer_forbids_caching_and_has_its_id(client):
    for answer in (client.get("/livez"), client.get("/nowhere"), client.delete("/livez"), client.get("/describe")):
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert len(answer.headers["x-request-id"]) == 32


def test_a_sane_request_id_is_kept(client):
    assert client.get("/livez", headers={"X-Request-Id": "web-7.a_b~c"}).headers["x-request-id"] == "web-7.a_b~c"


@pytest.mark.parametrize("given", ["", "two words", "a" * 129, "<script>", '"'])
def test_any_other_is_replaced(client, given):
    assert client.get("/livez", headers={"X-Request-Id": given}).headers["x-request-id"] != given


def test_the_line_has_the_template_and_never_path_or_query(as_app, caplog):
    caplog.set_level(logging.INFO)
    as_app("GET", "/probe?user_id=alice-in-the-query")
    record = line(caplog)
    assert (record.route, record.method, record.status) == ("/probe", "GET", 200)
    assert record.key_id and record.scope_label and record.ms >= 0
    as_app("GET", "/v1/keys/alice-in-the-path")
    assert line(caplog).route == "/v1/keys/{key_id}"
    as_app("GET", "/alice-in-a-path/of-nothing")
    assert line(caplog).route == "unmatched"
    assert not any("alice" in str(vars(record)) for record in caplog.records if record.name == "service.access")


def test_probes_are_logged_only_for_who_debugs(client, caplog):
    caplog.set_level(logging.INFO)
    client.get("/livez")
    assert not [record for record in caplog.records if record.name == "service.access"]


def test_requests_are_counted_by_template(client, as_app):
    before = count(as_app)
    client.get("/nowhere-1")
    client.get("/nowhere-2")
    client.request("BREW", "/nowhere-3")
    assert count(as_app) == before + 2
    assert "nowhere" not in as_app("GET", "/metrics").text


def count(as_app):
    wanted = 'muniment_requests_total{method="GET",route="unmatched",status="404"}'
    lines = as_app("GET", "/metrics").text.splitlines()
    return next((float(each.split()[-1]) for each in lines if each.startswith(wanted)), 0.0)


@pytest.mark.parametrize("path", ["/livez", "/version", "/docs"])
def test_head_is_get_without_a_body(client, path):
    head, whole = client.head(path), client.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == whole.headers["content-length"]
    assert client.head("/nowhere").status_code == 404
