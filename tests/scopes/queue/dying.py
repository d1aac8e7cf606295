"""A process that serves the queue and is killed at one of its calls to the file system, or at one moment of a call."""

import os
import signal
import time
import traceback

from scopes.extraction.extractor import Failed
from scopes.storage.files import Files

_CHANGING = ("put", "write_at", "sync", "rename", "renameat2", "unlink", "link", "mkdir", "remove_folder", "truncate")


def die():
    os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(60)


class Dying(Files):
    """Dies before its call of this number."""

    def __init__(self, last):
        self.left = last


def _counted(name):
    def call(self, *arguments, **more):
        self.left -= 1
        if self.left == 0:
            die()
        return getattr(Files, name)(self, *arguments, **more)

    return call


for _name in _CHANGING:
    setattr(Dying, _name, _counted(_name))


class Telling:
    """A model that notes each question in a file before it answers, and may die of it."""

    def __init__(self, path, answer, moment=None):
        self._path, self._answer, self._moment = path, answer, moment

    def extract(self, asked, begin):
        if not begin():
            return Failed("interrupted")
        if self._moment == "marked":
            die()
        with open(self._path, "ab", buffering=0) as file:
            file.write(b"asked\n")
        if self._moment == "asked":
            die()
        return self._answer(asked)

    distill = extract


def in_child(work):
    """Do some work in a process of its own; whether it was killed."""
    child = os.fork()
    if child == 0:
        failed = True
        try:
            work()
            failed = False
        finally:
            if failed:
                traceback.print_exc()
            os._exit(failed)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)
