"""What stands in the way of `muniment serve` is told in one line, before anything listens."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MUNIMENT_")}


@pytest.fixture
def start(data):
    """Start a server that can't be: its exit code, and what it said."""

    def start(*options, port=1):
        command = [sys.executable, "-m", "ops.cli", "serve", "--data", data, "--port", str(port), *options]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=30, env=ENVIRONMENT)
        assert "Listening" not in ended.stderr and "Traceback" not in ended.stderr and ended.stdout == ""
        return ended.returncode, ended.stderr

    return start


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        yield taken.getsockname()[1]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def test_a_port_that_is_taken_is_told_and_nothing_is_made(start, port, data):
    code, said = start(port=port)
    assert (code, said.count("\n"), "(field server.port)" in said) == (69, 1, True)
    assert not os.path.exists(data)


def test_an_address_that_is_not_this_machine_s_is_refused(start):
    code, said = start("--host", "192.0.2.1", port=free_port())
    assert code == 65 and said.endswith("(field server.host)\n")


@pytest.mark.parametrize(
    ("name", "content", "code", "why"),
    [
        ("audit.key", None, 76, "the audit key is missing"),
        ("audit.key", "junk", 76, "the audit key file can't be read"),
        ("keys.json", "{", 69, "keys.json can't be read"),
        ("label.key", "short", 76, "label.key is damaged"),
        ("signing.key", "junk", 76, "the signing key file holds no Ed25519 key"),
    ],
)
def test_a_key_that_is_missing_or_damaged_is_told(start, alice, data, name, content, code, why):
    path = Path(data, name)
    path.unlink(missing_ok=True)
    if content is not None:
        path.write_text(content)
    ended, said = start(port=free_port())
    assert (ended, said.count("\n")) == (code, 1) and why in said


def test_a_settings_file_that_is_none_is_told_under_its_option(start):
    code, said = start("--config", "/nowhere.toml")
    assert code == 65 and "/nowhere.toml can't be read" in said and said.endswith("(field config)\n")


def test_a_server_whose_workers_can_not_start_ends_as_an_error(alice, data):
    os.unlink(f"{data}/audit.key")
    patched = (
        "import ops.cli.serve as serve; serve.check_keys = lambda _: None; from ops.cli.main import cli; "
        f"cli(['serve', '--data', {data!r}, '--port', '{free_port()}'])"
    )
    ended = subprocess.run([sys.executable, "-c", patched], capture_output=True, text=True, timeout=60, env=ENVIRONMENT)
    assert ended.returncode == 69 and ended.stderr.splitlines()[-1].startswith("error: unavailable: the server gave up")
    assert "the audit key is missing" in ended.stderr and "Traceback" not in ended.stderr
