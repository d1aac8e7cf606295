"""Imports into a scope: what is counted, what the second time adds, what a stop leaves."""

import json
import os
import shutil
import stat
import time

import pytest

from ops.doctor import mend
from ops.imports import batches
from scopes.errors import BusyError, InvalidError
from scopes.governance import erase
from scopes.lines import cancelling, wiki
from scopes.lines.precondition import Always
from scopes.storage import markers, uploads
from scopes.storage.batch import Author

TALK = {
    "title": "Sea",
    "messages": [
        {"role": "user", "content": "喜欢海边", "at": "2024-01-02T03:04:05Z"},
        {"role": "assistant", "content": "ok"},
        {"role": "assistant", "content": "ok"},
    ],
}
MEMORIES = {"results": [{"id": "1", "memory": "Likes tea", "categories": ["food"]}, {"id": "2", "memory": "Has a cat"}]}
DAY = "## 14:30\n\nwent to the sea\n\n## 14:30\n\nswam\n"
NEW = ("conversations", "turns", "notes", "events")


def write(target, change):
    return target.scope.write(change, author=Author("key", "request")).result(20).value


def test_turns_keep_who_said_them_and_when_and_where_they_come_from(target):
    done = target.bring([TALK, 5], "talk.json")
    assert (done.status, done.outcome, done.progress) == ("done", "stored", 1.0)
    new = {"conversations": 1, "turns": 3, "notes": 0, "events": 0, "items": 0, "diary": 0}
    assert done.counts == {**new, "duplicates": 0, "erased": 0, "skipped": 1}
    assert done.skipped == [{"place": "element 2", "reason": "it can't be read as one"}]
    turns = target.items("source")
    assert [(turn.metadata["role"], turn.content, turn.event_at) for turn in turns] == [
        ("user", "喜欢海边", "2024-01-02T03:04:05.000Z"),
        ("assistant", "ok", None),
        ("assistant", "ok", None),
    ]
    told = turns[0].metadata
    assert (told["platform"], told["title"], told["file"], len(told["sha256"])) == ("messages", "Sea", "talk.json", 64)
    assert len({turn.file for turn in turns}) == 1
    assert [turn.metadata.keys() for turn in turns[1:]] == [{"role"}, {"role"}]


@pytest.mark.parametrize(
    ("content", "name"), [([TALK, TALK], "a.json"), (MEMORIES, "m.json"), (DAY, "diary/2026-07-10.md")]
)
def test_the_second_time_nothing_is_new(target, content, name):
    first, before = target.bring(content, name), target.scope.snapshot().position
    assert sum(first.counts[kind] for kind in NEW) > 0
    again = target.bring(content, name)
    assert (again.outcome, [again.counts[kind] for kind in NEW]) == ("duplicate", [0, 0, 0, 0])
    assert again.counts["duplicates"] > 0
    assert len(target.items("source") + target.items("wiki") + target.items("diary")) == sum(
        first.counts[kind] for kind in ("turns", "notes", "events")
    )
    assert target.scope.snapshot().position.seq - before.seq <= 3


def test_a_conversation_that_has_grown_adds_what_is_new_to_its_source(target):
    target.bring(TALK)
    longer = {**TALK, "messages": [*TALK["messages"], {"role": "user", "content": "and the lake"}]}
    assert target.bring(longer).counts["turns"] == 1
    assert len({turn.file for turn in target.items("source")}) == 1


def test_what_is_said_again_at_the_same_time_in_a_later_part_is_not_lost(target):
    said = [{"role": "user", "content": "ok", "at": "2024-01-02T03:04:05Z"}] * 1_001
    done = target.bring([{"title": "Long", "messages": said}], "long.json")
    assert (done.counts["turns"], done.counts["duplicates"]) == (1_001, 0)
    assert target.bring([{"title": "Long", "messages": said}], "long.json").counts["turns"] == 0


def test_a_note_that_was_edited_moved_or_put_away_is_not_brought_back(target):
    target.bring(MEMORIES)
    tea, cat = sorted(target.items("wiki"), key=lambda item: item.file)
    patch = wiki.ItemPatch(file="drinks", content="Likes green tea")
    write(target, lambda batch: wiki.patch(batch, tea.id, patch, Always(), target.scope.room.config))
    write(target, lambda batch: wiki.archive(batch, cat.id, None, target.scope.room.config))
    assert target.bring(MEMORIES).outcome == "duplicate"
    assert [item.content for item in target.items("wiki")] == ["Likes green tea"]


