"""Which row belongs to which slot, whatever came before."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from scopes.model import Item
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.vectors.passage import digest_of
from scopes.retrieval.vectors.placing import Placement

CHANGES = st.lists(
    st.dictionaries(st.integers(0, 120), st.none() | st.sampled_from(["sea", "hill", "sea  "]), max_size=60), max_size=8
)


def item(number, text):
    return Item(id=f"i{number}", layer="wiki", file="f", name=f"n{number}", address=f"f:n{number}", content=text)


@settings(max_examples=60)
@given(CHANGES, st.booleans())
def test_slots_have_the_rows_of_their_items_texts_after_any_changes(rounds, fork):
    index, placement, items, rows = ScopeIndex.empty(), Placement(), {}, {}
    for changes in rounds:
        known = {f"i{number}": None if text is None else item(number, text) for number, text in changes.items()}
        if fork:
            placement.copy().advance(index, known)
        index = placement.advance(index, known)
        items = {identity: one for identity, one in {**items, **known}.items() if one is not None}
        for identity, one in items.items():
            if rows.setdefault(identity, (digest_of(one.content), None))[1] is None or rows[identity][0] != digest_of(
                one.content
            ):
                rows[identity] = (digest_of(one.content), len(placement._digests[: placement._rows]))
                placement.learn(index, items, rows[identity][1], identity, digest_of(one.content))
        slots = np.arange(index.bm25.slots)
        for slot in slots[index.bm25.is_open(slots)]:
            assert placement.places[slot] == rows[index.bm25.id_of(slot)][1] + 1


def test_a_row_is_known_again_when_an_items_text_returns(make):
    placement, one = Placement(), make("sea", "a")
    index = placement.advance(ScopeIndex.empty(), {one.id: one})
    placement.learn(index, {one.id: one}, 0, one.id, digest_of("sea"))
    other = make("hill", "a")
    index = placement.advance(index, {one.id: other})
    assert placement.places[-1] == 0 and placement.loose == {one.id: 0}
    placement.advance(index, {one.id: one})
    assert placement.places[-1] == 1 and not placement.loose


def test_a_row_that_is_lost_is_shown_no_more(make):
    placement, one = Placement(), make("sea", "a")
    index = placement.advance(ScopeIndex.empty(), {one.id: one})
    placement.learn(index, {one.id: one}, 0, one.id, digest_of("sea"))
    placement.lose(index, 0, one.id)
    assert placement.places.tolist() == [0] and placement.rows_of([digest_of("sea")]) == {}
