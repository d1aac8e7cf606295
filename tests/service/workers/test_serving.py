"""The service as it is run: gunicorn, two workers, real sockets."""

import json
import os
import signal
import socket
import time

import pytest


@pytest.fixture(scope="module")
def served(tmp_path_factory, start_server):
    directory = tmp_path_factory.mktemp("served")
    (directory / "metrics").mkdir()
    (directory / "metrics" / "counter_1.db").write_bytes(b"left over")
    with start_server(directory / "data", metrics=directory / "metrics") as server:
        yield server


def counted(served, route):
    wanted = f'muniment_requests_total{{method="GET",route="{route}",status="200"}}'
    lines = served.get("/metrics", key=None, port=served.metrics_port).text.splitlines()
    return next((float(line.split()[-1]) for line in lines if line.startswith(wanted)), 0.0)


def workers(served):
    """The workers as the kernel knows them; the log has them as well, but keeps the dead."""
    with open(f"/proc/{served.process.pid}/task/{served.process.pid}/children", encoding="ascii") as file:
        return [int(pid) for pid in file.read().split()]


def test_metrics_add_up_over_workers_and_survive_one(served, wait_until):
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
    made = served.ask("POST", "/v1/keys", headers=headers, json=wanted).json()
    served.keys["brief"] = made["key"]
    time.sleep(0.5)
    assert {served.get("/describe", "brief").status_code for _ in range(20)} == {200}
    served.ask("DELETE", f"/v1/keys/{made['id']}", headers=headers)
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


def test_a_client_that_hangs_up_within_its_body_is_no_fault(served, wait_until):
    key = served.keys["admin_key"].encode()
    head = b"POST /v1/keys HTTP/1.1\r\nHost: x\r\nX-Request-Id: hangs-up\r\nContent-Length: 100\r\n"
    with socket.create_connection(("127.0.0.1", served.port)) as connection:
        connection.sendall(head + b"Authorization: Bearer " + key + b"\r\n\r\n{")
        time.sleep(0.2)
    line = wait_until(lambda: next((each for each in served.lines() if each.get("request_id") == "hangs-up"), None))
    assert line["event"] == "request" and line["method"] == "POST"
    assert not [each for each in served.lines() if each["event"] == "a request met a fault"]


def test_every_line_of_the_log_is_json_and_none_has_a_query_or_a_key(served, wait_until):
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
