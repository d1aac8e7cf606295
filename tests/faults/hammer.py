"""The hammer: writers that are killed, lock-free readers and people with stale buffers, all on one scope.

By hand: `python -m tests.faults.hammer --seconds 120 [--seed 1] [--deaths 0.001] [--kills 0.01]`; prints what was
counted as JSON and exits with 1 when a promise was broken.
"""

import argparse
import collections
import json
import multiprocessing
import random
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

from scopes.governance import proof
from scopes.registry import Registry
from scopes.storage import folders, markdown, pages, sources
from scopes.storage.journal import Record, read
from tests.faults import roles
from tests.faults.roles import IDS, WRITERS, Job, Stage

_fork = multiprocessing.get_context("fork")
PROMISES = (
    "lost_from_files",
    "doubled_in_files",
    "lost_from_sources",
    "doubled_in_sources",
    "lost_from_journal",
    "doubled_in_journal",
    "hand_saves_lost",
    "service_items_taken_for_edits",
    "half_reads",
    "stale_reads",
    "findings",
    "failures",
)


def run(stage: Stage, kills: float, people: int) -> None:
    """Let everybody work until the stage's time is up; `kills`: how likely a writer is killed each 50 ms."""
    draw = random.Random(stage.seed)

    def start(role: Callable[[Stage, int], None], number: int) -> Any:
        process = _fork.Process(target=_play, args=(role, stage, number))
        process.start()
        return process

    others = [start(roles.read, number) for number in range(2)]
    others += [start(roles.edit, number) for number in range(people)]
    writers = [start(roles.write, number) for number in range(WRITERS)]
    while time.time() < stage.stop:
        time.sleep(0.05)
        for number, process in enumerate(writers):
            if draw.random() < kills:
                process.kill()
                process.join()
                stage.note("deaths", at="anywhere")
            if not process.is_alive() and time.time() < stage.stop - 1:
                writers[number] = start(roles.write, number)
    for process in [*writers, *others]:
        process.join(90)
        if process.is_alive():
            stage.note("failures", error="hangs")
            process.kill()


def _play(role: Callable[[Stage, int], None], stage: Stage, number: int) -> None:
    try:
        role(stage, number)
    except BaseException as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{where.filename}:{where.lineno}"
        stage.note("failures", who=f"{role.__name__} {number}", error=repr(error), at=place)
        raise


def settle(stage: Stage) -> proof.Verdict:
    """Take in what is left of the edits, checkpoint, and verify."""
    registry = Registry(stage.config)
    scope = registry.scope(IDS)
    for _ in range(15):
        scope.read()
        time.sleep(0.1)
    registry.close()
    return proof.verify(scope.room)


def report(stage: Stage) -> dict[str, Any]:
    """Everything that was promised, counted on the files."""
    verdict = settle(stage)
    room = Registry(stage.config).engine.room(IDS)
    acked = [(Job(writer, line["number"]), line) for writer in range(WRITERS) for line in stage.noted(f"acks{writer}")]
    journal = [line for _, raw in pages.raw_lines(room, 1 << 30) if (line := read(raw)) is not None]
    headings = _headings(room)
    turns = collections.Counter(turn.turn for turn in _turns(room))
    memorized = collections.Counter(line.request for line in journal if line.op == "memorize")
    saves, times = stage.noted("saves"), sorted(line["ms"] for _, line in acked if not line["again"])
    return {
        "acknowledged": len(acked),
        "replayed": sum(line["again"] for _, line in acked),
        "deaths": dict(collections.Counter(line["at"] for line in stage.noted("deaths"))),
        "lost_from_files": sum(not _stands(job, headings) for job, _ in acked),
        "doubled_in_files": sum(count > 1 for name, count in headings.items() if not name.endswith("#")),
        "lost_from_sources": sum(not turns[job.idem] for job, _ in acked),
        "doubled_in_sources": sum(count > 1 for count in turns.values()),
        "lost_from_journal": sum(not memorized[job.idem] for job, _ in acked),
        "doubled_in_journal": sum(count > 1 for count in memorized.values()),
        "hand_saves": len(saves),
        "hand_saves_lost": sum(not save["kept"] for save in saves),
        "lost_by_way": dict(collections.Counter(save["way"] for save in saves if not save["kept"])),
        "external_edits": sum(line.op == "external_edit" for line in journal),
        "kept": sum(line.op == "kept" for line in journal),
        "service_items_taken_for_edits": len(_mistaken(stage, journal)),
        "reads": sum(line["reads"] for line in stage.noted("reads")),
        "half_reads": len(stage.noted("half")),
        "stale_reads": len(stage.noted("stale")),
        "findings": [f"{finding.kind} {finding.file or ''}" for finding in verdict.findings],
        "failures": stage.noted("failures"),
        "ms": {"p50": round(times[len(times) // 2], 1), "p99": round(times[len(times) * 99 // 100], 1)},
    }


def _headings(room: Any) -> collections.Counter[str]:
    """`file:heading` → how often it stands in the wiki; `file:pair-w=v#` counts the versions of a pair."""
    found = collections.Counter[str]()
    for path in folders.document_names(room):
        if path.startswith("chat/wiki/"):
            file = path.removeprefix("chat/wiki/").partition(".")[0].partition("~")[0]
            for raw in markdown.split((Path(room.layout.root) / path).read_bytes())[1:]:
                section = markdown.parse_section(raw)
                found[f"{file}:{section.name}"] += 1
                found[f"{file}:{section.name} {section.content}#"] += 1
    return found


def _turns(room: Any) -> list[sources.Turn]:
    folder = Path(room.layout.root)
    raw = [(folder / path).read_bytes() for path in sources.paths(room.layout.at(sources.FOLDER))]
    return [turn for text in raw for turn in sources.parse_lines(text)[0]]


def _stands(job: Job, headings: collections.Counter[str]) -> bool:
    if job.file is not None:
        return headings[f"{job.file}:i-{job.idem} {roles.text_of(job.idem)}#"] == 1
    return headings[f"a:pair-{job.writer}"] == 1 and headings[f"b:pair-{job.writer}"] == 1


def _mistaken(stage: Stage, journal: list[Record]) -> list[str]:
    """Items the service wrote that a line calls a person's edit."""
    written = {line.id for line in journal if line.op in ("add", "update", "archive")}
    return [line.id for line in journal if line.op == "external_edit" and line.id in written]


def hammer(stage: Stage, kills: float, people: int) -> dict[str, Any]:
    """Run and report."""
    Path(stage.config.data).mkdir()
    run(stage, kills, people)
    return report(stage)


def main() -> None:
    """Report on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deaths", type=float, default=0.001, help="at each file call of a writer")
    parser.add_argument("--kills", type=float, default=0.01, help="of each writer, each 50 ms")
    parser.add_argument("--people", type=int, default=2, choices=range(len(roles.DESKS) + 1))
    parser.add_argument("--no-exchange", action="store_true", help="as a file system without renameat2's exchange")
    parser.add_argument("--keep", type=Path, help="a folder to work in and to leave behind")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place, stop = given.keep or Path(folder), time.time() + given.seconds
        stage = Stage(place, stop, given.seed, given.deaths, not given.no_exchange)
        found = hammer(stage, given.kills, given.people)
    print(json.dumps(found, indent=1))
    sys.exit(any(found[promise] for promise in PROMISES))


if __name__ == "__main__":
    main()
