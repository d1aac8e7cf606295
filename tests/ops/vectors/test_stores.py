"""Rows in another store rank as rows in files do, and go with what they were made of."""

import msgspec
import numpy as np
import pytest

from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.vectors.closeness import closeness
from scopes.retrieval.vectors.generation import newest
from scopes.retrieval.vectors.owing import debts
from scopes.retrieval.vectors.view import VectorView
from tests.scopes.retrieval.vectors.conftest import Letters


def fill(home, *texts):
    for number, text in enumerate(texts):
        home.put("a", f"n{number}", text)


def in_memory(view, letters):
    """The same rows as a view of files would have them."""
    items = {item.id: letters.query(item.content) for item in view.items.values()}
    return VectorView.of(view.index, items, view.vectors.model)


def files_with(folder, data):
    return [path.name for path in folder.rglob("*") if path.is_file() and data in path.read_bytes()]


def rest(home, until):
    """Have nobody fill, so that what is wrong stays so."""
    home.scope._vectors._fillers["chat"]._rest_until = float("inf")
    until(lambda: not home.scope._vectors._fillers["chat"]._running)


def refill(home, count, index_of, until):
    """Have the store held against the keys, and wait until it has so many rows."""
    filler = home.scope._vectors._fillers["chat"]
    filler._keeper._compared, filler._rest_until = float("-inf"), 0.0
    home.scope._vectors.want()
    until(lambda: home.scope.tend() or (home.scope.read().vectors and index_of(home).count() == count))


def reasons(home, component):
    return [one.reason for one in home.scope.read().degraded if one.component == component]


def test_an_answer_is_the_same_as_with_rows_in_files(home, filled, letters):
    fill(home, *(f"text number {number} of the sea" for number in range(60)))
    view, query = filled(home), RetrieveQuery(query="the sea of number 7", explain=True)
    vector = letters.query(query.query)
    here = Retriever().retrieve(
        msgspec.structs.replace(view, vectors=in_memory(view, letters)), view.index, query, vector
    )
    there = Retriever().retrieve(view, view.index, query, vector)
    assert [hit.name for hit in here.hits] == [hit.name for hit in there.hits] and here.hits
    assert np.allclose([hit.score for hit in here.hits], [hit.score for hit in there.hits], atol=1e-4)


@pytest.mark.parametrize("share", [1.0, 0.5, 0.01])
def test_the_nearest_are_exact_whatever_part_is_allowed(home, filled, letters, monkeypatch, share):
    monkeypatch.setattr("scopes.retrieval.vectors.outside.EXACT_ROWS", 16)
    fill(home, *(f"word{number % 9} word{number % 5} word{number}" for number in range(120)))
    view, vector = filled(home), letters.query("word3 word4 word77")
    allowed = np.random.default_rng(0).random(len(view.index)) < share
    there = closeness(view.index, view.vectors, vector)
    here = closeness(view.index, in_memory(view, letters), vector)
    assert there.nearest(5, allowed).tolist() == here.nearest(5, allowed).tolist()
    slots = np.arange(len(view.index))
    assert np.allclose(there.cosines(slots), here.cosines(slots), atol=1e-5)


def test_another_process_sees_what_one_has_filled(home, open_home, filled, index_of):
    fill(home, "the sea is blue", "a hill")
    filled(home)
    other = open_home().scope.read()
    assert len(other.vectors.missing(other.index)) == 0 and index_of(home).count() == 2
    assert home.scope.vector_counts()["store"] in ("sqlite-vec", "qdrant")


def test_a_text_that_changed_gets_another_row_and_the_old_one_goes(home, filled, index_of):
    fill(home, "the sea is blue", "a hill")
    filled(home)
    home.patch("a:n0", content="the sky is grey")
    filled(home)
    assert index_of(home).count() == 2 and home.scope.verify().valid


def test_a_text_that_has_a_row_is_not_paid_for_again(home, filled, letters):
    home.put("a", "one", "the sea is blue")
    filled(home)
    home.put("b", "two", "the sea  is blue")
    filled(home)
    assert letters.asked == ["the sea is blue"]


