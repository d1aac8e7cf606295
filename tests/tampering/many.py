"""Every act at many random positions: `python -m tests.tampering.many [POSITIONS]` tells what was missed."""

import random
import shutil
import sys
import tempfile
from pathlib import Path

import msgspec

from scopes.governance.proof import Finding
from tests.tampering.acts import ACTS, Place
from tests.tampering.scene import Victim, build


class Outcome(msgspec.Struct, frozen=True):
    """What is wrong with the verdict on a damaged scope; nothing when it was found and its place named."""

    missed: bool = False
    misnamed: tuple[str, ...] = ()


def try_once(scene: Path, scratch: Path, name: str, position: int) -> Outcome:
    """Damage a copy of the scene and verify it."""
    data = scratch / "data"
    shutil.copytree(scene, data, ignore=lambda *_: ["older"])
    (data / "older").symlink_to(scene / "older")
    victim = Victim(data)
    try:
        place = ACTS[name](victim, random.Random(f"{name} {position}"))
        verdict = Victim(data).verify() if "key" in name else victim.verify()
    finally:
        victim.close()
        shutil.rmtree(data)
    if verdict.valid:
        return Outcome(missed=True)
    if any(_names(finding, place) for finding in verdict.findings):
        return Outcome()
    return Outcome(
        misnamed=tuple(f"{one.kind} {one.seq} {one.file} {one.item}: {one.detail}" for one in verdict.findings)
    )


def _names(finding: Finding, place: Place) -> bool:
    if place.kinds and finding.kind not in place.kinds:
        return False
    named = finding.file in place.files or finding.seq in place.seqs or finding.item in place.items
    return named or not (place.files or place.seqs or place.items)


def main(positions: int) -> int:
    """Try all; the number of failures."""
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        scene = Path(folder) / "scene"
        build(scene)
        for name in ACTS:
            found = {position: try_once(scene, Path(folder), name, position) for position in range(positions)}
            wrong = {position: outcome for position, outcome in found.items() if outcome != Outcome()}
            failures += len(wrong)
            print(f"{len(found) - len(wrong):4} of {len(found)}  {name}", *list(wrong.items())[:2], flush=True)
    print(f"{len(ACTS)} kinds, {len(ACTS) * positions} attempts, {failures} not found or not named")
    return failures


if __name__ == "__main__":
    sys.exit(min(1, main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)))
