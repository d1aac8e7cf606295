"""What only several processes show: hang-ups, retries across workers and crashes, a busy scope beside a quiet one."""

import contextlib
import glob
import json
import os
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from scopes import locks

JSON = "Content-Type: application/json\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory, start_server):
    with start_server(tmp_path_factory.mktemp("workers") / "data", MUNIMENT_LIMITS_WAITERS="8") as server:
        yield server


def request(server, method, target, body=b"", more=""):
    head = f"{method} {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Authorization: Bearer {server.keys['key']}\r\n{more}\r\n".encode() + body


def call(server, raw, whole=True):
    """Send a request, wait for the answer or hang up at once; the status, 0 without one."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as connection:
        connection.sendall(raw)
        if not whole:
            return 0
        answer = b""
        while piece := connection.recv(65536):
            answer += piece
        return int(answer[9:12])


def memorizing(name):
    given = {"items": [{"file": "f", "name": name, "content": name}], "diary": [name]}
    messages = [{"role": "user", "content": name}]
    return json.dumps({"messages": messages, "source_id": name, "extract": "given", **given}).encode()


def test_a_hang_up_in_the_middle_of_a_write_leaves_it_whole_or_absent(server, wait_until):
    here = server.at("user_id=hangs-up")
    for number in range(40):
        body = memorizing(f"turn-{number}")
        raw = request(server, "POST", "/v1/memorize?user_id=hangs-up", body, JSON)
        call(server, raw if number % 2 else raw[: -1 - number], whole=False)
    last = {"messages": [{"role": "user", "content": "last"}], "extract": "none"}
    wait_until(lambda: here("POST", "/v1/memorize", json=last).is_success)
    found = here("GET", "/v1/items", "limit=500").json()["items"]
    kept = {
        layer: {item["content"] for item in found if item["layer"] == layer} for layer in ("wiki", "diary", "source")
    }
    assert kept["wiki"] == kept["diary"] == kept["source"] - {"last"}
    assert kept["wiki"] <= {f"turn-{number}" for number in range(1, 40, 2)}
    assert here("GET", "/v1/verify").json()["valid"]
    assert not [line for line in server.lines() if line["level"] == "error"]


def test_a_retry_is_known_to_every_worker(server):
    here = server.at("user_id=retries")
    item = {"file": "f", "name": "n", "content": "c"}
    answers = [here("POST", "/v1/items", json=item, headers={"Idempotency-Key": "k"}) for _ in range(20)]
    assert len({answer.content for answer in answers}) == 1
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1


def test_a_retry_is_known_after_a_crash(tmp_path, start_server):
    item = {"file": "f", "name": "n", "content": "c"}
    answers = []
    for _ in range(2):
        with start_server(tmp_path / "data") as server:
            write = server.at("user_id=a")("POST", "/v1/items", json=item, headers={"Idempotency-Key": "k"})
            answers.append(write)
            if len(answers) == 1:
                kill(server)
    assert answers[0].json() == answers[1].json() and answers[1].headers["idempotency-replayed"] == "true"


def kill(server):
    """End the master and its workers as a power cut would end them."""
    with open(f"/proc/{server.process.pid}/task/{server.process.pid}/children", encoding="ascii") as file:
        workers = [int(pid) for pid in file.read().split()]
    for pid in (server.process.pid, *workers):
        os.kill(pid, signal.SIGKILL)


def test_a_busy_scope_does_not_hold_up_another(server):
    here = server.at("user_id=quiet")
    here.add(content="the sea")
    body = json.dumps({"query": "sea"}).encode()
    raws = [
        request(server, "POST", "/v1/retrieve?user_id=busy", body, JSON),
        request(server, "POST", "/v1/items?user_id=busy", b'{"file": "f", "name": "n", "content": "c"}', JSON),
    ]
    took = []
    with ThreadPoolExecutor(50) as pool:
        burst = [pool.submit(call, server, raws[number % 2]) for number in range(200)]
        while not all(each.done() for each in burst):
            began = time.monotonic()
            assert call(server, request(server, "POST", "/v1/retrieve?user_id=quiet", body, JSON)) == 200
            took.append(time.monotonic() - began)
    assert {each.result() for each in burst} <= {200, 201, 429}
    assert sorted(took)[len(took) * 9 // 10] < 0.5


def lock_file(server, ids):
    """The lock of the one scope that this makes."""
    directory = os.path.dirname(server.log)
    before = set(glob.glob(f"{directory}/data/locks/??/*"))
    server.at(ids).add()
    (made,) = set(glob.glob(f"{directory}/data/locks/??/*")) - before
    return made


def test_more_writers_than_may_wait_are_turned_away_and_nothing_is_half_done(server):
    body = b'{"file": "f", "name": "%d", "content": "c"}'
    with ThreadPoolExecutor(60) as pool:
        with locks.exclusive(lock_file(server, "user_id=held")):
            raws = [request(server, "POST", "/v1/items?user_id=held", body % number, JSON) for number in range(60)]
            tries = [pool.submit(call, server, raw) for raw in raws]
            time.sleep(1)
            turned_away = [each.result() for each in tries if each.done()]
            assert call(server, request(server, "POST", "/v1/items?user_id=free", body % 1, JSON)) == 201
        made = [each.result() for each in tries].count(201)
    assert set(turned_away) == {429} and len(turned_away) >= 60 - 2 * 9
    assert made == 60 - len(turned_away)
    assert len(server.at("user_id=held").list("/v1/items")) == made + 1


def test_a_scope_that_stays_locked_is_503_and_nothing_is_applied(tmp_path, start_server):
    with start_server(tmp_path / "data", MUNIMENT_WRITE_LOCK_TIMEOUT="0.5") as server:
        with locks.exclusive(lock_file(server, "user_id=a")):
            answer = server.at("user_id=a")("POST", "/v1/items", json={"file": "f", "name": "x", "content": "c"})
            assert (answer.status_code, answer.json()["code"]) == (503, "lock_timeout")
            assert answer.headers["retry-after"] == "1" and answer.json()["limit"] == "0.5 s"
            assert server.at("user_id=a")("GET", "/v1/items").is_success
        assert [item["name"] for item in server.at("user_id=a").list("/v1/items")] == ["name"]


@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("/v1/files/chat/wiki/%ff.md?user_id=a", 400),
        ("/v1/files/chat/wiki/a%00.md?user_id=a", 400),
        ("/v1/files/chat/wiki/%e9%a5%ae.md?user_id=a", 200),
        ("/v1/files/chat%2Fwiki%2F%e9%a5%ae.md?user_id=a", 200),
        ("/v1/files/chat/wiki/../wiki/a.md?user_id=a", 404),
        ("/v1/files/chat/wiki/a%0d%0aX:y.md?user_id=a", 422),
    ],
)
def test_a_path_arrives_as_its_bytes(server, target, status):
    assert call(server, request(server, "PUT", target, b"## n\n\nc\n")) == status


def test_a_stop_does_not_wait_for_who_only_listens(tmp_path, start_server):
    with start_server(tmp_path / "data") as server:
        server.at("user_id=a").add()
        raw = request(server, "GET", "/v1/journal/stream?user_id=a&after=0")
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
            connection.sendall(raw)
            assert b"event: create" in connection.recv(65536)
            server.process.send_signal(signal.SIGTERM)
            began = time.monotonic()
            with contextlib.suppress(ConnectionError):
                while connection.recv(65536):
                    pass
        assert server.process.wait(15) == 0 and time.monotonic() - began < 10
