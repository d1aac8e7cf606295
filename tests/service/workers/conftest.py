"""The service as it is run: gunicorn, two workers, real sockets."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
import msgspec
import pytest


class Server(NamedTuple):
    """gunicorn with two workers, on real sockets."""

    process: subprocess.Popen[bytes]
    port: int
    metrics_port: int
    keys: dict[str, str]
    log: str
    metrics_directory: str
    client: httpx.Client
    scope_with: Callable[..., Any]

    def ask(self, method, path, key=None, port=None, headers=(), **more):
        sent = {"Authorization": f"Bearer {self.keys[key]}"} if key else {}
        url = f"http://127.0.0.1:{port or self.port}{path}"
        return self.client.request(method, url, headers={**sent, **dict(headers)}, **more)

    def get(self, path, key="key", port=None):
        return self.ask("GET", path, key, port)

    def at(self, ids):
        return self.scope_with(_Based(self), self.keys["key"], ids)

    def lines(self):
        with open(self.log, encoding="utf-8") as file:
            return [msgspec.json.decode(line) for line in file.read().splitlines()]

    def exchange(self, raw):
        """Send raw bytes, give the status line that comes back."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(raw)
            return connection.recv(4096).split(b"\r\n")[0]


class _Based(NamedTuple):
    server: Server

    def request(self, method, url, **more):
        return self.server.ask(method, url, **more)


@pytest.fixture(scope="session")
def wait_until():
    def wait(check, seconds=15.0):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            try:
                if found := check():
                    return found
            except (httpx.TransportError, FileNotFoundError):
                pass
            time.sleep(0.05)
        raise AssertionError("it did not happen in time")

    return wait


@pytest.fixture(scope="session")
def start_server(wait_until, scope_with):
    """Run the service as it is run on a data directory; it is stopped at the end if it still runs."""

    @contextlib.contextmanager
    def start(data, metrics=None, **environ):
        port, metrics_port = _free_ports(2)
        log = f"{data}.{port}.log"
        given = {
            "MUNIMENT_DATA_DIRECTORY": str(data),
            "MUNIMENT_SERVER_PORT": str(port),
            "MUNIMENT_SERVER_METRICS_PORT": str(metrics_port),
            **({} if metrics is None else {"PROMETHEUS_MULTIPROC_DIR": str(metrics)}),
            **environ,
        }
        command = [sys.executable, "-m", "gunicorn", "-c", "python:ops.gunicorn"]
        with open(log, "wb") as errors:
            process = subprocess.Popen(command, env={**os.environ, **given}, stderr=errors, stdout=errors)
        # A new connection each time, so that every worker gets some.
        limits = httpx.Limits(max_keepalive_connections=0)
        with process, httpx.Client(limits=limits, trust_env=False, timeout=30) as client:
            try:
                wait_until(lambda: client.get(f"http://127.0.0.1:{port}/livez").is_success)
                with open(f"{data}/first-keys.json", "rb") as file:
                    keys = msgspec.json.decode(file.read())
                yield Server(process, port, metrics_port, keys, log, str(metrics), client, scope_with)
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait(35)

    return start


def _free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports
