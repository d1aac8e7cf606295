"""Qdrant by its REST protocol, answering well, badly and not at all."""

import threading
import time

import numpy as np
import pytest

from ops.vectors.guarding import GuardedBackend
from ops.vectors.settings import Vectors
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.vectors.owing import debts, settle
from tests.ops.vectors.conftest import HAS_QDRANT
from tests.scopes.retrieval.vectors.conftest import Letters

if not HAS_QDRANT:
    pytest.skip("qdrant-client is not installed: 40 MB with what it needs", allow_module_level=True)

from ops.vectors.qdrant import QdrantBackend
from tests.ops.vectors.qdrant_server import Server, broken, garbage, well


@pytest.fixture
def server():
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield server
        server.released.set()
        server.shutdown()
        thread.join()


@pytest.fixture
def store():
    return "qdrant"


@pytest.fixture
def open_backend(server):
    opened = []

    def open_backend(**changed):
        section = Vectors(store="qdrant", url=server.url, timeout_seconds=1, **{"query_deadline_ms": 250, **changed})
        opened.append(GuardedBackend(QdrantBackend(section)))
        return opened[-1]

    yield open_backend
    server.released.set()
    for backend in opened:
        backend.close()


@pytest.fixture
def filled_home(home, filled):
    for number in range(30):
        home.put("a", f"n{number}", f"text number {number}")
    filled(home)
    return home


def ask(home, text="text number 7", **more):
    view = home.scope.read()
    query = RetrieveQuery(query=text, **more)
    return Retriever().retrieve(view, view.index, query, Letters().query(text))


def signals(found):
    return {one.component: one.reason for one in found.degraded if one.component.startswith("signal:")}


def test_rows_are_put_asked_for_and_deleted_over_http(filled_home, server):
    found = ask(filled_home)
    assert found.hits[0].name == "n7" and "meaning" in [one.name for one in found.signals] and not signals(found)
    filled_home.remove("a:n7", hard=True)
    assert filled_home.scope.read().vectors.rows.count() == 29 and filled_home.scope.verify().valid
    assert all(path.startswith("/collections") for _, path, _ in server.asked)


def refuse(handler, path, body):
    handler.answer({"status": {"error": "Wrong input: Vector dimension error"}, "time": 0.0}, 400)


@pytest.mark.parametrize("behaviour", [broken, garbage, refuse])
def test_a_server_that_fails_costs_the_signal_alone(filled_home, server, behaviour):
    server.behaviour = behaviour
    found = ask(filled_home)
    assert found.hits[0].name == "n7" and list(signals(found)) == ["signal:meaning"]
    assert [one.component for one in filled_home.engine.backend.degraded()] == ["vectors-outside", "vector-store"]
    server.behaviour = well
    assert not signals(ask(filled_home)) and len(filled_home.engine.backend.degraded()) == 1


@pytest.mark.parametrize(("more", "most"), [({}, 0.25), ({"deadline_ms": 60}, 0.06)])
def test_a_query_waits_for_a_server_that_hangs_no_longer_than_its_deadline(filled_home, server, more, most):
    server.behaviour = server.hang
    started = time.monotonic()
    found = ask(filled_home, **more)
    assert time.monotonic() - started < most + 0.15
    assert found.hits and "in time" in signals(found)["signal:meaning"]


def test_after_failures_in_a_row_nobody_waits(filled_home, server):
    server.behaviour = server.hang
    for _ in range(6):
        ask(filled_home, deadline_ms=30)  # a query's own haste
    assert "in time" in signals(ask(filled_home))["signal:meaning"]
    while "the last 5 calls failed" not in signals(ask(filled_home))["signal:meaning"]:
        assert len(server.asked) < 100
    asked, started = len(server.asked), time.monotonic()
    ask(filled_home)
    assert time.monotonic() - started < 0.2 and len(server.asked) == asked


def test_texts_are_not_paid_for_while_the_server_is_away(home, server, letters, until):
    server.behaviour = broken
    home.put("a", "one", "the sea is blue")

    def named():
        home.scope.tend()
        return [one.reason for one in home.scope.read().degraded if one.component == "vectors"]

    home.scope._vectors._fillers["chat"].fill()  # the first makes the generation
    until(named)
    assert letters.asked == [] or len(letters.asked) == 1


def test_what_an_erasure_could_not_reach_is_owed_named_and_settled_later(filled_home, server):
    home, engine = filled_home, filled_home.engine
    server.behaviour = broken
    home.remove("a:n7", hard=True)
    assert home.item("a:n7") is None and len(debts(engine.files, engine.config.data)) == 1
    server.behaviour = well
    assert settle(engine.backend, engine.files, engine.config.data) == 0
    assert debts(engine.files, engine.config.data) == []
    assert home.scope.read().vectors.rows.count() == 29 and ask(home, "text number 8").hits


def test_a_debt_waits_for_the_store_that_has_the_rows(filled_home, server):
    engine = filled_home.engine
    server.behaviour = broken
    filled_home.remove("a:n7", hard=True)
    assert settle(None, engine.files, engine.config.data) == 1
    ((_, debt),) = debts(engine.files, engine.config.data)
    assert debt.store == "qdrant" and 7 in debt.rows and "alice" not in repr(debt)


def test_a_collection_that_was_dropped_is_filled_again(filled_home, server, until):
    (name,) = [one.name for one in server.engine.get_collections().collections]
    server.engine.delete_collection(name)
    found = ask(filled_home)
    assert found.hits[0].name == "n7" and "nothing of the collection" in signals(found)["signal:meaning"]
    filled_home.scope._vectors._fillers["chat"]._keeper._asked = float("-inf")

    def filled_again():
        filled_home.scope.tend()
        vectors = filled_home.scope.read().vectors
        return vectors is not None and vectors.rows.count() == 30 and not signals(ask(filled_home))

    until(filled_again)


def test_the_key_is_sent(server, recwarn):
    backend = QdrantBackend(Vectors(store="qdrant", url=server.url), key="opensesame")
    with pytest.warns(UserWarning, match="insecure"):
        backend.call(lambda client: client.get_collections())
    backend.close()
    assert server.asked[-1][2] == "opensesame"


def test_a_server_that_is_not_there_is_said_to_be(server, open_backend):
    backend = open_backend()
    server.server_close()
    index = backend.index("0" * 32, "", 1)
    with pytest.raises(Exception, match="can't be had"):
        index.nearest(np.ones(4, np.float32), 3, 1.0)
