"""Whatever becomes of the files of rows: readers answer, the damage is named, and the rows are made anew."""

import numpy as np
import pytest

from ops import doctor
from scopes.retrieval.vectors.generation import newest
from scopes.retrieval.vectors.meaning import Meaning

COUNT = 40


def cut(path):
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def zero(path):
    path.write_bytes(bytes(path.stat().st_size))


def garble(path):
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 0x5A
    path.write_bytes(raw)


def overwrite(path):
    with path.open("r+b") as file:
        file.write(np.random.default_rng(0).bytes(path.stat().st_size))


def remove(path):
    path.unlink()


def link(path):
    moved = path.with_name("elsewhere")
    path.rename(moved)
    path.symlink_to(moved)


DAMAGES = [cut, zero, garble, overwrite, remove, link]


@pytest.fixture
def full(home, filled):
    """A scope of 40 items that all have rows."""
    for number in range(COUNT):
        home.put("a", f"n{number}", f"text number {number}")
    filled(home)
    return home


def file_of(home, name):
    return home.root / "chat/vectors" / newest(home.scope.room).path.rpartition("/")[2] / name


def ask(view, letters):
    """Every slot by its cosine; whatever has a row is right."""
    if view.vectors is None:
        return 0
    meaning = Meaning(view.index, view.vectors, letters.query("text number 7"))
    exact = {one.id: letters.query(one.content) @ letters.query("text number 7") for one in view.items.values()}
    found = meaning.cosines(np.arange(view.index.bm25.slots))
    for slot, value in enumerate(found):
        identity = view.index.bm25.id_of(slot)
        assert np.isnan(value) or identity not in exact or abs(value - exact[identity]) < 1e-4
    meaning.nearest(5)
    return int(np.count_nonzero(~np.isnan(found)))


@pytest.mark.parametrize("name", ["rows.f32", "keys.jsonl"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_who_opens_damaged_files_answers_and_has_the_rows_made_anew(
    full, open_home, filled, letters, damage, name, until
):
    full.engine.close()  # who fills would mend it first
    damage(file_of(full, name))
    other = open_home()
    assert ask(other.scope.read(), letters) < COUNT
    until(lambda: ask(filled(other), letters) == COUNT)
    assert other.scope.verify().valid or name == "keys.jsonl"


@pytest.mark.parametrize("damage", [cut, remove])
def test_a_file_cut_or_removed_under_a_map_costs_its_rows_and_no_process(full, letters, damage):
    view = full.scope.read()
    full.engine.close()  # who fills would mend it first
    damage(file_of(full, "rows.f32"))
    assert ask(view, letters) < COUNT


def test_damaged_rows_are_named_in_degraded(full, open_home):
    full.engine.close()
    garble(file_of(full, "rows.f32"))
    (found,) = open_home().scope.read().degraded
    assert found.component == "vectors" and found.reason == "1 rows are not what was written"


@pytest.mark.parametrize("name", ["rows.f32", "keys.jsonl"])
@pytest.mark.parametrize("damage", [cut, zero, garble, overwrite, remove])
def test_verify_names_damaged_vectors_and_doctor_mends_them(full, damage, name, open_home, filled, letters):
    full.engine.close()  # who fills would mend it first
    damage(file_of(full, name))
    other = open_home(embedder=None)
    found = {finding.kind for finding in other.scope.verify().findings}
    looks_like_a_crash = name == "keys.jsonl" and damage in (cut, zero, remove)
    assert found == {"vectors_damaged"} or (looks_like_a_crash and not found)
    expected = doctor.mend(other.scope, dry_run=True)
    assert doctor.mend(other.scope, dry_run=False) == expected
    assert other.scope.verify().valid and doctor.mend(other.scope, dry_run=True) == []
    assert ask(filled(open_home()), letters) == COUNT


def test_a_number_in_a_key_that_no_row_can_have_is_no_key(full, open_home, letters):
    full.engine.close()
    keys = file_of(full, "keys.jsonl")
    keys.write_bytes(keys.read_bytes().replace(b'"row":3,', b'"row":3000000000,'))
    assert ask(open_home().scope.read(), letters) == COUNT - 1


def test_a_link_in_the_place_of_the_folder_is_not_followed(full, open_home, tmp_path, letters):
    (full.root / "chat/vectors").rename(tmp_path / "moved")
    (full.root / "chat/vectors").symlink_to(tmp_path / "moved")
    other = open_home()
    assert ask(other.scope.read(), letters) == 0 and other.scope._vectors._fillers["chat"].fill() is False
