"""The guard: what it reads, in which order it refuses, and that its refusals tell nothing."""

import pytest


def bearer(token):
    return {"Authorization": f"Bearer {token}"}


def without_instance(answer):
    body = answer.json()
    body.pop("instance")
    return answer.status_code, body, answer.headers["content-type"]


def test_a_401_never_says_why(client, keys):
    headers = [
        {},
        bearer("nonsense"),
        bearer(keys.expired),
        bearer(keys.revoked),
        {"Authorization": "Basic eDp5"},
        {"Authorization": keys.full},
        {"X-Api-Key": keys.full},
        {"Cookie": f"key={keys.full}"},
    ]
    answers = [client.get("/probe?user_id=a", headers=each) for each in headers]
    assert {answer.status_code for answer in answers} == {401}
    assert all(without_instance(answer) == without_instance(answers[0]) for answer in answers)
    assert answers[0].headers["www-authenticate"] == "Bearer"


def test_two_authorization_headers_are_none(client, keys):
    twice = [("Authorization", f"Bearer {keys.full}"), ("Authorization", f"Bearer {keys.admin}")]
    assert client.get("/describe", headers=twice).status_code == 401


def test_the_scheme_is_read_in_any_case(client, keys):
    assert client.get("/describe", headers={"Authorization": f"bEARER {keys.full}"}).status_code == 200


def test_a_key_in_the_query_is_an_unknown_parameter(client, keys):
    assert client.get(f"/probe?user_id=a&key={keys.full}").status_code == 401
    assert client.get("/probe?user_id=a&key=x", headers=bearer(keys.full)).status_code == 400


def test_outside_the_grants_is_the_same_answer_as_no_such_route(client, keys):
    outside = client.get("/probe?user_id=bob", headers=bearer(keys.alice))
    missing = client.get("/probe/of/nothing", headers=bearer(keys.alice))
    assert without_instance(outside) == without_instance(missing)
    assert outside.status_code == 404


def test_the_form_is_judged_before_the_grants(client, keys):
    assert client.get("/probe?user_id=bob&user_id=bob", headers=bearer(keys.alice)).status_code == 400
    assert client.get("/probe?user_id=", headers=bearer(keys.alice)).status_code == 422


def test_the_handler_is_told_who_asks_for_what(as_app):
    answer = as_app("GET", "/probe?user_id=%E5%B0%8F%E6%98%8E&run_id=r&limit=5&tags=a,b&deep=true")
    assert answer.json()["ids"] == {
        "app": "default",
        "user_id": "小明",
        "agent_id": None,
        "character": None,
        "run_id": "r",
    }
    assert answer.json()["parameters"] == {
        "limit": 5,
        "cursor": None,
        "tags": ["a", "b"],
        "deep": True,
        "note": None,
    }


@pytest.mark.parametrize(("query", "field"), [("limit=ten", "limit"), ("deep=perhaps", "deep")])
def test_a_route_parameter_of_the_wrong_kind_is_422(as_app, query, field):
    answer = as_app("GET", f"/probe?user_id=a&{query}")
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_the_scope_may_come_in_the_header(as_app):
    answer = as_app("GET", "/probe?limit=5", {"Muniment-Scope": "user_id=a%2Bb&agent_id=x"})
    assert answer.json()["ids"]["user_id"] == "a+b"
    assert as_app("GET", "/probe?user_id=a", {"Muniment-Scope": "user_id=a"}).status_code == 400


def test_the_app_comes_from_the_key_and_from_nowhere_else(client, keys, as_app):
    assert as_app("GET", "/probe?user_id=a&app=elsewhere").status_code == 400
    assert as_app("GET", "/probe/verify?user_id=a&app=elsewhere").status_code == 400
    there = client.get("/probe?user_id=a", headers=bearer(keys.foreign))
    assert there.json()["ids"]["app"] == "elsewhere"


def test_an_admin_acts_for_the_app_that_the_request_names(client, keys):
    named = client.get("/probe/verify?user_id=a&app=elsewhere", headers=bearer(keys.admin))
    assert named.json()["app"] == "elsewhere"
    unnamed = client.get("/probe/verify?user_id=a", headers=bearer(keys.admin))
    assert (unnamed.status_code, unnamed.json()["field"]) == (422, "app")
    whole = client.get("/probe/list?app=elsewhere", headers=bearer(keys.admin))
    assert whole.json() == {"app": "elsewhere", "user_id": None, "agent_id": None, "character": None, "run_id": None}
    assert client.get("/probe/list?app=%00", headers=bearer(keys.admin)).status_code == 422


def test_the_label_of_a_scope_is_stable_opaque_and_its_own(as_app, client, keys):
    label = as_app("GET", "/probe?user_id=a").headers["muniment-scope-id"]
    assert as_app("GET", "/probe", {"Muniment-Scope": "user_id=a"}).headers["muniment-scope-id"] == label
    assert as_app("GET", "/probe?agent_id=a").headers["muniment-scope-id"] != label
    foreign = client.get("/probe?user_id=a", headers=bearer(keys.foreign))
    assert foreign.headers["muniment-scope-id"] != label


def test_options_names_all_methods_and_asks_for_no_key(client):
    answer = client.options("/probe")
    assert (answer.status_code, answer.headers["allow"]) == (204, "GET, OPTIONS, POST")
