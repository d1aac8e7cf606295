"""`muniment keys` on a data directory."""

import json
import os
import re
from pathlib import Path

import pytest

from ops.first_start import make_first_keys
from ops.keys import KeyRing
from ops.tokens import key_id


def test_a_key_is_made_listed_and_ended(run, told, data):
    made = told("keys", "add", "--app", "notes", "--verb", "read", "--user", "alice", "--expires", "2099-01-01T00:00Z")
    opened = KeyRing(data).authenticate(made["key"])
    assert opened is not None and opened.grants[0].verbs == ("read",) and opened.grants[0].user_id == "alice"
    listed = told("keys", "list", "--app", "notes")["keys"]
    assert [key["id"] for key in listed] == [made["id"]] and "key" not in listed[0]
    assert "read on user_id=alice" in run("keys", "list").stdout
    assert told("keys", "revoke", made["id"])["revoked"]
    assert KeyRing(data).authenticate(made["key"]) is None


def test_an_admin_key_is_printed_alone_on_its_line(run, data):
    token = run("keys", "add", "--admin").stdout.splitlines()[0]
    opened = KeyRing(data).authenticate(token)
    assert opened is not None and opened.role == "admin"


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ((), "app"),
        (("--app", "a", "--expires", "2099-01-01"), "expires"),
        (("--app", "a", "--expires", "soon"), "expires"),
        (("--admin", "--app", "a"), "role"),
        (("--admin", "--verb", "read"), "role"),
        (("--admin", "--user", "a"), "role"),
        (("--admin", "--agent", "a"), "role"),
        (("--admin", "--character", "a"), "role"),
        (("--admin", "--run", "a"), "role"),
        (("--admin", "--dimension", "user_id"), "role"),
        (("--app", "a", "--user", ""), "user_id"),
        (("--app", "a", "--run", " "), "run_id"),
        (("--app", ""), "app"),
        (("--app", "a", "--expires", "2020-01-01T00:00:00Z"), "expires"),
    ],
)
def test_a_key_that_can_not_be_is_refused_with_its_field(run, options, field):
    assert f"(field {field})" in run("keys", "add", *options, code=65).stderr


def test_the_list_tells_when_a_key_ends_ended_and_was_used(run, told, data):
    made = {end: told("keys", "add", "--app", end, "--expires", "2099-01-31T12:30:00+02:00")["id"] for end in "abc"}
    told("keys", "revoke", made["b"])
    path = Path(data, "keys.json")
    document = json.loads(path.read_text())
    document["keys"][made["c"]]["expires"] = "2020-05-01T09:05:00Z"
    path.write_text(json.dumps(document))
    Path(data, "keys-used.json").write_text(json.dumps({made["a"]: "2026-07-21T14:00:00Z"}))
    shown = {line.split()[0]: re.sub(" +", " ", line) for line in run("keys", "list").stdout.splitlines()}
    assert "until 2099-01-31T10:30Z used 2026-07-21T14h" in shown[made["a"]]
    assert re.search(r"revoked \d{4}-\d\d-\d\dT\d\d:\d\dZ", shown[made["b"]])
    assert "expired 2020-05-01T09:05Z" in shown[made["c"]] and "never used" in shown[made["c"]]


def test_keys_are_listed_without_the_audit_key_and_none_is_made(run, told, data):
    told("memorize", "-", "--user", "alice", input="Alice: hi")
    told("keys", "add", "--admin")
    os.rename(f"{data}/audit.key", f"{data}/../audit.key")
    assert len(told("keys", "list")["keys"]) == 1
    assert "audit.key_file" in run("keys", "add", "--admin", code=76).stderr
    assert len(told("keys", "list")["keys"]) == 1


def test_an_empty_filter_is_refused(run, told):
    told("keys", "add", "--admin")
    assert "(field app)" in run("keys", "list", "--app", "", code=65).stderr
    assert "(field user_id)" in run("scopes", "--user", "", code=65).stderr


def test_a_key_that_is_not_there_can_not_be_ended(run, told):
    told("keys", "add", "--admin")
    assert run("keys", "revoke", "nosuchid", code=66).stderr == "error: not_found: no such key\n"


def test_adopting_the_first_keys_removes_their_file_and_they_go_on_working(run, told, data):
    first = make_first_keys(data)
    assert first is not None
    adopted = told("keys", "adopt-first")
    assert adopted["keys"] == [key_id(first.key), key_id(first.admin_key)]
    assert not os.path.exists(adopted["removed"])
    assert KeyRing(data).authenticate(first.key)
    assert "there is no first-keys.json" in run("keys", "adopt-first", code=66).stderr


def test_first_keys_that_open_nothing_are_left(run, data):
    first = make_first_keys(data)
    assert first is not None
    KeyRing(data).revoke(str(key_id(first.admin_key)))
    assert f"{key_id(first.admin_key)} in first-keys.json opens nothing" in run("keys", "adopt-first", code=73).stderr
    assert os.path.exists(os.path.join(data, "first-keys.json"))
