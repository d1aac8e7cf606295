"""Who works on one scope in the hammer, each in a process of its own: writers that die, readers, people editing."""

import contextlib
import errno
import json
import os
import random
import re
import signal
import time
from pathlib import Path
from typing import Any, NamedTuple

from scopes.config import EngineConfig
from scopes.lines import chat, wiki
from scopes.model import ScopeIds
from scopes.paths import relative_path
from scopes.registry import Registry
from scopes.storage.batch import Author, Batch
from scopes.storage.files import Files
from scopes.storage.state import turn_key
from scopes.views import View
from scopes.writes import Idempotency

IDS = ScopeIds("app", "alice", "bot")
FILES = ("a", "b", "c", "d", "e")
DESKS = (("a", "b"), ("c",), ("d",), ("e",))  # what each person edits
WRITERS = 3


class Stage(NamedTuple):
    """Where a hammer runs, until when, from which seed, how likely a writer dies at each call, and whether the file
    system can exchange names."""

    folder: Path
    stop: float
    seed: int
    deaths: float
    exchanges: bool = True

    @property
    def config(self) -> EngineConfig:
        """Small segments, so that the journal changes its file under everybody."""
        return EngineConfig(data=str(self.folder / "data"), journal_segment_bytes=200_000)

    def note(self, name: str, **values: Any) -> None:
        """Append a line to one of the stage's logs."""
        with open(self.folder / name, "ab", buffering=0) as file:
            file.write(json.dumps(values).encode() + b"\n")

    def noted(self, name: str) -> list[dict[str, Any]]:
        """The lines of a log."""
        path = self.folder / name
        return [json.loads(line) for line in path.read_bytes().split(b"\n")[:-1]] if path.exists() else []


class Plain(Files):
    """File calls on a file system that may not know how to exchange names."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def renameat2(self, old: str, new: str, flags: int) -> int:
        return super().renameat2(old, new, flags) if self._stage.exchanges else errno.EINVAL


class Deadly(Plain):
    """File calls of a process that is killed before, in the middle of or behind one of them."""

    def __init__(self, stage: Stage, draw: random.Random) -> None:
        super().__init__(stage)
        self._draw = draw

    def _point(self, when: str, call: str, path: str) -> None:
        if self._draw.random() < self._stage.deaths:
            self._stage.note("deaths", at=f"{when} {call} {kind_of(path)}")
            os.kill(os.getpid(), signal.SIGKILL)

    def put(self, path: str, data: bytes) -> None:
        super().put(path, data[: len(data) // 2])
        self._point("amid", "put", path)
        super().put(path, data)

    def write_at(self, path: str, offset: int, data: bytes, *, sync: bool = False) -> None:
        self._point("before", "write", path)
        super().write_at(path, offset, data[: len(data) // 2])
        self._point("amid", "write", path)
        super().write_at(path, offset, data)
        self._point("behind", "write", path)
        if sync:
            super().write_at(path, offset, b"", sync=True)
            self._point("behind", "sync", path)

    def rename(self, old: str, new: str) -> None:
        self._point("before", "rename", new)
        super().rename(old, new)
        self._point("behind", "rename", new)

    def renameat2(self, old: str, new: str, flags: int) -> int:
        self._point("before", "exchange", new)
        code = super().renameat2(old, new, flags)
        self._point("behind", "exchange", new)
        return code

    def link(self, old: str, new: str) -> None:
        super().link(old, new)
        self._point("behind", "link", new)


def kind_of(path: str) -> str:
    """What a file of the scope is, for the list of deaths."""
    for mark in (
        "pending",
        "journal",
        "seal",
        "replies",
        "scope.json",
        "/prev/base/",
        "/prev/",
        "/chat/sources/",
        "/chat/",
    ):
        if mark in path:
            return mark.strip("/.")
    return "other"


def text_of(idem: str) -> str:
    """The content of a single item, always the same for one key."""
    draw = random.Random(idem)
    return "x" * draw.randint(20, 200)


class Job(NamedTuple):
    """One write: a pair of items that must change together, or a single one; and a turn with it."""

    writer: int
    number: int

    @property
    def idem(self) -> str:
        """Its Idempotency-Key."""
        return f"w{self.writer}-{self.number}"

    @property
    def file(self) -> str | None:
        """The document of a single item; None for a pair."""
        draw = random.Random(f"kind {self.idem}")
        return None if draw.random() < 0.3 else draw.choice(FILES)

    def change(self, batch: Batch, config: EngineConfig) -> str:
        """Apply it."""
        if self.file is None:
            for file in ("a", "b"):
                wiki.put(batch, wiki.NewItem(file, f"pair-{self.writer}", f"v={self.number}"), config)
        else:
            wiki.put(batch, wiki.NewItem(self.file, f"i-{self.idem}", text_of(self.idem)), config)
        messages = (chat.Message("user", f"turn {self.idem}", self.idem),)
        request = chat.MemorizeRequest(messages, f"source-{self.writer}", extract="none")
        return chat.memorize(request, config, f"o{self.idem}")(batch).id

    def shown(self, view: View) -> bool:
        """Whether a view shows it."""
        snapshot = view.snapshot
        source = snapshot.source_names.get(f"source-{self.writer}")
        if source is None or turn_key(source, self.idem) not in snapshot.turns:
            return False
        if self.file is not None:
            return view.resolve(f"{self.file}:i-{self.idem}") is not None
        return version(view, "a", self.writer) >= self.number


def version(view: View, file: str, writer: int) -> int:
    """Which version of a writer's pair a document shows; -1 for none."""
    item = view.resolve(f"{file}:pair-{writer}")
    return -1 if item is None else int(item.content.removeprefix("v="))


