"""The service as people run it: `muniment serve`, gunicorn, two workers, real sockets."""

import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from ops.cli.main import cli

ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MUNIMENT_")}
ENVIRONMENT["MUNIMENT_EMBEDDING_PROVIDER"] = "none"


class Server:
    """A running server; requests each open a connection, so that every worker gets some."""

    def __init__(self, process, data, port, output):
        self.process, self.data, self.port, self.output = process, data, port, output
        self.url = f"http://127.0.0.1:{port}"
        self.client = httpx.Client(
            base_url=self.url, limits=httpx.Limits(max_keepalive_connections=0), trust_env=False, timeout=10
        )

    def keys(self):
        return json.loads(Path(self.data, "first-keys.json").read_text())

    def ask(self, method, path, key=None, **more):
        headers = {"Authorization": f"Bearer {key or self.keys()['key']}"}
        return self.client.request(method, path, headers=headers, **more)

    def workers(self):
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
            return [int(pid) for pid in file.read().split()]

    def told(self):
        """What the server has said on stdout so far."""
        return Path(self.output).read_text()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def wait_until(check, seconds=15.0):
    """What `check` finds, asked again until it finds something."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with contextlib.suppress(httpx.TransportError, FileNotFoundError):
            if found := check():
                return found
        time.sleep(0.02)
    raise AssertionError("it did not happen in time")


@contextlib.contextmanager
def serving(data, folder, *options, workers=2, **environ):
    """`muniment serve` on a free port, until it answers; stopped at the end."""
    port, output = free_port(), f"{folder}/stdout-{time.monotonic_ns()}"
    command = [sys.executable, "-m", "ops.cli", "serve", "--data", str(data), "--port", str(port)]
    command += ["--workers", str(workers), *options]
    with (
        open(output, "wb") as said,
        open(f"{output}.log", "wb") as log,
        subprocess.Popen(command, env=ENVIRONMENT | environ, stdout=said, stderr=log) as process,
    ):
        try:
            server = Server(process, str(data), port, output)
            wait_until(lambda: server.client.get("/readyz").is_success and len(server.workers()) == workers)
            yield server
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(15)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with serving(folder / "data", folder) as server:
        yield server


@pytest.fixture
def eventually():
    return wait_until


@pytest.fixture
def serve(tmp_path):
    """Start another server in this test's folder, on a data directory in it."""
    return lambda *options, data=tmp_path / "data", **more: serving(data, tmp_path, *options, **more)


@pytest.fixture
def run(server):
    """A command against the shared server, with its first keys."""

    def run(*arguments, code=0, **more):
        result = CliRunner().invoke(cli, [*arguments, "--url", server.url, "--data", server.data], **more)
        assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def told(run):
    """What a command against the shared server tells with --json."""
    return lambda *arguments, **more: json.loads(run(*arguments, "--json", **more).stdout)
