"""The sweep: each kind of write with its n-th call failing, n = 1, 2, … until no call is left to fail.

Each time it must end in an answer of ours, and leave the old state or the new one, whole: in the same process, which
then goes on writing, and in another one that comes after this one died on the spot.

By hand: `python -m tests.faults.sweep [--kinds add,rename] [--faults EIO,full] [--ways dies]`; prints the problems, and
how many calls were made to fail.
"""

import argparse
import collections
import logging
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from scopes.config import EngineConfig
from scopes.errors import DiskFullError, MunimentError, ReadOnlyError, UnavailableError, from_os
from scopes.registry import Registry
from tests.faults.failing import FAULTS, Failing
from tests.faults.kinds import IDS, KINDS, Kind, add, held
from tests.faults.workload import AUTHOR

ANSWERS = (DiskFullError, ReadOnlyError, UnavailableError)
WAYS = ("goes on", "dies")
_PATIENCE = 1.0


class Result(NamedTuple):
    """What came of one run: the call that failed (None: there was none left) and what was wrong afterwards."""

    hit: str | None
    problems: list[str]


class Sweep:
    """The runs of one kind, each on a copy of what was prepared once."""

    def __init__(self, folder: Path, kind: Kind) -> None:
        self._folder, self._kind = folder, kind
        self._prepared = folder / "prepared"
        registry = self._open(self._prepared)
        kind.prepare(registry)
        self._leave(registry)
        self._old = self._state_after(self._copy("old"))
        clean = self._copy("new")
        registry = self._open(clean)
        kind.act(registry)
        self._leave(registry)
        self._new = self._state_after(clean)

    def run(self, fault: str, number: int, way: str) -> Result:
        """Make the n-th call of the kind fail, look, and clear away."""
        data, files = self._copy("run"), Failing(FAULTS[fault], number)
        registry = self._open(data, files)
        try:
            with files.armed():
                answer = self._answer(registry)
            problems = list(self._check_answer(answer))
            if way == "goes on":
                problems += self._goes_on(registry, files, answer)
        finally:
            self._leave(registry)
        problems += self._check_after(data, answer)
        return Result(files.hit, problems)

    def _open(self, data: Path, files: Failing | None = None) -> Registry:
        data.mkdir(exist_ok=True)
        config = EngineConfig(data=str(data), checkpoint_seconds=60.0, settle_seconds=0.01, **self._kind.config)
        registry = Registry(config)
        registry.engine.files = files or Failing(FAULTS["EIO"], 0)
        return registry

    def _copy(self, name: str) -> Path:
        shutil.rmtree(self._folder / name, ignore_errors=True)
        return shutil.copytree(self._prepared, self._folder / name)

    @staticmethod
    def _leave(registry: Registry) -> None:
        """End as a process that dies: nothing more is written."""
        assert isinstance(registry.engine.files, Failing)
        registry.engine.files.die()
        registry.close()

    def _answer(self, registry: Registry) -> Exception | None:
        try:
            self._kind.act(registry)
        except OSError as error:
            return from_os(error) or error
        except Exception as error:  # noqa: BLE001 - whatever it is, it is judged
            return error
        return None

    def _check_answer(self, answer: Exception | None) -> Iterator[str]:
        if answer is not None and not isinstance(answer, ANSWERS):
            yield f"answers {answer!r}"

    def _is_whole(self, registry: Registry, answer: Exception | None) -> bool:
        """Whether the old or the new state is there: hand edits, and what is to be recovered, get a moment."""
        until, allowed = time.monotonic() + _PATIENCE, [self._new] if answer is None else [self._old, self._new]
        while self._kind.state(registry) not in allowed:
            if time.monotonic() > until:
                return False
            time.sleep(0.02)
        return True

    def _state_after(self, data: Path) -> object:
        """What another process finds; it must be sound, too."""
        registry = self._open(data)
        try:
            time.sleep(0.02)
            return self._kind.state(registry)
        finally:
            self._leave(registry)

    def _goes_on(self, registry: Registry, files: Failing, answer: Exception | None) -> Iterator[str]:
        """The same process reads, and writes on: at once, or (after a failed sync) once the scope was verified."""
        if not files.sync_failed and not self._is_whole(registry, answer):
            yield "the same process sees something else"
        try:
            self._write_on(registry)
        except ReadOnlyError:
            if not files.sync_failed:
                yield "no sync failed, and yet it is read-only"
            yield from self._verified(registry, answer)
        except (MunimentError, OSError) as error:
            yield f"the same process can't go on: {error!r}"

    def _verified(self, registry: Registry, answer: Exception | None) -> Iterator[str]:
        """What verify lifts the mark from is whole; an edit by hand that was not taken in keeps it there."""
        verdict = registry.scope(IDS).verify()
        if not verdict.valid:
            kinds = {finding.kind for finding in verdict.findings}
            if not self._kind.by_hand or kinds != {"document_changed"}:
                yield f"the same process can't verify: {verdict.findings}"
        elif not self._is_whole(registry, answer):
            yield "the same process, verified, sees something else"
        else:
            self._write_on(registry)

    def _write_on(self, registry: Registry) -> None:
        if self._kind.state is not held:
            self._kind.act(registry)
            return
        scope = registry.scope(IDS)
        scope.write(
            lambda batch: add("later", "on")(batch, scope.room), author=AUTHOR, create=True, revive=True
        ).result(20)
        scope.close()

    def _check_after(self, data: Path, answer: Exception | None) -> Iterator[str]:
        registry = self._open(data)
        try:
            if self._kind.state is held and not self._is_whole(registry, answer):
                yield "another process finds something else"
            if self._kind.state is held and registry.scope(IDS).exists():
                self._write_on(registry)
                verdict = registry.scope(IDS).verify()
                yield from (f"verify: {finding.kind} {finding.file}" for finding in verdict.findings)
        except (MunimentError, OSError) as error:
            yield f"another process can't go on: {error!r}"
        finally:
            self._leave(registry)


