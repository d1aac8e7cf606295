"""An export of 200 MB, imported by a process of its own that tells how much memory it took."""

import json
import os
import subprocess
import sys

import pytest

from tests.ops.imports.large_export import write

PROGRAM = (
    "import resource, sys; from ops.cli.main import cli; cli(sys.argv[1:], standalone_mode=False);"
    "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
)


@pytest.mark.slow
@pytest.mark.timeout(1_800)
def test_two_hundred_megabytes_take_less_than_three_hundred_of_memory(tmp_path):
    conversations, turns = write(tmp_path / "conversations.json", 200 * 1024**2)
    command = [sys.executable, "-c", PROGRAM, "import-chats", str(tmp_path / "conversations.json")]
    target = ["--user", "alice", "--data", str(tmp_path / "data"), "--json", "--progress"]
    environ = {**os.environ, "MUNIMENT_EMBEDDING_PROVIDER": "none"}
    done = subprocess.run([*command, *target], capture_output=True, check=True, env=environ)
    told = json.loads(done.stdout)
    assert (told["counts"]["conversations"], told["counts"]["turns"]) == (conversations, turns)
    *progress, kilobytes = done.stderr.decode().split("\n")[:-1]
    assert len(progress) > 100
    assert int(kilobytes) < 300 * 1024
