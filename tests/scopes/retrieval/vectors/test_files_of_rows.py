"""Rows on disk: whatever is done to them, what is read is what a dict of rows would hold."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scopes.model import Item
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.vectors import writing
from scopes.retrieval.vectors.compacting import compact
from scopes.retrieval.vectors.erasing import erase_rows
from scopes.retrieval.vectors.following import Follower
from scopes.retrieval.vectors.generation import SEGMENT_ROWS, folder_of, newest
from scopes.retrieval.vectors.passage import digest_of
from scopes.retrieval.vectors.store import VectorStore

MODEL, DIM = "m", 4


class Rows:
    """The rows of items on disk, beside a dict of what they should be; each item's text is its id."""

    def __init__(self, room, seed=0):
        self.room, self.wanted, self.made = room, {}, 0
        self.draw = np.random.default_rng(seed)
        room.files.make_folder(room.layout.at(folder_of(room)))
        self.reopen()

    def position(self):
        follower = Follower.newest(self.room)
        follower.to_end()
        if not writing.is_usable(self.room, follower):
            follower = Follower(self.room, writing.begin_generation(self.room))
        return follower

    def add(self, count):
        rows = self.draw.standard_normal((count, DIM)).astype(np.float32)
        ids = [f"i{number}" for number in range(self.made, self.made + count)]
        writing.append(self.room, self.position(), MODEL, [(one, digest_of(one)) for one in ids], rows)
        self.made += count
        self.wanted.update(zip(ids, rows, strict=True))

    def erase(self, share):
        gone = {one for one in self.wanted if self.draw.random() < share}
        erase_rows(self.room, gone)
        self.forget(gone)

    def give_up(self, share):
        gone = {one for one in self.wanted if self.draw.random() < share}
        writing.give_up(self.room, self.position(), [(self.row_of(one), one) for one in gone])
        self.forget(gone)

    def row_of(self, identity):
        store, index = self.opened()
        store.refresh(index, self.items(), now=True)
        return int(store.placement.places[index.bm25.slots_of([identity])[identity]]) - 1

    def forget(self, gone):
        for one in gone:
            del self.wanted[one]

    def compact(self, _):
        compact(self.room, lambda identity, digest: identity in self.wanted)

    def reopen(self, _=None):
        self.store, self.index = self.opened()

    def opened(self):
        store = VectorStore(self.room, MODEL)
        return store, store.advance(ScopeIndex.empty(), self.items())

    def items(self):
        return {one: item(one) for one in self.wanted}

    def check(self):
        """What the store that is open shows, and one that is opened now."""
        known, items = self.index.bm25.slots_of([f"i{number}" for number in range(self.made)]), self.items()
        changes = {one: items.get(one) for one in known.keys() ^ items.keys()}
        self.index = self.store.advance(self.index, changes)
        for store, index in ((self.store, self.index), self.opened()):
            while store.refresh(index, items, now=True):
                pass
            assert not store.broken
            slots = index.bm25.slots_of(self.wanted)
            if slots:
                taken = store.view.matrix.take(store.view.places[list(slots.values())].astype(np.intp) - 1)
                assert np.array_equal(taken, np.stack([self.wanted[one] for one in slots]))


def item(text):
    return Item(id=text, layer="wiki", file="f", name=text, address=f"f:{text}", content=text)


@pytest.fixture
def rows(home):
    home.put("a", "b")
    return Rows(home.scope.room)


def test_rows_stay_across_segments_reopening_erasing_and_compacting(rows):
    for act, number in (
        (rows.add, 3), (rows.add, SEGMENT_ROWS), (rows.erase, 0.01), (rows.reopen, 0), (rows.add, SEGMENT_ROWS - 3),
        (rows.erase, 0.5), (rows.compact, 0), (rows.add, 10),
    ):  # fmt: skip
        act(number)
        if act not in (rows.erase, rows.reopen):
            rows.check()
    assert newest(rows.room).number == 2


def test_a_full_segment_is_a_numpy_file_of_its_rows(rows):
    rows.add(SEGMENT_ROWS + 1)
    segment = np.load(newest(rows.room).segment(0), allow_pickle=False)
    assert np.array_equal(segment, np.stack(list(rows.wanted.values())[:SEGMENT_ROWS]))


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.integers(1, 40)),
        st.tuples(st.sampled_from(["erase", "give_up"]), st.sampled_from([0.1, 0.6])),
        st.tuples(st.sampled_from(["reopen", "compact"]), st.just(0)),
    ),
    max_size=10,
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS, st.integers(0, 9))
def test_after_any_acts_rows_are_what_a_dict_holds(open_home, acts, seed):
    home = open_home()
    rows = Rows(home.scope.room, seed)
    writing.begin_generation(rows.room)
    for name, number in acts:
        getattr(rows, name)(number)
        rows.check()
