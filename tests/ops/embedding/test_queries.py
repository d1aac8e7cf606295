"""A query has its vector in time or goes without and says why; nothing that an embedder does makes it wait longer."""

import asyncio
import logging
import threading
import time

import numpy as np
import pytest

from ops.embedding.choice import query_vectors
from ops.embedding.queries import QueryVectors
from ops.endpoint.breaker import Breaker, State
from ops.settings import load_settings
from scopes.errors import UnavailableError
from scopes.model import ScopeIds
from scopes.retrieval.query import RetrieveQuery
from scopes.settings import ScopeSettings

ALICE, BOB = ScopeIds("app", "alice"), ScopeIds("app", "bob")


class Model:
    """An embedder that does as it is told: `does` is called with each text."""

    model, dim = "m", 2

    def __init__(self, does=lambda text: None):
        self.does, self.asked, self.closed = does, [], False

    def load(self):
        """It is ready."""

    def documents(self, texts):
        raise AssertionError("a query is no document")

    def query(self, text, seconds=None):
        self.asked.append((text, seconds))
        self.does(text)
        return np.array([1, 0], np.float32)

    def close(self):
        self.closed = True


def fail(_text):
    raise UnavailableError("it is away")


@pytest.fixture
def vectors(metrics):
    made = []

    def make(model, deadline_ms=100):
        made.append(QueryVectors(model, None, deadline_ms, metrics))
        return made[-1]

    yield make
    for each in made:
        each.close()


def ask(vectors, text="the sea", ids=ALICE, embedding="default", **more):
    return vectors.seek(ids, RetrieveQuery(query=text, **more), ScopeSettings(embedding=embedding))


def why(sought):
    assert sought.vector is None
    (found,) = sought.left_out
    assert (found.component, found.used) == ("embedder", "lexical ranking") and found.remedy
    return found.reason


def test_a_query_has_its_vector(vectors, counted):
    sought = ask(vectors(Model()))
    assert sought.vector.tolist() == [1, 0] and sought.left_out == ()
    assert counted()["muniment_query_vectors_total", "made"] == 1


def test_the_same_query_of_the_same_scope_is_made_once(vectors, counted):
    model = Model()
    found = vectors(model)
    for ids in (ALICE, ALICE, BOB):
        assert ask(found, ids=ids).vector is not None
    ask(found, "another")
    assert [text for text, _ in model.asked] == ["the sea", "the sea", "another"]
    assert counted()["muniment_query_vectors_total", "cached"] == 1


def test_what_is_kept_is_bounded_and_holds_no_text(vectors, monkeypatch):
    monkeypatch.setattr("ops.embedding.queries._KEPT", 3)
    found = vectors(Model())
    for number in range(10):
        ask(found, f"query {number}")
    assert len(found._kept) == 3 and all(len(key) == 16 and b"query" not in key for key in found._kept)


@pytest.mark.parametrize("own", [None, 60])
def test_a_model_that_hangs_costs_no_more_than_the_deadline(vectors, own):
    free = threading.Event()
    found = vectors(Model(lambda _: free.wait(10)), deadline_ms=200)
    started = time.monotonic()
    assert why(ask(found, deadline_ms=own)) == f"it did not answer within {own or 200} ms"
    assert time.monotonic() - started < (own or 200) / 1000 + 0.05
    free.set()


def test_on_an_event_loop_the_deadline_holds_too_and_the_loop_goes_on(vectors):
    free, ticks = threading.Event(), []

    async def tick():
        while True:
            ticks.append(time.monotonic())
            await asyncio.sleep(0.01)

    async def run():
        ticking = asyncio.create_task(tick())
        query = RetrieveQuery(query="x")
        started = time.monotonic()
        sought = await vectors(Model(lambda _: free.wait(10)), 200).sought(ALICE, query, ScopeSettings())
        taken = time.monotonic() - started
        ticking.cancel()
        return sought, taken

    sought, taken = asyncio.run(run())
    free.set()
    assert "200 ms" in why(sought) and taken < 0.25 and len(ticks) > 5


def test_a_row_that_came_too_late_is_there_for_the_next_query(vectors):
    model = Model(lambda _: time.sleep(0.1))
    found = vectors(model, deadline_ms=20)
    why(ask(found))
    time.sleep(0.2)
    assert ask(found).vector is not None and len(model.asked) == 1


def test_a_failure_is_listed_until_an_answer_comes_in_time_and_logged_once(vectors, caplog):
    model = Model(fail)
    found = vectors(model)
    with caplog.at_level(logging.INFO, "ops.embedding"):
        assert why(ask(found)) == why(ask(found)) == "it is away"
        (listed,) = found.degraded()
        assert (listed.reason, listed.wanted) == ("it is away", "the embedding model m")
        model.does = lambda _: None
        ask(found)
    assert found.degraded() == []
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]
    assert "sea" not in caplog.text


