"""Two workers on one data directory behave as one service."""

import os
import signal
import time

import pytest

ROUNDS = 16  # new connections, so that no worker is missed


def counted(server, metric):
    lines = server.ask("GET", "/metrics").text.splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(metric))


def add_item(server, user, content, name="sea"):
    item = {"file": "likes", "name": name, "content": content}
    return server.ask("POST", f"/v1/items?user_id={user}", json=item).json()


def contents(server, user, identity):
    return {server.ask("GET", f"/v1/items/{identity}?user_id={user}").json()["content"] for _ in range(ROUNDS)}


def document(server, user):
    root = os.path.join(server.data, "scopes", "default")
    return next(
        os.path.join(folder, "likes.md")
        for folder, _, files in os.walk(root)
        if f"/{user}/" in folder and folder.endswith("/wiki") and "likes.md" in files
    )


def test_both_workers_answer_and_see_each_other_s_writes(server):
    made = add_item(server, "seen", "The sea is blue.")
    assert contents(server, "seen", made["id"]) == {"The sea is blue."}
    for number in range(ROUNDS):
        add_item(server, "seen", f"Wave {number}.")
        assert server.ask("GET", f"/v1/items/{made['id']}?user_id=seen").json()["content"] == f"Wave {number}."


def test_a_killed_worker_loses_no_write_and_no_count(server, eventually):
    before = counted(server, "muniment_writes_total")
    ids = [add_item(server, "killed", f"Wave {number}.", f"wave-{number}")["id"] for number in range(ROUNDS)]
    killed = server.workers()[0]
    os.kill(killed, signal.SIGKILL)
    for identity in ids:  # the other worker goes on
        assert server.ask("GET", f"/v1/items/{identity}?user_id=killed").is_success
    eventually(lambda: len(server.workers()) == 2 and killed not in server.workers())
    assert counted(server, "muniment_writes_total") == before + ROUNDS
    assert server.ask("GET", "/v1/verify?user_id=killed").json()["valid"]


def test_a_revoked_key_is_refused_by_every_worker_within_a_second(server):
    admin = server.keys()["admin_key"]
    made = server.ask("POST", "/v1/keys", admin, json={"app": "default", "grants": [{"verbs": ["read"]}]}).json()
    time.sleep(0.5)
    assert {server.ask("GET", "/describe", made["key"]).status_code for _ in range(ROUNDS)} == {200}
    server.ask("DELETE", f"/v1/keys/{made['id']}", admin)
    time.sleep(1)
    assert {server.ask("GET", "/describe", made["key"]).status_code for _ in range(ROUNDS)} == {401}


def in_place(path, old, new):
    with open(path, "r+b") as file:
        text = file.read().replace(old, new)
        file.seek(0)
        file.write(text)
        file.truncate()


def atomic_replace(path, old, new):
    with open(path, "rb") as file:
        text = file.read().replace(old, new)
    with open(f"{path}.editor", "wb") as file:
        file.write(text)
    os.replace(f"{path}.editor", path)


def same_length_same_time(path, old, new):
    times = os.stat(path)
    in_place(path, old, new.ljust(len(old), b"!")[: len(old)])
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


@pytest.mark.parametrize("save", [in_place, atomic_replace, same_length_same_time])
def test_an_edit_by_hand_is_seen_by_every_worker_within_a_second(server, save):
    user = save.__name__.replace("_", "-")
    made = add_item(server, user, "The sea is blue.")
    contents(server, user, made["id"])
    save(document(server, user), b"The sea is blue.", b"The sea is grey.")
    time.sleep(1)
    assert contents(server, user, made["id"]) == {"The sea is grey."}
    found = server.ask("POST", f"/v1/retrieve?user_id={user}", json={"query": "grey sea"}).json()["hits"]
    assert found[0]["content"] == "The sea is grey."


def test_two_apps_can_not_see_each_other(server):
    admin = server.keys()["admin_key"]
    wanted = {"app": "other", "grants": [{"verbs": ["read", "write", "delete", "export", "verify"]}]}
    other = server.ask("POST", "/v1/keys", admin, json=wanted).json()["key"]
    time.sleep(0.5)
    mine = add_item(server, "shared", "Only for the default app.")
    theirs = server.ask("GET", "/v1/items?user_id=shared", other).json()
    assert (theirs["items"], theirs["scope_exists"]) == ([], False)
    assert server.ask("GET", f"/v1/items/{mine['id']}?user_id=shared", other).status_code == 404
    assert server.ask("POST", "/v1/retrieve?user_id=shared", other, json={"query": "default app"}).json()["hits"] == []
    item = {"file": "likes", "name": "sea", "content": "Only for the other app."}
    server.ask("POST", "/v1/items?user_id=shared", other, json=item)
    listed = server.ask("GET", "/v1/items?user_id=shared").json()["items"]
    assert [one["content"] for one in listed] == ["Only for the default app."]


def test_two_servers_share_a_directory_and_neither_clears_it_under_the_other(serve, tmp_path):
    with serve(workers=1) as one:
        trash = tmp_path / "data" / "trash" / "being-erased"
        trash.mkdir(parents=True)
        with serve(workers=1) as two:
            made = add_item(one, "alice", "The sea is blue.")
            assert contents(two, "alice", made["id"]) == {"The sea is blue."}
            assert trash.exists()
    with serve(workers=1):
        assert not trash.exists()
