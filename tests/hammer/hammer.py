"""The hammer: a real service under writers, readers, people and kills, then a look at what is left on disk.

`tests/faults/hammer.py` does the same to the engine without the service.

`python tests/hammer/hammer.py --seconds 60 --writers 8 --people 2 --kills 0.001 --shots 0.3` prints a JSON report;
`make kills` shoots workers of 8 writers on 4 scopes a thousand times.
"""

import argparse
import collections
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import mix  # noqa: E402 - beside this file, not in a package

from scopes.config import EngineConfig  # noqa: E402
from scopes.engine import Engine  # noqa: E402
from scopes.governance import proof  # noqa: E402
from scopes.model import ScopeIds  # noqa: E402
from scopes.storage import markdown, pages  # noqa: E402
from scopes.storage.room import Room  # noqa: E402

APP = "default"


class Service:
    """gunicorn with the real application on a directory of its own."""

    def __init__(self, data: Path, workers: int, kills: float) -> None:
        self.data, self.port = data, mix.free_port()
        environment = {
            **os.environ,
            "MUNIMENT_DATA_DIRECTORY": str(data),
            "MUNIMENT_SERVER_PORT": str(self.port),
            "MUNIMENT_SERVER_WORKERS": str(workers),
            "HAMMER_KILLS": str(kills),
            "HAMMER_LOG": str(data.parent / "kills"),
        }
        command = [
            sys.executable,
            "-m",
            "gunicorn",
            "-c",
            f"file:{HERE / 'killing_gunicorn.py'}",
            "service.app:create_app()",
        ]
        self.log = (data.parent / "service.log").open("w")
        self._process = subprocess.Popen(
            command, env=environment, stdout=self.log, stderr=self.log, cwd=HERE.parent.parent
        )

    def wait(self) -> dict[str, str]:
        """The first keys, once the service answers."""
        until = time.time() + 60
        while time.time() < until:
            try:
                keys = json.loads((self.data / "first-keys.json").read_text())
                probe = mix.Api(self.port, keys["key"])
                probe.call("GET", "/livez")
                probe.close()
                return keys
            except (OSError, ValueError, KeyError):
                time.sleep(0.1)
        raise TimeoutError("the service did not start")

    def workers(self) -> list[int]:
        """Process ids of the living workers."""
        pid = self._process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def stop(self) -> None:
        """Ask it to end, and wait."""
        self._process.send_signal(signal.SIGTERM)
        self._process.wait(60)
        self.log.close()


def run(
    seconds: float,
    *,
    writers: int,
    people: int,
    kills: float,
    shots: float,
    workers: int = 2,
    scopes: int = 1,
    wanted_shots: int = 0,
    wanted_hits: int = 0,
) -> dict[str, Any]:
    """Hammer for some seconds, or until so many kills were made, or have hit writes in flight; the report."""
    base = Path(tempfile.mkdtemp(prefix="muniment-hammer-"))
    data, logs = base / "data", base / "logs"
    logs.mkdir()
    service = Service(data, workers, kills)
    keys = service.wait()
    api = mix.Api(service.port, keys["key"])
    users = [mix.user_of(number, scopes) for number in range(scopes)]
    for user in users:
        for file in mix.FILES:
            api.call("POST", f"/v1/items?user_id={user}", {"file": file, "name": "first", "content": "begun"})
    api.close()
    engine = Engine(EngineConfig(data=str(data)))
    rooms = [engine.room(ScopeIds(APP, user)) for user in users]
    folder = Path(rooms[0].layout.root) / "chat/wiki"
    stop = time.time() + seconds
    roles = [*(("write", n) for n in range(writers)), ("read", 0), ("read", 1), *(("edit", n) for n in range(people))]
    common = [
        "--port",
        str(service.port),
        "--key",
        keys["key"],
        "--logs",
        str(logs),
        "--folder",
        str(folder),
        "--writers",
        str(writers),
        "--scopes",
        str(scopes),
        "--stop",
        str(stop),
    ]
    players = [
        subprocess.Popen([sys.executable, str(HERE / "mix.py"), role, str(number), *common]) for role, number in roles
    ]
    fired = []
    while time.time() < stop:
        time.sleep(0.05)
        living = service.workers()
        if shots and len(living) == workers and random.random() < shots:
            victim = random.choice(living)
            os.kill(victim, signal.SIGKILL)
            fired.append(time.time())
        if (wanted_shots and len(fired) >= wanted_shots) or (wanted_hits and _hits(logs, fired) >= wanted_hits):
            break
    (logs / "over").touch()
    for player in players:
        player.wait(max(1.0, stop - time.time()) + 60)
    time.sleep(2.5)
    service.stop()
    report = judge(rooms, logs, data, writers, fired)
    if not any(report[name] for name in MUST_BE_EMPTY):
        shutil.rmtree(base)
    return report


