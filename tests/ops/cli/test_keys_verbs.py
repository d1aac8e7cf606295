"""`muniment keys` on a data directory."""

import os

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
    ],
)
def test_a_key_that_can_not_be_is_refused_with_its_field(run, options, field):
    assert f"(field {field})" in run("keys", "add", *options, code=65).stderr


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
