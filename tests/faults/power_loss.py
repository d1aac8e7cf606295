"""Power loss: record a run of every kind of write, cut the power among its calls, reopen, check what was promised.

By hand: `python -m tests.faults.power_loss --states 3000 [--seed 1] [--weaken pending] [--no-exchange]`; it prints in
how many states each problem occurred, and how many states each step was cut in.
"""

import argparse
import collections
import contextlib
import os
import random
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.errors import MunimentError
from scopes.governance import proof
from scopes.layout import DOCUMENT_FOLDERS
from scopes.model import ScopeIds
from scopes.scope import Scope
from scopes.storage import folders, sources, tails
from scopes.storage.room import Room
from tests.faults.recording import Call, Disk, Recorder, seal_last, step_of
from tests.faults.workload import AUTHOR, DRAWN, KINDS, Content, Erase, idempotency, put, submit

IDS = ScopeIds("app", "alice", "bot")


def config_for(data: Path) -> EngineConfig:
    """Limits so small that checkpoints, segments, continuations and further source files all happen."""
    return EngineConfig(
        data=str(data),
        pending_bytes=6_000,
        journal_segment_bytes=9_000,
        document_bytes=3_000,
        source_file_bytes=2_500,
        checkpoint_seconds=30.0,
    )


class State(NamedTuple):
    """One disk after a cut: in what, how many writes were acknowledged and begun, and every file."""

    number: int
    step: str
    acked: int
    begun: int
    files: list[tuple[list[str], bytes]]


class Run:
    """A recorded run: its calls, marks where each write began and was acknowledged, and what stood after each."""

    def __init__(self, data: Path, seed: int, writes: int, recorder: Recorder) -> None:
        self.data, self.recorder, self.contents = data, recorder, [Content()]
        self.erased: list[tuple[int, bytes]] = []
        engine = Engine(config_for(data), files=recorder)
        scope = Scope(engine, IDS)
        draw = random.Random(seed)
        for number in range(writes):
            self._write(scope, number, draw)
            self.contents.append(Content.of(scope.snapshot()))
        engine.close()
        scope.close()

    def _write(self, scope: Scope, number: int, draw: random.Random) -> None:
        kind = draw.choice(DRAWN) if number else "put"  # an erasure makes no scope
        change, acknowledged = KINDS[kind](number, draw), threading.Event()

        def note(_: object) -> None:
            self.recorder.calls.append(Call("ack"))
            acknowledged.set()

        self.recorder.calls.append(Call("begin", kind))
        future = submit(scope, change, idempotency(number))
        future.add_done_callback(note)
        done = future.result()
        acknowledged.wait()
        if isinstance(change, Erase):
            turns = (item for item in done.value.selection.items if item.layer == "source")
            self.erased += [(number, item.content.encode()) for item in turns]

    def _gone(self, state: State) -> list[bytes]:
        """The texts whose erasure was acknowledged."""
        return [text for number, text in self.erased if number < state.acked]

    # What must hold

    def problems(self, state: State, here: Path) -> list[str]:
        """What is wrong with a state once the service is started on it, after another boot."""
        lay_out(state, here)
        shutil.copy(self.data / "audit.key", here / "audit.key")
        engine = Engine(config_for(here))
        try:
            return list(self._check(state, Scope(engine, IDS), Scope(engine, IDS)))
        except (MunimentError, OSError, ValueError, LookupError, AssertionError) as error:
            return [f"reopening: {error!r}"]
        finally:
            engine.close()

    def _check(self, state: State, reader: Scope, scope: Scope) -> Iterator[str]:
        allowed = self.contents[state.acked : state.begun + 1]
        seen = Content.of(reader.snapshot())
        if seen not in allowed:
            yield "a reader sees what no order of the writes gives"
        if state.acked:
            number = random.Random(state.number).randrange(state.acked)
            repeated = scope.write(lambda _: "again", author=AUTHOR, idempotency=idempotency(number)).result(10)
            if repeated.replayed is None:
                yield "an acknowledged write is not recognised"
        else:
            scope.write(lambda _: "nothing", author=AUTHOR).result(10)
        found = Content.of(scope.snapshot())
        if found not in allowed:
            yield "acknowledged writes are lost, or one is half there"
        elif found != seen:
            yield "reader and writer disagree"
        if (files := on_disk(scope.room, found.diary)) != found:
            yield f"files and journal disagree: {files.differences(found)}"
        scope.close()
        if (left := Content.of(reader.snapshot())) != found:
            yield f"a checkpoint changes what is there: {left.differences(found)}"
        scope.write(lambda batch: put(-1, random.Random(1))(batch, scope.room), author=AUTHOR).result(10)
        yield from (f"erased text is left in {name}" for name in left_of(scope.room, self._gone(state)))
        verdict = proof.verify(scope.room)
        yield from (f"verify: {finding.kind} {finding.file} {finding.detail}" for finding in verdict.findings)
        yield from (f"taken for a hand edit: {edit['file']}" for edit in verdict.unattested)