def test_an_erased_items_row_is_nowhere_in_the_stores_files(home, filled, letters, tmp_path, index_of):
    fill(home, *(f"text number {number}" for number in range(9)), "a hill")
    filled(home)
    row = letters.query("a hill")
    # As float32, and as pickle writes float64: bytes of one number that no other row has.
    traces = (row.tobytes()[:32], row.astype(">f8").tobytes()[:8])
    assert any(files_with(tmp_path, trace) for trace in traces)
    home.remove("a:n9", hard=True)
    assert not any(files_with(tmp_path, trace) for trace in traces)
    assert index_of(home).count() == 9 and home.scope.verify().valid


def test_rows_that_a_store_has_lost_are_found_and_made_anew(home, filled, index_of, until):
    fill(home, "the sea is blue", "a hill", "a river")
    filled(home)
    rest(home, until)
    index_of(home).delete([1])
    (finding,) = home.scope.verify().findings
    assert finding.kind == "vectors_damaged" and finding.detail == "the store has 2 rows, the keys tell of 3"
    refill(home, 3, index_of, until)
    until(lambda: home.scope.verify().valid)


def test_a_store_that_was_emptied_is_filled_again(home, filled, index_of, until):
    fill(home, "the sea is blue", "a hill")
    filled(home)
    rest(home, until)
    before = newest(home.scope.room).number
    index_of(home).delete([0, 1])
    refill(home, 2, index_of, until)
    assert newest(home.scope.room).number == before + 1 and until(lambda: home.scope.verify().valid)


def test_rows_without_keys_are_deleted_by_the_next_who_fills(home, filled, index_of, until, letters):
    fill(home, "the sea is blue")
    filled(home)
    rest(home, until)
    index_of(home).put([1], letters.query("a row of somebody who died")[None])
    refill(home, 1, index_of, until)
    assert list(index_of(home).numbers()) == [0]


def test_reembed_drops_the_rows_of_the_model_before(home, open_home, filled, index_of):
    fill(home, "the sea is blue", "a hill")
    old = filled(home).vectors.rows
    other = open_home(embedder=Letters("letters-2", 30))
    assert other.scope.read().vectors is None and reasons(other, "vectors") == [
        "the rows are of another model, letters-1"
    ]
    other.scope.reembed()
    assert filled(other).vectors.dim == 30 and index_of(other).count() == 2 and old.count() == 0


def test_what_is_kept_elsewhere_is_left_alone_until_reembed(home, open_home, filled, letters):
    fill(home, "the sea is blue")
    filled(home)
    home.engine.backend, elsewhere = None, home.engine.backend
    plain = type(home)(home.engine, home.scope.ids)
    assert plain.scope.read().vectors is None
    assert reasons(plain, "vectors") == [f"the rows are kept elsewhere: {elsewhere.name}"]
    plain.scope.reembed()
    assert isinstance(filled(plain).vectors, VectorView)


def test_a_query_of_other_dimensions_ranks_by_words_and_says_so(home, filled):
    fill(home, "the sea is blue", "a hill")
    view = filled(home)
    found = Retriever().retrieve(view, view.index, RetrieveQuery(query="the sea"), np.ones(7, np.float32))
    assert [hit.name for hit in found.hits] == ["n0"]
    assert [one.component for one in found.degraded if one.component.startswith("signal")] == ["signal:meaning"]


def test_a_store_knows_no_text_and_no_ids(home, filled, tmp_path):
    home.put("secret_plans", "hidden_name", "words nobody else may see")
    filled(home)
    identity = home.item("secret_plans:hidden_name").id.encode()
    stored = [*home.root.rglob("rows.db*"), *(path for path in (tmp_path / "qdrant").rglob("*") if path.is_file())]
    raw = b"".join(path.read_bytes() for path in stored)
    assert stored and not any(text in raw for text in (b"nobody", b"hidden_name", b"alice", identity))
    assert debts(home.engine.files, home.engine.config.data) == []
