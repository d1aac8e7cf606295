"""`muniment verify`: 0 only when everything stands."""

import glob
import os
import shutil
from pathlib import Path

import pytest


def find(data, name):
    return next(iter(glob.iglob(f"{data}/scopes/*/*/*/*/*/{name}", recursive=True)))


def test_an_untouched_scope_is_valid(run, told, alice):
    assert told("verify", *alice)["valid"]
    assert run("verify", *alice).stdout.startswith("valid: app=default user=alice, ")
    subjects = told("verify", "--all")["subjects"]
    assert [one["verdict"]["valid"] for one in subjects] == [True, True]
    assert subjects[-1]["subject"] == "ledger.jsonl"


def test_an_edited_journal_is_not_valid_and_the_record_is_named(run, told, alice, data):
    path = Path(find(data, "journal.jsonl"))
    path.write_text(path.read_text().replace('"op":"memorize"', '"op":"memorise"'))
    assert not told("verify", *alice, code=76)["valid"]
    shown = run("verify", *alice, code=76).stdout
    assert shown.startswith("NOT VALID: ") and "record 2" in shown


@pytest.mark.parametrize("content", [None, "{", '{"format":1,"uid":"x","ids":{"app":"z","user_id":"q"},"created":""}'])
def test_a_scope_whose_name_is_lost_or_forged_is_found_by_verify_all(told, alice, data, content):
    path = find(data, "scope.json")
    os.unlink(path)
    if content is not None:
        Path(path).write_text(content)
        os.chmod(path, 0o600)
    found = told("verify", "--all", code=76)
    kinds = [finding["kind"] for one in found["subjects"] for finding in one["verdict"]["findings"]]
    assert kinds == ["misplaced" if content and "app" in content else "identity_missing"]


def test_an_altered_ledger_is_not_valid(run, told, alice, data):
    run("erase", *alice, "--yes")
    path = Path(data, "ledger.jsonl")
    path.write_text(path.read_text().replace('"op":"erase_begin"', '"op":"erase_began"'))
    subjects = told("verify", "--all", code=76)["subjects"]
    assert [one["verdict"]["valid"] for one in subjects] == [False]


def test_a_scope_that_is_not_there_is_not_valid(run, alice):
    assert run("verify", "--user", "bob", code=66).stderr == "error: not_found: no such scope\n"


def test_a_scope_that_was_removed_by_hand_is_found_by_its_lock(told, alice, data):
    shutil.rmtree(os.path.dirname(find(data, "scope.json")))
    subjects = told("verify", "--all", code=76)["subjects"]
    assert [finding["kind"] for one in subjects for finding in one["verdict"]["findings"]] == ["scope_removed"]
    assert subjects[0]["subject"].startswith("locks/")


def test_what_lies_in_the_tree_against_the_rules_is_found_by_verify_all(told, alice, data):
    os.link(find(data, "journal.jsonl"), Path(data, "elsewhere"))
    found = told("verify", "--all", code=76)["subjects"]
    assert [(one["subject"], one["verdict"]["findings"][0]["kind"]) for one in found if one["verdict"]["findings"]] == [
        ("scopes/", "link")
    ]


def test_isolation_is_verified_by_a_verb_of_its_own(run, told, alice, data):
    assert told("verify", "--isolation")["scopes"] == 1
    os.chmod(find(data, "scope.json"), 0o644)
    assert "loose_mode" in run("verify", "--isolation", code=76).stdout