def states_of(recorder: Recorder, data: Path, count: int, seed: int) -> Iterator[State]:
    """Disks after cuts of a recorded run, drawn from a seed, in the order of their cuts."""
    draw, calls = random.Random(seed), recorder.calls
    cuts = collections.Counter(draw.randint(0, len(calls)) for _ in range(count))
    disk, marks, number, kind, step = Disk(str(data)), collections.Counter[str](), 0, "", ""
    for at in range(len(calls) + 1):
        for _ in range(cuts[at]):
            yield State(number, step, marks["ack"], marks["begin"], disk.after_cut(random.Random(f"{seed}/{number}")))
            number += 1
        if at < len(calls):
            marks[calls[at].name] += 1
            kind = calls[at].path if calls[at].name == "begin" else kind
            step = step_of(calls[at]) or kind
            disk.apply(calls[at])


def lay_out(state: State, here: Path) -> None:
    """Put a state's files into a folder. All have been there for a while: the machine took its time to start."""
    for names, data in state.files:
        for name in names:
            (here / name).parent.mkdir(parents=True, exist_ok=True)
        (here / names[0]).write_bytes(data)
        for name in names[1:]:
            (here / name).hardlink_to(here / names[0])
    for path in [here, *here.rglob("*")]:
        os.utime(path, (time.time() - 60, time.time() - 60))


def on_disk(room: Room, diary: bool) -> Content:
    """What the files themselves hold."""
    root = Path(room.layout.root)
    names = [path for path in folders.document_names(room) if path.startswith(DOCUMENT_FOLDERS)]
    docs = {path: (root / path).read_bytes() for path in names}
    turns: list[str] = []
    for path in sources.paths(room.layout.at(sources.FOLDER)):
        found, bad = sources.parse_lines((root / path).read_bytes())
        turns += [f"{turn.source_id}:{turn.turn} {turn.content}" for turn in found] + [f"bad line {at}" for at in bad]
    return Content(docs, tuple(sorted(turns)), diary)


def left_of(room: Room, texts: list[bytes]) -> list[str]:
    """Names of the scope's files that hold one of the texts."""
    found: list[str] = []
    for path in Path(room.layout.root).rglob("*"):
        with contextlib.suppress(FileNotFoundError, IsADirectoryError):  # the scope goes on tidying up
            raw = path.read_bytes()
            found += [path.name for text in texts if text in raw]
    return found


WEAKER: dict[str, Callable[[Call], bool]] = {
    "nothing": lambda call: False,
    "pending": lambda call: call.name == "sync" and call.path.endswith("/pending.jsonl"),
    "documents": lambda call: call.name == "sync" and "/chat/" in call.path,
    "seal": lambda call: call.name == "sync" and call.path.endswith("/seal.json.new"),
    "fresh pending": lambda call: call.name == "sync" and call.path.endswith("/pending.jsonl.new"),
    "folders": lambda call: call.name == "sync" and "." not in os.path.basename(call.path),
    "ledger": lambda call: call.name == "sync" and call.path.endswith("/ledger.jsonl"),
    "keys": lambda call: call.name == "sync" and "/keys.json." in call.path,
    "receipts": lambda call: call.name == "sync" and "/receipts/" in call.path,
}


def violations(
    folder: Path,
    *,
    states: int,
    seed: int,
    writes: int = 80,
    weaken: str = "nothing",
    exchanges: bool = True,
    run_class: type["Run"] = Run,
    steps: collections.Counter[str] | None = None,
) -> collections.Counter[str]:
    """Problem → in how many of the states it occurred; `steps` is told how many states each step was cut in."""
    data = folder / "run"
    data.mkdir()
    recorder = Recorder(WEAKER.get(weaken, lambda call: False), exchanges=exchanges)
    run = run_class(data, seed, writes, recorder)
    recorder.calls = seal_last(recorder.calls) if weaken == "seal before pending" else recorder.calls
    found = collections.Counter[str]()
    before, tails.BOOT = tails.BOOT, "another boot"
    try:
        for state in states_of(recorder, data, states, seed):
            here = folder / f"state-{state.number}"
            here.mkdir()
            found.update(set(run.problems(state, here)))
            shutil.rmtree(here)
            if steps is not None:
                steps[state.step] += 1
    finally:
        tails.BOOT = before
    return found


def main() -> None:
    """Report on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=3000)
    parser.add_argument("--writes", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weaken", choices=[*WEAKER, "seal before pending"], default="nothing")
    parser.add_argument("--no-exchange", action="store_true")
    given = parser.parse_args()
    started, steps = time.monotonic(), collections.Counter[str]()
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        found = violations(
            Path(folder),
            states=given.states,
            seed=given.seed,
            writes=given.writes,
            weaken=given.weaken,
            exchanges=not given.no_exchange,
            steps=steps,
        )
    for step, count in sorted(steps.items()):
        print(f"{count:7} {step}")
    took = f"{given.states} states, weakened: {given.weaken}, {time.monotonic() - started:.0f} s"
    print(f"{took}: {dict(found) or 'clean'}")


if __name__ == "__main__":
    main()
