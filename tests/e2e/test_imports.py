"""Imports by a running server: through any worker, and over the death of one."""

import json
import os
import signal

from ops.imports.lease import INTERRUPTED


def talks(count):
    said = [{"role": "user", "content": "word " * 40}, {"role": "assistant", "content": "喜欢海边 " * 20}]
    return [{"id": f"c{at}", "messages": [*said, {"role": "user", "content": f"number {at}"}]} for at in range(count)]


def test_a_file_goes_through_the_server(told, run, tmp_path):
    path = tmp_path / "talks.json"
    path.write_text(json.dumps(talks(50)))
    done = told("import-chats", str(path), "--user", "importer")
    assert (done["status"], done["counts"]["turns"], done["progress"]) == ("done", 150, 1.0)
    assert told("import-chats", str(path), "--user", "importer")["counts"]["duplicates"] == 50
    assert told("verify", "--user", "importer")["valid"]


def test_a_killed_worker_leaves_a_told_interruption_and_the_rest_for_the_next_time(serve, eventually):
    body = json.dumps(talks(2_000)).encode()
    with serve(workers=2) as server:
        begun = server.ask("POST", "/v1/imports?user_id=a&file_name=x.json", content=body)
        path = f"{begun.headers['location']}?user_id=a"

        def told():
            return server.ask("GET", path).json()

        eventually(lambda: told()["counts"].get("turns", 0) > 0)
        for worker in server.workers():
            os.kill(worker, signal.SIGKILL)
        stopped = eventually(lambda: (one := told())["finished_at"] and one)
        assert (stopped["status"], stopped["reason"]) == ("failed", INTERRUPTED)
        headers = {"Prefer": "wait=30", "Authorization": f"Bearer {server.keys()['key']}"}
        again = server.client.post(
            "/v1/imports?user_id=a&file_name=x.json", content=body, headers=headers, timeout=60
        ).json()
        done = again if again["finished_at"] else eventually(lambda: _ended(server, again["id"]), 60)
        assert done["status"] == "done"
        assert 0 < done["counts"]["turns"] < 6_000
        counts = server.ask("GET", "/v1/describe?user_id=a").json()["counts"]
        assert counts["source"] == 6_000
        assert server.ask("GET", "/v1/verify?user_id=a").json()["valid"]


def _ended(server, identity):
    told = server.ask("GET", f"/v1/operations/{identity}?user_id=a").json()
    return told if told["finished_at"] else None