def test_what_was_erased_does_not_come_back(target):
    target.bring(MEMORIES)
    target.bring(TALK)
    note, turn = target.items("wiki")[0], target.items("source")[0]
    author = Author("key", "request")
    target.scope.erase(lambda batch: erase.select_item(batch, note.id, "keep"), author=author).result(20)
    target.scope.erase(lambda batch: erase.select_source(batch, turn.file), author=author).result(20)
    again = [target.bring(content) for content in (MEMORIES, TALK)]
    assert [(one.outcome, one.counts["duplicates"], one.counts["erased"]) for one in again] == [
        ("nothing", 1, 1),
        ("nothing", 0, 3),
    ]
    assert all("erased" in one.reason for one in again)
    assert (len(target.items("wiki")), target.items("source")) == (1, [])


def test_a_name_that_is_taken_gets_a_number_and_replaces_nothing(target):
    new = wiki.NewItem("food", "Likes tea", "mine")
    write(target, lambda batch: wiki.put(batch, new, target.scope.room.config))
    target.bring(MEMORIES)
    found = {item.name: item.content for item in target.items("wiki") if item.file == "food"}
    assert found == {"Likes tea": "mine", "Likes tea-2": "Likes tea"}


def test_everything_passes_the_notary(target):
    secret = "sk-" + "ant-api03-" + "A1b2C3d4E5" * 9 + "-AA"
    told = f"my key is {secret}"
    done = target.bring([{"messages": [{"role": "user", "content": told}]}])
    target.bring({"results": [{"id": "1", "memory": told}]})
    assert sum(done.scrubbed.values()) == 1
    assert all(secret not in item.content + item.name for item in target.scope.snapshot().items.values())


def test_a_text_that_is_too_long_is_cut_and_one_that_is_much_too_long_left_out(open_target):
    target = open_target(text_bytes=1_000)
    texts = ["word " * 500, "x" * 20_000, "short"]
    done = target.bring([{"messages": [{"role": "user", "content": text} for text in texts]}])
    kept = [turn.content for turn in target.items("source")]
    assert " ".join(kept[:-1]).split() == ["word"] * 500
    assert (kept[-1], done.counts["skipped"]) == ("short", 1)
    assert all(len(text.encode()) <= 1_000 for text in kept)


def test_a_part_that_is_refused_keeps_out_no_other(target):
    messages = [{"role": "user", "content": text} for text in ("a", "\u200b\u200b", "b")]
    done = target.bring([{"messages": messages}])
    assert [turn.content for turn in target.items("source")] == ["a", "b"]
    assert (done.counts["skipped"], done.skipped[0]["place"]) == (1, "conversation 1")


def many(count):
    return [{"id": f"c{at}", "messages": [{"role": "user", "content": f"{at}"}]} for at in range(count)]


def test_an_import_that_is_given_back_goes_on_where_it_was_and_counts_nothing_twice(target, open_target):
    commits, begun = [], target.begin(many(700))
    given_back = target.work(begun, lambda: len(commits) > 1, commits.append)
    assert (given_back.status, given_back.counts["turns"]) == ("queued", 400)
    target.registry.close()
    other = open_target()
    done = other.work(begun)
    assert (done.status, done.outcome, done.progress) == ("done", "stored", 1.0)
    assert {name: count for name, count in done.counts.items() if count} == {"conversations": 700, "turns": 700}
    assert (len(other.items("source")), other.uploads()) == (700, [])
    assert other.scope.verify().valid


@pytest.mark.parametrize("stops", [1, 2, 3])
def test_conversations_are_counted_as_if_there_had_been_no_stop(target, stops):
    said = [{"role": "user", "content": f"word {at}"} for at in range(90)]
    talks = [{"id": f"c{at}", "messages": said[:length]} for at, length in enumerate((90, 90, 0, 1, 90, 90, 3, 90))]
    target.bring(talks[:2] + talks[3:4])
    commits, begun = [], target.begin([*talks, 5, *talks[5:]])
    while (now := target.work(begun, lambda: len(commits) >= stops, commits.append)).is_open:
        commits.clear()
    assert (now.counts["conversations"], now.counts["turns"]) == (4, 90 + 90 + 3 + 90)
    assert (now.counts["duplicates"], now.counts["skipped"]) == (3 + 3, 2)


def test_progress_is_kept_with_the_operation_while_it_runs(target):
    seen, others, begun = [], [], target.begin(many(700))
    assert (target.operation(begun.id).status, target.uploads()) == ("queued", [begun.id])
    tell = {"told": lambda _: seen.append(target.operation(begun.id)), "let_others": lambda: others.append(len(seen))}
    done = target.work(begun, **tell)
    assert others == [1, 2, 3, 4]
    assert [one.status for one in seen] == ["running"] * len(seen)
    assert [one.counts["turns"] for one in seen] == [200, 400, 600, 700]
    assert [one.progress for one in seen] == sorted(one.progress for one in seen)
    assert (done.is_open, done.source.keys(), target.uploads()) == (
        False,
        {"format", "sha256", "bytes", "extract"},
        [],
    )


