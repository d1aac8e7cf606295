"""Starts the processes that read one file each, and ends one whose time is over."""

import os
import select
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from ops.reading.job import Found, Job
from scopes.errors import UnavailableError

__all__ = ["Processes"]

_CHUNK = 256 * 1024
_ESCAPED = 6  # bytes that one byte of text may become in JSON
_BROKEN = "it is damaged, or reading it takes more than it may"
_ROOT = str(Path(__file__).parents[2])  # where this package is, also if it was found by the working directory
_INHERITED = ("LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ")


class Processes:
    """The processes that read at this moment, one a file."""

    def __init__(self) -> None:
        self._lock, self._running, self._closed = threading.Lock(), set[subprocess.Popen[bytes]](), False

    def run(self, job: Job, data: bytes) -> Found:
        """What the process finds. It has no part of this one's environment, files or threads.

        UnavailableError when this process ends before it does.
        """
        ends = time.monotonic() + job.seconds
        with _in_memory(data) as file, self._started(job, file) as process:
            assert process.stdout is not None
            answer = _received(process.stdout.fileno(), ends, _ESCAPED * job.text + _CHUNK)
        if answer is None:
            return Found(job.format, why=f"reading it takes longer than {job.seconds} seconds")
        try:
            return msgspec.json.decode(answer, type=Found)
        except msgspec.DecodeError:
            self._check_open()
            return Found(job.format, why=_BROKEN)

    def close(self) -> None:
        """End them all, and start no more."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()

    @contextmanager
    def _started(self, job: Job, file: int) -> Generator[subprocess.Popen[bytes]]:
        """A process that is gone at the end, whatever it was doing."""
        command = [sys.executable, "-B", "-P", "-m", "ops.reading.child", msgspec.json.encode(job).decode()]
        with subprocess.Popen(  # noqa: S603 - this Python, and a module of ours
            command,
            stdin=file,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,  # a traceback shows the document's text
            env=_environment(),
            start_new_session=True,
        ) as process:
            try:
                with self._lock:
                    self._running.add(process)
                self._check_open()
                yield process
            finally:
                process.kill()
                with self._lock:
                    self._running.discard(process)

    def _check_open(self) -> None:
        with self._lock:
            if self._closed:
                raise UnavailableError("the service is stopping")


@contextmanager
def _in_memory(data: bytes) -> Generator[int]:
    """A descriptor of a file with these bytes that is on no disk: they have not been scrubbed."""
    file = os.memfd_create("file")
    try:
        view = memoryview(data)
        while view:
            view = view[os.write(file, view) :]
        os.lseek(file, 0, os.SEEK_SET)
        yield file
    finally:
        os.close(file)


def _received(pipe: int, ends: float, most: int) -> bytes | None:
    """What comes until the pipe is closed; cut off where there is more than there may be; None when time is over."""
    poll, found = select.poll(), bytearray()
    poll.register(pipe, select.POLLIN)
    while len(found) <= most:
        if not poll.poll(max(0.0, ends - time.monotonic()) * 1000):
            return None
        piece = os.read(pipe, _CHUNK)
        if not piece:
            break
        found += piece
    return bytes(found)


def _environment() -> dict[str, str]:
    """Where the modules are, and no secrets."""
    kept = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return kept | {"PYTHONPATH": os.pathsep.join([_ROOT, *map(os.path.abspath, filter(None, sys.path))])}
