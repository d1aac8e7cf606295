"""A retrieval answers in time whatever the embedder does, and names what it had to do without."""

import time

import pytest


def told(answer):
    assert answer.status_code == 200, answer.text
    return {entry["component"]: entry for entry in answer.json()["degraded"]}


@pytest.fixture
def served(serve, tmp_path, endpoint):
    given = {"PROVIDER": "endpoint", "URL": endpoint.url, "MODEL": "m", "QUERY_DEADLINE_MS": "150"}
    with serve(tmp_path / "data", **{f"MUNIMENT_EMBEDDING_{name}": value for name, value in given.items()}) as worker:
        yield worker


@pytest.fixture
def here(served):
    place = served.at("user_id=alice")
    place.memorize("I moved to Lisbon.")
    return place


def find(here, query="Where is Lisbon?", **more):
    return here("POST", "/v1/retrieve", json={"query": query, **more})


def queries(endpoint, text="Where is Lisbon?"):
    return [said for said in endpoint.asked if said["input"] == [text]]


def test_a_query_is_sent_for_its_vector_and_lacks_nothing(here, endpoint):
    assert "embedder" not in told(find(here))
    assert len(queries(endpoint)) == 1
    assert "embedder" not in told(here("GET", "/v1/describe"))


def test_a_planted_secret_does_not_leave_in_a_query(here, endpoint):
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    find(here, f"what did I say about {secret}?")
    assert endpoint.asked and not any(secret in text for said in endpoint.asked for text in said["input"])


@pytest.mark.parametrize("deadline_ms", [None, 60])
def test_while_the_endpoint_hangs_every_query_answers_within_its_deadline(here, endpoint, deadline_ms):
    find(here, "warm")
    endpoint.behaviour, taken = endpoint.hang, []
    for number in range(4):  # the quickest counts: what the machine does meanwhile is not the service's time
        started = time.monotonic()
        answer = find(here, f"Lisbon {number}", deadline_ms=deadline_ms)
        taken.append(time.monotonic() - started)
        assert "in time" in (why := told(answer)["embedder"]["reason"]) or f"{deadline_ms or 150} ms" in why
        assert answer.json()["hits"]
    assert min(taken) < (deadline_ms or 150) / 1000 + 0.05


def test_what_fails_is_named_by_every_query_and_in_health_until_it_is_back(served, here, endpoint):
    good = endpoint.behaviour
    endpoint.behaviour = lambda handler, _: handler.answer({}, 500)
    for number in range(8):
        entry = told(find(here, f"Lisbon {number}"))["embedder"]
        assert set(entry) == {"component", "wanted", "used", "reason", "since", "remedy"}
    for path in ("/readyz", "/healthz"):
        answer = served.client.get(path)
        assert answer.json()["status"] == "warn" and "embedder" in told(answer)
    assert "embedder" in told(here("GET", "/v1/describe"))
    endpoint.behaviour = good
    served.client.app.state["running"].vectors._embedder._breaker._until = 0.0
    assert "embedder" not in told(find(here)) and "embedder" not in told(served.client.get("/readyz"))


def test_a_scope_may_keep_its_texts_at_home(here, endpoint):
    answer = here("PATCH", "/v1/settings", json={"embedding": "none"})
    assert answer.json()["embedding"] == "none"
    endpoint.asked.clear()
    assert "embedding: none" in told(find(here))["embedder"]["reason"] and not queries(endpoint)
    here("PATCH", "/v1/settings", json={"embedding": "default"})
    assert "embedder" not in told(find(here)) and queries(endpoint)


def test_a_request_may_want_words_alone(here, endpoint):
    assert "deadline_ms" in told(find(here, "something else", deadline_ms=0))["embedder"]["reason"]
    assert not queries(endpoint, "something else")


@pytest.mark.parametrize("given", [{"deadline_ms": -1}, {"deadline_ms": 60_001}])
def test_a_deadline_has_bounds(here, given):
    answer = find(here, **given)
    assert (answer.status_code, answer.json()["field"]) == (422, "deadline_ms")


def test_another_embedding_than_the_two_is_refused(here):
    assert here("PATCH", "/v1/settings", json={"embedding": "openai"}).status_code == 422


def test_no_embedder_is_named_everywhere(serve, tmp_path):
    with serve(tmp_path / "data") as worker:
        place = worker.at("user_id=alice")
        place.memorize("I moved to Lisbon.")
        for answer in (find(place), place("GET", "/v1/describe"), worker.client.get("/readyz")):
            assert told(answer)["embedder"]["reason"] == "embedding.provider is none"


def test_a_service_stops_at_once_while_its_embedder_hangs(serve, tmp_path, endpoint):
    endpoint.behaviour = endpoint.hang
    given = {"PROVIDER": "endpoint", "URL": endpoint.url, "MODEL": "m"}
    with serve(tmp_path / "data", **{f"MUNIMENT_EMBEDDING_{name}": value for name, value in given.items()}) as worker:
        worker.at("user_id=alice").memorize("I moved to Lisbon.")
        until = time.monotonic() + 10
        while not endpoint.asked and time.monotonic() < until:
            time.sleep(0.02)
        assert endpoint.asked
        began = time.monotonic()
    assert time.monotonic() - began < 4
