"""The service as it is run: gunicorn, two workers, real sockets."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from typing import NamedTuple

import httpx
import pytest

# A new connection each time, so that every worker gets some.
CLIENT = httpx.Client(limits=httpx.Limits(max_keepalive_connections=0), trust_env=False)


class Served(NamedTuple):
    process: subprocess.Popen[bytes]
    port: int
    metrics_port: int
    keys: dict[str, str]
    log: str
    metrics_directory: str

    def get(self, path, key="key", port=None):
        headers = {"Authorization": f"Bearer {self.keys[key]}"} if key else {}
        return CLIENT.get(f"http://127.0.0.1:{port or self.port}{path}", headers=headers)

    def lines(self):
        with open(self.log, encoding="utf-8") as file:
            return [json.loads(line) for line in file.read().splitlines()]

    def exchange(self, raw):
        """Send raw bytes, give the status line that comes back."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=5) as connection:
            connection.sendall(raw)
            return connection.recv(4096).split(b"\r\n")[0]


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def wait_until(check, seconds=15.0):
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if found := check():
                return found
        except (httpx.TransportError, FileNotFoundError):
            pass
        time.sleep(0.05)
    raise AssertionError("it did not happen in time")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    directory = tmp_path_factory.mktemp("served")
    port, metrics_port = free_ports(2)
    environ = {
        **os.environ,
        "MUNIMENT_DATA_DIRECTORY": str(directory / "data"),
        "MUNIMENT_SERVER_PORT": str(port),
        "MUNIMENT_SERVER_METRICS_PORT": str(metrics_port),
        "PROMETHEUS_MULTIPROC_DIR": str(directory / "metrics"),
    }
    (directory / "metrics").mkdir()
    (directory / "metrics" / "counter_1.db").write_bytes(b"left over")
    log = directory / "log"
    command = [sys.executable, "-m", "gunicorn", "-c", "python:ops.gunicorn"]
    with open(log, "wb") as errors, subprocess.Popen(command, env=environ, stderr=errors, stdout=errors) as process:
        try:
            wait_until(lambda: CLIENT.get(f"http://127.0.0.1:{port}/livez").is_success)
            keys = json.loads((directory / "data" / "first-keys.json").read_text())
            yield Served(process, port, metrics_port, keys, str(log), str(directory / "metrics"))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(15)


def counted(served, route):
    wanted = f'muniment_requests_total{{method="GET",route="{route}",status="200"}}'
    lines = served.get("/metrics", key=None, port=served.metrics_port).text.splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(wanted)), 0.0)


def workers(served):
    """The workers as the kernel knows them; the log has them as well, but keeps the dead."""
    with open(f"/proc/{served.process.pid}/task/{served.process.pid}/children", encoding="ascii") as file:
        return [int(pid) for pid in file.read().split()]


def test_metrics_add_up_over_workers_and_survive_one(served):
    wait_until(lambda: len(workers(served)) == 2)
    before = counted(served, "/version")
    for _ in range(20):
        assert served.get("/version", key=None).is_success
    wait_until(lambda: counted(served, "/version") == before + 20)  # a request is counted after its answer
    killed = workers(served)[0]
    os.kill(killed, signal.SIGKILL)
    wait_until(lambda: len(workers(served)) == 2 and killed not in workers(served))
    assert counted(served, "/version") == before + 20
    assert f"gauge_livemax_{killed}.db" not in os.listdir(served.metrics_directory)


def test_the_metrics_port_serves_metrics_and_nothing_that_needs_a_key(served):
    assert served.get("/metrics", key=None, port=served.metrics_port).status_code == 200
    assert served.get("/metrics", key=None).status_code == 401
    assert served.get("/describe", port=served.metrics_port).status_code == 404
    assert served.get("/v1/keys", "admin_key", port=served.metrics_port).status_code == 404


def test_a_revoked_key_is_refused_by_every_worker_within_a_second(served):
    headers = {"Authorization": f"Bearer {served.keys['admin_key']}"}
    wanted = {"app": "brief", "grants": [{"verbs": ["read"]}]}
    made = CLIENT.post(f"http://127.0.0.1:{served.port}/v1/keys", headers=headers, json=wanted).json()
    served.keys["brief"] = made["key"]
    time.sleep(0.5)
    assert {served.get("/describe", "brief").status_code for _ in range(20)} == {200}
    CLIENT.delete(f"http://127.0.0.1:{served.port}/v1/keys/{made['id']}", headers=headers)
    time.sleep(1)
    assert {served.get("/describe", "brief").status_code for _ in range(20)} == {401}


@pytest.mark.parametrize(
    ("target", "status"),
    [
        (b"/v1/keys?app=%ff", b"400"),
        (b"/v1/keys?app=\xff", b"400"),
        (b"/v1/keys?app=a&app=a", b"400"),
        (b"/v1/keys?app=" + b"%E9%95%BF" * 510, b"200"),
        (b"/v1/keys?app=" + b"a" * 9000, b"414"),
    ],
)
def test_raw_request_lines_arrive_as_they_were_sent(served, target, status):
    key = served.keys["admin_key"].encode()
    raw = b"GET " + target + b" HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + key + b"\r\n\r\n"
    assert served.exchange(raw).split()[1] == status


def test_a_client_that_hangs_up_within_its_body_is_no_fault(served):
    key = served.keys["admin_key"].encode()
    head = b"POST /v1/keys HTTP/1.1\r\nHost: x\r\nX-Request-Id: hangs-up\r\nContent-Length: 100\r\n"
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.sendall(head + b"Authorization: Bearer " + key + b"\r\n\r\n{")
        time.sleep(0.2)
    line = wait_until(lambda: next((each for each in served.lines() if each.get("request_id") == "hangs-up"), None))
    assert line["event"] == "request" and line["method"] == "POST"
    assert not [each for each in served.lines() if each["event"] == "a request met a fault"]


def test_every_line_of_the_log_is_json_and_none_has_a_query_or_a_key(served):
    served.get("/v1/keys?app=alice-in-the-query", "admin_key")
    wait_until(lambda: any(line.get("route") == "/v1/keys" for line in served.lines()))
    text = json.dumps(served.lines())
    assert "alice" not in text and served.keys["key"] not in text and served.keys["admin_key"] not in text


def test_what_the_workers_create_is_private(served):
    modes = {
        os.stat(os.path.join(served.metrics_directory, name)).st_mode & 0o777
        for name in os.listdir(served.metrics_directory)
    }
    assert modes == {0o600}


def test_a_stop_is_graceful(served):
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(15) == 0
    assert not [
        line for line in served.lines() if line["level"] in ("error", "critical") and "SIGKILL" not in line["event"]
    ]
