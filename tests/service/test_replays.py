"""The same Idempotency-Key and body: one write and the same answer, whichever worker is asked and however often."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

KEYED = {"Idempotency-Key": "k-1"}
TURNS = {"messages": [{"role": "user", "content": "I moved to Lisbon."}]}
WRITES = [
    ("POST", "/v1/memorize", TURNS),
    ("POST", "/v1/items", {"file": "f", "name": "n", "content": "c"}),
    ("POST", "/v1/diary", {"content": "swam"}),
    ("PUT", "/v1/files/chat/wiki/sea.md", "## n\n\nc\n"),
    ("PATCH", "/v1/settings", {"time_zone": "Europe/Lisbon"}),
    ("PATCH", "/v1/items/ITEM", {"content": "newer"}),
    ("DELETE", "/v1/items/ITEM", None),
    ("DELETE", "/v1/files/chat/wiki/file.md", None),
]


@pytest.fixture
def send():
    """Do a write under a key; `ITEM` in its path is an item of the scope."""

    def write(here, method, path, body, headers=KEYED, query=""):
        content = None if body is None else (body if isinstance(body, str) else json.dumps(body)).encode()
        return here(method, path.replace("ITEM", here.item), query, headers=headers, content=content)

    return write


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    return tmp_path_factory.mktemp("house")


@pytest.fixture
def places(house, serve, request):
    """One scope as two workers on one directory have it."""
    ids = f"user_id={abs(hash(request.node.name))}"
    with serve(house) as one, serve(house) as other:
        here, there = one.at(ids), other.at(ids)
        here.item = there.item = here.add()["id"]
        here.worker = one
        yield here, there


def told(answer):
    """What must be the same in a replay."""
    volatile = ("idempotency-replayed", "x-request-id", "muniment-scrubbed")
    headers = {name: value for name, value in answer.headers.items() if name not in volatile}
    return answer.status_code, headers, answer.content


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_a_repeated_write_is_answered_again_and_not_made_again(places, send, method, path, body):
    here, there = places
    first = send(here, method, path, body)
    assert first.is_success and "idempotency-replayed" not in first.headers
    head = here("GET", "/v1/describe").json()["head"]
    for place in (here, there, here):
        again = send(place, method, path, body)
        assert told(again) == told(first) and again.headers["idempotency-replayed"] == "true"
    assert there("GET", "/v1/describe").json()["head"] == head


@pytest.mark.parametrize(("method", "path", "body"), WRITES)
def test_the_same_key_with_another_request_is_refused(places, send, method, path, body):
    here, there = places
    send(here, method, path, body)
    if body is None:
        refused = send(there, method, path, body, query="hard=true")
    else:
        refused = send(there, method, path, f"{body}\n" if isinstance(body, str) else json.dumps(body, indent=1))
    assert (refused.status_code, refused.json()["code"]) == (422, "idempotency_conflict")
    assert refused.json()["field"] == "Idempotency-Key"


@pytest.mark.parametrize(("method", "path", "body"), WRITES[:4])
def test_a_key_is_that_of_one_scope(places, send, method, path, body):
    here, _ = places
    send(here, method, path, body)
    elsewhere = type(here)(here.client, here.token, f"{here.ids}&agent_id=x")
    elsewhere.item = here.item
    assert "idempotency-replayed" not in send(elsewhere, method, path, body).headers


def test_a_reply_outlives_a_restart(tmp_path, serve, send):
    answers = []
    for _ in range(2):
        with serve(tmp_path) as worker:
            here = worker.at("user_id=a")
            here.item = here.add()["id"] if not answers else answers[1].json()["id"]
            answers += [
                send(here, *write, headers={"Idempotency-Key": f"k{at}"}) for at, write in enumerate(WRITES[:5])
            ]
    for first, again in zip(answers[:5], answers[5:], strict=True):
        assert told(again) == told(first) and again.headers["idempotency-replayed"] == "true"


def test_twenty_at_once_write_once(places, send):
    for method, path, body in WRITES[:5]:
        with ThreadPoolExecutor(20) as pool:
            tries = [
                pool.submit(send, places[at % 2], method, path, body, {"Idempotency-Key": path}) for at in range(20)
            ]
        answers = [each.result() for each in tries]
        assert len({told(answer)[::2] for answer in answers}) == 1 and answers[0].is_success
        assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1, path
    counts = places[0]("GET", "/v1/describe").json()["counts"]
    assert (counts["source"], counts["diary"], counts["wiki"]) == (1, 1, 4)


def test_a_failed_write_is_not_remembered(places, send):
    here, _ = places
    bad = {"file": "f", "name": "n", "content": ""}
    assert [send(here, "POST", "/v1/items", bad).status_code for _ in range(2)] == [422, 422]
    assert send(here, "POST", "/v1/items", {**bad, "content": "c"}).status_code == 201


@pytest.mark.parametrize(("method", "path", "body"), WRITES[1:4])
def test_the_replay_of_what_is_gone_says_so(places, send, method, path, body):
    here, there = places
    first = send(here, method, path, body)
    if method == "PUT":
        here("DELETE", path, "hard=true")
    else:
        here("DELETE", f"/v1/items/{first.json()['id']}", "hard=true")
    again = send(there, method, path, body)
    assert (again.status_code, again.json()["erased"]) == (first.status_code, True)
    assert again.headers["idempotency-replayed"] == "true"


def test_a_key_may_be_used_anew_in_a_scope_that_begins_anew(places, send):
    here, there = places
    send(here, *WRITES[1])
    erase = {"span": "scope", "dry_run": False}
    here.worker.as_admin("POST", f"/v1/erasures?app=default&{here.ids}", json=erase)
    assert send(there, *WRITES[1]).status_code == 410
    anew = send(there, *WRITES[1], query="create=true")
    assert anew.status_code == 201 and "idempotency-replayed" not in anew.headers
