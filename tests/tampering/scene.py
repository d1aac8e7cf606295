"""A service directory to tamper with: a scope of 500 items that has seen every kind of write, and a neighbour."""

import random
import shutil
from pathlib import Path

import msgspec

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.governance import proof
from scopes.governance.proof import Verdict
from scopes.lines import chat, diary, preferences, wiki
from scopes.model import ScopeIds
from scopes.scope import Scope
from scopes.writes import Idempotency
from tests.faults.workload import AUTHOR

ALICE, BOB = ScopeIds("app", "alice"), ScopeIds("app", "bob")
_SEGMENT = 64 * 1024


def config(data: Path, **more: float) -> EngineConfig:
    """Segments that close early; a checkpoint comes only when it is asked for."""
    quick = {"settle_seconds": 0.02, "missing_seconds": 0.05, "displaced_seconds": 0.2, **more}
    return EngineConfig(data=str(data), checkpoint_seconds=60.0, journal_segment_bytes=_SEGMENT, **quick)


class Victim:
    """One copy of the scene, to be damaged and verified."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.engine = Engine(config(data))
        self.room, self.other_room = self.engine.room(ALICE), self.engine.room(BOB)
        self.root, self.other = Path(self.room.layout.root), Path(self.other_room.layout.root)
        self.anchor = Path(self.room.lock_path)

    def verify(self) -> Verdict:
        """The proof of the damaged scope."""
        return proof.verify(self.room)

    def close(self) -> None:
        """Stop its threads."""
        self.engine.close()

    def names(self, pattern: str) -> list[str]:
        """Paths inside the scope that fit."""
        return sorted(str(path.relative_to(self.root)) for path in self.root.glob(pattern) if path.is_file())

    def lines(self, name: str) -> list[bytes]:
        """A file's lines, each with its end."""
        return (self.root / name).read_bytes().splitlines(keepends=True)

    def put(self, name: str, lines: list[bytes]) -> None:
        """Write a file of lines, in place."""
        (self.root / name).write_bytes(b"".join(lines))


def write(scope: Scope, number: int, draw: random.Random) -> None:
    """One write of the kind that its number stands for."""
    limits = scope.room.config
    retry = Idempotency(f"key-{number}".encode(), b"body", lambda _: ("write", {"id": "x"}))
    if number % 10 == 0:
        messages = tuple(chat.Message("user", f"turn {number} {'w' * 40}", f"m{number}-{part}") for part in range(3))
        change = chat.memorize(
            chat.MemorizeRequest(messages, f"talk-{number % 70}", extract="verbatim"), limits, f"o{number}"
        )
        scope.write(change, author=AUTHOR, idempotency=retry).result(20)
    elif number % 10 == 1:
        entry = diary.NewEntry(f"entry {number}", at=f"2026-07-{draw.randint(1, 9):02}T10:00:00Z")
        scope.write(lambda batch: diary.append(batch, entry, limits), author=AUTHOR).result(20)
    else:
        item = wiki.NewItem(f"file-{draw.randint(0, 19)}", f"item-{number}", f"content {number} {'z' * 60}")
        scope.write(lambda batch: wiki.put(batch, item, limits), author=AUTHOR, idempotency=retry).result(20)


def build(data: Path, items: int = 500, *, unsealed: int = 12) -> None:
    """Make the scene; the last `unsealed` writes have had no checkpoint."""
    engine, draw = Engine(config(data)), random.Random(1)
    scope, other = Scope(engine, ALICE), Scope(engine, BOB)
    for number in range(40):
        write(other, number, draw)
    other.close()
    for number in range(items):
        write(scope, number, draw)
        if number % 60 == 59:
            scope.close()
    refused(scope)
    scope.close()
    shutil.copytree(scope.room.layout.root, data / "older")
    write(scope, items + 1, draw)
    scope.close()
    for number in range(items + 10, items + 10 + unsealed):
        write(scope, number, draw)
    engine.close()


def refused(scope: Scope) -> None:
    """An edit by hand while none are taken, which goes to quarantine."""
    settle(scope, "refuse")
    scope.close()
    document = Path(scope.room.layout.at("chat/wiki/file-0.md"))
    document.write_text(document.read_text() + "\n## typed\n\nby hand\n")
    item = wiki.NewItem("file-0", "after", "text")
    scope.write(lambda batch: wiki.put(batch, item, scope.room.config), author=AUTHOR).result(20)
    settle(scope, "adopt")


def settle(scope: Scope, hand_edits: str) -> None:
    """Say what becomes of edits by hand."""
    patch = msgspec.convert({"hand_edits": hand_edits}, preferences.SettingsPatch)
    scope.write(lambda batch: preferences.patch(batch, patch, scope.room), author=AUTHOR).result(20)
