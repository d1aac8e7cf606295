"""Kinds of operations that take long: a few at once, in threads of their own, and nobody waits for their end."""

import threading

import msgspec
import pytest

from scopes.model import Operation, iso, utc_now
from scopes.queue import workers
from scopes.queue.jobs import Kind
from scopes.queue.places import Places
from scopes.storage import journal
from scopes.storage.batch import Author
from scopes.storage.journal import Entry


class Long:
    """A job that goes on until it is let go, is told that its time is over, or the process stops."""

    def __init__(self):
        self.at_work, self.done, self.free = [], [], threading.Event()

    def __call__(self, scope, operation, shift):
        self.at_work.append(scope.ids.user_id)
        while not self.free.wait(0.01):
            shift.let_others()
            if shift.stops() or shift.is_over():
                self.at_work.remove(scope.ids.user_id)
                return
        keep(scope, msgspec.structs.replace(operation, status="done", outcome="stored"))
        self.done.append(scope.ids.user_id)


def keep(scope, operation):
    def change(batch):
        batch.put_operation(operation)
        batch.note(Entry("import", line="chat", id=operation.id))

    scope.write(change, author=Author()).result(20)
    return operation


def queue(process, user="alice", app="app", kind="long"):
    now = iso(utc_now())
    operation = Operation(id=journal.mint_id(), kind=kind, status="queued", created_at=now)
    return keep(process.scope(user, app), operation)


@pytest.fixture
def long():
    job = Long()
    yield job
    job.free.set()


@pytest.fixture
def serving(process, long):
    """A process that does long operations one at a time, beside the others."""
    one = process()
    return one.serve(1, long=Kind(long, at_once=1))


def test_an_operation_of_the_same_scope_is_done_while_a_long_one_is_at_work(serving, ends, until, long):
    begun = queue(serving)
    until(lambda: long.at_work)
    assert ends(serving, serving.memorize("I live in Basel")).outcome == "stored"
    assert (serving.operation(begun.id).status, long.done) == ("queued", [])


def test_operations_of_other_scopes_are_done_while_long_ones_are_at_work_and_wait(serving, ends, until, long):
    for user in ("alice", "bob", "carol"):
        queue(serving, user)
    until(lambda: long.at_work)
    assert ends(serving, serving.memorize("I live in Bern", user="dora"), user="dora").outcome == "stored"
    assert ends(serving, serving.memorize("I live in Chur", user="bob"), user="bob").outcome == "stored"
    assert len(long.at_work) == 1
    long.free.set()
    until(lambda: sorted(long.done) == ["alice", "bob", "carol"])


def test_a_long_one_gives_way_to_another_when_its_time_is_over(serving, until, long, monkeypatch):
    monkeypatch.setattr(workers, "_SHIFT_SECONDS", 0.2)
    queue(serving, "alice", "first")
    until(lambda: long.at_work == ["alice"])
    queue(serving, "bob", "second")
    until(lambda: long.at_work == ["bob"])


def test_a_process_that_stops_gets_its_long_ones_back(serving, until, long):
    begun = queue(serving)
    until(lambda: long.at_work)
    serving.workers.close()
    assert (long.at_work, serving.operation(begun.id).status) == ([], "queued")


def test_an_operation_of_an_unknown_kind_waits_and_holds_up_no_other(serving, ends):
    begun = queue(serving, kind="of tomorrow")
    assert ends(serving, serving.memorize("I live in Basel")).outcome == "stored"
    assert serving.operation(begun.id).status == "queued"


def test_a_place_that_is_taken_is_wanted_by_who_was_turned_away():
    places = Places({"long": Kind(lambda *_: None, at_once=1), "short": Kind(lambda *_: None)})
    assert (places.bounded, places.is_bounded("long"), places.is_bounded("short")) == (1, True, False)
    assert (places.take("long"), places.is_wanted("long"), places.take("long")) == (True, False, False)
    assert (places.is_wanted("long"), places.taken) == (True, 1)
    places.free("long")
    assert places.take("long")
