"""`Idempotency-Key` on the service's own routes."""

import pytest

WANTED = {"app": "retried", "grants": [{"verbs": ["read"]}]}


@pytest.fixture
def make(as_admin):
    """Make a key under an Idempotency-Key."""
    return lambda key, **more: as_admin("POST", "/v1/keys", {"Idempotency-Key": key}, json={**WANTED, **more})


def test_a_retry_is_answered_with_the_key_but_not_its_secret(make, as_admin):
    first, again = make("one"), make("one")
    assert (first.status_code, again.status_code) == (201, 201)
    assert again.json() == {**first.json(), "key": None}
    assert "idempotency-replayed" not in first.headers and again.headers["idempotency-replayed"] == "true"
    listed = as_admin("GET", "/v1/keys?app=retried").json()["items"]
    assert [key["id"] for key in listed].count(first.json()["id"]) == len(listed) == 1


def test_another_key_under_the_same_header_is_refused(make):
    make("two")
    answer = make("two", requests_per_second=5)
    assert (answer.status_code, answer.json()["code"]) == (422, "idempotency_conflict")


def test_a_request_that_was_refused_may_be_mended(make):
    assert make("three", grants=[]).status_code == 422
    assert make("three").status_code == 201


@pytest.mark.parametrize("header", ["", "a b", "x" * 256, "é"])
def test_a_header_that_can_not_be_read_is_refused(make, header):
    answer = make(header.encode())
    assert (answer.status_code, answer.json()["field"]) == (400, "Idempotency-Key")


def test_a_retry_is_known_to_every_worker_and_after_a_restart(tmp_path, serve):
    def ask(worker):
        url, headers = "/v1/keys", {"Idempotency-Key": "k", "Authorization": f"Bearer {worker.admin_key}"}
        return worker.client.post(url, headers=headers, json=WANTED).json()

    with serve(tmp_path) as one, serve(tmp_path) as other:
        made = ask(one)
        assert ask(other) == {**made, "key": None}
    with serve(tmp_path) as again:
        assert ask(again) == {**made, "key": None}


def test_the_header_is_described(client):
    operation = client.get("/docs/openapi.json").json()["paths"]["/v1/keys"]["post"]
    assert "Idempotency-Key" in {each["name"] for each in operation["parameters"]}
