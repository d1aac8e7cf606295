"""`muniment doctor` and `muniment accept`: what they mend, tell and refuse."""

import glob
import os
from pathlib import Path

import pytest


@pytest.fixture
def root(data, alice):
    return Path(os.path.dirname(next(glob.iglob(f"{data}/scopes/*/*/*/*/*/scope.json"))))


def test_what_is_derived_is_mended_and_the_exit_code_says_that_all_is_well(run, told, root):
    (root / "chat/MEMORY.md").write_text("edited")
    assert [one["file"] for one in told("doctor", "--dry-run", code=76)["repairs"]] == ["chat/MEMORY.md"]
    shown = run("doctor").stdout
    assert "chat/MEMORY.md" in shown and shown.endswith("all is well\n")
    assert told("doctor")["healthy"]


def test_what_it_does_not_mend_is_told_with_the_section_to_read(run, alice, root):
    (root / "replies.jsonl").unlink()
    assert "read-a-verify-finding.md#replies_changed" in run("doctor", *alice, code=76).stdout
    assert "is not told any more" in run("doctor", *alice, "--reseal").stdout


@pytest.mark.parametrize("options", [["--reseal"], ["--reseal", "--dry-run", "--user", "alice"]])
def test_sealing_anew_takes_one_scope_and_no_dry_run(run, alice, options):
    assert "invalid" in run("doctor", *options, code=65).stderr


def test_nothing_to_accept_and_no_number_are_told(run, alice):
    assert "nothing waits" in run("accept", *alice, "--all").stdout
    assert "seqs" in run("accept", *alice, code=65).stderr
    assert "no edit by hand waits under 1" in run("accept", *alice, "--seq", "1", code=65).stderr
