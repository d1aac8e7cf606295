"""Erasing a scope leaves nothing of it, a receipt that can be checked, and no way back for a late retry."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ops import removal
from ops.ledger import Ledger
from scopes.config import EngineConfig
from scopes.errors import IntegrityError, NotFoundError, ScopeErasedError
from scopes.lines import wiki
from scopes.lines.wiki import NewItem, Written
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.scope import Scope
from scopes.storage.batch import Author, Batch

ALICE = ScopeIds("default", "alice-wonder")
AUTHOR = Author("key", "request")
SECRET = "the white rabbit is late"


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    made = Registry(EngineConfig(data=str(tmp_path)))
    yield made
    made.close()


def note(batch: Batch) -> Written:
    return wiki.put(batch, NewItem("facts", "rabbit", SECRET), EngineConfig(data=""))


@pytest.fixture
def scope(registry: Registry) -> Scope:
    made = registry.scope(ALICE)
    made.write(note, author=AUTHOR).result(10)
    return made


def erase(registry: Registry, scope: Scope) -> tuple[Ledger, str]:
    ledger = Ledger(registry.engine.config.data, registry.engine.key)
    return ledger, removal.erase(registry.engine, ledger, scope, AUTHOR).id


def test_a_plan_tells_what_would_go_and_takes_nothing(scope: Scope) -> None:
    plan = removal.plan(scope)
    assert plan.counts["wiki"] == 1
    assert scope.snapshot().resolve("facts:rabbit") is not None


def test_no_file_holds_the_text_or_the_name_afterwards(registry: Registry, scope: Scope, tmp_path: Path) -> None:
    erase(registry, scope)
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert files
    assert not any(SECRET.encode() in path.read_bytes() for path in files)
    assert not any("alice" in str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*"))


def test_the_receipt_stays_and_shows_when_it_was_altered(registry: Registry, scope: Scope, tmp_path: Path) -> None:
    ledger, identity = erase(registry, scope)
    receipt = ledger.receipt(identity)
    assert (receipt.complete, receipt.counts["wiki"]) == (True, 1)
    assert ledger.verify() == (2, [])
    path = tmp_path / f"receipts/{identity}.json"
    path.write_text(path.read_text().replace('"wiki": 1', '"wiki": 2'))
    with pytest.raises(IntegrityError):
        ledger.receipt(identity)


def test_a_late_retry_is_refused_unless_it_asks_to_begin_anew(registry: Registry, scope: Scope) -> None:
    erase(registry, scope)
    with pytest.raises(ScopeErasedError):
        scope.write(note, author=AUTHOR).result(10)
    written = scope.write(note, author=AUTHOR, revive=True).result(10)
    assert written.value is not None
    assert scope.snapshot().exists


def test_every_open_handle_reads_as_empty(registry: Registry, scope: Scope, tmp_path: Path) -> None:
    other = Registry(EngineConfig(data=str(tmp_path)))
    assert len(other.scope(ALICE).read().items) == 1
    erase(registry, scope)
    assert not other.scope(ALICE).read().snapshot.exists
    other.close()


def test_a_missing_scope_can_not_be_erased(registry: Registry) -> None:
    with pytest.raises(NotFoundError):
        removal.plan(registry.scope(ScopeIds("default", "nobody")))


def test_an_altered_ledger_line_is_found(registry: Registry, scope: Scope, tmp_path: Path) -> None:
    ledger, _ = erase(registry, scope)
    path = tmp_path / "ledger.jsonl"
    path.write_text(path.read_text().replace('"op":"erase"', '"op":"other"'))
    assert [finding["kind"] for finding in ledger.verify()[1]][:1] == ["altered"]


def test_another_process_forgets_the_text_within_a_second(registry: Registry, scope: Scope, tmp_path: Path) -> None:
    other = Registry(EngineConfig(data=str(tmp_path)))
    held = other.scope(ALICE)
    held.read()
    erase(registry, scope)
    until = time.monotonic() + 2
    while other.scope(ALICE) is held and time.monotonic() < until:
        time.sleep(0.05)
    assert other.scope(ALICE) is not held
    other.close()


def test_threads_that_enter_the_ledger_at_once_lose_no_line(registry: Registry, tmp_path: Path) -> None:
    ledger = Ledger(str(tmp_path), registry.engine.key)
    with ThreadPoolExecutor(10) as pool:
        for number in range(30):
            pool.submit(ledger.append, "key_create", id=str(number), actor=None, request=None)
    assert len((tmp_path / "ledger.jsonl").read_text().splitlines()) == 30
    assert ledger.verify() == (30, [])


@pytest.mark.parametrize("spoil", ["empty", "cut", "gone", "receipt"])
def test_a_ledger_that_was_cut_and_a_receipt_that_was_changed_are_found(
    registry: Registry, scope: Scope, tmp_path: Path, spoil: str
) -> None:
    ledger, identity = erase(registry, scope)
    path, receipt = tmp_path / "ledger.jsonl", tmp_path / f"receipts/{identity}.json"
    lines = path.read_text().splitlines(keepends=True)
    if spoil == "receipt":
        receipt.write_text(receipt.read_text().replace('"wiki": 1', '"wiki": 2'))
    elif spoil == "gone":
        path.unlink()
    else:
        path.write_text("" if spoil == "empty" else "".join(lines[:-1]))
    kinds = {finding["kind"] for finding in ledger.verify()[1]}
    assert kinds == {"altered"} if spoil == "receipt" else {"tail_cut"} <= kinds


@pytest.mark.parametrize("name", ["scope.json", "pending.jsonl", "journal.jsonl"])
def test_a_damaged_scope_can_be_erased(registry: Registry, scope: Scope, name: str) -> None:
    scope.close()
    (Path(scope.room.layout.root) / name).unlink()
    _, identity = erase(registry, scope)
    assert not Path(scope.room.layout.root).exists()
    assert identity
