"""Every verb against a running server gives what it gives on the directory."""

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from click.testing import CliRunner

from ops.cli.main import cli

SINCE = re.compile(r'"since": "[^"]*"')
TALK = "Alice: I like the sea. See [[daily:beach]]\n我：喜欢海边，花生过敏\nAI: noted\nand kept\n"


@pytest.fixture(scope="module")
def alice(server):
    """A scope with three turns, whose ids need escaping."""
    ids = ("--user", "alice+b c/é&", "--character", "米娅")
    more = ("--source-id", "talk", "--url", server.url, "--data", server.data)
    assert CliRunner().invoke(cli, ["memorize", "-", "--extract", "verbatim", *ids, *more], input=TALK).exit_code == 0
    return ids


def embedded(server, *arguments):
    result = CliRunner().invoke(cli, [*arguments, "--json", "--data", server.data])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    "verb",
    [
        ("retrieve", "海边"),
        ("explain", "sea", "--layer", "diary", "--limit", "1"),
        ("ls",),
        ("ls", "chat/diary"),
        ("show", "talk:t2"),
        ("show", "chat/MEMORY.md"),
        ("grep", "海|kept"),
        ("graph",),
        ("journal", "--after", "1"),
        ("verify",),
        ("erase",),
    ],
)
def test_a_server_and_its_directory_tell_the_same(run, server, alice, verb):
    here, there = run(*verb, *alice, "--json").stdout, embedded(server, *verb, *alice)
    assert SINCE.sub("", here) == SINCE.sub("", there)  # a fallback is in use since its own process began


def test_a_receipt_that_can_not_be_written_is_refused_before_the_server_erases(run, told, alice, tmp_path):
    turns = told("ls", *alice)["counts"]["turns"]
    path = str(tmp_path / "missing/receipt.json")
    assert "(field receipt)" in run("erase", *alice, "--yes", "--receipt", path, code=65).stderr
    assert told("ls", *alice)["counts"]["turns"] == turns


@pytest.mark.parametrize(
    ("options", "field"),
    [
        (("--admin", "--user", "a"), "role"),
        (("--app", "a", "--user", ""), "user_id"),
        (("--app", "a", "--expires", "2020-01-01T00:00:00Z"), "expires"),
    ],
)
def test_a_key_that_can_not_be_is_refused_as_on_the_directory(run, options, field):
    assert f"(field {field})" in run("keys", "add", *options, code=65).stderr


def test_a_server_and_its_directory_list_the_same_fallbacks_and_count_the_same_files(told, server, eventually):
    here, there = told("describe"), json.loads(embedded(server, "describe"))
    assert [one["component"] for one in here["degraded"]] == [one["component"] for one in there["degraded"]]
    asked = ("verify", "--isolation")  # a checkpoint in between takes files away, so it may need a second try
    assert eventually(lambda: told(*asked)["searched"] == json.loads(embedded(server, *asked))["searched"])


def test_a_long_conversation_goes_in_batches_and_comes_back_in_pages(told, alice):
    done = told("memorize", "-", *alice, "--source-id", "long", input="Alice: yes\n" * 450)
    assert (done["stored"], done["outcomes"]) == (450, {"stored": 3})
    assert len(told("grep", "^yes$", *alice, "--layer", "source")["matches"]) == 450


def test_what_an_admin_lists_and_verifies(told, alice):
    listed = told("scopes", "--app", "default")["scopes"]
    assert "米娅" in {one["scope"]["character"] for one in listed}
    found = told("verify", "--all")
    assert found["valid"] and len(found["subjects"]) >= len(listed)


def test_describe_tells_of_a_scope_or_of_the_service(run, told, alice):
    assert told("describe", *alice)["scope"]["character"] == "米娅"
    assert {domain["name"] for domain in told("describe")["domains"]} >= {"storage", "governance"}
    assert "degraded: first-keys: " in run("describe").stdout


