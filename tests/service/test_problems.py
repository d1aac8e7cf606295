"""Every error is a problem with a stable code, and none quotes the request."""

import logging

import pytest

SECRET = "小明喜欢海边"

CASES = [
    (b"", 400, "malformed_request", None),
    (b"{", 400, "malformed_request", None),
    (b'{"text": "\xff"}', 400, "malformed_request", None),
    (b'{"text": "\\ud800"}', 400, "malformed_request", None),
    (b'{"extra": ' + b"[" * 100_000, 400, "malformed_request", None),
    (b"[]", 422, "invalid", None),
    (b"{}", 422, "invalid", "text"),
    (b'{"text": 7}', 422, "invalid", "text"),
    (b'{"text": ""}', 422, "invalid", "text"),
    (b'{"text": "x", "count": "7"}', 422, "invalid", "count"),
    (b'{"text": "x", "parts": [{"role": "r"}, {"role": 7}]}', 422, "invalid", "parts[1].role"),
    (b'{"text": "x", "parts": [{"role": "r", "rule": 1}]}', 422, "invalid", "parts[0].rule"),
    (b'{"text": "x", "parts": [{}]}', 422, "invalid", "parts[0].role"),
    (b'{"text": "x", "parts": [{"role": "r", "at": "soon"}]}', 422, "invalid", "parts[0].at"),
    ('{"text": "x", "colour": "小明喜欢海边"}'.encode(), 422, "invalid", "colour"),
    ('{"text": "x", "小明喜欢海边": 1}'.encode(), 422, "invalid", None),
]


@pytest.mark.parametrize(("content", "status", "code", "field"), CASES)
def test_a_body_that_cannot_be_taken(as_app, caplog, content, status, code, field):
    caplog.set_level(logging.DEBUG)
    answer = as_app("POST", "/probe?user_id=a", content=content)
    problem = answer.json()
    assert answer.headers["content-type"] == "application/problem+json"
    assert (answer.status_code, problem["status"], problem["code"], problem.get("field")) == (
        status,
        status,
        code,
        field,
    )
    assert problem["type"] == f"urn:muniment:problem:{code}" and problem["title"]
    assert problem["instance"] == answer.headers["x-request-id"]
    assert SECRET not in answer.text and SECRET not in caplog.text


def test_a_good_body_is_taken(as_app):
    answer = as_app(
        "POST", "/probe?user_id=a", json={"text": "x", "parts": [{"role": "r", "at": "2026-01-01T00:00:00Z"}]}
    )
    assert (answer.status_code, answer.json()["parts"][0]["role"]) == (201, "r")


def test_a_body_over_the_limit_names_it(as_app):
    answer = as_app("POST", "/probe?user_id=a", content=b" " * (8 * 1024 * 1024 + 1))
    assert (answer.status_code, answer.json()["code"], answer.json()["limit"]) == (413, "too_large", 8 * 1024 * 1024)


def test_an_unknown_path_and_a_wrong_method_are_problems(client):
    missing, wrong = client.get("/nowhere"), client.delete("/livez")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    assert (wrong.status_code, wrong.json()["code"], wrong.headers["allow"]) == (
        405,
        "method_not_allowed",
        "GET, OPTIONS",
    )


def test_a_fault_tells_the_client_and_the_log_nothing_of_its_text(as_app, caplog):
    answer = as_app("GET", "/probe/fault?user_id=a")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert SECRET not in answer.text
    (fault,) = [record for record in caplog.records if record.message == "a request met a fault"]
    assert fault.request_id == answer.json()["instance"] and SECRET not in fault.getMessage()


def test_an_error_that_passes_says_when_to_come_back(as_app):
    answer = as_app("GET", "/probe/busy?user_id=a")
    assert (answer.status_code, answer.headers["retry-after"], answer.json()["limit"]) == (429, "2", 256)


def test_a_broken_proof_is_told_and_logged_as_an_error(as_app, caplog):
    answer = as_app("GET", "/probe/broken?user_id=a")
    assert (answer.status_code, answer.json()["code"]) == (500, "integrity")
    assert any(
        record.levelname == "ERROR" and record.code == "integrity"
        for record in caplog.records
        if "code" in vars(record)
    )