def test_the_time_since_when_stays_that_of_the_first_failure(vectors):
    found = vectors(Model(fail))
    first = ask(found).left_out[0].since
    time.sleep(0.01)
    assert ask(found).left_out[0].since == first == found.degraded()[0].since


def test_a_query_with_little_time_blames_nobody(vectors):
    found = vectors(Model(lambda _: time.sleep(0.05)))
    assert "1 ms" in why(ask(found, deadline_ms=1))
    assert found.degraded() == []


def test_queries_with_little_time_can_not_open_the_breaker(vectors, endpoint, embedder):
    good = endpoint.behaviour
    endpoint.behaviour = lambda handler, texts: (time.sleep(0.05), good(handler, texts))
    breaker = Breaker(failures=2)
    found = vectors(embedder(breaker=breaker, query_deadline_ms=2000), deadline_ms=2000)
    for number in range(6):
        why(ask(found, f"{number}", deadline_ms=1))
    assert ask(found, "patiently").vector is not None and breaker.state is State.CLOSED


def test_a_fault_of_the_model_costs_its_vector_alone(vectors):
    assert why(ask(vectors(Model(lambda _: 1 / 0)))) == "it failed: ZeroDivisionError"


@pytest.mark.parametrize(
    ("more", "reason"),
    [({"embedding": "none"}, "the scope's settings say embedding: none"), ({"deadline_ms": 0}, "deadline_ms is 0")],
)
def test_who_wants_no_vector_is_not_made_one(vectors, more, reason):
    model = Model()
    assert reason in why(ask(vectors(model), **more)) and not model.asked


def test_a_deadline_of_0_is_words_alone_whatever_is_kept(vectors):
    found = vectors(Model())
    assert ask(found).vector is not None
    assert "deadline_ms is 0" in why(ask(found, deadline_ms=0))


def test_a_list_of_a_period_needs_no_vector_and_lacks_none(vectors):
    model = Model()
    assert ask(vectors(model), " ") == ask(vectors(model), "") and not model.asked
    assert ask(vectors(model), "").left_out == ()


def test_too_many_at_once_are_turned_away_at_once(vectors, monkeypatch):
    monkeypatch.setattr("ops.embedding.queries._WAITING", 4)
    free = threading.Event()
    found = vectors(Model(lambda _: free.wait(10)), deadline_ms=500)
    threads = [threading.Thread(target=ask, args=(found, f"{number}")) for number in range(4)]
    for thread in threads:
        thread.start()
    time.sleep(0.1)
    started = time.monotonic()
    assert why(ask(found)) == "too many queries wait for it" and time.monotonic() - started < 0.05
    free.set()
    for thread in threads:
        thread.join()
    assert ask(found).vector is not None


@pytest.mark.parametrize("provider", ["none", "auto", "local", "quality"])
def test_no_embedder_is_listed_with_what_would_mend_it(provider):
    found = query_vectors(load_settings({"MUNIMENT_EMBEDDING_PROVIDER": provider}), None, "now")
    (listed,) = found.degraded()
    assert listed == ask(found).left_out[0]
    assert provider in listed.reason and "pip install 'muniment[" in listed.remedy
    assert (listed.wanted, listed.used, listed.since) == ("an embedding model", "lexical ranking", "now")
    found.close()


def test_closing_closes_the_embedder(vectors):
    model = Model()
    vectors(model).close()
    assert model.closed


def test_what_else_a_ranking_needs_is_made_with_the_vector_and_unwaited_for_beside_one_that_is_kept(vectors):
    prepared, again, made = [], threading.Event(), vectors(Model())

    def prepare(text: str, *, make: bool = True) -> bool:
        prepared.append((text, make))
        return make and again.wait(9) if len(prepared) > 1 else True

    made.seek(ALICE, RetrieveQuery(query="sea"), ScopeSettings(), prepare)
    assert prepared == [("sea", True)]
    kept = made.seek(ALICE, RetrieveQuery(query="sea"), ScopeSettings(), prepare)
    assert kept.vector is not None and not again.is_set() and ("sea", False) in prepared
    again.set()


def test_where_all_is_there_nothing_more_is_made_beside_a_kept_vector(vectors):
    asked, made = [], vectors(Model())

    def prepare(text: str, *, make: bool = True) -> bool:
        asked.append(make)
        return True

    for _ in range(2):
        made.seek(ALICE, RetrieveQuery(query="sea"), ScopeSettings(), prepare)
    made.close()
    assert asked == [True, False]
