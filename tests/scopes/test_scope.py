"""One scope: what is acknowledged is there for every handle, after every end, and what fails leaves nothing."""

import errno
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from scopes import locks
from scopes.errors import (
    BusyError,
    ConflictError,
    DiskFullError,
    IdempotencyConflictError,
    IntegrityError,
    LockTimeoutError,
    MunimentError,
    NotFoundError,
    ReadOnlyError,
    ScopeErasedError,
)
from scopes.governance import proof
from scopes.lines import wiki
from scopes.model import ScopeIds, utc_now
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.storage import sources
from scopes.storage.batch import Author
from scopes.storage.files import Files
from scopes.storage.journal import Entry
from scopes.writes import Idempotency

OTHER_PROCESS = """
import sys
from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.lines import wiki
from scopes.model import ScopeIds
from scopes.scope import Scope
from scopes.storage.batch import Author
engine = Engine(EngineConfig(data=sys.argv[1]))
scope = Scope(engine, ScopeIds("app", "alice"))
for name in sys.stdin:
    new = wiki.NewItem("a", name.strip(), "elsewhere")
    scope.write(lambda batch: wiki.put(batch, new, engine.config), author=Author()).result(10)
    print(sorted(item.name for item in scope.snapshot().items.values()), flush=True)
import os
os._exit(1)
"""


