"""What writing and opening cost, beside the same run's own append + fdatasync of 300 bytes.

By hand: `python -m tests.faults.costs`; prints JSON, times in ms.
"""

import json
import multiprocessing
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.lines import wiki
from scopes.model import ScopeIds
from scopes.scope import Scope
from scopes.storage.batch import Author, Batch
from scopes.storage.files import Files

AUTHOR = Author("key", "request")
IDS = ScopeIds("app", "alice", "bot")


class Counting(Files):
    """Counts how often a write waits for the disk."""

    def __init__(self) -> None:
        self.flushes = 0

    def write_at(self, path: str, offset: int, data: bytes, *, sync: bool = False) -> None:
        super().write_at(path, offset, data, sync=sync)
        self.flushes += sync


def add(scope: Scope, file: str, name: str, config: EngineConfig) -> float:
    """Add one item; how long it took to be acknowledged, in ms."""
    started = time.perf_counter()
    new = wiki.NewItem(file, name, f"{name} " + "word " * 30)
    scope.write(lambda batch: wiki.put(batch, new, config), author=AUTHOR).result(60)
    return (time.perf_counter() - started) * 1e3


def fill(scope: Scope, items: int, config: EngineConfig) -> None:
    """Put items into files of about five hundred each."""

    def put(batch: Batch, first: int) -> None:
        for number in range(first, min(first + 500, items)):
            new = wiki.NewItem(f"file-{first // 500}", f"item-{number}", f"{number} " + "word " * 30)
            wiki.put(batch, new, config)

    for first in range(0, items, 500):
        scope.write(lambda batch, first=first: put(batch, first), author=AUTHOR).result(60)
    scope.close()


def flush_time(folder: Path, rounds: int = 200) -> float:
    """Median of one append + fdatasync of 300 bytes, in ms."""
    descriptor = os.open(folder / "probe", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    times = [_timed(lambda: (os.write(descriptor, b"x" * 300), os.fdatasync(descriptor))) for _ in range(rounds)]
    os.close(descriptor)
    return statistics.median(times)


def _timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1e3


def adding(folder: Path, items: int, rounds: int = 300) -> dict[str, float]:
    """Adding one item to a scope of so many, interleaved with the bare flush it is measured against."""
    config = EngineConfig(data=str(folder))
    engine = Engine(config)
    scope = Scope(engine, IDS)
    fill(scope, items, config)
    scope.read()
    times: list[float] = []
    bare: list[float] = []
    for number in range(rounds):
        scope.tend()
        times.append(add(scope, f"file-{number % (items // 500 or 1)}", f"new-{number}", config))
        if number % 10 == 0:
            bare.append(flush_time(folder, 10))
        time.sleep(0.002)
    engine.close()
    scope.close()
    times.sort()
    p50, flush = statistics.median(times), statistics.median(bare)
    return {"p50": p50, "p99": times[len(times) * 99 // 100], "flush": flush, "ratio": p50 / flush}


def opening(folder: Path, items: int, rounds: int = 10) -> float:
    """Median of opening a scope, without its index, in ms."""
    config = EngineConfig(data=str(folder))
    engine = Engine(config)
    scope = Scope(engine, IDS)
    fill(scope, items, config)
    engine.close()
    times = [_timed(Scope(Engine(config), IDS).snapshot) for _ in range(rounds)]
    return statistics.median(times)


def grouping(folder: Path, writers: int = 32, each: int = 20) -> dict[str, float]:
    """Flushes an acknowledged write, with so many threads writing one scope."""
    config = EngineConfig(data=str(folder))
    files = Counting()
    engine = Engine(config, files=files)
    scope = Scope(engine, IDS)
    add(scope, "file", "first", config)
    files.flushes, started = 0, time.perf_counter()

    def work(writer: int) -> None:
        for number in range(each):
            add(scope, f"file-{writer % 4}", f"w{writer}-{number}", config)

    threads = [threading.Thread(target=work, args=(writer,)) for writer in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    seconds = time.perf_counter() - started
    engine.close()
    scope.close()
    return {"writes_per_flush": writers * each / files.flushes, "writes_per_second": writers * each / seconds}


def sharing(folder: Path, seconds: float = 4.0) -> dict[str, float]:
    """Two processes writing one scope without a pause: the longest wait and the smaller share."""
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        first, second = pool.starmap(_write_for, [(str(folder), who, seconds) for who in range(2)])
    waits, counts = max(first + second), sorted((len(first), len(second)))
    return {"longest_wait": waits, "share": counts[0] / counts[1], "writes_per_second": sum(counts) / seconds}


def _write_for(folder: str, who: int, seconds: float) -> list[float]:
    config = EngineConfig(data=folder)
    engine = Engine(config)
    scope = Scope(engine, IDS)
    times: list[float] = []
    until = time.time() + seconds
    while time.time() < until:
        times.append(add(scope, f"file-{who}", f"w{who}-{len(times)}", config))
        scope.tend()
    engine.close()
    scope.close()
    return times


def main() -> None:
    """Report on the command line."""
    found: dict[str, object] = {}
    for name, measure in {
        "adding to 10,000 items": lambda folder: adding(folder, 10_000),
        "adding to 50 items": lambda folder: adding(folder, 50),
        "32 writers": grouping,
        "opening 50 items": lambda folder: opening(folder, 50),
        "opening 10,000 items": lambda folder: opening(folder, 10_000),
        "two processes": sharing,
    }.items():
        with tempfile.TemporaryDirectory() as folder:
            found[name] = measure(Path(folder))
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
