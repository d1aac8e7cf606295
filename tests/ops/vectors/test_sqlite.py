"""A database of rows that is damaged, locked or gone costs nothing but its rows, which are made anew."""

import contextlib

import apsw
import pytest

from scopes.errors import UnavailableError


@pytest.fixture
def store():
    return "sqlite-vec"


def fill(home, filled, *texts):
    for number, text in enumerate(texts):
        home.put("a", f"n{number}", text)
    filled(home)
    (database,) = home.root.rglob("rows.db")
    return database


def mended(home, index_of, until, count):
    keeper = home.scope._vectors._fillers["chat"]._keeper
    keeper._compared = keeper._asked = float("-inf")

    def mended():
        home.scope.tend()
        with contextlib.suppress(UnavailableError):  # of who meets the damage first
            return home.scope.read().vectors is not None and index_of(home).count() == count

    until(mended)


@pytest.mark.parametrize("damage", [lambda path: path.write_bytes(b"x" * 9_000), lambda path: path.unlink()])
def test_a_damaged_or_missing_database_is_made_anew(home, filled, index_of, until, damage):
    damage(fill(home, filled, "the sea is blue", "a hill"))
    mended(home, index_of, until, 2)
    until(lambda: home.scope.verify().valid)


def test_an_erasure_that_meets_a_locked_database_removes_it_whole(home, filled, index_of, until, monkeypatch):
    database = fill(home, filled, "the sea is blue", "a hill")
    monkeypatch.setattr(home.engine.backend._backend, "_timeout_ms", 50)
    holder = apsw.Connection(str(database))
    holder.set_busy_timeout(5_000)  # rows may still be coming in
    holder.execute("begin exclusive")
    home.remove("a:n0", hard=True)
    assert not database.exists()
    holder.close()
    mended(home, index_of, until, 1)


def test_a_database_is_for_its_owner_alone(home, filled):
    database = fill(home, filled, "the sea is blue")
    assert database.stat().st_mode & 0o777 == 0o600
