"""The open scopes of a process: handed out alike, tended by the clock, dropped when they take too much."""

import os
import time
from pathlib import Path

import pytest

from scopes.config import EngineConfig
from scopes.errors import InvalidError
from scopes.lines import wiki
from scopes.model import ScopeIds
from scopes.registry import Registry, finish_erasures
from scopes.storage.batch import Author

ALICE = ScopeIds("app", "alice")


@pytest.fixture
def make(tmp_path):
    made = []

    def make(**config):
        made.append(Registry(EngineConfig(data=str(tmp_path), **config)))
        return made[-1]

    yield make
    for registry in made:
        registry.close()


def put(scope, name="x", content="text"):
    new = wiki.NewItem("f", name, content)
    scope.write(lambda batch: wiki.put(batch, new, scope.room.config), author=Author()).result(10)


def test_the_same_ids_get_the_same_handle_and_bad_ones_none(make):
    registry = make()
    assert registry.scope(ALICE) is registry.scope(ScopeIds("app", "alice"))
    assert registry.scope(ALICE) is not registry.scope(ScopeIds("app", "Alice"))
    with pytest.raises(InvalidError):
        registry.scope(ScopeIds("app"))


def test_two_registries_on_one_directory_see_each_other_s_writes_at_once(make):
    one, other = make().scope(ALICE), make().scope(ALICE)
    for number in range(4):
        put((one, other)[number % 2], f"n{number}")
        assert len((other, one)[number % 2].snapshot().items) == number + 1


def test_a_checkpoint_comes_by_itself(make, until):
    scope = make(checkpoint_seconds=0.05).scope(ALICE)
    put(scope)
    pending = scope.room.layout.pending
    until(lambda: os.path.getsize(pending) < 300 and scope.idle())
    assert b'"op":"seal"' in Path(scope.room.layout.journal).read_bytes()


def test_a_hand_edit_is_journalled_by_itself(make, until):
    scope = make(settle_seconds=0.02).scope(ALICE)
    put(scope)
    path = scope.room.layout.at("chat/wiki/f.md")
    with open(path, "ab") as file:
        file.write(b"## more\n\nby hand\n")
    until(lambda: b"external_edit" in Path(scope.room.layout.journal).read_bytes())


def test_closing_seals_all_that_is_open(make):
    registry = make(checkpoint_seconds=60)
    scopes = [registry.scope(ScopeIds("app", name)) for name in "ab"]
    for scope in scopes:
        put(scope)
    registry.close()
    assert all(b'"op":"seal"' in Path(scope.room.layout.journal).read_bytes() for scope in scopes)


def test_the_scopes_used_longest_ago_are_dropped_when_they_take_too_much(make, until):
    registry = make(resident_bytes=60_000, checkpoint_seconds=0.05)
    handles = []
    for name in "abc":
        handles.append(registry.scope(ScopeIds("app", name)))
        put(handles[-1], content="word " * 3_000)
        handles[-1].read()
    assert registry.resident_bytes() > 60_000
    until(lambda: registry.resident_bytes() <= 60_000)
    assert registry.scope(ScopeIds("app", "c")) is handles[2]
    again = registry.scope(ScopeIds("app", "a"))
    assert again is not handles[0] and len(again.snapshot().items) == 1


def test_a_scope_with_unsealed_writes_is_not_dropped(make):
    registry = make(resident_bytes=1, checkpoint_seconds=60)
    scope = registry.scope(ALICE)
    put(scope)
    time.sleep(1.2)
    assert registry.scope(ALICE) is scope


def test_scopes_are_listed_by_what_they_say_they_are(make, tmp_path):
    registry = make()
    for ids in (ALICE, ScopeIds("app", "b/c"), ScopeIds("other", "alice")):
        put(registry.scope(ids))
    (tmp_path / "scopes" / "app" / "zz" / "x" / "y" / "z").mkdir(parents=True)
    assert {identity.ids for _, identity in registry.identities("app")} == {ALICE, ScopeIds("app", "b/c")}
    assert len(list(registry.identities())) == 3
    assert all(os.path.isdir(tmp_path / "scopes" / path) for path, _ in registry.identities())


def test_a_registry_says_when_writes_would_fail(make):
    assert make().writable() is None
    assert "bytes are free" in make(reserve_bytes=1 << 62).writable()


def test_a_key_beside_the_data_is_told(make, tmp_path):
    assert "audit-key" in {entry.component for entry in make().degraded()}
    elsewhere = str(tmp_path.parent / f"{tmp_path.name}-audit.key")
    assert "audit-key" not in {entry.component for entry in make(audit_key_file=elsewhere).degraded()}


def test_what_an_interrupted_erasure_or_creation_left_is_removed(make, tmp_path):
    put(make().scope(ALICE))
    for folder in ("trash", "staging"):
        (tmp_path / folder / "left").mkdir(parents=True)
    finish_erasures(str(tmp_path))
    assert not any((tmp_path / folder).exists() for folder in ("trash", "staging"))
    assert make().scope(ALICE).exists()


def test_a_forgotten_scope_is_opened_anew(make):
    registry = make()
    scope = registry.scope(ALICE)
    put(scope)
    registry.forget(ALICE)
    assert registry.scope(ALICE) is not scope and len(registry.scope(ALICE).snapshot().items) == 1
