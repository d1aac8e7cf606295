"""Scopes that nobody tampered with: `python -m tests.tampering.alarms [SCOPES]` counts what verify says of them."""

import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.errors import MunimentError
from scopes.governance import acceptance, proof
from scopes.model import ScopeIds
from scopes.scope import Scope
from tests.faults.workload import AUTHOR, DRAWN, KINDS, idempotency

IDS = ScopeIds("app", "alice")


def scope_of(data: Path, draw: random.Random) -> Scope:
    """A handle, as one more process would have, with limits that are soon reached."""
    config = EngineConfig(
        data=str(data),
        checkpoint_seconds=60.0,
        settle_seconds=0.01,
        missing_seconds=0.02,
        displaced_seconds=0.05,
        journal_segment_bytes=draw.choice([2_000, 20_000, 1 << 24]),
        document_bytes=draw.choice([1_000, 32_000]),
        source_file_bytes=draw.choice([1_000, 1 << 22]),
        replies=draw.choice([5, 10_000]),
        reply_seconds=draw.choice([0.0, 3600.0]),
    )
    return Scope(Engine(config), IDS)


def untouched(data: Path, seed: int) -> list[str]:
    """Findings on a scope that two processes wrote to in turns, looked at now and then."""
    draw = random.Random(seed)
    handles = [scope_of(data, draw), scope_of(data, draw)]
    found: list[str] = []
    for number in range(draw.randint(5, 60)):
        handle = draw.choice(handles)
        change = KINDS[draw.choice(DRAWN)](number, draw)
        retry = idempotency(number) if draw.random() < 0.5 else None
        room = handle.room
        future = handle.write(
            lambda batch, change=change, room=room: change(batch, room), author=AUTHOR, idempotency=retry
        )
        try:
            future.result(20)
        except MunimentError:
            continue
        if draw.random() < 0.15:
            handle.close()
        if draw.random() < 0.1:
            found += kinds(handle)
    found += kinds(handles[0])
    for handle in handles:
        handle.close()
    return found + kinds(handles[1])


def edited(data: Path, seed: int) -> list[str]:
    """What is left to say of a scope that people edited by hand once its edits are accepted."""
    found = untouched(data, seed)
    draw = random.Random(-seed)
    handle = scope_of(data, draw)
    documents = sorted((Path(handle.room.layout.root) / "chat").glob("*/*.md"))
    for document in draw.sample(documents, min(len(documents), draw.randint(1, 4))):
        edit(document, draw)
    until = time.monotonic() + 20
    while kinds(handle) and time.monotonic() < until:
        handle.snapshot()
        time.sleep(0.02)
    waiting = acceptance.unattested(handle.room)
    handle.write(lambda batch: acceptance.accept(batch, waiting, None), author=AUTHOR).result(20)
    handle.close()
    verdict = proof.verify(handle.room)
    return found + [one.kind for one in verdict.findings] + [str(one) for one in verdict.unattested]


def edit(document: Path, draw: random.Random) -> None:
    """One save as a person makes it."""
    text = document.read_text()
    way = draw.choice(["append", "change", "remove", "new", "times", "replace"])
    if way == "remove":
        document.unlink()
    elif way == "new":
        document.with_name("by-hand.md" if "diary" not in str(document) else "2026-08-01.md").write_text(text)
    elif way == "replace":
        new = document.with_name(".new")
        new.write_text(text + "\n## replaced\n\nx\n")
        new.rename(document)
    else:
        state = document.stat()
        document.write_text(text.replace("z", "y") if way == "change" else text + "\n## typed\n\nby hand\n")
        if way == "times":
            os.utime(document, ns=(state.st_atime_ns, state.st_mtime_ns))


def kinds(scope: Scope) -> list[str]:
    """What verify says."""
    return [f"{one.kind} {one.file} {one.detail}" for one in proof.verify(scope.room).findings]


def main(scopes: int) -> int:
    """Try both; the number of scopes with an alarm."""
    alarms = 0
    for way in (untouched, edited):
        wrong: dict[int, list[str]] = {}
        for seed in range(scopes):
            with tempfile.TemporaryDirectory() as folder:
                if found := way(Path(folder), seed):
                    wrong[seed] = found
                    shutil.copytree(folder, f"/tmp/alarm-{way.__name__}-{seed}", dirs_exist_ok=True)
        alarms += len(wrong)
        print(
            f"{way.__name__}: {len(wrong)} alarms on {scopes} scopes", *list(wrong.items())[:5], sep="\n  ", flush=True
        )
    return alarms


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)))
