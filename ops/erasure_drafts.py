"""What an erasure has done so far, in `erasing/<id>.jsonl`, so that one that is cut off can be finished.

The first line says what was asked for, with the ids in the clear; each further line is a scope that went. The file is
locked by whoever is at work on it and removed once the receipt is entered.
"""

import contextlib
import os
import time
from collections.abc import Generator, Iterator

import msgspec

from ops.receipts import ErasedScope, Evidence, Span
from scopes import locks
from scopes.errors import LockTimeoutError
from scopes.model import Degraded, ScopeIds
from scopes.storage.batch import Author
from scopes.storage.files import Files

_FOLDER = "erasing"
_STUCK_SECONDS = 600.0


class Begun(msgspec.Struct, frozen=True, kw_only=True):
    """An erasure as it was asked for."""

    receipt: str
    span: Span
    ids: ScopeIds
    author: Author
    id: str | None = None
    source: str | None = None
    evidence: Evidence = "erase"


class Taken(msgspec.Struct, frozen=True, kw_only=True):
    """A scope that went: where it stood, and what its receipt says of it."""

    path: str
    entry: ErasedScope
    ids: tuple[str, ...] = ()
    omitted: int = 0
    git: bool = False
    unknown: int = 0


_begun, _taken = msgspec.json.Decoder(Begun), msgspec.json.Decoder(Taken)


class Draft:
    """The file of one erasure."""

    def __init__(self, data: str, receipt: str, files: Files) -> None:
        self.folder = f"{data}/{_FOLDER}"
        self.path = f"{self.folder}/{receipt}.jsonl"
        self._files = files

    @contextlib.contextmanager
    def made(self) -> Generator[None]:
        """Make it, and work on it alone. Who looks for drafts meanwhile may take it for one that was cut off."""
        with locks.exclusive(self.path):
            yield

    @contextlib.contextmanager
    def found(self) -> Generator[bool]:
        """Work on one that was found; False when somebody is at work on it."""
        with contextlib.ExitStack() as stack:
            try:
                stack.enter_context(locks.exclusive(self.path, timeout=0))
            except LockTimeoutError:
                yield False
                return
            yield True

    def begin(self, begun: Begun) -> None:
        """Write down what is to be done, durably."""
        self._files.write_at(self.path, 0, msgspec.json.encode(begun) + b"\n", sync=True)
        self._files.sync(self.folder)
        self._files.sync(os.path.dirname(self.folder))

    def add(self, taken: Taken) -> None:
        """Write down a scope that is about to go, durably. The line before may have been cut off by a crash."""
        line = b"\n" + msgspec.json.encode(taken) + b"\n"
        self._files.write_at(self.path, os.stat(self.path).st_size, line, sync=True)

    def read(self) -> Begun | None:
        """What was asked for; None when that was never written whole."""
        try:
            with open(self.path, "rb") as file:
                return _begun.decode(file.readline())
        except (FileNotFoundError, msgspec.DecodeError):
            return None

    def taken(self) -> Iterator[Taken]:
        """The scopes that went, each once."""
        seen: set[str] = set()
        with open(self.path, "rb") as file:
            next(file, b"")
            for line in file:
                with contextlib.suppress(msgspec.DecodeError):
                    taken = _taken.decode(line)
                    if taken.path not in seen:
                        seen.add(taken.path)
                        yield taken

    def end(self) -> None:
        """Remove it."""
        self._files.unlink(self.path)
        self._files.sync(self.folder)


def degraded_by_drafts(data: str, files: Files, since: str) -> Degraded | None:
    """Erasures that nobody has got on with for minutes: what they were to take may still be there."""
    states = [files.signature(draft.path) for draft in drafts(data, files)]
    stuck = [state for state in states if state is not None and time.time() - state.modified / 1e9 > _STUCK_SECONDS]
    if not stuck:
        return None
    return Degraded(
        component="erasure",
        wanted="each erasure done to its end, with a receipt",
        used=f"what is known of it in {_FOLDER}/",
        reason=f"{len(stuck)} were cut off and could not be finished; the log says why",
        since=since,
        remedy="mend what is in their way, then run `muniment doctor`",
    )


def drafts(data: str, files: Files) -> list[Draft]:
    """The erasures that are not done, or being done."""
    names = sorted(files.names(f"{data}/{_FOLDER}"))
    return [Draft(data, name.removesuffix(".jsonl"), files) for name in names if name.endswith(".jsonl")]
