"""A real file system that is full, out of inodes or read-only: clear refusals, reads go on, and so do writes later."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from tests.faults.disks import SCENES

CODES = {"full": "disk_full", "brim": "disk_full", "amid": "disk_full", "inodes": "disk_full", "read-only": "read_only"}


def can_mount():
    """Whether this process may mount in a namespace of its own."""
    if os.geteuid() or not shutil.which("unshare"):
        return False
    tried = ["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
    return subprocess.run(tried, stderr=subprocess.DEVNULL, check=False).returncode == 0


@pytest.mark.skipif(not can_mount(), reason="mounts a file system of its own, which takes root")
@pytest.mark.parametrize("scene", SCENES)
def test_a_disk_that_refuses_is_told_to_the_caller_and_costs_nothing(scene):
    command = ["unshare", "-m", sys.executable, "-m", "tests.faults.disks", scene]
    done = subprocess.run(command, stdout=subprocess.PIPE, timeout=100, check=True)
    report = json.loads(done.stdout.splitlines()[-1])
    assert report["wrong"] == []
    assert set(report["refused"]) - {"not ready"} == {CODES[scene]}
