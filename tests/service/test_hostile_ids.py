"""Hostile ids: each that is accepted has a directory of its own on any file system; the others are refused."""

import itertools
import json
import os
import re
import unicodedata
from pathlib import Path
from urllib.parse import quote

import msgspec
import pytest

from scopes.errors import InvalidError
from scopes.model import DIMENSIONS, ScopeIds
from scopes.paths import relative_path, validate_ids

LONG = ["x" * 99, "x" * 100, "x" * 101, "x" * 512, "x" * 511 + "y", "X" * 512, "长" * 170, "长" * 169 + "短", "é" * 256,
    "e\u0301" * 170, "x" * 40 + "~" * 60, "x" * 40 + "/" * 60, "." * 512, "/" * 512, "~" * 100, "-" * 512]  # fmt: skip
TOO_LONG = ["x" * 513, "长" * 171, "😀" * 129]
GROUPS = json.loads((Path(__file__).parent / "hostile_ids.json").read_text(encoding="ascii"))
VALID = list(dict.fromkeys([*itertools.chain(*GROUPS["accepted"].values()), *LONG]))
REFUSED = [*itertools.chain(*GROUPS["refused"].values()), *TOO_LONG]
MALFORMED = ["%ff", "%c3%28", "%ed%a0%80", "%c0%af", "%f4%90%80%80", "a%", "a%zz", "a%2", "a+b", "a&{name}=b"]


def folds(path):
    """What file systems, and careless readers, take a name for."""
    for form in ("NFC", "NFD", "NFKC", "NFKD"):
        yield unicodedata.normalize(form, path)
        yield unicodedata.normalize(form, unicodedata.normalize(form, path).casefold())
    yield path.upper()
    yield path.rstrip(". ")


def places(value):
    """The scopes that an id can name part of."""
    yield ScopeIds("app", user_id=value)
    yield ScopeIds("app", agent_id=value)
    yield ScopeIds("app", character=value)
    yield ScopeIds("app", user_id="u", run_id=value)
    yield ScopeIds(value, user_id="u")


def test_there_are_enough_of_them():
    assert len(VALID) >= 175 and len(REFUSED) >= 40
    assert all(len(value.encode()) <= 512 for value in VALID)


def test_no_two_ids_share_a_directory_however_names_are_folded():
    found = [relative_path(scope) for value in VALID for scope in places(value)]
    for folded in zip(*(folds(path) for path in found), strict=True):
        assert len(set(folded)) == len(found)
    assert all(re.fullmatch(r"[a-z0-9~_/-]+", path) for path in found)


def test_no_name_of_a_directory_is_hidden_an_option_or_ends_in_what_is_cut_off():
    parts = [part for value in VALID for part in relative_path(ScopeIds(value, value, value, value)).split("/")]
    assert all(len(part) <= 255 and part[0] not in ".-" and part[-1] not in ". " for part in parts)


@pytest.mark.parametrize("value", REFUSED, ids=ascii)
def test_what_can_not_be_seen_or_told_apart_is_refused_for_each_id(value):
    for scope in places(value):
        with pytest.raises(InvalidError) as refused:
            validate_ids(scope)
        assert getattr(scope, str(refused.value.field)) == value


@pytest.fixture(scope="module")
def house(tmp_path_factory, serve):
    """A scope for each id, named by it in one dimension after the other, holding its number."""
    directory = tmp_path_factory.mktemp("house") / "data"
    named = ("user_id={}", "agent_id={}", "character={}", "user_id=u&run_id={}")
    with serve(directory) as worker:
        query = [named[at % 4].format(quote(value, safe="")) for at, value in enumerate(VALID)]
        scopes = [worker.at(ids) for ids in query]
        for number, scope in enumerate(scopes):
            scope.add(content=f"number {number}")
        yield worker, directory, scopes


def test_each_id_reads_back_what_was_written_under_it_and_itself(house):
    _, _, scopes = house
    for number, (value, scope) in enumerate(zip(VALID, scopes, strict=True)):
        assert [item["content"] for item in scope("GET", "/v1/items").json()["items"]] == [f"number {number}"]
        assert value in scope("GET", "/v1/describe").json()["scope"].values()


def test_each_id_has_a_directory_of_its_own_that_says_whose_it_is(house):
    _, directory, _ = house
    found = {}
    for folder, _, names in os.walk(directory / "scopes"):
        if "scope.json" in names:
            with open(f"{folder}/scope.json", "rb") as file:
                found[os.path.relpath(folder, directory)] = msgspec.json.decode(file.read())["ids"]
    assert len(found) == len(VALID)
    assert all(relative_path(msgspec.convert(ids, ScopeIds)) == path for path, ids in found.items())


@pytest.mark.parametrize("name", DIMENSIONS)
def test_a_refused_id_is_named_by_the_service(client, keys, name):
    headers = {"Authorization": f"Bearer {keys.full}"}
    sent = [quote(value, safe="") for value in REFUSED] + MALFORMED
    for value in sent:
        answer = client.get(f"/v1/items?{name}={value.format(name=name)}", headers=headers)
        assert (answer.status_code in (400, 422), answer.json()["field"]) == (True, name), value
