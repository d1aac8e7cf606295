"""Merging adds what is missing, under ids that are free, and never brings back what was erased."""

import io

import pytest

from ops.archive.importing import Importer
from ops.archive.limits import ImportLimits
from scopes.governance import proof
from scopes.model import ScopeIds

LIMITS = ImportLimits(64 * 1024**2, 64 * 1024**2, 16 * 1024**2, 1_000, 200)


@pytest.fixture
def merge(author):
    """Merge an archive into a place, and see that it adds nothing the second time."""

    def merge(place, archive):
        importer = Importer(place.registry.engine, place.ledger, LIMITS)
        first = importer.bring_in(place.scope, io.BytesIO(archive), author, merge=True)
        position = place.scope.snapshot().position
        again = importer.bring_in(place.scope, io.BytesIO(archive), author, merge=True)
        assert {name: count for name, count in again.counts.items() if name != "left_out"} == dict.fromkeys(
            ("items", "entries", "versions", "turns"), 0
        )
        assert place.scope.snapshot().position == position
        return first.counts

    return merge


@pytest.fixture
def pair(place):
    """Two scopes."""
    return place(), place("target", ScopeIds("elsewhere", "bob"))


def texts(place, layer):
    return sorted(item.content for item in place.scope.snapshot().items.values() if item.layer == layer)


def test_a_conversation_goes_on_where_the_other_ends(pair, merge):
    source, target = pair
    target.memorize("one", source_id="talk", extract="none")
    source.memorize("one", "two", source_id="talk", extract="none")
    assert merge(target, source.export())["turns"] == 1
    assert texts(target, "source") == ["one", "two"]
    assert [one.turns for one in target.scope.snapshot().sources.values()] == [2]


def test_two_sources_with_one_opaque_id_stay_apart(pair, merge):
    source, target = pair
    source.memorize("one", source_id="talk", extract="none")
    archive = source.export()
    merge(target, archive)
    other = next(iter(target.scope.snapshot().sources.values()))
    source.memorize("two", source_id="other", extract="none")
    merge(target, source.export())
    assert {one.source_id for one in target.scope.snapshot().sources.values()} == {"talk", "other"}
    assert other.turns == 1


def test_entries_of_the_same_minute_stand_beside_each_other(pair, merge):
    source, target = pair
    source.enter("theirs", "2026-07-21T10:00:00Z")
    target.enter("ours", "2026-07-21T10:00:30Z")
    assert merge(target, source.export())["entries"] == 1
    assert texts(target, "diary") == ["ours", "theirs"]
    assert len(set(target.scope.snapshot().addresses)) == len(target.scope.snapshot().addresses)


def test_an_entry_under_another_id_is_known_by_its_minute_and_text(pair, merge):
    source, target = pair
    for place in pair:
        place.enter("the same", "2026-07-21T10:00:00Z")
    assert merge(target, source.export())["entries"] == 0


def test_other_versions_are_kept_and_an_older_archive_does_not_undo(pair, merge):
    source, target = pair
    source.put("facts", "tea", "green")
    target.put("facts", "tea", "black")
    assert merge(target, source.export())["items"] == 1
    assert texts(target, "wiki") == ["green"] and texts(target, "archive") == ["black"]


def test_what_passes_the_limits_of_the_service_is_left_out_and_counted(place, merge):
    source = place()
    source.put("facts", "long", "x" * 2_000)
    source.put("facts", "short", "x")
    target = place("target", ScopeIds("elsewhere", "bob"), text_bytes=1_000)
    target.put("facts", "mine", "x")
    counts = merge(target, source.export())
    assert (counts["items"], counts["left_out"]) == (1, 1)


def test_the_proof_stands_afterwards(pair, merge):
    source, target = pair
    source.fill()
    target.put("facts", "tea", "white")
    merge(target, source.export())
    target.scope.close()
    verdict = proof.verify(target.scope.room)
    assert verdict.valid, verdict.findings
