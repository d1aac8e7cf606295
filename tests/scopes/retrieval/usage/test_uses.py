"""Uses as values and as bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.retrieval.usage.uses import Use, added, parse, render, without

uses = st.dictionaries(st.sampled_from("abcdefgh"), st.builds(Use, st.integers(1, 9), st.integers(0, 99)))


@given(uses)
def test_uses_come_back_from_their_bytes(told):
    assert parse(render(told)) == told


@given(uses, uses, st.sets(st.sampled_from("abcdefgh")), st.integers(0, 8))
def test_counts_add_up_of_what_lives_and_those_returned_last_stay(first, second, living, most):
    found = added(first, second, living, most)
    both = {
        name: [told[name] for told in (first, second) if name in told] for name in (first | second) if name in living
    }
    assert len(found) == min(most, len(both))
    assert all(
        use == Use(sum(one.count for one in both[name]), max(one.last for one in both[name]))
        for name, use in found.items()
    )
    kept = [use.last for use in found.values()]
    assert all(max(one.last for one in both[name]) <= min(kept, default=99) for name in both.keys() - found.keys())


@given(uses, st.sets(st.sampled_from("abcdefgh")))
def test_what_was_erased_stands_in_no_bytes(told, gone):
    assert parse(without(render(told), gone)) == {name: use for name, use in told.items() if name not in gone}


@pytest.mark.parametrize(
    "raw",
    [
        None,
        b"",
        b"\0\0\0",
        b"[]",
        b'{"format":2,"items":{}}',
        b'{"format":1,"items":{"a":{"count":-1,"last":0}}}',
        b"\xff",
    ],
)
def test_bytes_that_are_none_hold_no_uses_and_none_are_kept(raw):
    assert parse(raw) == {}
    assert without(raw or b"", {"a"}) == render({})
