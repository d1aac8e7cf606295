"""A service whose rows another store keeps: it ranks by them, forgets with them, and answers without them."""

import threading
import time

import pytest

from tests.ops.vectors.conftest import HAS_QDRANT


def embedding(endpoint):
    given = {"PROVIDER": "endpoint", "URL": endpoint.url, "MODEL": "m"}
    return {f"MUNIMENT_EMBEDDING_{name}": value for name, value in given.items()}


def filled(here, items):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        here("POST", "/v1/retrieve", json={"query": "anything"})
        shown = here("GET", "/v1/describe").json()["vectors"]
        if shown.get("items") == items and shown["missing"] == 0:
            return shown
        time.sleep(0.05)
    raise AssertionError("no vectors were made")


def find(here, query="Where is Lisbon?", **more):
    answer = here("POST", "/v1/retrieve", json={"query": query, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def components(answer):
    return [entry["component"] for entry in answer["degraded"]]


@pytest.fixture
def server():
    if not HAS_QDRANT:
        pytest.skip("qdrant-client is not installed: 40 MB with what it needs")
    from tests.ops.vectors.qdrant_server import Server

    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.released.set()
        server.shutdown()
        thread.join()


def test_rows_in_sqlite_rank_and_are_counted(serve, tmp_path, endpoint):
    with serve(tmp_path / "data", MUNIMENT_VECTORS_STORE="sqlite-vec", **embedding(endpoint)) as worker:
        here = worker.at("user_id=alice")
        here.memorize("I moved to Lisbon.", "The cat sleeps.")
        shown = filled(here, 4)
        found = find(here)
        assert (shown["store"], shown["rows"]) == ("sqlite-vec", 4)
        assert found["hits"][0]["content"] == "I moved to Lisbon."
        assert "meaning" in [signal["name"] for signal in found["signals"]]
        assert worker.as_admin("GET", "/metrics").text.count('vector_store_requests_total{outcome="ok"') == 1


def test_reembed_drops_only_what_the_store_in_force_does_not_have(serve, tmp_path, endpoint):
    with serve(tmp_path / "data", **embedding(endpoint)) as worker:
        here = worker.at("user_id=alice")
        assert here("POST", "/v1/reembed", json={}).status_code == 404
        here.memorize("I moved to Lisbon.", extract="none")
        filled(here, 1)
        assert here("POST", "/v1/reembed", json={}).json()["outcome"] == "nothing"
        assert here("POST", "/v1/reembed", json={"force": True}).json()["outcome"] == "begun"
        filled(here, 1)
    with serve(tmp_path / "data", MUNIMENT_VECTORS_STORE="sqlite-vec", **embedding(endpoint)) as worker:
        here = worker.at("user_id=alice")
        assert "vectors" in components(find(here))
        begun = here("POST", "/v1/reembed", json={})
        assert begun.status_code == 202 and begun.headers["location"] == "/v1/describe"
        assert begun.json() == {"outcome": "begun", "model": "m", "store": "sqlite-vec", "missing": 1}
        assert filled(here, 1)["store"] == "sqlite-vec" and "vectors" not in components(find(here))


def test_without_a_model_there_is_nothing_to_embed_anew(serve, tmp_path):
    with serve(tmp_path / "data") as worker:
        here = worker.at("user_id=alice")
        here.memorize("I moved to Lisbon.")
        assert here("POST", "/v1/reembed", json={}).status_code == 409


def test_a_server_that_hangs_holds_up_no_query_and_no_other_request(serve, tmp_path, endpoint, server):
    given = {"MUNIMENT_VECTORS_STORE": "qdrant", "MUNIMENT_VECTORS_URL": server.url, **embedding(endpoint)}
    with serve(tmp_path / "data", MUNIMENT_VECTORS_QUERY_DEADLINE_MS="150", **given) as worker:
        here = worker.at("user_id=alice")
        here.memorize("I moved to Lisbon.", extract="none")
        filled(here, 1)
        assert "vectors-outside" in components(worker.client.get("/readyz").json())
        server.behaviour, taken = server.hang, []
        for number in range(3):
            started = time.monotonic()
            found = find(here, f"Lisbon {number}")
            taken.append(time.monotonic() - started)
            assert found["hits"] and "signal:meaning" in components(found)
        assert min(taken) < 0.15 + 0.1


def test_a_user_is_erased_though_the_server_is_away_and_the_receipt_says_what_is_owed(
    serve, tmp_path, endpoint, server
):
    from tests.ops.vectors.qdrant_server import broken, well

    given = {"MUNIMENT_VECTORS_STORE": "qdrant", "MUNIMENT_VECTORS_URL": server.url, **embedding(endpoint)}
    with serve(tmp_path / "data", **given) as worker:
        for user in ("alice", "bob"):
            worker.at(f"user_id={user}").memorize("I moved to Lisbon.", extract="none")
            filled(worker.at(f"user_id={user}"), 1)
        server.behaviour = broken
        erasure = {"span": "user", "dry_run": False}
        away = worker.as_admin("POST", "/v1/erasures?app=default&user_id=alice", json=erasure)
        assert away.status_code == 201 and away.json()["complete"] is False
        assert "vectors-owed" in components(worker.client.get("/readyz").json())
        server.behaviour = well
        done = worker.as_admin("POST", "/v1/erasures?app=default&user_id=bob", json=erasure)
        assert done.json()["complete"] is True
    with serve(tmp_path / "data", **given) as worker:
        end = time.monotonic() + 30
        while server.engine.get_collections().collections:
            assert time.monotonic() < end
            time.sleep(0.05)
        assert not list((tmp_path / "data" / "owed").iterdir())
