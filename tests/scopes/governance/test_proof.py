"""Verify names what was done to a scope's journal and files, and is silent about what crashes and writes leave."""

import base64
import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scopes.config import EngineConfig
from scopes.governance import proof
from scopes.lines import chat, wiki
from scopes.lines.chat import MemorizeRequest, Message
from scopes.lines.wiki import NewItem
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.scope import Scope
from scopes.storage.batch import Author

AUTHOR = Author("key", "request")


@pytest.fixture
def registry(tmp_path: Path) -> Iterator[Registry]:
    made = Registry(EngineConfig(data=str(tmp_path), checkpoint_seconds=60))
    yield made
    made.close()


def put(scope: Scope, name: str, content: str = "text") -> None:
    config = scope.room.config
    scope.write(lambda batch: wiki.put(batch, NewItem("facts", name, content), config), author=AUTHOR).result(10)


@pytest.fixture
def scope(registry: Registry) -> Scope:
    found = registry.scope(ScopeIds("default", "alice"))
    for number in range(5):
        put(found, f"item-{number}")
    return found


def sealed(scope: Scope) -> Path:
    """The scope's directory after a checkpoint."""
    scope.close()
    return Path(scope.room.layout.root)


def kinds(scope: Scope) -> list[str]:
    return [finding.kind for finding in proof.verify(scope.room).findings]


def test_a_scope_verifies_before_and_after_its_checkpoint(scope: Scope) -> None:
    before = proof.verify(scope.room)
    sealed(scope)
    after = proof.verify(scope.room)
    assert before.valid
    assert after.valid
    assert after.records == before.records + 1


LINES: dict[str, Callable[[list[str]], list[str]]] = {
    "edited": lambda lines: [*lines[:2], lines[2].replace('"op":"add"', '"op":"del"'), *lines[3:]],
    "removed": lambda lines: [*lines[:2], *lines[3:]],
    "swapped": lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]],
    "replayed": lambda lines: [*lines[:3], lines[2], *lines[3:]],
    "tail_cut": lambda lines: lines[:-2],
    "unreadable": lambda lines: [*lines[:2], lines[2][:20] + "\n", *lines[3:]],
}


@pytest.mark.parametrize("kind", LINES)
def test_tampering_with_the_journal_is_named(scope: Scope, kind: str) -> None:
    journal = sealed(scope) / "journal.jsonl"
    journal.write_text("".join(LINES[kind](journal.read_text().splitlines(keepends=True))))
    assert kind in kinds(scope)


@pytest.mark.parametrize(("gone", "told"), [(1, "record 3 is missing"), (2, "records 3 to 4 are missing")])
def test_what_is_missing_is_told_by_its_numbers(scope: Scope, gone: int, told: str) -> None:
    journal = sealed(scope) / "journal.jsonl"
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join([*lines[:2], *lines[2 + gone :]]))
    assert told in [finding.detail for finding in proof.verify(scope.room).findings]


def test_a_flipped_bit_anywhere_in_the_chain_is_found(scope: Scope) -> None:
    journal = sealed(scope) / "journal.jsonl"
    whole = journal.read_bytes()
    note = whole.index(b',"note"')
    for at in range(0, note, 37):
        journal.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        assert kinds(scope), at


def test_the_note_for_people_is_outside_the_chain_and_sealed_all_the_same(scope: Scope) -> None:
    journal = sealed(scope) / "journal.jsonl"
    journal.write_text(journal.read_text().replace('"item":"item-3"', '"item":"______"'))
    assert kinds(scope) == ["note_changed"]


def test_a_journal_of_another_scope_does_not_verify_here(registry: Registry, scope: Scope) -> None:
    other = registry.scope(ScopeIds("default", "bob"))
    put(other, "x")
    shutil.copy(sealed(other) / "journal.jsonl", sealed(scope) / "journal.jsonl")
    assert "foreign" in kinds(scope)


