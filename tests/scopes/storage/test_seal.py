"""The seal: its commitment covers every file, and one that is spoilt stops nobody from reading."""

import os

import pytest

from scopes.storage import seal as seals
from scopes.storage.documents import Document, Section
from scopes.storage.seal import SealedDocument, SealedSection, SealedSource
from scopes.storage.state import Position

NONCE = "ab" * 32
DOCS = {"chat/wiki/a.md": SealedDocument("d", "11", ()), "chat/wiki/b.md": SealedDocument("e", "22", ())}
SOURCES = {"chat/sources/2026-07.jsonl": SealedSource(5, "33")}


def test_a_commitment_opens_with_what_it_was_made_of_and_nothing_else():
    others = [
        seals.commitment("cd" * 32, DOCS, SOURCES, "44"),
        seals.commitment(NONCE, {**DOCS, "chat/wiki/a.md": SealedDocument("d", "12", ())}, SOURCES, "44"),
        seals.commitment(NONCE, {"chat/wiki/a.md": DOCS["chat/wiki/a.md"]}, SOURCES, "44"),
        seals.commitment(NONCE, DOCS, {next(iter(SOURCES)): SealedSource(6, "33")}, "44"),
        seals.commitment(NONCE, DOCS, SOURCES, "45"),
    ]
    own = seals.commitment(NONCE, DOCS, SOURCES, "44")
    assert own == seals.commitment(NONCE, dict(reversed(DOCS.items())), SOURCES, "44")
    assert len({own, *others}) == 6


def test_a_document_is_sealed_section_by_section():
    section = Section("k", "i", b"## a\n", hand=True)
    sealed = seals.seal_document(Document("p", "d", (section,), 5))
    assert sealed.id == "d"
    assert sealed.sections == (SealedSection("k", "i", section.digest, 1),)


def test_a_seal_reads_back_and_replaces_the_one_before(home):
    home.put("a", "x")
    room = home.scope.room
    for number in (1, 2):
        seal = seals.Seal(1, NONCE, Position(number, "m", 3), DOCS, SOURCES, "44")
        seals.write(room, seal)
        assert seals.read(room) == seal
    assert not os.path.exists(room.layout.seal + ".new")


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"\x80", b'{"v":1}'])
def test_a_seal_that_can_not_be_read_is_none(home, raw):
    home.put("a", "x")
    home.scope.close()
    (home.root / "seal.json").write_bytes(raw)
    assert seals.read(home.scope.room) is None


def test_a_scope_whose_seal_is_gone_is_read_from_its_files(open_home):
    first = open_home()
    first.put("a", "x", "kept")
    first.memorize("a turn", extract="none")
    first.scope.close()
    (first.root / "seal.json").unlink()
    other = open_home()
    assert other.texts() == {"a:x": "kept"}
    assert list(other.texts("source").values()) == ["a turn"]
