"""A worker that is killed -9 at any moment of an operation: no second call, nothing twice, one end."""

import time
from pathlib import Path

import pytest

from scopes.extraction.extractor import REASONS
from tests.scopes.queue.dying import Dying, Telling, in_child
from tests.scopes.queue.processes import Process, drawn

CALLS = 40  # at least, that changes a file while one operation is done


def queued(directory):
    """One operation waits."""
    one = Process(directory, None)
    begun = one.memorize("I love black coffee")
    one.close()
    return begun


def serve_and_die(directory, model, files=None):
    """Serve the queue in another process until nothing waits; whether it was killed."""

    def work():
        one = Process(directory, model)
        if files is not None:
            one.registry.engine.files = files
        one.serve(1)
        end = time.monotonic() + 10
        while one.scope().snapshot().waiting():
            assert time.monotonic() < end
            time.sleep(0.01)
        time.sleep(0.3)  # for a checkpoint
        one.workers.close()
        one.registry.close()

    return in_child(work)


def look_after(directory, calls, begun):
    """Serve what is left with a process that lives; the operation at its end, and how often the model was asked."""
    one = Process(directory, Telling(calls, drawn)).serve(1)
    try:
        end = time.monotonic() + 10
        while (found := one.operation(begun.id)).is_open:
            assert time.monotonic() < end
            time.sleep(0.01)
        assert one.scope().verify().valid
        assert len(one.texts()) == 1
        assert one.texts("source") == ["I love black coffee"]
        return found, calls.read_bytes().count(b"asked") if calls.exists() else 0, one.texts("diary")
    finally:
        one.workers.close()
        one.registry.close()


@pytest.mark.parametrize(("moment", "asked"), [("marked", 0), ("asked", 1)])
def test_between_the_mark_and_the_write_no_second_call_is_made(tmp_path, moment, asked):
    begun, calls = queued(tmp_path / "data"), tmp_path / "calls"
    assert serve_and_die(tmp_path / "data", Telling(calls, drawn, moment))
    found, times, diary = look_after(tmp_path / "data", calls, begun)
    assert (times, diary, found.attempts) == (asked, [], 1)
    assert found.reason == f"interrupted: {REASONS['interrupted']}; the turns were read by rules"


def killed_at(number, directory: Path):
    begun, calls = queued(directory / "data"), directory / "calls"
    killed = serve_and_die(directory / "data", Telling(calls, drawn), Dying(number))
    found, times, diary = look_after(directory / "data", calls, begun)
    assert times <= 1
    assert (found.status, found.outcome, found.attempts) == ("done", "stored", 1)
    assert len(diary) == (found.reason is None)  # the model's paragraph stands once, or the rules were asked
    return killed


@pytest.mark.parametrize("number", [2, 5, 9, 14, 20, 27, 35])
def test_killed_at_a_call_to_the_file_system_it_ends_once(tmp_path, number):
    assert killed_at(number, tmp_path)


@pytest.mark.slow
def test_killed_at_every_call_to_the_file_system_it_ends_once(tmp_path):
    killed = sum(killed_at(number, tmp_path / str(number)) for number in range(1, 2 * CALLS))
    assert killed >= CALLS
