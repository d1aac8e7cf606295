"""The seal: its commitment covers every file, and one that is spoilt stops nobody from reading."""

import os

import msgspec
import pytest

from scopes.storage import seal as seals
from scopes.storage.documents import Document, Section
from scopes.storage.seal import SealedDocument, SealedSection
from scopes.storage.state import Position
from scopes.storage.sums import SealedFile

NONCE = "ab" * 32
SECTIONS = (SealedSection("k", "i", "d"), SealedSection("l", "", "e"))
DOCS = {"chat/wiki/a.md": SealedDocument("d", "11", SECTIONS), "chat/wiki/b.md": SealedDocument("e", "22", ())}
SOURCES = {"chat/sources/2026-07.jsonl": SealedFile(5, "33", "00")}
FILES = {"journal.jsonl": SealedFile(7, "55")}
SEAL = seals.Seal(2, NONCE, Position(1, "m", 3), DOCS, SOURCES, "44", FILES)


def sections(*changed):
    return {"docs": {**DOCS, "chat/wiki/a.md": SealedDocument("d", "11", changed)}}


@pytest.mark.parametrize("version", [1, 2])
def test_a_commitment_opens_with_what_it_was_made_of_and_nothing_else(version):
    seal = msgspec.structs.replace(SEAL, v=version)
    changes = [
        {"nonce": "cd" * 32},
        {"docs": {**DOCS, "chat/wiki/a.md": SealedDocument("d", "12", SECTIONS)}},
        {"docs": {"chat/wiki/a.md": DOCS["chat/wiki/a.md"]}},
        {"sources": {next(iter(SOURCES)): SealedFile(6, "33", "00")}},
        {"identity": "45"},
    ]
    others = [seals.commitment(msgspec.structs.replace(seal, **change)) for change in changes]
    own = seals.commitment(seal)
    assert own == seals.commitment(msgspec.structs.replace(seal, docs=dict(reversed(DOCS.items()))))
    assert len({own, *others}) == 6


@pytest.mark.parametrize(
    "change",
    [
        {"v": 3},
        {"nonce": NONCE.upper()},
        {"docs": {**DOCS, "chat/wiki/a.md": SealedDocument("x", "11", SECTIONS)}},
        sections(SECTIONS[0]),
        sections(SECTIONS[1], SECTIONS[0]),
        sections(SealedSection("k", "i", "d", 1), SECTIONS[1]),
        sections(SealedSection("ki", "", "d"), SECTIONS[1]),
        {"sources": {next(iter(SOURCES)): SealedFile(5, "33", "01")}},
        {"files": {}},
        {"files": {"journal.jsonl": SealedFile(7, "56")}},
    ],
)
def test_since_version_2_each_section_and_every_other_file_is_committed_to(change):
    assert seals.commitment(msgspec.structs.replace(SEAL, **change)) != seals.commitment(SEAL)


def test_a_document_is_sealed_section_by_section():
    section = Section("k", "i", b"## a\n", hand=True)
    sealed = seals.seal_document(Document("p", "d", (section,), 5))
    assert sealed.id == "d"
    assert sealed.sections == (SealedSection("k", "i", section.digest, 1),)


def test_a_seal_reads_back_and_replaces_the_one_before(home):
    home.put("a", "x")
    room = home.scope.room
    for number in (1, 2):
        seal = msgspec.structs.replace(SEAL, position=Position(number, "m", 3))
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
