"""API keys on disk: digests only, seen by every process, changed whole."""

import datetime as dt
import json
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ops.keys import KeyRing, NewKey
from ops.principal import Grant
from ops.tokens import new_token
from scopes.errors import ConflictError, InvalidError, NotFoundError, UnavailableError
from scopes.model import utc_now

READ = (Grant(("read",)),)


@pytest.fixture
def data(tmp_path):
    return str(tmp_path / "data")


def ring(data):
    return KeyRing(data, check_seconds=0)


def app_key(app="chat", **more):
    return NewKey(app=app, grants=READ, **more)


def test_a_key_opens_what_it_was_made_for(data):
    made = ring(data).create(app_key())
    principal = ring(data).authenticate(made.token)
    assert principal is not None
    assert (principal.key_id, principal.app, principal.role, principal.grants) == (made.id, "chat", "app", READ)


def test_the_file_is_private_and_holds_no_secret(data):
    made = ring(data).create(app_key())
    path = os.path.join(data, "keys.json")
    with open(path, encoding="utf-8") as file:
        content = file.read()
    assert made.token not in content and made.token.split("_")[2] not in content
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert os.stat(data).st_mode & 0o777 == 0o700


def test_unknown_malformed_and_altered_keys_open_nothing(data):
    keys = ring(data)
    token = keys.create(app_key()).token
    for wrong in ("", "x", new_token(), token[:-1], token.swapcase(), token + " ", "\ud800"):
        assert keys.authenticate(wrong) is None


def test_a_revocation_made_elsewhere_is_seen(data):
    here, there = ring(data), ring(data)
    made = here.create(app_key())
    assert there.authenticate(made.token)
    ended = here.revoke(made.id).revoked
    assert there.authenticate(made.token) is None and not there.is_active(made.id)
    assert here.revoke(made.id).revoked == ended


def test_the_file_is_looked_at_no_more_often_than_said(data):
    lazy = KeyRing(data, check_seconds=3600)
    assert lazy.content().keys == {}
    ring(data).create(app_key())
    assert lazy.content().keys == {}


def test_of_threads_that_ask_at_once_none_sees_a_ring_not_read_yet(data):
    token = ring(data).create(app_key()).token
    for _ in range(50):
        fresh = KeyRing(data)
        with ThreadPoolExecutor(4) as pool:
            assert all(pool.map(fresh.authenticate, [token] * 4))


def test_an_expired_key_opens_nothing(data):
    keys = ring(data)
    soon, future = utc_now() + dt.timedelta(milliseconds=50), utc_now() + dt.timedelta(hours=1)
    ending = keys.create(app_key(expires=soon)).token
    time.sleep(0.06)
    assert keys.authenticate(ending) is None
    assert keys.authenticate(keys.create(app_key(expires=future)).token)


def test_a_key_that_would_open_nothing_is_not_made(data):
    past = utc_now() - dt.timedelta(seconds=1)
    for wanted, field in (
        (app_key(expires=past), "expires"),
        (NewKey(app="a", grants=(Grant(("read",), user_id=""),)), "grants[0].user_id"),
        (NewKey(role="admin", grants=(Grant(("read",)),)), "role"),
    ):
        with pytest.raises(InvalidError) as caught:
            ring(data).create(wanted)
        assert caught.value.field == field


def test_an_unknown_key_cannot_be_revoked(data):
    with pytest.raises(NotFoundError):
        ring(data).revoke("aaaaaaaa")


def test_changes_by_many_writers_are_all_kept(data):
    rings = [ring(data) for _ in range(4)]
    threads = [threading.Thread(target=lambda r=r: [r.create(app_key()) for _ in range(5)]) for r in rings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(ring(data).content().keys) == 20
    assert sorted(os.listdir(data)) == ["keys.json", "locks"]


def test_what_a_newer_version_wrote_survives_a_change(data):
    made = ring(data).create(app_key())
    path = os.path.join(data, "keys.json")
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    document["theme"] = "later"
    document["keys"][made.id]["colour"] = "green"
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    ring(data).revoke(made.id)
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    assert document["theme"] == "later" and document["keys"][made.id]["colour"] == "green"


@pytest.mark.parametrize("content", ["{", "[]", '{"version": 2}', '{"version": 1, "keys": {"a": {}}}'])
def test_a_file_that_cannot_be_read_lets_nobody_in_and_is_not_overwritten(data, content):
    made = ring(data).create(app_key())
    path = os.path.join(data, "keys.json")
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)
    with pytest.raises(UnavailableError):
        ring(data).authenticate(made.token)
    with pytest.raises(UnavailableError):
        ring(data).create(app_key())
    with open(path, encoding="utf-8") as file:
        assert file.read() == content


def test_an_unknown_field_of_a_grant_lets_nobody_in(data):
    """It might have narrowed the grant."""
    made = ring(data).create(app_key())
    path = os.path.join(data, "keys.json")
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    document["keys"][made.id]["grants"][0]["until_noon"] = True
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    with pytest.raises(UnavailableError):
        ring(data).authenticate(made.token)


def test_an_apps_first_key_fixes_its_dimensions(data):
    keys = ring(data)
    keys.create(app_key(dimensions=("user_id", "agent_id")))
    keys.create(app_key())
    assert keys.dimensions("chat") == ("user_id", "agent_id")
    assert keys.dimensions("other") == ()
    with pytest.raises(ConflictError):
        keys.create(app_key(dimensions=("user_id",)))


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        (NewKey(grants=READ), "app"),
        (NewKey(app="", grants=READ), "app"),
        (NewKey(app=" ", grants=READ), "app"),
        (NewKey(app="a\u0000", grants=READ), "app"),
        (NewKey(app="chat"), "grants"),
        (NewKey(app="chat", grants=(Grant(()),)), "grants"),
        (NewKey(role="admin", app="chat"), "role"),
        (NewKey(app="chat", grants=READ, dimensions=("colour",)), "dimensions"),
    ],
)
def test_a_key_that_makes_no_sense_is_refused(data, wanted, field):
    with pytest.raises(InvalidError) as caught:
        ring(data).create(wanted)
    assert caught.value.field == field
    assert not os.path.exists(os.path.join(data, "keys.json"))


def test_a_key_made_by_another_process_opens_at_once(data):
    mine = KeyRing(data, check_seconds=3600)
    mine.content()
    made = KeyRing(data).create(app_key())
    time.sleep(0.03)
    assert mine.authenticate(made.token) is not None
