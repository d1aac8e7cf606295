"""An archive is the scope at one moment, whatever is written meanwhile, or there is none."""

import hashlib
import os
import threading
import time

import msgspec
import pytest

from scopes.errors import ConflictError, NotFoundError
from scopes.lines import wiki
from scopes.model import ScopeIds
from scopes.storage import holds, publish, purge

PAIRS = 25


def test_it_holds_every_truth_file_byte_for_byte_and_nothing_else(place, tars):
    home = place().fill()
    files = tars.unpacked(home.export())
    manifest = msgspec.json.decode(files.pop("manifest.json"))
    assert {name: (home.root / name).read_bytes() for name in files} == files
    assert {name.rpartition("/")[0] for name in files} >= {
        "",
        "chat/wiki",
        "chat/diary",
        "chat/archive",
        "chat/sources",
    }
    assert not {"pending.jsonl", "replies.jsonl", "chat/MEMORY.md"} & files.keys()
    sums = {name: (len(raw), hashlib.sha256(raw).hexdigest()) for name, raw in files.items()}
    assert {one["name"]: (one["size"], one["sha256"]) for one in manifest["files"]} == sums


def test_operations_that_no_checkpoint_has_written_out_yet_are_in_it(place, tars):
    home = place()
    first = home.memorize("one")
    home.scope.close()
    second = home.memorize("two")
    lines = tars.unpacked(home.export())
    found = b"".join(raw for name, raw in lines.items() if name.startswith("operations/")).splitlines()
    assert [msgspec.json.decode(line)["id"] for line in found] == [first.id, second.id]


def test_it_is_the_same_twice_but_for_the_time_it_was_made(place, tars):
    home = place().fill()
    first, second = tars.unpacked(home.export()), tars.unpacked(home.export())
    assert list(first) == list(second)
    assert {name for name in first if first[name] != second[name]} == {"manifest.json"}


def test_what_is_no_plain_file_of_ours_is_left_out_and_named(place, tars):
    home = place().fill()
    secret = home.data / "secret"
    secret.write_text("secret")
    (home.root / "chat/wiki/link.md").symlink_to(secret)
    os.link(secret, home.root / "chat/wiki/hard.md")
    os.mkfifo(home.root / "chat/wiki/pipe.md")
    (home.root / "chat/wiki/.hidden.md").write_text("x")
    (home.root / ".git").mkdir()
    manifest = msgspec.json.decode(tars.unpacked(home.export())["manifest.json"])
    assert {(one["name"].rpartition("/")[2], one["reason"]) for one in manifest["skipped"]} == {
        ("link.md", "link"), ("hard.md", "hard_link"), ("pipe.md", "no_file"), (".hidden.md", "unknown"),
        (".git", "unknown"),
    }  # fmt: skip


def test_a_file_of_another_owner_is_left_out(place, tars, monkeypatch):
    home = place().fill()
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    manifest = msgspec.json.decode(tars.unpacked(b"".join(home.begin()))["manifest.json"])
    assert manifest["files"] == [] and {one["reason"] for one in manifest["skipped"]} == {"foreign_owner"}


def test_writes_after_the_cut_are_not_in_it(place, tars):
    home = place(displaced_seconds=0.0, checkpoint_seconds=0.02)
    home.fill()
    before = tars.unpacked(home.export())
    export = home.begin()
    for number in range(10):
        home.put("facts", "tea", f"version {number}")
        home.put(f"new-{number}", "x", "y")
        home.memorize(f"turn {number}")
        time.sleep(0.03)
    after = tars.unpacked(b"".join(export))
    export.close()
    assert {name for name in before if before[name] != after[name]} <= {"manifest.json", "seal.json"}
    assert before.keys() == after.keys()


def test_two_documents_written_together_agree_in_every_archive(place, tars):
    home = place(displaced_seconds=0.0, checkpoint_seconds=0.02)
    config, stop, waits = home.registry.engine.config, threading.Event(), []

    def both(number):
        def change(batch):
            for file in ("left", "right"):
                wiki.put(batch, wiki.NewItem(file, "count", f"count {number}"), config)

        return change

    home.write(both(0))

    def write():
        number = 0
        while not stop.is_set():
            number, asked = number + 1, time.monotonic()
            home.write(both(number))
            waits.append(time.monotonic() - asked)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(PAIRS):
            files = tars.unpacked(home.export())
            left, right = (
                files[f"chat/wiki/{file}.md"].partition(b"count ")[2].split()[0] for file in ("left", "right")
            )
            assert left == right
            seqs = [msgspec.json.decode(line)["seq"] for line in files["journal.jsonl"].splitlines()]
            assert seqs[-1] == msgspec.json.decode(files["manifest.json"])["head"]["seq"]
    finally:
        stop.set()
        writer.join()
    assert len(waits) > PAIRS


def test_the_journal_of_several_segments_is_whole(place, tars):
    home = place(journal_segment_bytes=2_000, checkpoint_seconds=0.0)
    for number in range(20):
        home.put("facts", f"n{number}", "text")
        time.sleep(0.005)
    files = tars.unpacked(home.export())
    segments = sorted((name for name in files if name.startswith("journal/")), key=lambda name: int(name[8:-6]))
    lines = b"".join(files[name] for name in [*segments, "journal.jsonl"]).splitlines()
    assert len(segments) > 2
    assert [msgspec.json.decode(line)["seq"] for line in lines] == list(range(1, len(lines) + 1))


@pytest.mark.parametrize("harm", ["rewritten", "edited", "erased", "purged", "dropped"])
def test_what_can_not_be_had_any_more_ends_it_and_nothing_mixed_comes_out(place, harm):
    home = place(displaced_seconds=0.0).fill()
    source, document = next(home.root.glob("chat/sources/*")), home.root / "chat/wiki/facts.md"
    export = home.begin()
    if harm == "rewritten":
        source.with_suffix(".new").write_bytes(source.read_bytes())
        source.with_suffix(".new").rename(source)
    elif harm == "edited":
        document.write_bytes(document.read_bytes() + b"\n")
    elif harm == "erased":
        home.root.rename(home.data / "trash")
    elif harm == "dropped":
        purge.drop_copies(home.scope.room)
    else:
        home.put("facts", "tea", "other")
        for aside in publish.displaced(home.scope.room):
            os.unlink(aside.path)
    with pytest.raises(ConflictError):
        b"".join(export)
    export.close()


def test_a_missing_scope_is_not_found_and_leaves_no_lock(place):
    home = place(ids=ScopeIds("app", "nobody"))
    with pytest.raises(NotFoundError):
        home.export()
    assert not os.path.exists(home.scope.room.lock_path)


def test_an_export_lets_go_of_everything_when_it_is_given_up(place):
    home = place().fill()
    before = len(os.listdir("/proc/self/fd"))
    export = home.begin()
    export.read()
    export.close()
    export.close()
    assert len(os.listdir("/proc/self/fd")) == before
    assert not [name for name in os.listdir(home.scope.room.layout.previous) if name.startswith("export@")]


def test_the_ledger_says_it_without_naming_the_scope(place):
    home = place().fill()
    home.export()
    line = (home.data / "ledger.jsonl").read_text()
    assert '"op":"export"' in line and "alice" not in line
    assert home.ledger.verify() == (1, [])
    assert holds.needed(home.scope.room, [("chat/wiki/facts.md", 99)]) == set()
