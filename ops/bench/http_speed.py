"""Retrieve over HTTP: a real service with one worker, its questions beside `GET /livez` on the same connection."""

import contextlib
import http.client
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from ops.bench.filled import workshop
from ops.bench.sizes import Figures, Sizes
from ops.bench.timing import alternate, milliseconds
from scopes.errors import UnavailableError

_USER = "bench"
_PATIENCE = 30.0
_WARM_UP = 20


def measure(sizes: Sizes, seed: int) -> Figures:
    """One user's scope is asked by words; the service has no embedder."""
    with workshop(seed) as shop:
        _, made = shop.scope(_USER, sizes.items, app="default")
        asked = [shop.texts.question(one) for one in made[:: max(1, len(made) // sizes.questions)]]
        data = shop.registry.engine.config.data
        with _service(data) as (port, log):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE)
            try:
                return {"items": float(sizes.items), **_measure(connection, asked)}
            except OSError as error:
                raise UnavailableError(f"the service did not answer: {log.read_text()[-500:]}") from error
            finally:
                connection.close()


def _measure(connection: http.client.HTTPConnection, asked: list[str]) -> Figures:
    path = f"/v1/retrieve?{urlencode({'user_id': _USER})}"
    bodies = [json.dumps({"query": question}).encode() for question in asked]

    def ask(number: int) -> bytes:
        return _call(connection, "POST", path, bodies[number])

    def live(_: int) -> None:
        _call(connection, "GET", "/livez")

    for number in range(min(_WARM_UP, len(bodies))):
        _check_found(ask(number))
    asking, living = alternate(len(bodies), ask, live)
    return {
        "p50_ms": milliseconds(asking),
        "livez_p50_ms": milliseconds(living),
        "times_livez": median(asking) / median(living),
        "less_livez_ms": milliseconds(asking) - milliseconds(living),
    }


def _check_found(answer: bytes) -> None:
    """A service that looks into another scope would be fast."""
    if not json.loads(answer)["hits"]:
        raise UnavailableError("the service found nothing of what it was asked about")


def _call(
    connection: http.client.HTTPConnection,
    method: str,
    path: str,
    body: bytes | None = None,
) -> bytes:
    connection.request(method, path, body, {} if body is None else {"Content-Type": "application/json"})
    answer = connection.getresponse()
    content = answer.read()
    if answer.status != http.client.OK:
        raise UnavailableError(f"{method} {path.partition('?')[0]} was answered {answer.status}")
    return content


@contextlib.contextmanager
def _service(data: str) -> Generator[tuple[int, Path]]:
    """A service on a data directory, its port and the file of what it says; stopped afterwards."""
    port = _free_port()
    command = [
        sys.executable,
        "-m",
        "ops.cli",
        "serve",
        "--data",
        data,
        "--port",
        str(port),
        "--workers",
        "1",
        "--no-auth",
    ]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MUNIMENT_")}
    log = Path(data, "service.log")
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 — this interpreter and this package's own module
            command,
            env={**kept, "MUNIMENT_EMBEDDING_PROVIDER": "none"},
            stdout=output,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_until_live(process, port, log)
            yield port, log
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def _wait_until_live(process: "subprocess.Popen[bytes]", port: int, log: Path) -> None:
    until = time.monotonic() + _PATIENCE
    while process.poll() is None and time.monotonic() < until:
        with contextlib.suppress(OSError, UnavailableError):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=1)
            try:
                _call(connection, "GET", "/livez")
            finally:
                connection.close()
            return
        time.sleep(0.1)
    raise UnavailableError(f"the service did not start: {log.read_text()[-500:]}")


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]
