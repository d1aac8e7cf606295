"""What was exported comes into another service, app and user as it was, and can be proved there."""

import hashlib
import io
import os

import msgspec
import pytest

from ops.archive.ids import is_id
from ops.archive.importing import Importer
from ops.archive.limits import ImportLimits
from scopes.errors import ConflictError, ScopeErasedError
from scopes.governance import proof
from scopes.model import ScopeIds
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.storage import operations, pages

LIMITS = ImportLimits(64 * 1024**2, 64 * 1024**2, 16 * 1024**2, 1_000, 200)
OTHER = ScopeIds("elsewhere", "bob", "agent")


@pytest.fixture
def bring(author):
    """Import an archive into a place."""

    def bring(place, archive, **more):
        importer = Importer(place.registry.engine, place.ledger, LIMITS)
        return importer.bring_in(place.scope, io.BytesIO(archive), author, **more)

    return bring


@pytest.fixture
def source(place):
    """A scope with a little of everything."""
    return place().fill()


def hits(place, query):
    view = place.scope.read()
    found = Retriever().retrieve(view, view.index, RetrieveQuery(query=query)).hits
    return [(hit.id, hit.address, hit.content, hit.score) for hit in found]


def test_every_file_comes_back_byte_for_byte_under_other_ids(place, source, bring, tars):
    archive = source.export()
    target = place("target", OTHER)
    result = bring(target, archive)
    files = tars.unpacked(archive)
    kept = [name for name in files if name.startswith(("chat/", "operations/"))]
    assert len(kept) > 4
    assert {name: (target.root / name).read_bytes() for name in kept} == {name: files[name] for name in kept}
    assert (target.root / "history/1/journal.jsonl").read_bytes() == files["journal.jsonl"]
    assert result.scrubbed == {} and result.dropped == {} and result.counts["turns"] == 2


def test_it_answers_as_the_scope_it_was_taken_from(place, source, bring):
    target = place("target", OTHER)
    bring(target, source.export())
    for query in ("海边", "tea", "hello", "sea"):
        assert hits(target, query) == hits(source, query) != []
    assert target.scope.snapshot().settings == source.scope.snapshot().settings


def test_its_proof_stands_and_cites_the_old_head(place, source, bring):
    target = place("target", OTHER)
    result = bring(target, source.export())
    verdict = proof.verify(target.scope.room)
    assert verdict.valid, verdict.findings
    first = pages.read_page(target.scope.room, 0, 1)[0]
    assert (first.op, first.cites) == ("import", source.scope.snapshot().position.mac) == ("import", result.origin.mac)
    assert target.scope.snapshot().uid != source.scope.snapshot().uid
    target.put("facts", "tea", "white")
    target.memorize("more")
    target.scope.close()
    assert proof.verify(target.scope.room).valid
    assert '"op":"import"' in (target.data / "ledger.jsonl").read_text()


def test_what_was_imported_can_be_exported_and_imported_again_with_its_history(place, source, bring, tars):
    first = place("first", OTHER)
    bring(first, source.export())
    second = place("second", OTHER)
    bring(second, first.export())
    assert (second.root / "history/1/journal.jsonl").read_bytes() == (source.root / "journal.jsonl").read_bytes()
    assert (second.root / "history/2/journal.jsonl").read_bytes() == (first.root / "journal.jsonl").read_bytes()
    assert msgspec.json.decode((second.root / "history/2/origin.json").read_bytes())["ids"]["user_id"] == "bob"
    assert proof.verify(second.scope.room).valid


def test_an_existing_scope_is_left_alone_unless_it_is_merged_into(place, source, bring, contents):
    target = place("target", OTHER)
    target.put("facts", "coffee", "black")
    target.scope.close()
    before = contents(target.data)
    with pytest.raises(ConflictError):
        bring(target, source.export())
    assert contents(target.data) == before


def test_a_merge_adds_what_is_missing_and_the_same_once_more_adds_nothing(place, source, bring):
    target = place("target", OTHER)
    target.put("facts", "coffee", "black")
    target.put("facts", "tea", "white")
    archive = source.export()
    first = bring(target, archive, merge=True)
    assert first.merged and (first.counts["items"], first.counts["turns"]) == (2, 2)
    shown = target.scope.snapshot()
    assert shown.resolve("facts:tea").content == "black" and shown.resolve("facts:coffee") is not None
    again = bring(target, archive, merge=True)
    assert set(again.counts.values()) == {0}
    assert target.scope.snapshot().position == shown.position
    assert {item.content for item in shown.items.values() if item.layer == "archive"} == {"white", "green"}
    target.scope.close()
    assert proof.verify(target.scope.room).valid


