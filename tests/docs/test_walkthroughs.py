"""What README and quickstart tell a reader to type is typed here, at a service of its own, and answers as shown."""

import fnmatch
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
MARK = "--- the next block ---"


class Served(NamedTuple):
    """A running service: its port, and the directory that holds its `data/`."""

    port: int
    directory: Path


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return answer.status == 200
    except urllib.error.URLError:
        return False


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    directory = tmp_path_factory.mktemp("walk")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    environ = {**os.environ, "MUNIMENT_SERVER_PORT": str(port), "MUNIMENT_DATA_DIRECTORY": str(directory / "data")}
    command = [sys.executable, "-m", "gunicorn", "-c", "python:ops.gunicorn"]
    with (
        open(directory / "log", "wb") as log,
        subprocess.Popen(command, cwd=ROOT, env=environ, stdout=log, stderr=log) as process,
    ):
        try:
            until = time.monotonic() + 30
            while not answers(f"http://127.0.0.1:{port}/livez"):
                assert time.monotonic() < until, (directory / "log").read_text()
                time.sleep(0.1)
            yield Served(port, directory)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)


def steps(page):
    """Each `sh` block with the block that shows its answer, or None."""
    blocks = list(page.blocks())
    for block, following in zip(blocks, [*blocks[1:], None], strict=True):
        if block.kind == "sh":
            shown = following is not None and following.kind in ("json", "markdown")
            yield block, following if shown else None


def typed(served, scripts):
    """The output of each script, run one after the other in one shell."""
    text = f"\nprintf '%s\\n' '{MARK}'\n".join(scripts).replace("127.0.0.1:8765", f"127.0.0.1:{served.port}")
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", text], cwd=served.directory, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.split(MARK + "\n")


def differs(shown, answered, at="$"):
    """Where an answer is not as shown: what a page leaves out of an object is passed over, `…` stands for any text."""
    if isinstance(shown, dict):
        if not isinstance(answered, dict) or not shown.keys() <= answered.keys():
            return f"{at}: {answered}"
        found = (differs(value, answered[name], f"{at}.{name}") for name, value in shown.items())
        return next(filter(None, found), None)
    if isinstance(shown, list):
        if not isinstance(answered, list) or len(shown) != len(answered):
            return f"{at}: {answered}"
        pairs = enumerate(zip(shown, answered, strict=True))
        found = (differs(value, each, f"{at}[{number}]") for number, (value, each) in pairs)
        return next(filter(None, found), None)
    if isinstance(shown, str) and "…" in shown and isinstance(answered, str):
        return None if fnmatch.fnmatchcase(answered, escaped(shown)) else f"{at}: {answered}"
    return None if shown == answered else f"{at}: {answered}"


def escaped(shown):
    return re.sub(r"([*?[])", r"[\1]", shown).replace("…", "*")


@pytest.mark.parametrize("name", ["README.md", "docs/tutorials/quickstart.md"])
def test_every_request_of_a_walkthrough_succeeds_and_answers_as_shown(served, pages, name):
    walked = list(steps(pages[name]))
    assert len(walked) > 5
    outputs = typed(served, [block.body for block, _ in walked])
    for (block, shown), output in zip(walked, outputs, strict=True):
        if shown is not None and shown.kind == "json":
            assert differs(json.loads(shown.body), json.loads(output)) is None, f"{name}:{block.line}"
        elif shown is not None:
            assert fnmatch.fnmatchcase(output.rstrip(), escaped(shown.body.rstrip())), f"{name}:{block.line}: {output}"
