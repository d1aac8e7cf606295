"""What is closed later, no earlier view sees."""

from hypothesis import given
from hypothesis import strategies as st

from scopes.retrieval.openness import Openness

SLOTS = 20
CLOSINGS = st.lists(st.lists(st.integers(0, SLOTS - 1), max_size=4, unique=True), max_size=6)


@given(CLOSINGS)
def test_each_moment_keeps_what_was_open_in_it(closings):
    views, gone = [(Openness.of_all(SLOTS), set())], set()
    for slots in closings:
        fresh = [slot for slot in slots if slot not in gone]
        gone = gone | set(fresh)
        views.append((views[-1][0].without(fresh), gone))
    for view, closed in views:
        assert view.first(SLOTS).tolist() == [slot not in closed for slot in range(SLOTS)]


@given(CLOSINGS)
def test_one_of_its_own_is_equal_and_shares_nothing(closings):
    views = [Openness.of_all(SLOTS)]
    for slots in closings:
        views.append(views[-1].without([slot for slot in slots if views[-1].first(SLOTS)[slot]]))
    for view in views:
        before, own = view.first(SLOTS).tolist(), view.apart(SLOTS)
        assert own.first(SLOTS).tolist() == before
        assert not own.without(list(range(SLOTS))).first(SLOTS).any()
        assert view.first(SLOTS).tolist() == before


def test_what_lies_behind_the_room_is_open_in_a_larger_one():
    small = Openness.of_all(1).without([0])
    larger = small.apart(3 * small.room)
    assert larger.first(larger.room).sum() == larger.room - 1