def test_a_merge_into_nothing_is_an_import(place, source, bring):
    target = place("target", OTHER)
    assert not bring(target, source.export(), merge=True).merged
    assert target.scope.exists()


def test_a_scope_that_was_erased_lately_comes_back_only_when_asked(place, source, bring):
    target = place("target", OTHER)
    tombstone = target.registry.engine.tombstone_paths(target.scope.room)[0]
    os.makedirs(os.path.dirname(tombstone))
    open(tombstone, "wb").close()
    with pytest.raises(ScopeErasedError):
        bring(target, source.export())
    bring(target, source.export(), revive=True)
    assert target.scope.exists()


def test_nothing_is_left_in_staging(place, source, bring):
    target = place("target", OTHER)
    bring(target, source.export())
    assert os.listdir(target.data / "staging") == []


@pytest.fixture
def altered(source, tars):
    """The archive with some files changed, and a manifest that fits."""

    def altered(changes):
        files = tars.unpacked(source.export())
        manifest = msgspec.json.decode(files.pop("manifest.json"))
        for name, change in changes.items():
            path = next(path for path in files if name in path)
            files[path] = change(files[path])
        return tars.packed([*files.items(), ("manifest.json", tars.described(files, manifest))])

    return altered


def test_every_text_passes_the_notary(place, bring, altered):
    token = "ghp_" + hashlib.sha256(b"x").hexdigest()[:36]

    def plant(raw):
        return raw.replace(b"black", f"black {token} <script>x()</script>".encode())

    target = place("target", OTHER)
    result = bring(
        target,
        altered({"wiki/facts": plant, "sources": lambda raw: raw.replace(b"hello", f"hello {token}".encode())}),
    )
    assert sum(result.scrubbed.values()) > 1
    found = b"".join(path.read_bytes() for path in target.root.rglob("*") if path.is_file())
    assert token.encode() not in found and b"<script" not in found
    assert proof.verify(target.scope.room).valid


def test_ids_that_are_none_of_ours_or_stand_twice_are_made_anew(place, bring, altered, source):
    identity = source.scope.snapshot().resolve("facts:tea").id.encode()
    other = source.scope.snapshot().resolve("preferences:likes-the-sea").id.encode()
    target = place("target", OTHER)
    bring(target, altered({"preferences": lambda raw: raw.replace(other, identity)}))
    shown = target.scope.snapshot()
    ids = {address: shown.resolve(address).id for address in ("facts:tea", "preferences:likes-the-sea")}
    assert ids["facts:tea"] == identity.decode() != ids["preferences:likes-the-sea"]
    assert is_id(ids["preferences:likes-the-sea"])


def test_an_id_of_another_kind_is_replaced_wherever_it_is_referred_to(place, bring, altered, source):
    identity = source.scope.snapshot().resolve("facts:tea").id.encode()
    target = place("target", OTHER)
    bring(target, altered(dict.fromkeys(("wiki/facts", "archive/facts"), lambda raw: raw.replace(identity, b"odd id"))))
    shown = target.scope.snapshot()
    tea = shown.resolve("facts:tea")
    assert is_id(tea.id) and shown.items.get(tea.supersedes).superseded_by == tea.id
    assert b"odd id" not in (target.root / "chat/wiki/facts.md").read_bytes()


def test_lines_that_are_no_turns_and_bytes_that_are_no_text_are_counted(place, bring, altered):
    target = place("target", OTHER)
    result = bring(
        target, altered({"sources": lambda raw: raw + b"{}\n\xff\n", "wiki/facts": lambda raw: raw + b"\n\xff\n"})
    )
    assert result.dropped == {"turns": 2} and result.scrubbed == {"not-utf8": 1}
    assert proof.verify(target.scope.room).valid


def test_an_operation_that_waits_is_cancelled_by_the_move_and_its_turns_come_along(place, bring):
    source = place(extracts=True)
    waiting = source.memorize("I live in Basel", extract="llm")
    source.scope.close()
    target = place("other", OTHER)
    bring(target, source.export())
    found = operations.find(target.scope.room, target.scope.snapshot(), waiting.id)
    assert (found.status, found.attempts) == ("cancelled", 0)
    assert target.scope.snapshot().waiting() == []
    assert [item.content for item in target.scope.snapshot().items.values()] == ["I live in Basel"]
