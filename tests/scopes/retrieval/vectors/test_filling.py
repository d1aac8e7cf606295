"""Rows are made in the background, and nobody waits for them."""

import os
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from ops.archive.look import Look
from scopes.retrieval.vectors import keys as key_lines
from scopes.retrieval.vectors.generation import newest
from scopes.retrieval.vectors.meaning import Meaning
from scopes.retrieval.vectors.passage import digest_of
from tests.scopes.retrieval.vectors.conftest import Letters


def nearest(view, query):
    found = Meaning(view.index, view.vectors, Letters().query(query)).nearest(1)
    return view.items[view.index.bm25.id_of(found[0])].name


def keys(home):
    generation = newest(home.scope.room)
    return [] if generation is None else key_lines.parse(home.scope.room.files.read(generation.keys)[0]).keys


def row_bytes(home, view, address):
    slot = view.index.bm25.slots_of([home.item(address).id])[home.item(address).id]
    return view.vectors.matrix.take(view.vectors.places[[slot]].astype(np.intp) - 1).tobytes()


def files_with(root, data):
    return [path for path in Path(root).rglob("*") if path.is_file() and data in path.read_bytes()]


def test_a_written_item_is_soon_found_by_its_meaning(home, filled):
    home.put("a", "one", "the sea is blue")
    home.put("a", "two", "a hill is high")
    assert nearest(filled(home), "blue sea") == "one"


def test_only_a_changed_text_is_embedded_anew(home, filled, letters):
    home.put("a", "one", "the sea is blue")
    filled(home)
    home.patch("a:one", tags=("water",), content="the sea   is\nblue")
    filled(home)
    assert letters.asked == ["the sea is blue"]
    home.patch("a:one", content="the sea is grey")
    filled(home)
    assert letters.asked == ["the sea is blue", "the sea is grey"]


def test_a_turn_and_the_entry_that_repeats_it_are_embedded_once(home, filled, letters):
    home.memorize("we went to the sea", "and then home")
    view = filled(home)
    assert sorted(letters.asked) == ["and then home", "we went to the sea"] and view.vectors.current == 4


def test_another_process_sees_the_rows_and_embeds_nothing(home, open_home, filled):
    home.put("a", "one", "the sea is blue")
    filled(home)
    other = Letters()
    assert nearest(filled(open_home(embedder=other)), "sea") == "one" and other.asked == []


