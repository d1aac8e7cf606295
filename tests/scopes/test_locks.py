"""The scope lock: one holder at a time, whoever dies and whatever happens to its file."""

import os
import subprocess
import sys
import threading
import time

import pytest

from scopes import locks
from scopes.errors import LockTimeoutError

HOLD = """
import sys, time
from scopes import locks
with locks.exclusive(sys.argv[1]):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "locks" / "ab" / "one")


def is_free(path):
    try:
        with locks.exclusive(path, timeout=0):
            return True
    except LockTimeoutError:
        return False


def test_a_second_holder_is_turned_away_in_time_and_the_folder_is_made(path):
    with locks.exclusive(path):
        started = time.monotonic()
        with pytest.raises(LockTimeoutError), locks.exclusive(path, timeout=0.05):
            pass
        assert 0.05 <= time.monotonic() - started < 5
    assert is_free(path)


def test_a_holder_that_is_killed_frees_the_lock(path):
    with subprocess.Popen([sys.executable, "-c", HOLD, path], stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        assert not is_free(path)
        holder.kill()
    assert is_free(path)


def test_a_lock_is_freed_by_an_error_inside_it(path):
    with pytest.raises(ZeroDivisionError), locks.exclusive(path):
        _ = 1 / 0
    assert is_free(path)


def test_a_lock_file_that_each_holder_removes_on_leaving_never_admits_two(path):
    inside, most, turns = 0, 0, []

    def take(number):
        nonlocal inside, most
        for _ in range(40):
            with locks.exclusive(path):
                inside += 1
                most = max(most, inside)
                turns.append(number)
                time.sleep(0.0002)
                inside -= 1
                os.unlink(path)

    threads = [threading.Thread(target=take, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert most == 1 and len(turns) == 160


def test_who_waited_on_a_removed_file_holds_the_one_that_came_after(path):
    entered = threading.Event()

    def wait():
        with locks.exclusive(path) as descriptor:
            assert os.fstat(descriptor).st_ino == os.stat(path).st_ino
            entered.set()

    with locks.exclusive(path):
        thread = threading.Thread(target=wait)
        thread.start()
        time.sleep(0.05)
        os.unlink(path)
    thread.join(10)
    assert entered.is_set()


def test_a_greedy_holder_does_not_keep_a_waiter_out(path):
    stop, waited = threading.Event(), []

    def be_greedy():
        while not stop.is_set():
            with locks.exclusive(path):
                time.sleep(0.001)

    thread = threading.Thread(target=be_greedy)
    thread.start()
    for _ in range(10):
        started = time.monotonic()
        with locks.exclusive(path):
            waited.append(time.monotonic() - started)
    stop.set()
    thread.join(10)
    assert max(waited) < 5


def test_gates_are_shared_among_makers_and_closed_to_who_erases(path):
    other = path + "-other"
    with locks.all_shared([path, other]), locks.all_shared([path]):
        assert not is_free(path) and not is_free(other)
    assert is_free(path) and is_free(other)


def test_a_link_in_place_of_a_lock_file_is_not_followed(path, tmp_path):
    os.makedirs(os.path.dirname(path))
    os.symlink(tmp_path / "elsewhere", path)
    with pytest.raises(OSError), locks.exclusive(path, timeout=0):
        pass
    assert not (tmp_path / "elsewhere").exists()