def sweep(folder: Path, kind: str, fault: str, ways: tuple[str, ...] = WAYS, step: int = 1) -> Iterator[Result]:
    """Every result of a kind under a fault; with `step`, of each step-th call only, the ways by turns."""
    place = folder / f"{kind}-{fault}"
    place.mkdir()
    runs = Sweep(place, KINDS[kind])
    number, found = 1, True
    while found:
        chosen = ways if step == 1 else (ways[number // step % len(ways)],)
        results = [runs.run(fault, number, way) for way in chosen]
        found = results[0].hit is not None
        yield from (result for result in results if result.hit is not None)
        number += step
    shutil.rmtree(place)


def problems(folder: Path, kinds: list[str], faults: list[str], **how: object) -> tuple[int, collections.Counter[str]]:
    """(runs, problem → how often) of kinds under faults."""
    count, found = 0, collections.Counter[str]()
    for kind in kinds:
        for fault in faults:
            for result in sweep(folder, kind, fault, **how):  # type: ignore[arg-type]
                count += 1
                found.update(f"{kind} / {fault} at {result.hit}: {problem}" for problem in result.problems)
    return count, found


def main() -> None:
    """Report on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--faults", default=",".join(FAULTS))
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--step", type=int, default=1)
    given = parser.parse_args()
    logging.disable()
    total, bad = 0, 0
    for kind in given.kinds.split(","):
        started = time.monotonic()
        with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
            ways = tuple(given.ways.split(","))
            count, found = problems(Path(folder), [kind], given.faults.split(","), ways=ways, step=given.step)
        total, bad = total + count, bad + len(found)
        print(f"{kind}: {count} runs, {time.monotonic() - started:.0f} s, {len(found) or 'no'} problems", flush=True)
        for problem, times in found.items():
            print(f"  {times} x {problem}", flush=True)
    print(f"{total} runs, {bad or 'no'} problems")
    sys.exit(bad > 0)


if __name__ == "__main__":
    main()
