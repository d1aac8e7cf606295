"""Marks of scopes with work: there before the work is, whole or absent, gone with the last of it."""

import os
import threading

import pytest

from scopes.errors import NotFoundError
from scopes.lines import by_model, cancelling
from scopes.lines.ending import give_up
from scopes.model import ScopeIds
from scopes.storage import journal, markers, operations


def queued(home, content="I live in Basel"):
    return home.memorize(content, extract="llm")


def cancel(home, operation):
    return home.write(lambda batch: cancelling.cancel(batch, operation))


def listed(home):
    return list(markers.listed(home.engine.files, home.config.data))


def test_a_marker_names_the_scope_and_goes_with_the_last_operation(open_home):
    home = open_home(extracts=True)
    first, second = queued(home), queued(home, "I live in Bern")
    (marker,) = listed(home)
    assert markers.scope_folder(home.engine.files, marker) == str(home.root).split("/scopes/")[1]
    cancel(home, first)
    assert listed(home) == [marker]
    cancel(home, second)
    assert listed(home) == []
    assert os.listdir(f"{home.config.data}/queue/app") == []


def test_a_marker_tells_since_when_the_oldest_waits(open_home):
    home = open_home(extracts=True)
    first, second = queued(home), queued(home, "I live in Bern")
    cancel(home, first)
    (marker,) = listed(home)
    assert markers.since(marker) == pytest.approx(journal.seconds(second.created_at), abs=0.01)


def test_the_marker_is_on_disk_before_the_commit(open_home):
    home = open_home(extracts=True)
    home.enter("the scope is there")
    files, calls = home.engine.files, []
    whole, write = files.sync, files.write_at
    files.sync = lambda path: (calls.append(path), whole(path))
    files.write_at = lambda path, *rest, **more: (calls.append(path), write(path, *rest, **more))
    queued(home)
    marker = markers.path_of(home.scope.room)
    assert calls.index(os.path.dirname(marker)) < calls.index(home.scope.room.layout.pending)


def test_a_marker_is_seen_whole_or_not_at_all_while_it_comes_and_goes(open_home):
    homes = [open_home(ScopeIds("app", name), extracts=True) for name in ("alice", "bob")]
    stop, seen = threading.Event(), []

    def look():
        while not stop.is_set():
            seen.extend(markers.scope_folder(homes[0].engine.files, marker) for marker in listed(homes[0]))

    looking = threading.Thread(target=look)
    looking.start()
    for _ in range(150):
        for home in homes:
            markers.make(home.scope.room)
        for home in homes:
            markers.remove(home.scope.room)
    stop.set()
    looking.join()
    assert {folder for folder in seen if folder is not None} <= {str(h.root).split("/scopes/")[1] for h in homes}
    assert any(seen)
    assert listed(homes[0]) == []


def test_the_lock_of_a_marker_is_had_once_and_never_of_one_that_is_gone(open_home):
    home = open_home(extracts=True)
    operation = queued(home)
    (marker,) = listed(home)
    with markers.claimed(marker) as first, markers.claimed(marker) as second:
        assert (first, second) == (True, False)
    cancel(home, operation)
    with markers.claimed(marker) as gone:
        assert not gone


def test_open_operations_are_known_after_a_cold_start_and_ended_ones_are_not(open_home):
    home = open_home(extracts=True)
    first, second = queued(home), queued(home, "I live in Bern")
    cancel(home, first)
    home.scope.close()
    cold = open_home(extracts=True)
    assert [one.id for one in cold.scope.snapshot().waiting()] == [second.id]
    assert operations.open_on_disk(cold.scope.room).keys() == {second.id}


def test_an_open_operation_outlives_the_files_that_are_past_their_time(open_home):
    home = open_home(extracts=True, operation_seconds=0.0)
    operation = queued(home)
    home.scope.close()
    (path,) = operations.paths(home.scope.room)
    os.rename(home.root / path, home.root / "operations/2020-01-01.jsonl")
    later = open_home(extracts=True, operation_seconds=0.0)
    later.enter("a day later")
    later.scope.close()
    assert not (home.root / "operations/2020-01-01.jsonl").exists()
    assert operations.find(later.scope.room, later.scope.snapshot(), operation.id).status == "queued"


def test_an_operation_that_has_ended_is_not_ended_again(open_home):
    home = open_home(extracts=True)
    operation = queued(home)
    cancel(home, operation)
    assert not home.write(lambda batch: by_model.mark(batch, operation.id))
    with pytest.raises(NotFoundError):
        home.write(lambda batch: give_up(batch, operation.id, "quota_exceeded"))