class Failing(Files):
    """Fails a write to a file of this name with this error while there is one."""

    error, name = 0, "pending.jsonl"

    def write_at(self, path, offset, data, *, sync=False):
        if self.error and path.endswith(self.name):
            # A full disk takes a part of what is written before it says so.
            super().write_at(path, offset, data[: len(data) // 2])
            raise OSError(self.error, os.strerror(self.error), path)
        super().write_at(path, offset, data, sync=sync)


def test_a_scope_comes_into_being_with_its_first_write(home):
    assert not home.scope.exists() and home.content()[0] == {}
    home.put("a", "x")
    assert home.scope.exists()
    assert [record.op for record in home.records()] == ["create", "add"]
    assert home.records("add")[0].actor == "key"


def test_a_write_that_may_not_make_its_scope_finds_none(home):
    with pytest.raises(NotFoundError):
        home.write(lambda batch: batch.note(Entry("x")), create=False)
    assert not home.scope.exists()


@pytest.mark.parametrize("end", ["sealed", "in pending"])
def test_all_that_was_acknowledged_is_there_when_the_scope_is_opened_again(open_home, end):
    first = open_home()
    first.put("a", "x", "## one\n\\# two", tags=("t",), metadata={"k": [1]})
    first.memorize("喜欢海边", "noted")
    first.patch("a:x", content="three")
    first.set(time_zone="Asia/Tokyo")
    if end == "sealed":
        first.scope.close()
    assert open_home().content() == first.content()


def test_two_handles_see_each_other_s_writes_at_once(open_home):
    one, other = open_home(), open_home()
    for number in range(6):
        writer, reader = (one, other) if number % 2 else (other, one)
        writer.put("a", f"n{number}")
        assert len(reader.texts()) == number + 1
        if number == 3:
            writer.scope.close()
    assert one.content() == other.content()
    assert [record.seq for record in one.records()] == list(range(1, len(one.records()) + 1))


def test_two_processes_see_each_other_s_writes_at_once_and_the_end_of_one_loses_nothing(home):
    command = [sys.executable, "-c", OTHER_PROCESS, home.config.data]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        for number in range(3):
            home.put("a", f"here-{number}")
            process.stdin.write(f"there-{number}\n")
            process.stdin.flush()
            assert process.stdout.readline().count("'here-") == number + 1
            assert f"a:there-{number}" in home.texts()
    assert len(home.texts()) == 6 and proof.verify(home.scope.room).valid


def test_writes_of_many_threads_all_count_once(open_home):
    handles = [open_home(), open_home()]

    def write(number):
        for at in range(10):
            handles[number % 2].put("a", f"n{number}-{at}")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(handles[0].texts()) == 40 and handles[0].content() == handles[1].content()
    assert proof.verify(handles[0].scope.room).valid


def test_a_change_that_fails_takes_no_part_and_fails_alone(home):
    home.put("a", "x")

    def spoilt(batch):
        batch.note(Entry("never"))
        raise ConflictError("no")

    def broken(batch):
        batch.note(Entry("never"))
        return {}["absent"]

    for change, error in ((spoilt, ConflictError), (broken, KeyError)):
        with pytest.raises(error):
            home.write(change)
    home.put("a", "y")
    assert home.records("never") == [] and home.texts().keys() == {"a:x", "a:y"}


def test_a_write_cancelled_in_time_is_never_applied(home):
    home.put("a", "x")
    with locks.exclusive(home.scope.room.lock_path):
        future = home.scope.write(lambda batch: batch.note(Entry("never")), author=Author())
        assert future.cancel()
    home.put("a", "y")
    assert home.records("never") == []


def test_more_waiting_writes_than_may_wait_are_turned_away(open_home):
    home = open_home(waiting_writes=2)
    home.put("a", "x")
    with locks.exclusive(home.scope.room.lock_path):
        for _ in range(2):
            home.scope.write(lambda batch: None, author=Author())
        with pytest.raises(BusyError) as refusal:
            home.scope.write(lambda batch: None, author=Author())
    assert refusal.value.limit == 2 and refusal.value.retry_after


def test_a_write_that_has_waited_too_long_for_the_lock_is_turned_away(open_home):
    home = open_home(lock_seconds=0.05)
    home.put("a", "x")
    with locks.exclusive(home.scope.room.lock_path):
        future = home.scope.write(lambda batch: batch.note(Entry("never")), author=Author())
        while not future.done():
            home.scope.tend()
    with pytest.raises(LockTimeoutError):
        future.result()
    assert home.records("never") == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_on_a_full_disk_a_write_is_refused_and_all_stays_as_it_was(open_home, number):
    files = Failing()
    home = open_home(files=files)
    home.put("a", "x")
    before = home.content()
    files.error = number
    for _ in range(2):
        with pytest.raises(DiskFullError):
            home.put("a", "y")
    assert home.content() == before == open_home().content()
    files.error = 0
    home.put("a", "z")
    assert home.texts().keys() == {"a:x", "a:z"} and proof.verify(home.scope.room).valid


def test_after_a_failed_sync_a_scope_takes_no_writes_until_it_is_opened_again(open_home):
    files = Failing()
    home = open_home(files=files)
    home.put("a", "x")
    files.error = errno.EIO
    with pytest.raises(ReadOnlyError):
        home.put("a", "y")
    files.error = 0
    with pytest.raises(ReadOnlyError):
        home.put("a", "z")
    assert home.texts().keys() == {"a:x"}
    other = open_home()
    other.put("a", "w")
    assert {"a:x", "a:w"} <= home.texts().keys() and proof.verify(other.scope.room).valid


@pytest.mark.parametrize("name", ["journal.jsonl", sources.path_for(sources.month_of(utc_now()), 1)])
def test_what_is_committed_but_not_carried_out_is_finished_by_the_next_write(open_home, name):
    files = Failing()
    home = open_home(files=files)
    home.put("a", "x")
    files.name, files.error = name, errno.ENOSPC
    home.memorize("a turn")
    files.error = 0
    home.put("a", "z")
    assert list(home.texts("source").values()) == list(home.texts("diary").values()) == ["a turn"]
    assert home.content() == open_home().content()
    assert proof.verify(home.scope.room).valid


@pytest.mark.parametrize("sealed", [True, False])
@pytest.mark.parametrize("reopen", [True, False])
def test_a_repeated_request_gets_its_first_answer_and_changes_nothing(open_home, sealed, reopen):
    home = open_home()
    kept = Idempotency(b"k", b"body", lambda written: ("item", {"id": written}))

    def ask(home, body=b"body"):
        change = Idempotency(kept.key, body, kept.describe)
        return home.scope.write(lambda batch: batch.note(Entry("once")) or "one", author=Author(), idempotency=change)

    first = ask(home).result(10)
    if sealed:
        home.scope.close()
    again = open_home() if reopen else home
    reply = ask(again).result(10)
    assert (first.value, first.replayed) == ("one", None)
    assert (reply.value, reply.replayed.ids, reply.replayed.seq) == (None, {"id": "one"}, first.seq)
    with pytest.raises(IdempotencyConflictError):
        ask(again, b"other").result(10)
    assert len(again.records("once")) == 1


def test_a_scope_erased_lately_comes_back_only_when_that_is_asked_for(home):
    tombstone = home.engine.tombstone_paths(home.scope.room)[0]
    os.makedirs(os.path.dirname(tombstone))
    open(tombstone, "wb").close()
    with pytest.raises(ScopeErasedError):
        home.put("a", "x")
    home.write(lambda batch: batch.note(Entry("x")), revive=True)
    assert home.scope.exists()


def test_a_directory_that_names_other_ids_is_not_opened(open_home):
    alice, bob = open_home(), open_home(ScopeIds("app", "bob"))
    alice.put("a", "x")
    os.makedirs(bob.root.parent)
    os.rename(alice.root, bob.root)
    with pytest.raises(IntegrityError):
        bob.scope.snapshot()
    with pytest.raises(IntegrityError):
        bob.put("a", "y")


def test_scopes_of_other_ids_hold_nothing_of_each_other(open_home):
    names = [
        ScopeIds("app", "a"),
        ScopeIds("app", "A"),
        ScopeIds("app", "a", "b"),
        ScopeIds("b", "a"),
        ScopeIds("app", "a", run_id="r"),
    ]
    homes = [open_home(ids) for ids in names]
    for number, home in enumerate(homes):
        home.put("f", f"n{number}")
    assert [list(home.texts()) for home in homes] == [[f"f:n{number}"] for number in range(5)]


def test_a_view_s_index_holds_exactly_its_items(home):
    home.put("a", "x", "the quick fox")
    old = home.scope.read()
    home.put("a", "x", "a lazy dog")
    new = home.scope.read()
    assert old.resolve("a:x").content == "the quick fox" and new.resolve("a:x").content == "a lazy dog"
    assert home.scope.read() is new and home.scope.read_is_cheap()
    assert home.scope.nbytes > 0 and home.scope.is_loaded()


def test_a_handle_is_idle_once_all_it_wrote_is_sealed(home, until):
    home.put("a", "x")
    assert not home.scope.idle()
    home.scope.close()
    until(home.scope.idle)


def test_a_scope_of_turns_alone_is_checkpointed(home):
    home.memorize("a turn", extract="none")
    home.scope.close()
    assert len((home.root / "pending.jsonl").read_bytes().splitlines()) == 1
    assert [record.op for record in home.records()] == ["create", "memorize", "seal"]


def test_a_file_made_while_nothing_ran_is_journalled_once(open_home, until):
    home = open_home()
    home.put("facts", "one", "text")
    home.scope.close()
    (home.root / "chat/wiki/new.md").write_text("# new\n\n## by hand\n\ntyped\n")
    again = open_home()
    until(lambda: again.scope.snapshot().exists and again.records("external_edit"))
    assert [record.note["file"] for record in again.records("external_edit")] == ["chat/wiki/new.md"]
    assert again.scope.unadopted() == []


@pytest.mark.parametrize("spoil", ["gone", "link", "folder", "empty"])
def test_a_scope_without_a_readable_identity_fails_closed_and_loses_nothing(open_home, tmp_path, spoil):
    home = open_home()
    home.put("facts", "one", "text")
    home.scope.close()
    identity, journal = home.root / "scope.json", (home.root / "journal.jsonl").read_bytes()
    identity.rename(tmp_path / "elsewhere")
    if spoil == "link":
        identity.symlink_to(tmp_path / "elsewhere")
    elif spoil == "folder":
        identity.mkdir()
    elif spoil == "empty":
        identity.touch()
    again = open_home()
    with pytest.raises((IntegrityError, OSError)):
        again.scope.snapshot()
    with pytest.raises(IntegrityError):
        again.put("facts", "two", "more")
    assert (home.root / "journal.jsonl").read_bytes() == journal
    assert list((tmp_path / "staging").glob("*")) == []


def test_answers_are_the_same_from_an_index_that_grew_and_from_the_files_alone(open_home):
    home, retriever = open_home(), Retriever()
    for number in range(12):
        turns = [
            f"turn {number} of {at}: {['boat', 'sea', 'harbour', 'storm'][at % 4]} 海边 {at % 7}" for at in range(20)
        ]
        home.memorize(*turns, source_id="talk")
        home.scope.read()
    grown = home.scope.read()
    home.scope.close()
    shutil.rmtree(home.root / "prev", ignore_errors=True)
    (home.root / "chat/MEMORY.md").unlink()
    again = open_home().scope.read()
    for words in ("boat", "storm 3", "海边", "turn of the harbour"):
        query = RetrieveQuery(query=words, limit=50)
        answers = [retriever.retrieve(view, view.index, query) for view in (grown, again)]
        assert answers[0].hits == answers[1].hits


REFUSED = {
    "a bad name": lambda home: home.put("a/b", "x"),
    "a bad zone": lambda home: home.set(time_zone="Nope"),
    "a bad time": lambda home: home.enter("x", at="0001-01-01"),
    "what is not there": lambda home: home.write(lambda batch: wiki.get(batch, "a" * 16)),
}


@pytest.mark.parametrize("how", REFUSED)
def test_a_write_that_is_refused_makes_no_scope(open_home, how):
    home = open_home()
    with pytest.raises(MunimentError):
        REFUSED[how](home)
    assert not home.scope.exists() and not list(Path(home.config.data, "staging").glob("*"))
    home.set(time_zone="UTC")
    assert home.scope.exists() and home.scope.snapshot().settings.time_zone == "UTC"
