"""Stored texts are asked for again, as the server wants it; a query once, and no longer than its deadline."""

import threading
import time

import numpy as np
import pytest

from ops.endpoint.breaker import Breaker, State
from scopes.errors import UnavailableError


def well(handler, _texts):
    handler.answer({"data": [{"index": 0, "embedding": [1.0]}]})


def status(code, **headers):
    return lambda handler, _texts: handler.answer({}, code, **headers)


def cut(handler, _texts):
    handler.cut()


def half(handler, _texts):
    """Promise more than is sent."""
    handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
    handler.close_connection = True


def drip(handler, _texts):
    """A byte now and then, for ever."""
    for byte in b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n" + b" " * 500:
        handler.wfile.write(bytes([byte]))
        time.sleep(0.02)


def noise(handler, _texts):
    handler.wfile.write(b"\x16\x03\x01 this is no HTTP\r\n\r\n")
    handler.close_connection = True


PASSING = {
    "500": status(500),
    "503": status(503, Retry_After="0"),
    "408": status(408),
    "429": status(429, Retry_After="0"),
    "a date long past": status(429, Retry_After="Fri, 31 Dec 1999 23:59:59 GMT"),
    "an odd Retry-After": status(429, Retry_After="soon"),
    "a reset": cut,
    "noise": noise,
}


@pytest.mark.parametrize("kind", PASSING)
def test_documents_are_asked_for_again(endpoint, embedder, kind):
    endpoint.then(PASSING[kind], PASSING[kind], well)
    assert embedder().documents(["x"]).shape == (1, 1)
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize("kind", [*PASSING, "half an answer"])
def test_a_query_is_asked_once(endpoint, embedder, kind):
    endpoint.behaviour = PASSING.get(kind, half)
    with pytest.raises(UnavailableError):
        embedder().query("x")
    assert len(endpoint.asked) == 1


def test_documents_are_given_up_after_five_attempts(endpoint, embedder, counted):
    endpoint.behaviour = status(500)
    with pytest.raises(UnavailableError, match="500"):
        embedder().documents(["x"])
    assert counted()["muniment_embedding_requests_total", "documents", "failed"] == len(endpoint.asked) == 5


def test_retry_after_is_waited_for(endpoint, embedder):
    endpoint.then(status(429, Retry_After="1"), well)
    started = time.monotonic()
    embedder().documents(["x"])
    assert 0.95 < time.monotonic() - started < 5


def test_a_retry_after_of_an_hour_is_told_and_not_waited_for(endpoint, embedder, within):
    endpoint.behaviour = status(429, Retry_After="3600")
    with within(1), pytest.raises(UnavailableError) as caught:
        embedder().documents(["x"])
    assert caught.value.retry_after == 3600


def test_who_waits_for_another_attempt_gives_up_when_the_service_stops(endpoint, embedder, within):
    endpoint.behaviour = status(503, Retry_After="30")
    model = embedder()
    threading.Timer(0.1, model.close).start()
    with within(3), pytest.raises(UnavailableError):
        model.documents(["x"])


@pytest.mark.parametrize("kind", ["hang", "drip"])
def test_no_server_holds_a_request_past_its_end(endpoint, embedder, within, kind):
    endpoint.behaviour = endpoint.hang if kind == "hang" else drip
    with within(0.5), pytest.raises(UnavailableError, match="in time"):
        embedder(query_deadline_ms=200).query("x")
    with within(3), pytest.raises(UnavailableError, match="in time"):
        embedder(timeout_seconds=0.2, breaker=Breaker(failures=2)).documents(["x"])
    assert len(endpoint.asked) == 3


def test_an_address_where_nobody_listens_is_named(endpoint, embedder, within):
    model = embedder()
    endpoint.server_close()
    with within(2), pytest.raises(UnavailableError, match="can't be talked to"):
        model.query("x")


@pytest.mark.parametrize("code", [400, 413, 422])
def test_a_batch_that_is_too_large_goes_in_parts(endpoint, embedder, code):
    def at_most_four(handler, texts):
        if len(texts) > 4:
            return handler.answer({}, code)
        return handler.answer({"data": [{"index": i, "embedding": [len(text), 1]} for i, text in enumerate(texts)]})

    endpoint.behaviour = at_most_four
    found = embedder().documents(["x" * (n + 1) for n in range(11)])
    np.testing.assert_allclose(found[:, 0] / found[:, 1], range(1, 12), rtol=1e-5)


def test_a_text_that_is_too_long_is_shortened_and_the_others_stay_whole(endpoint, embedder):
    def short_ones(handler, texts):
        if any(len(text) > 100 for text in texts):
            return handler.answer({"error": "maximum context length"}, 400)
        return handler.answer({"data": [{"index": i, "embedding": [len(text), 1]} for i, text in enumerate(texts)]})

    endpoint.behaviour = short_ones
    found = embedder().documents(["x" * 90, "y" * 700, "z" * 80])
    np.testing.assert_allclose(found[:, 0] / found[:, 1], [90, 87, 80], rtol=1e-4)


def test_a_server_that_refuses_everything_is_not_asked_for_ever(endpoint, embedder):
    endpoint.behaviour = status(400)
    breaker = Breaker()
    with pytest.raises(UnavailableError, match="400"):
        embedder(breaker=breaker).documents(["word " * 50] * 64)
    assert len(endpoint.asked) <= 33 and breaker.state is State.CLOSED