def test_two_processes_that_fill_at_once_pay_once(open_home, filled):
    embedders = [Letters(), Letters()]
    homes = [open_home(embedder=one) for one in embedders]
    for number in range(200):
        homes[0].put("a", f"n{number}", f"text number {number}")
    threads = [threading.Thread(target=filled, args=(home,)) for home in homes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(embedders[0].asked + embedders[1].asked) == sorted(f"text number {number}" for number in range(200))
    assert [key.row for key in keys(homes[0])] == list(range(200))


def test_a_failing_embedder_is_named_and_asked_again(home, filled, letters, until):
    letters.down = True
    home.put("a", "one", "the sea is blue")

    def named():
        home.scope.tend()
        return [one.reason for one in home.scope.read().degraded if one.component == "vectors"]

    assert until(named) == ["the embedder failed: UnavailableError"]
    letters.down = False
    assert filled(home).degraded == ()


@pytest.mark.parametrize("rows", [np.zeros((1, 24)), np.full((1, 24), np.nan), np.ones((2, 24)), np.ones(24)])
def test_what_an_embedder_makes_up_is_not_taken(home, letters, until, rows):
    letters.documents = lambda texts: rows.astype(np.float32)
    home.put("a", "one", "the sea is blue")
    until(lambda: home.scope.tend() or home.scope.read().degraded)
    assert keys(home) == []


def test_rows_of_another_model_stay_and_are_made_anew_only_when_asked(home, open_home, filled, until):
    home.put("a", "one", "the sea is blue")
    filled(home)
    other = Letters("letters-2", 30)
    changed = open_home(embedder=other)
    changed.put("a", "two", "a hill")
    until(lambda: changed.scope.tend() or changed.scope.read().degraded)
    assert changed.scope.read().vectors is None and other.asked == [] and len(keys(home)) == 1
    changed.scope.reembed()
    assert filled(changed).vectors.dim == 30 and sorted(other.asked) == ["a hill", "the sea is blue"]


def test_a_scope_that_wants_no_vectors_has_none_made(home, letters):
    home.put("a", "one", "the sea is blue")
    home.set(embedding="none")
    for _ in range(20):
        home.scope.tend()
        time.sleep(0.01)
    assert home.scope.read().vectors is None and (letters.asked == [] or keys(home))


def test_a_text_that_changed_while_it_was_embedded_gets_no_row(home, filled, letters):
    home.put("a", "one", "old words")
    documents = letters.documents

    def slow(texts):
        if texts == ["old words"]:
            home.patch("a:one", content="new words")
        return documents(texts)

    letters.documents = slow
    filled(home)
    assert [key.digest for key in keys(home)] == [digest_of("new words")]


def test_an_erased_items_row_is_zero_in_every_file_and_in_the_maps_of_others(home, open_home, filled):
    for name in ("one", "two"):
        home.put("a", name, f"text of {name}")
    view, other = filled(home), filled(open_home())
    data = row_bytes(home, view, "a:one")
    digest = keys(home)[0].digest.encode()
    assert len(files_with(home.root, data)) == 1
    slot = other.index.bm25.slots_of([home.item("a:one").id])[home.item("a:one").id]
    home.remove("a:one", hard=True)
    assert files_with(home.root, data) == [] and files_with(home.root, digest) == []
    assert np.isnan(Meaning(other.index, other.vectors, Letters().query("text")).cosines(np.array([slot])))[0]
    assert nearest(filled(home), "text of one") == "two" and home.scope.verify().valid


def test_the_row_of_an_item_that_was_removed_by_hand_is_zeroed(home, filled, until):
    home.put("a", "one", "the sea")
    home.put("b", "two", "a hill")
    data = row_bytes(home, filled(home), "a:one")
    (home.root / "chat/wiki/a.md").unlink()

    def gone():
        home.scope.read()
        home.scope.tend()
        return not files_with(home.root / "chat/vectors", data)

    until(gone)


def test_a_scope_that_is_erased_while_it_is_filled_does_not_come_back(home, letters):
    home.put("a", "one", "the sea")
    documents = letters.documents
    moved = home.root.with_name("trash")

    def slow(texts):
        home.root.rename(moved)
        return documents(texts)

    letters.documents = slow
    home.scope._vectors._fillers["chat"].fill()
    assert not home.root.exists() and files_with(moved / "chat/vectors", b"row") == []


def test_a_view_answers_as_before_whatever_comes_after_it(home, filled, letters):
    for number in range(30):
        home.put("a", f"n{number}", f"text number {number}")
    view = filled(home)
    asked = [letters.query(f"number {number}") for number in range(5)]
    before = [Meaning(view.index, view.vectors, query).estimates() for query in asked]
    for number in range(30, 60):
        home.put("b", f"n{number}", f"text number {number}")
    home.patch("a:n3", content="another text")
    home.remove("a:n4")
    filled(home)
    after = [Meaning(view.index, view.vectors, query).estimates() for query in asked]
    assert np.array_equal(before, after)


def test_many_rows_are_taken_in_bit_by_bit(home, open_home, filled, monkeypatch):
    for number in range(40):
        home.put("a", f"n{number}", f"text number {number}")
    filled(home)
    monkeypatch.setattr("scopes.retrieval.vectors.store._AT_ONCE", 7)
    monkeypatch.setattr("scopes.retrieval.vectors.following._AT_ONCE", 1_000)
    other = open_home()
    assert other.scope.read().vectors.current == 7
    assert filled(other).vectors.current == 40


def test_a_text_that_the_embedder_cannot_bear_holds_up_no_other(home, letters, until, monkeypatch):
    monkeypatch.setattr("scopes.retrieval.vectors.filling._RETRY_SECONDS", 0.001)
    documents = letters.documents

    def picky(texts):
        if "poison" in texts:
            raise ValueError
        return documents(texts)

    letters.documents = picky
    for text in ("one", "poison", "two", "three"):
        home.put("a", text, text)

    def rest_filled():
        home.scope.tend()
        return sorted(letters.asked) == ["one", "three", "two"]

    until(rest_filled)


def test_a_scope_that_does_not_exist_leaves_nothing_behind(home):
    assert home.scope._vectors._fillers["chat"].fill() is False
    assert not home.root.exists() and not Path(home.scope.room.lock_path).exists()


def test_a_scope_that_is_closed_or_put_away_maps_nothing(home, filled, until):
    def is_mapped():
        return str(home.root) in Path("/proc/self/maps").read_text()

    home.put("a", "one", "the sea")
    filled(home)
    assert is_mapped()
    home.scope.close()
    until(lambda: not is_mapped())
    filled(home)
    home.scope = None
    until(lambda: not is_mapped())


def test_an_archive_holds_no_vectors_and_misses_none(home, filled):
    home.put("a", "one", "the sea")
    filled(home)
    seen = Look(home.scope.room)
    for descriptor in seen.opened.values():
        os.close(descriptor)
    assert not [name for name, _, _ in seen.files() if "vectors" in name] and seen.skipped == []
