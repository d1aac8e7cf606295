"""Who is served next."""

from hypothesis import given
from hypothesis import strategies as st

from scopes.queue.turns import Turns
from scopes.storage.markers import Marker


def marked(*names):
    return [Marker(name[0], name) for name in names]


def test_an_app_with_many_scopes_does_not_keep_another_one_waiting():
    turns = Turns()
    turns.update(marked(*[f"a{number}" for number in range(50)], "b1"))
    assert "b1" in {turns.take(0.0).path for _ in range(2)}


@given(st.lists(st.sampled_from(["a1", "a2", "a3", "b1", "b2", "c1"]), min_size=1, unique=True), st.integers(1, 60))
def test_among_scopes_that_always_have_work_every_app_is_served_equally_often(names, rounds):
    turns, served = Turns(), []
    turns.update(marked(*names))
    for _ in range(rounds):
        marker = turns.take(0.0)
        served.append(marker.app)
        turns.done(marker, 0.0)
        turns.update(marked(*names))
    counts = [served.count(app) for app in {name[0] for name in names}]
    assert max(counts) - min(counts) <= 1


def test_a_scope_is_served_once_at_a_time_and_rests_as_long_as_it_is_told():
    turns = Turns()
    turns.update(marked("a1"))
    marker = turns.take(0.0)
    assert turns.take(0.0) is None
    turns.done(marker, 5.0)
    assert turns.take(4.9) is None
    assert turns.take(5.0) == marker


def test_what_is_listed_no_more_is_not_served():
    turns = Turns()
    turns.update(marked("a1", "b1"))
    turns.update(marked("b1"))
    assert (turns.count(), turns.count("a"), turns.count("b")) == (1, 0, 1)
    assert turns.take(0.0).path == "b1"
    assert turns.take(0.0) is None