def _hits(logs: Path, fired: list[float]) -> int:
    """How many kills cut a write off."""
    cut = [entry["at"] for entry in mix.Log(logs, "cut").read()]
    return sum(any(0 <= at - shot < 0.5 for at in cut) for shot in fired)


def judge(rooms: list[Room], logs: Path, data: Path, writers: int, fired: list[float]) -> dict[str, Any]:
    """What was acknowledged against what stands in files, sources and journal."""
    acks = {entry["name"]: entry for writer in range(writers) for entry in mix.Log(logs, f"acks-{writer}").read()}
    sections: collections.Counter[str] = collections.Counter()
    roots = [Path(room.layout.root) for room in rooms]
    for path in (path for root in roots for path in (root / "chat/wiki").glob("*.md")):
        for raw in markdown.split(path.read_bytes())[1:]:
            sections[markdown.parse_section(raw).name] += 1
    turns: collections.Counter[str] = collections.Counter()
    for path in (path for root in roots for path in (root / "chat/sources").glob("*.jsonl")):
        turns.update(json.loads(line)["turn"] for line in path.read_text().splitlines())
    records = [record for room in rooms for record in pages.read_page(room, 0, 1 << 30)]
    added = collections.Counter(record.id for record in records if record.op == "add")
    ours = {identity for entry in acks.values() for identity in entry["ids"]}
    singles = [name for name in acks if not mix.request_of(name, 0, 0)["items"][0].get("kind")]
    saves = mix.Log(logs, "saves").read()
    cut = [entry["at"] for entry in mix.Log(logs, "cut").read()]
    times = sorted(entry["ms"] for entry in acks.values() if entry["tries"] == 1)
    kills = (data.parent / "kills").read_text().splitlines() if (data.parent / "kills").exists() else []
    verdicts = [proof.verify(room) for room in rooms]
    return {
        "acknowledged": len(acks),
        "shots": len(fired),
        "shots_before_half_reads": [
            max((s for s in fired if s < half["at"]), default=0) - half["at"] for half in mix.Log(logs, "half").read()
        ],
        "shots_with_a_write_in_flight": _hits(logs, fired),
        "kills_at_points": dict(collections.Counter(kills)),
        "answers_cut": len(cut),
        "lost_from_files": [name for name in singles if sections[name] == 0],
        "doubled_in_files": [name for name in singles if sections[name] > 1],
        "lost_from_sources": [name for name in acks if turns[name] == 0],
        "doubled_in_sources": [name for name in acks if turns[name] > 1],
        "doubled_in_journal": [identity for identity in ours if added[identity] > 1],
        "missing_in_journal": [name for name in singles if not all(added[identity] for identity in acks[name]["ids"])],
        "service_items_journalled_as_edits": sorted(
            {record.id for record in records if record.op == "external_edit" and record.id in ours}
        ),
        "hand_edits_journalled": sum(record.op == "external_edit" for record in records),
        "hand_saves": len(saves),
        "hand_saves_lost": [save for save in saves if not save["kept"]],
        "reads": sum(entry["reads"] for entry in mix.Log(logs, "reads").read()),
        "half_reads": mix.Log(logs, "half").read(),
        "stale_reads": mix.Log(logs, "stale").read(),
        "errors": mix.Log(logs, "errors").read()[:5],
        "scopes": len(verdicts),
        "scopes_that_do_not_verify": sum(not verdict.valid for verdict in verdicts),
        "verify": [
            f"{finding.kind}: {finding.detail} {finding.file} {finding.item}"
            for verdict in verdicts
            for finding in verdict.findings
        ],
        "ms": {"p50": times[len(times) // 2], "p99": times[int(len(times) * 0.99)], "max": times[-1]} if times else {},
    }


MUST_BE_EMPTY = (
    "lost_from_files", "doubled_in_files", "lost_from_sources", "doubled_in_sources", "doubled_in_journal",
    "missing_in_journal", "service_items_journalled_as_edits", "hand_saves_lost", "half_reads", "stale_reads", "errors",
    "verify",
)  # fmt: skip


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--writers", type=int, default=3)
    parser.add_argument("--people", type=int, default=2)
    parser.add_argument("--kills", type=float, default=0.0, help="chance of dying at each named point")
    parser.add_argument("--shots", type=float, default=0.0, help="chance of a random kill -9 every 50 ms")
    parser.add_argument("--scopes", type=int, default=1, help="how many scopes the writers are spread over")
    parser.add_argument("--fired", type=int, default=0, help="end once so many shots were fired")
    parser.add_argument("--until", type=int, default=0, help="end once so many shots have hit a write in flight")
    given = parser.parse_args()
    report = run(
        given.seconds,
        writers=given.writers,
        people=given.people,
        kills=given.kills,
        shots=given.shots,
        scopes=given.scopes,
        wanted_shots=given.fired,
        wanted_hits=given.until,
    )
    print(json.dumps(report, indent=1, default=str))
    return int(any(report[name] for name in MUST_BE_EMPTY))


if __name__ == "__main__":
    sys.exit(main())