def write(stage: Stage, writer: int) -> None:
    """Write until the time is up or death comes; begin with the key that was not acknowledged."""
    draw = random.Random(f"{stage.seed} {os.getpid()} {time.time_ns()}")
    registry = Registry(stage.config)
    registry.engine.files = Deadly(stage, draw)
    scope = registry.scope(IDS)
    number = len(stage.noted(f"acks{writer}"))
    while time.time() < stage.stop:
        job, started = Job(writer, number), time.time()
        idempotency = Idempotency(job.idem.encode(), b"body", lambda identity: ("memorize", {"id": identity}))
        done = scope.write(
            lambda batch, job=job: job.change(batch, stage.config),
            author=Author(f"w{writer}", job.idem),
            idempotency=idempotency,
        ).result(60)
        stage.note(f"acks{writer}", number=number, again=done.replayed is not None, ms=(time.time() - started) * 1e3)
        number += 1
        time.sleep(draw.random() * 0.01)
    registry.close()


def read(stage: Stage, reader: int) -> None:
    """Read without a pause: what was acknowledged before the read must show, and pairs must agree."""
    registry = Registry(stage.config)
    registry.engine.files = Plain(stage)
    scope, reads = registry.scope(IDS), 0
    while time.time() < stage.stop:
        acked = [Job(writer, last(stage, writer)) for writer in range(WRITERS)]
        view = scope.read()
        for job in acked:
            if job.number >= 0 and not job.shown(view):
                stage.note("stale", job=job.idem, seq=view.snapshot.seq)
            first, second = version(view, "a", job.writer), version(view, "b", job.writer)
            if first != second:
                stage.note("half", a=first, b=second, seq=view.snapshot.seq)
        reads += 1
        time.sleep(0.002)
    stage.note("reads", reader=reader, reads=reads)
    registry.close()


def last(stage: Stage, writer: int) -> int:
    """The number of the last write a writer had acknowledged; -1 for none."""
    with contextlib.suppress(FileNotFoundError):
        size = (stage.folder / f"acks{writer}").stat().st_size
        with open(stage.folder / f"acks{writer}", "rb") as file:
            file.seek(max(0, size - 400))
            whole = file.read().split(b"\n")[:-1]
        return json.loads(whole[-1])["number"] if whole else -1
    return -1


def edit(stage: Stage, person: int) -> None:
    """Load a document, think while the buffer goes stale, save in one of four ways, look whether it stays."""
    draw = random.Random(f"{stage.seed} person {person}")
    number = 0
    while time.time() < stage.stop - 5:
        file = draw.choice(DESKS[person])
        path = Path(stage.config.data) / relative_path(IDS) / "chat/wiki" / f"{file}.md"
        try:
            loaded = path.read_bytes()
        except FileNotFoundError:
            time.sleep(0.05)
            continue
        time.sleep(draw.random() * 0.4)
        number += 1
        own = f"## human-{person}\n\nn={number}\n\n".encode()
        way = draw.choice(sorted(WAYS))
        heading = f"## human-{person}\n".encode()
        parts = [part for part in re.split(rb"(?m)^(?=## )", loaded) if not part.startswith(heading)]
        parts.insert(draw.randint(1, len(parts)), own)
        try:
            WAYS[way](path, b"".join(parts))
        except FileNotFoundError:
            continue
        stage.note("saves", person=person, file=path.name, number=number, way=way, kept=_stays(path, own.strip()))


def _stays(path: Path, text: bytes) -> bool:
    """Whether a text is in the file, or comes back to it, and is there still after it was adopted."""
    seen, until = 0, time.time() + 4
    while time.time() < until and seen < 3:
        time.sleep(0.3)
        with contextlib.suppress(FileNotFoundError):
            seen = seen + 1 if text in path.read_bytes() else 0
    return seen == 3


def _slowly(path: Path, text: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_TRUNC), "wb", buffering=0) as file:
        step = len(text) // 4 + 1
        for at in range(0, len(text), step):
            file.write(text[at : at + step])
            time.sleep(0.01)


def _at_once(path: Path, text: bytes) -> None:
    with open(os.open(path, os.O_WRONLY | os.O_TRUNC), "wb", buffering=0) as file:
        file.write(text)


def _replacing(path: Path, text: bytes) -> None:
    new = path.with_suffix(".swp")
    new.write_bytes(text)
    new.rename(path)


def _like_vim(path: Path, text: bytes) -> None:
    backup = path.with_suffix(".md~")
    path.rename(backup)
    time.sleep(0.005)
    path.write_bytes(text)
    backup.unlink()


WAYS = {"slowly": _slowly, "at once": _at_once, "replacing": _replacing, "like vim": _like_vim}
