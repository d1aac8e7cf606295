"""`muniment export` and `muniment import`: a scope to a file, and out of one."""

import os
import subprocess
import sys

import pytest


@pytest.fixture
def archive(run, alice, tmp_path):
    path = str(tmp_path / "alice.tar.gz")
    run("export", *alice, "--output", path)
    return path


def test_a_scope_comes_back_under_another_name_and_says_the_same(run, told, alice, archive):
    done = told("import", archive, "--app", "other", "--user", "bob")
    assert done["counts"]["turns"] == 3 and not done["merged"]
    bob = ("--app", "other", "--user", "bob")
    assert run("show", "chat/MEMORY.md", *bob).stdout == run("show", "chat/MEMORY.md", *alice).stdout
    assert told("verify", *bob)["valid"] and told("verify", "--all")["valid"]


def test_an_existing_scope_is_only_merged_into(run, told, alice, archive):
    assert run("import", archive, *alice, code=73).stderr.startswith("error: conflict: ")
    done = told("import", archive, *alice, "--merge")
    assert done["merged"] and set(done["counts"].values()) == {0}


def test_it_goes_through_standard_output_and_input(data, alice, tmp_path):
    command = [sys.executable, "-m", "ops.cli"]
    out = subprocess.run([*command, "export", *alice, "-o", "-", "--data", data], capture_output=True, check=True)
    target = ["import", "-", "--user", "bob", "--data", str(tmp_path / "new")]
    assert (
        b"imported as" in subprocess.run([*command, *target], input=out.stdout, capture_output=True, check=True).stdout
    )


def test_nothing_is_written_of_a_scope_that_is_not_there(run, alice, tmp_path):
    run("export", "--user", "bob", "-o", str(tmp_path / "bob"), code=66)
    assert not [name for name in os.listdir(tmp_path) if name.startswith("bob")]


def test_a_file_that_is_no_archive_is_refused(run, alice, tmp_path):
    (tmp_path / "bad").write_bytes(b"nonsense")
    assert run("import", str(tmp_path / "bad"), "--user", "bob", code=65).stderr.startswith("error: invalid: ")
    assert not [name for name in os.listdir(tmp_path / "data/scopes/default") if name == "bob"]