def test_an_edit_made_to_look_old_is_named_with_its_item(scope: Scope) -> None:
    document = sealed(scope) / "chat/wiki/facts.md"
    state, text = document.stat(), document.read_text()
    document.write_text(text.replace("item-2\n\ntext", "item-2\n\ntexT"))
    os.utime(document, ns=(state.st_atime_ns, state.st_mtime_ns))
    findings = proof.verify(scope.room).findings
    item = scope.snapshot().resolve("facts:item-2")
    assert [(finding.kind, finding.file) for finding in findings] == [("document_changed", "chat/wiki/facts.md")]
    assert item is not None
    assert findings[0].item == item.id


def test_a_deleted_document_is_named(scope: Scope) -> None:
    (sealed(scope) / "chat/wiki/facts.md").unlink()
    assert "document_missing" in kinds(scope)


def test_an_older_copy_of_the_whole_directory_is_noticed(scope: Scope, tmp_path: Path) -> None:
    root = sealed(scope)
    shutil.copytree(root, tmp_path / "copy")
    put(scope, "later")
    sealed(scope)
    shutil.rmtree(root)
    shutil.copytree(tmp_path / "copy", root)
    assert kinds(scope) == ["rolled_back"]
    put(scope, "goes on")
    verdict = proof.verify(scope.room)
    assert verdict.valid and [one["op"] for one in verdict.unattested] == ["rolled_back"]
    put(scope, "and on")
    assert len(proof.verify(scope.room).unattested) == 1


def test_an_adopted_hand_edit_is_listed_as_unattested_and_valid(scope: Scope) -> None:
    document = sealed(scope) / "chat/wiki/facts.md"
    document.write_text(document.read_text() + "\n## by-hand\n\ntyped\n")
    until = time.monotonic() + 10
    while scope.snapshot().resolve("facts:by-hand") is None or not proof.verify(scope.room).valid:
        assert time.monotonic() < until
        time.sleep(0.05)
    verdict = proof.verify(scope.room)
    assert [entry["file"] for entry in verdict.unattested] == ["chat/wiki/facts.md"]


def test_a_seal_that_was_replaced_is_named(scope: Scope) -> None:
    seal = sealed(scope) / "seal.json"
    older = seal.read_bytes()
    put(scope, "later")
    sealed(scope)
    seal.write_bytes(older)
    assert "seal_replaced" in kinds(scope)


def test_a_source_file_that_is_gone_is_named(scope: Scope) -> None:
    config = scope.room.config
    request = MemorizeRequest(messages=(Message("user", "hello"),), extract="none")
    scope.write(chat.memorize(request, config, "op"), author=AUTHOR).result(10)
    next((sealed(scope) / "chat/sources").iterdir()).unlink()
    assert "source_cut" in kinds(scope)


def test_settings_edited_by_hand_are_named(scope: Scope) -> None:
    identity = sealed(scope) / "scope.json"
    identity.write_text(identity.read_text().replace('"settings": {}', '"settings": {"diary": false}'))
    assert "identity_changed" in kinds(scope)


def test_a_missing_journal_is_a_finding_not_a_fault(scope: Scope) -> None:
    (sealed(scope) / "journal.jsonl").unlink()
    assert {"altered", "tail_cut"} <= set(kinds(scope))


def test_a_chain_goes_on_under_a_new_key_and_verifies_as_a_whole(tmp_path: Path) -> None:
    first = Registry(EngineConfig(data=str(tmp_path)))
    alice = ScopeIds("default", "alice")
    put(first.scope(alice), "before")
    first.close()
    path = tmp_path / "audit.key"
    stored = json.loads(path.read_text())
    stored["keys"]["second"] = base64.b64encode(b"k" * 32).decode()
    path.write_text(json.dumps({**stored, "kid": "second"}))
    again = Registry(EngineConfig(data=str(tmp_path)))
    put(again.scope(alice), "after")
    verdict = proof.verify(again.scope(alice).room)
    again.close()
    assert (verdict.valid, verdict.findings) == (True, ())
