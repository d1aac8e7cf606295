"""Imports by a running server: by any worker, over the death of one, and over a restart."""

import json
import os
import signal
import subprocess
import sys


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


def begun_on(server, body):
    return server.ask("POST", "/v1/imports?user_id=a&file_name=x.json", content=body).json()["id"]


def told_by(server, identity):
    return server.ask("GET", f"/v1/operations/{identity}?user_id=a").json()


def has_come_to(server, identity, turns):
    return told_by(server, identity)["counts"].get("turns", 0) >= turns


def check_whole(server, identity, eventually, conversations):
    """One operation, ended, with exact counts; every turn once; the upload gone."""
    done = eventually(lambda: (one := told_by(server, identity))["finished_at"] and one, 60)
    assert (done["status"], done["outcome"], done["progress"]) == ("done", "stored", 1.0)
    assert (done["counts"]["conversations"], done["counts"]["turns"]) == (conversations, 3 * conversations)
    assert (done["counts"]["duplicates"], done["counts"]["skipped"]) == (0, 0)
    assert [one["id"] for one in server.ask("GET", "/v1/operations?user_id=a").json()["items"]] == [identity]
    assert server.ask("GET", "/v1/describe?user_id=a").json()["counts"]["source"] == 3 * conversations
    assert server.ask("GET", "/v1/verify?user_id=a").json()["valid"]
    assert not [folder for folder, _, _ in os.walk(server.data) if os.path.basename(folder) == "uploads"]


def test_workers_that_are_killed_in_the_middle_double_nothing_and_lose_nothing(serve, eventually):
    body = json.dumps(talks(2_000)).encode()
    with serve(workers=2) as server:
        identity = begun_on(server, body)
        for turns in (1, 1_500, 3_000):
            eventually(lambda turns=turns: has_come_to(server, identity, turns), 60)
            for worker in server.workers():
                os.kill(worker, signal.SIGKILL)
        check_whole(server, identity, eventually, 2_000)


def test_a_server_that_is_stopped_in_the_middle_goes_on_when_it_is_started_again(serve, eventually):
    body = json.dumps(talks(2_000)).encode()
    with serve(workers=2) as server:
        identity = begun_on(server, body)
        eventually(lambda: has_come_to(server, identity, 1))
    with serve(workers=2) as server:
        assert told_by(server, identity)["finished_at"] is None
        check_whole(server, identity, eventually, 2_000)


def test_a_command_that_is_killed_leaves_its_import_to_whoever_comes_next(serve, eventually, tmp_path):
    path = tmp_path / "talks.json"
    path.write_text(json.dumps(talks(2_000)))
    command = [sys.executable, "-m", "ops.cli", "import-chats", str(path), "--user", "a", "--data"]
    environ = {**os.environ, "MUNIMENT_EMBEDDING_PROVIDER": "none"}
    with serve(workers=1):
        pass  # it makes the first keys
    said = subprocess.Popen([*command, str(tmp_path / "data"), "--progress"], stderr=subprocess.PIPE, env=environ)
    with said:
        assert b"turns" in said.stderr.readline()
        said.kill()
    with serve(workers=2) as server:
        (operation,) = server.ask("GET", "/v1/operations?user_id=a").json()["items"]
        check_whole(server, operation["id"], eventually, 2_000)
