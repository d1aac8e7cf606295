"""The breaker opens after failures in a row, lets one trial through in time, and closes when that is answered."""

import pytest

from ops.endpoint.breaker import Breaker, State
from scopes.errors import UnavailableError


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def told():
    return []


@pytest.fixture
def breaker(clock, told):
    return Breaker(told.append, failures=3, seconds=5, most_seconds=15, clock=clock)


def fail(breaker, times=1):
    for _ in range(times):
        breaker.enter()
        breaker.failed("it was away")


def test_it_opens_after_failures_in_a_row_alone(breaker):
    fail(breaker, 2)
    breaker.enter()
    breaker.succeeded()
    fail(breaker, 2)
    assert breaker.state is State.CLOSED
    fail(breaker)
    assert breaker.state is State.OPEN


def test_while_it_is_open_nobody_gets_in_and_is_told_when(breaker, clock):
    fail(breaker, 3)
    clock.now = 2
    with pytest.raises(UnavailableError, match="last 3 calls failed: it was away") as caught:
        breaker.enter()
    assert caught.value.retry_after == 3


def test_one_trial_at_a_time_closes_it(breaker, clock, told):
    fail(breaker, 3)
    clock.now = 5
    breaker.enter()
    with pytest.raises(UnavailableError):
        breaker.enter()
    breaker.succeeded()
    breaker.enter()
    assert told == [State.OPEN, State.TRYING, State.CLOSED]


def test_each_failed_trial_doubles_the_pause_up_to_a_bound(breaker, clock):
    fail(breaker, 3)
    for pause, following in ((5, 10), (10, 15), (15, 15)):
        clock.now += pause
        fail(breaker)
        clock.now += following - 0.1
        with pytest.raises(UnavailableError):
            breaker.enter()
        clock.now -= following - 0.1


def test_a_trial_that_says_nothing_leaves_room_for_the_next(breaker, clock):
    fail(breaker, 3)
    clock.now = 5
    breaker.enter()
    breaker.left()
    breaker.enter()
    assert breaker.state is State.TRYING


def test_a_call_from_before_that_is_answered_closes_it(breaker):
    breaker.enter()
    fail(breaker, 3)
    breaker.succeeded()
    assert breaker.state is State.CLOSED


def test_an_endpoint_that_fails_is_left_alone_and_found_again(endpoint, embedder, clock, within):
    model = embedder(breaker=Breaker(failures=2, clock=clock), query_deadline_ms=100)
    endpoint.behaviour = endpoint.hang
    for _ in range(2):
        with pytest.raises(UnavailableError, match="in time"):
            model.query("x")
    with within(0.05), pytest.raises(UnavailableError, match="last 2 calls failed: the endpoint did not"):
        model.query("x")
    endpoint.behaviour = lambda handler, _: handler.answer({"data": [{"index": 0, "embedding": [1]}]})
    clock.now = 5
    assert model.query("x") == [1] and len(endpoint.asked) == 3


@pytest.mark.parametrize("code", [400, 429])
def test_an_endpoint_that_says_why_it_refuses_is_there(endpoint, embedder, code):
    breaker = Breaker(failures=1)
    endpoint.behaviour = lambda handler, _: handler.answer({}, code)
    with pytest.raises(UnavailableError):
        embedder(breaker=breaker).query("x")
    assert breaker.state is State.CLOSED


def test_documents_give_up_when_the_breaker_opens(endpoint, embedder):
    endpoint.behaviour = lambda handler, _: handler.answer({}, 500)
    with pytest.raises(UnavailableError, match="500"):
        embedder(breaker=Breaker(failures=2)).documents(["x"])
    assert len(endpoint.asked) == 2
