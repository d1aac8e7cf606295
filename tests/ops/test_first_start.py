"""The first start hands out keys once."""

import json
import multiprocessing
import os

import pytest

from ops.first_start import first_keys_present, make_first_keys
from ops.keys import KeyRing
from scopes.errors import UnavailableError


@pytest.fixture
def data(tmp_path):
    return str(tmp_path / "data")


def test_an_empty_directory_gets_an_app_key_and_an_admin_key(data):
    first = make_first_keys(data)
    assert first is not None and first_keys_present(data)
    keys = KeyRing(data)
    app, admin = keys.authenticate(first.key), keys.authenticate(first.admin_key)
    assert app is not None and (app.app, app.role) == ("default", "app")
    assert admin is not None and (admin.app, admin.role) == (None, "admin")
    path = os.path.join(data, "first-keys.json")
    assert os.stat(path).st_mode & 0o777 == 0o600
    with open(path, encoding="utf-8") as file:
        assert json.load(file) == {"app": "default", "key": first.key, "admin_key": first.admin_key}


def test_it_happens_once(data):
    assert make_first_keys(data)
    assert make_first_keys(data) is None
    os.unlink(os.path.join(data, "first-keys.json"))
    assert make_first_keys(data) is None
    assert len(KeyRing(data).content().keys) == 2


def test_a_directory_with_scopes_gets_no_keys(data):
    os.makedirs(os.path.join(data, "scopes"))
    assert make_first_keys(data) is None
    assert not first_keys_present(data)


def test_a_start_that_died_between_the_two_files_is_finished_with_the_same_keys(data):
    first = make_first_keys(data)
    os.unlink(os.path.join(data, "keys.json"))
    assert make_first_keys(data) == first
    assert first is not None and KeyRing(data).authenticate(first.key)


def test_a_damaged_first_file_stops_the_start(data):
    make_first_keys(data)
    os.unlink(os.path.join(data, "keys.json"))
    with open(os.path.join(data, "first-keys.json"), "w", encoding="utf-8") as file:
        file.write("{")
    with pytest.raises(UnavailableError):
        make_first_keys(data)


def test_of_racing_processes_one_makes_them(data):
    context = multiprocessing.get_context("fork")
    with context.Pool(4) as pool:
        made = [first for first in pool.map(make_first_keys, [data] * 8) if first is not None]
    assert len(made) == 1
    assert len(KeyRing(data).content().keys) == 2
