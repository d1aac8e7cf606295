"""Whatever breaks under a retrieval, it answers, and what it lacks is named and counted."""

import json
import os
import time
from pathlib import Path

import msgspec
import pytest

from ops.metrics import METRICS
from scopes.errors import UnavailableError
from scopes.retrieval.signals import SIGNALS
from tests.embedding_endpoint import well

DEADLINE_MS = 400
TURNS = [f"On day {number} we sailed to harbour number {number}." for number in range(30)]


def told(answer):
    assert answer.status_code == 200, answer.text
    return {entry["component"]: entry for entry in answer.json()["degraded"]}


def find(place, query="Which harbour did we sail to?", **more):
    return place("POST", "/v1/retrieve", json={"query": query, "threshold": 0, **more})


def eventually(condition, seconds=15.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


def embedded(place, count):
    find(place)  # what is described is what was searched last
    shown = place("GET", "/v1/describe").json()["vectors"]
    return shown.get("items", 0) >= count and not shown.get("missing", 1)


@pytest.fixture
def begin(serve, tmp_path, endpoint):
    """Serve with the endpoint's vectors; begun twice it is a restart."""
    given = {"PROVIDER": "endpoint", "URL": endpoint.url, "MODEL": "m", "QUERY_DEADLINE_MS": str(DEADLINE_MS)}
    return lambda: serve(tmp_path / "data", **{f"MUNIMENT_EMBEDDING_{name}": value for name, value in given.items()})


def wrong_dimension(handler, texts):
    rows = [{"object": "embedding", "index": place, "embedding": [1.0] * 7} for place in range(len(texts))]
    handler.answer({"data": rows})


def hang(handler, _):
    handler.server.released.wait(20)
    handler.cut()


ENDPOINTS = {
    "500": lambda handler, _: handler.answer({}, 500),
    "hangs": hang,
    "wrong dimension": wrong_dimension,
    "garbage": lambda handler, _: handler.answer(b"\0\xff" * 50),
    "cut off": lambda handler, _: handler.cut(),
}


@pytest.mark.parametrize("fault", ENDPOINTS)
def test_whatever_the_endpoint_answers_a_query_is_answered_in_time_by_words_and_says_so(begin, endpoint, fault):
    with begin() as worker:
        place = worker.at("user_id=alice")
        place.memorize(*TURNS)
        assert "embedder" not in told(find(place))
        endpoint.behaviour = ENDPOINTS[fault]
        taken = []
        for number in range(3):
            started = time.monotonic()
            answer = find(place, f"Which harbour, {number}?")
            taken.append(time.monotonic() - started)
            assert answer.json()["hits"] and "embedder" in told(answer)
            assert {use["name"] for use in answer.json()["signals"]} >= {"words", "neighbourhood", "session"}
        assert min(taken) < DEADLINE_MS / 1000 + 0.1
        assert "embedder" in told(place("GET", "/v1/describe"))
        endpoint.released.set()


def rows_of(directory):
    (path,) = Path(directory).rglob("chat/vectors/*/rows.f32")
    return path


def cut(path):
    os.truncate(path, path.stat().st_size // 2)


def zero(path):
    path.write_bytes(bytes(path.stat().st_size))


def remove(path):
    path.unlink()


@pytest.mark.parametrize("damage", [cut, zero, remove])
@pytest.mark.parametrize("name", ["rows.f32", "keys.jsonl"])
def test_damaged_files_of_vectors_cost_no_answer_and_are_named_until_they_are_made_anew(
    begin, tmp_path, endpoint, damage, name
):
    with begin() as worker:
        worker.at("user_id=alice").memorize(*TURNS)
        eventually(lambda: embedded(worker.at("user_id=alice"), len(TURNS)))
    damage(rows_of(tmp_path / "data").with_name(name))
    down = lambda handler, texts: well(handler, texts) if len(texts) == 1 else handler.answer({}, 500)  # noqa: E731
    endpoint.behaviour = down  # queries have their vectors, but what is lost is not made anew
    with begin() as worker:
        place = worker.at("user_id=alice")
        for _ in range(3):
            answer = find(place)
            assert answer.json()["hits"]
        shown = place("GET", "/v1/describe")
        assert "vectors" in told(shown) or shown.json()["vectors"].get("missing", 1)
        endpoint.behaviour = well
        eventually(lambda: embedded(place, len(TURNS)))
        assert "vectors" not in told(find(place))


def test_a_journal_ahead_of_the_vectors_is_searched_by_words_and_described(begin, endpoint):
    with begin() as worker:
        place = worker.at("user_id=alice")
        place.memorize(*TURNS)
        eventually(lambda: embedded(place, len(TURNS)))
        endpoint.behaviour = lambda handler, texts: (
            well(handler, texts) if "harbour" in texts[0] else handler.answer({}, 500)
        )
        place.memorize("A lighthouse stood on the cliff.")
        answer = find(place, "Was there a harbour with a lighthouse?")
        assert "lighthouse" in str(answer.json()["hits"][0]["content"]) and told(answer) is not None
        assert place("GET", "/v1/describe").json()["vectors"]["missing"] > 0


@pytest.fixture
def counted():
    """How often each signal failed since the test began."""

    def values():
        name = "muniment_signal_failures_total{"
        lines = [line for line in METRICS.render()[0].decode().splitlines() if line.startswith(name)]
        return {line.split('"')[1]: float(line.rpartition(" ")[2]) for line in lines}

    before = values()
    return lambda: {
        name: count - before.get(name, 0) for name, count in values().items() if count > before.get(name, 0)
    }


def test_a_signal_that_fails_is_named_and_counted_and_the_rest_rank(serve, tmp_path, counted, monkeypatch):
    def broken(_):
        raise UnavailableError("down")

    with serve(tmp_path / "data") as worker:
        place = worker.at("user_id=alice")
        place.memorize(*TURNS)
        changed = (msgspec.structs.replace(one, measure=broken) if one.name == "session" else one for one in SIGNALS)
        monkeypatch.setattr(worker.client.app.state["running"].retriever, "_signals", tuple(changed))
        for _ in range(2):
            answer = find(place)
            assert answer.json()["hits"] and told(answer)["signal:session"]["reason"] == "down"
        assert counted() == {"session": 2.0}


def test_uses_are_counted_by_retrievals_and_rank_once_they_have_strength(serve, tmp_path):
    with serve(tmp_path / "data", MUNIMENT_RETRIEVAL_STRENGTH=json.dumps({"usage": 2})) as worker:
        place = worker.at("user_id=alice")
        names = [place.add(f"n{number}", "the sea")["id"] for number in range(4)]
        chosen = find(place, "sea", explain=True, limit=1).json()["hits"][0]["id"]
        usage = worker.client.app.state["running"].registry.engine.usage
        eventually(lambda: usage.write_all() or [*(tmp_path / "data").rglob("usage.json")])
        (path,) = (tmp_path / "data").rglob("usage.json")
        assert msgspec.json.decode(path.read_bytes())["items"][chosen]["count"] == 1
        assert b"sea" not in path.read_bytes()
        hits = find(place, "sea", explain=True).json()["hits"]
        assert hits[0]["id"] == chosen and hits[0]["explain"]["signals"]["usage"]["features"]["used"] > 0
        assert hits[1]["explain"]["signals"]["usage"]["features"] == {} and len(hits) == len(names)


def test_hits_of_every_layer_say_where_they_come_from_and_roll_up(here):
    items = [{"file": "likes", "name": "sea", "content": "Likes the sea."}]
    here.memorize("I like the sea.", source_id="talk", extract="given", items=items)
    here.add("salt", "sea salt", file="likes")
    answer = find(here, "sea", line_budgets={"chat": 1_000}).json()
    layers = {hit["layer"]: hit["provenance"] for hit in answer["hits"] if hit["name"] != "salt"}
    assert {"wiki", "source"} <= set(layers)
    assert all(one["source_id"] == "talk" and one["turns"] for one in layers.values())
    assert {one["file"] for one in answer["documents"]} >= {"likes"}
    assert [(one["source_id"], len(one["turns"])) for one in answer["sources"]] == [("talk", 1)]
    assert answer["budget"]["lines"]["chat"] == {"limit": 1_000, "used": answer["budget"]["used"]}


@pytest.mark.parametrize("given", [{}, {"mail": 5}, {"chat": 0}])
def test_budgets_of_lines_have_bounds(here, given):
    answer = find(here, "sea", line_budgets=given)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid")
