"""A real service with one worker on a data directory, for the time of a measurement."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator, Mapping
from pathlib import Path

from scopes.errors import UnavailableError

__all__ = ["PATIENCE", "call", "service"]

PATIENCE = 30.0


def call(connection: http.client.HTTPConnection, method: str, path: str, body: bytes | None = None) -> bytes:
    """The body of an answer; UnavailableError unless it is 200."""
    connection.request(method, path, body, {} if body is None else {"Content-Type": "application/json"})
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != http.client.OK:
        raise UnavailableError(f"{method} {path.partition('?')[0]} was answered {answer.status}")
    return content


@contextlib.contextmanager
def service(data: str, settings: Mapping[str, str]) -> Generator[http.client.HTTPConnection]:
    """A connection to a service with these settings and no others, which is stopped afterwards.

    UnavailableError, with the end of what it said, where it does not start or does not answer.
    """
    port = _free_port()
    command = [sys.executable, "-m", "ops.cli", "serve", "--data", data, "--port", str(port)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MUNIMENT_")}
    log = Path(data, f"service-{port}.log")
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 — this interpreter and this package's own module
            [*command, "--workers", "1", "--no-auth"], env={**kept, **settings}, stdout=output, stderr=subprocess.STDOUT
        )
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            _wait_until_live(process, port, log)
            yield connection
        except OSError as error:
            raise UnavailableError(f"the service did not answer: {log.read_text()[-500:]}") from error
        finally:
            connection.close()
            process.terminate()
            process.wait(PATIENCE)


def _wait_until_live(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        with contextlib.suppress(OSError, UnavailableError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
            try:
                call(connection, "GET", "/livez")
            finally:
                connection.close()
            return
        time.sleep(0.1)
    raise UnavailableError(f"the service did not start: {log.read_text()[-500:]}")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]