def test_a_scope_is_erased_with_a_receipt(told, run):
    told("memorize", "-", "--user", "gone", input="Alice: hi")
    assert told("erase", "--user", "gone", "--yes")["complete"]
    assert run("verify", "--user", "gone", code=66).stderr.startswith("error: not_found: ")
    run("memorize", "-", "--user", "gone", input="Alice: again", code=73)
    assert told("memorize", "-", "--user", "gone", "--create", input="Alice: again")["stored"] == 1


def test_a_user_is_erased_on_a_server_and_the_receipt_checked_there_and_offline(told, tmp_path):
    for agent in ("one", "two"):
        told("memorize", "-", "--user", "forgotten", "--agent", agent, input="Alice: something of my own to forget")
    file = tmp_path / "receipt.json"
    assert told("erase", "--user", "forgotten", "--span", "user")["counts"]["scopes"] == 2
    done = told("erase", "--user", "forgotten", "--span", "user", "--yes", "--receipt", str(file))
    assert done["complete"] and done["salt"]
    asked = ("verify", "--receipt", str(file), "--public-key", told("describe")["receipt_key"])
    found = told(*asked)
    assert found["valid"] and found["checked"][-1] == "ledger"
    file.write_text(file.read_text().replace('"complete": true', '"complete": false'))
    kinds = {one["kind"] for one in told(*asked, code=76)["findings"]}
    assert kinds == {"signature", "ledger"}


def test_a_key_made_by_an_admin_opens_what_it_grants(told, run):
    made = told("keys", "add", "--app", "default", "--verb", "read", "--user", "reader")
    key = ("--key", made["key"])
    time.sleep(0.6)  # until every worker has looked at the key file again
    assert run("ls", "--user", "reader", *key).stdout == "nothing is here\n"
    assert run("memorize", "-", "--user", "reader", *key, input="A: hi", code=77).stderr.startswith(
        "error: forbidden: "
    )
    assert run("ls", "--user", "other", *key, code=66).stderr.startswith("error: not_found: ")
    assert told("keys", "revoke", made["id"])["revoked"]
    assert made["id"] in {listed["id"] for listed in told("keys", "list")["keys"]}


def test_an_admin_s_key_verifies_in_the_app_that_is_named(run, server, alice):
    assert run("verify", *alice, "--key", server.keys()["admin_key"]).exit_code == 0


def test_a_problem_of_the_server_ends_a_command_as_its_class(run, server, alice):
    refused = run("ls", *alice, "--key", "nonsense", code=77)
    assert refused.stderr.startswith("error: unauthorized: ")
    problem = json.loads(run("show", "nosuchid", *alice, "--json", code=66).stderr)
    assert problem["code"] == "not_found" and problem["instance"]


def test_the_key_may_come_from_the_environment(server, alice, monkeypatch):
    monkeypatch.setenv("MUNIMENT_KEY", server.keys()["key"])
    assert CliRunner().invoke(cli, ["ls", *alice, "--url", server.url]).exit_code == 0
    assert CliRunner().invoke(cli, ["ls", *alice, "--data", server.data]).exit_code == 0


def remember(target, name):
    return CliRunner().invoke(cli, ["memorize", "-", "--source-id", name, *target], input="Alice: hi").exit_code == 0


def test_following_a_journal_goes_on_after_a_worker_has_died(serve, eventually):
    with serve(workers=1) as own:
        target = ("--url", own.url, "--data", own.data, "--user", "alice")
        assert remember(target, "one")
        command = [sys.executable, "-m", "ops.cli", "journal", "--follow", "--json", "--after", "0", *target]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as following:
            assert following.stdout is not None
            sources = (json.loads(line).get("note", {}).get("source") for line in following.stdout)
            assert next(filter(None, sources)) == "one"
            os.kill(own.workers()[0], signal.SIGKILL)
            eventually(lambda: remember(target, "two"))
            assert next(filter(None, sources)) == "two"
            following.terminate()


def test_first_keys_are_adopted_once_the_server_takes_them(serve):
    with serve(workers=1) as own:
        first = own.keys()
        command = ["keys", "adopt-first", "--url", own.url, "--data", own.data]
        assert CliRunner().invoke(cli, command).exit_code == 0
        assert not os.path.exists(f"{own.data}/first-keys.json")
        assert own.ask("GET", "/describe", first["key"]).is_success
