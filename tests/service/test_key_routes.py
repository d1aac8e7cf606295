"""API keys by REST: made once, listed without secrets, ended."""

import pytest


def make(as_admin, **wanted):
    wanted = {"app": "fresh", "grants": [{"verbs": ["read"], "user_id": "alice"}], **wanted}
    return as_admin("POST", "/v1/keys", json=wanted)


def test_a_key_is_shown_when_it_is_made_and_never_again(as_admin):
    made = make(as_admin)
    assert made.status_code == 201
    key = made.json()
    shown = as_admin("GET", f"/v1/keys/{key['id']}")
    assert shown.json()["app"] == "fresh"
    listed = as_admin("GET", "/v1/keys?app=fresh")
    for answer in (shown, listed):
        assert key["key"] not in answer.text and "sha256" not in answer.text


def test_a_new_key_opens_its_scope_and_no_other(client, as_admin):
    headers = {"Authorization": f"Bearer {make(as_admin).json()['key']}"}
    assert client.get("/probe?user_id=alice", headers=headers).json()["ids"]["app"] == "fresh"
    assert client.get("/probe?user_id=bob", headers=headers).status_code == 404
    assert client.post("/probe?user_id=alice", headers=headers, json={"text": "x"}).status_code == 403


def test_an_ended_key_opens_nothing(client, as_admin):
    key = make(as_admin).json()
    headers = {"Authorization": f"Bearer {key['key']}"}
    ended = as_admin("DELETE", f"/v1/keys/{key['id']}")
    assert (ended.status_code, bool(ended.json()["revoked"])) == (200, True)
    assert client.get("/describe", headers=headers).status_code == 401
    assert as_admin("DELETE", f"/v1/keys/{key['id']}").json()["revoked"] == ended.json()["revoked"]
    assert as_admin("DELETE", "/v1/keys/nothing").status_code == 404


def test_the_list_comes_in_pages(as_admin):
    made = sorted(make(as_admin, app="paged").json()["id"] for _ in range(5))
    seen, cursor = [], ""
    while True:
        page = as_admin("GET", f"/v1/keys?app=paged&limit=2{cursor}").json()
        seen += [key["id"] for key in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"
    assert seen == made
    assert as_admin("GET", "/v1/keys?limit=501").json()["limit"] == 500


def test_dimensions_must_be_named_in_every_call(client, as_admin):
    everything = [{"verbs": ["read"]}]
    key = make(as_admin, app="strict", grants=everything, dimensions=["user_id", "agent_id"]).json()
    headers = {"Authorization": f"Bearer {key['key']}"}
    missing = client.get("/probe?user_id=alice", headers=headers)
    assert (missing.status_code, missing.json()["field"]) == (422, "agent_id")
    assert client.get("/probe?user_id=alice&agent_id=x", headers=headers).status_code == 200
    assert make(as_admin, app="strict", dimensions=["user_id"]).status_code == 409


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"grants": [{"verbs": ["raed"]}]}, "grants[0].verbs[0]"),
        ({"grants": [{"verbs": ["read"], "user": "alice"}]}, "grants[0].user"),
        ({"app": None}, "app"),
        ({"app": "a\u200bb"}, "app"),
        ({"expires": "2026-01-01T00:00:00"}, "expires"),
        ({"expires": "2020-01-01T00:00:00Z"}, "expires"),
        ({"grants": [{"verbs": ["read"], "user_id": ""}]}, "grants[0].user_id"),
        ({"requests_per_second": -1}, "requests_per_second"),
        ({"dimensions": ["colour"]}, "dimensions[0]"),
    ],
)
def test_a_key_that_makes_no_sense_is_refused(as_admin, wanted, field):
    answer = make(as_admin, **wanted)
    assert (answer.status_code, answer.json()["field"]) == (422, field)
