"""Moving a scope with a running server: by command, and by hand when the answer breaks off."""

import contextlib
import http.client
import os
from pathlib import Path

import pytest

SOURCE = 2 * 1024 * 1024


@pytest.fixture(scope="module")
def alice(server):
    """A scope with more in it than a socket's buffers hold."""
    for number in range(8):
        text = os.urandom(20_000).hex()
        body = {"messages": [{"role": "user", "content": text}], "source_id": f"s{number}", "extract": "none"}
        assert server.ask("POST", "/v1/memorize?user_id=mover", json=body).is_success
    assert server.ask("POST", "/v1/items?user_id=mover", json={"file": "tea", "name": "n", "content": "c"}).is_success
    return ("--user", "mover")


def test_a_scope_is_exported_and_imported_through_the_server(run, told, alice, tmp_path):
    path = str(tmp_path / "archive")
    run("export", *alice, "-o", path)
    done = told("import", path, "--user", "moved")
    assert done["counts"]["turns"] == 8
    assert told("verify", "--user", "moved")["valid"]
    assert run("import", path, "--user", "moved", code=73).stderr.startswith("error: conflict: ")
    assert set(told("import", path, "--user", "moved", "--merge")["counts"].values()) == {0}


def test_a_bad_archive_is_refused_by_the_server(run, alice, tmp_path):
    (tmp_path / "bad").write_bytes(os.urandom(3_000_000))
    assert run("import", str(tmp_path / "bad"), "--user", "bad", code=65).stderr.startswith("error: invalid: ")


def test_an_export_that_fails_on_its_way_does_not_look_whole(server, alice):
    source = next(Path(server.data).glob("scopes/*/*/mover/_/_/chat/sources/*.jsonl"))
    before = source.read_bytes()
    with open(source, "ab") as file:
        file.write(os.urandom(64 * 1024 * 1024))
    headers = {"Authorization": f"Bearer {server.keys()['key']}"}
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as connection:
        connection.request("GET", "/v1/scope/export?user_id=mover", headers=headers)
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read(1)
        os.truncate(source, SOURCE)
        with pytest.raises(http.client.IncompleteRead):
            answer.read()
    source.write_bytes(before)
