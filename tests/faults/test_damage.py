"""Any file of a scope cut, zeroed, flipped or gone: what can be read is read, and no loss passes without a word."""

import logging
import random
import shutil
import time
from pathlib import Path

import pytest

from scopes.config import EngineConfig
from scopes.errors import IntegrityError
from scopes.registry import Registry
from tests.faults.kinds import IDS, add, held, sealed, unsealed, write


def flip(raw, draw):
    at = draw.randrange(len(raw))
    return raw[:at] + bytes([raw[at] ^ (1 << draw.randrange(8))]) + raw[at + 1 :]


DAMAGE = {
    "flipped": flip,
    "flipped elsewhere": flip,
    "cut": lambda raw, draw: raw[: draw.randrange(len(raw))],
    "its last bytes torn": lambda raw, draw: raw[: -min(len(raw), 20)],
    "zeroed": lambda raw, draw: bytes(len(raw)),
    "zeroed behind a point": lambda raw, draw: raw[: (at := draw.randrange(len(raw)))] + bytes(len(raw) - at),
    "empty": lambda raw, draw: b"",
    "gone": lambda raw, draw: None,
}
CONFIG = {"checkpoint_seconds": 60.0, "settle_seconds": 0.01, "missing_seconds": 0.02, "journal_segment_bytes": 2_000}


def opened(data):
    return Registry(EngineConfig(data=str(data), **CONFIG))


@pytest.fixture
def quiet():
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


def attempt(work):
    """(value, None), or (None, the IntegrityError) that a caller is told; anything else is a fault of ours."""
    try:
        return work(), None
    except IntegrityError as error:
        return None, error


def said(registry):
    """Whether verify names something, or calls the scope's edits unattested."""
    verdict = registry.scope(IDS).verify()
    return bool(verdict.findings or verdict.unattested)


def look(data, before):
    """What is wrong with how a damaged scope is met."""
    registry = opened(data)
    try:
        told = said(registry)
        shown, refused = attempt(lambda: held(registry))
        time.sleep(0.03)
        _, unwritable = attempt(lambda: write(add("later", "on"))(registry))
        after, lost = attempt(lambda: held(registry))
        told_after = said(registry)
    finally:
        registry.close()
    if (refused or unwritable or lost) and not (told or told_after):
        return "refused, and yet verify finds nothing"
    if before not in (shown, after) and not (told or told_after):
        return "lost without a word"
    return None


@pytest.mark.parametrize("prepare", [sealed, unsealed])
@pytest.mark.parametrize("way", DAMAGE)
def test_damage_to_any_file_is_met_with_an_answer(memory, quiet, prepare, way):
    registry = opened(memory / "whole")
    prepare(registry)
    before, root = held(registry), Path(registry.scope(IDS).room.layout.root)
    shutil.copytree(memory / "whole", memory / "kept")
    registry.close()
    wrong = {}
    for path in sorted(root.rglob("*")):
        relative = path.relative_to(memory / "whole")
        kept = memory / "kept" / relative
        if not kept.is_file() or not (raw := kept.read_bytes()):
            continue
        data = shutil.copytree(memory / "kept", memory / "run")
        changed = DAMAGE[way](raw, random.Random(f"{way} {path.name}"))
        (data / relative).unlink() if changed is None else (data / relative).write_bytes(changed)
        if (problem := look(data, before)) is not None:
            wrong[path.relative_to(root).as_posix()] = problem
        shutil.rmtree(data)
    assert wrong == {}