def test_an_upload_is_readable_for_its_owner_alone(target):
    begun = target.begin(TALK)
    folder = uploads.folder_of(target.scope.room, begun.id)
    modes = {name: stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode) for name in (".", *os.listdir(folder))}
    assert modes == {".": 0o700, "content": 0o600, "asked.json": 0o600}


def test_an_import_that_is_cancelled_between_commits_writes_no_more(target):
    begun = target.begin(many(700))

    def cancel(operation):
        if operation.counts["turns"] == 400:
            write(target, lambda batch: cancelling.cancel(batch, operation))

    ended = target.work(begun, told=cancel)
    assert (ended.status, ended.counts["turns"], target.uploads()) == ("cancelled", 400, [])
    assert len(target.items("source")) == 400


def test_an_import_that_comes_no_further_is_given_up(target, monkeypatch):
    def fault(*_):
        raise RecursionError

    begun = target.begin(TALK)
    monkeypatch.setattr(batches, "parts_of", fault)
    for _ in range(5):
        with pytest.raises(RecursionError):
            target.work(begun)
    assert target.work(begun).reason == "given up: it was begun 5 times and came no further"


def test_an_import_whose_upload_is_gone_says_so(target):
    begun = target.begin(TALK)
    shutil.rmtree(uploads.folder_of(target.scope.room, begun.id))
    assert target.work(begun).reason.startswith("its upload is gone")


def test_as_many_imports_of_a_scope_wait_as_may_and_no_upload_stays_of_one_more(open_target):
    target = open_target(waiting_imports=2)
    begun = [target.begin(TALK), target.begin(MEMORIES)]
    with pytest.raises(BusyError) as refused:
        target.begin(DAY, "diary/2026-07-10.md")
    assert (refused.value.limit, refused.value.retry_after) == (2, 30)
    assert sorted(target.uploads()) == sorted(operation.id for operation in begun)


def test_an_outcome_can_be_asked_for_as_long_as_is_set_and_an_import_that_waits_for_longer(open_target):
    target = open_target(operation_seconds=0.0)
    done, waiting = target.bring(TALK), target.begin(many(3))
    target.scope.close()
    folder = target.scope.room.layout.operations
    for name in os.listdir(folder):
        os.rename(f"{folder}/{name}", f"{folder}/2020-01-01.jsonl")
    later = open_target(operation_seconds=0.0)
    write(later, lambda batch: wiki.put(batch, wiki.NewItem("food", "tea", "a day later"), target.scope.room.config))
    later.scope.close()
    assert later.operation(done.id) is None
    assert later.work(waiting).counts["turns"] == 3


def test_what_is_left_of_a_beginning_that_was_cut_off_is_swept(target):
    target.bring(TALK)
    os.makedirs(uploads.folder_of(target.scope.room, "gone"))
    markers.make(target.scope.room)
    assert [one.file for one in mend(target.scope, dry_run=True)] == [
        os.path.relpath(markers.path_of(target.scope.room), target.data),
        "uploads/gone",
    ]
    target.scope.unmark()
    until = time.monotonic() + 5
    while markers.is_marked(target.scope.room):
        assert time.monotonic() < until
        time.sleep(0.01)
    assert target.uploads() == []


def test_too_many_broken_parts_end_an_import(target):
    done = target.bring(json.dumps([5] * 20_000 + [TALK]), asked="messages")
    assert (done.status, done.counts["skipped"], len(done.skipped)) == ("failed", 10_000, 100)
    assert done.reason.startswith("given up")


def test_a_file_of_no_known_format_is_refused_before_anything_is_written(target):
    for content, name in ((b"\0\1\2", "x.bin"), ("", "empty.json"), ("just words", "x.txt"), ({"a": 1}, "x.json")):
        with pytest.raises(InvalidError, match="none of the formats"):
            target.begin(content, name)
    with pytest.raises(InvalidError, match="format is to be one of"):
        target.begin("User: hi", "x.txt", asked="nonsense")
    assert not target.scope.exists()


def test_an_operation_says_nothing_of_what_it_brought(target):
    done = target.bring([TALK, {"messages": [{"role": "user", "content": "\u200b"}]}], "diary of a secret.json")
    told = json.dumps([done.source, done.counts, done.skipped, done.items])
    assert "海" not in told
    assert "secret" not in told
