"""`muniment erase`: tells by default, erases only when asked to."""

import errno
import json
import os
import shutil
import stat
from types import SimpleNamespace

import pytest

from ops.erasure_drafts import Begun, Draft
from ops.ledger import Ledger
from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.model import ScopeIds
from scopes.storage.batch import Author


def test_without_yes_nothing_goes(run, told, alice):
    plan = told("erase", *alice)
    assert plan["dry_run"] and plan["counts"]["source"] == 3
    assert "nothing was changed" in run("erase", *alice).stdout
    assert told("ls", *alice)["counts"]["turns"] == 3


def test_with_yes_the_scope_goes_and_a_receipt_stays(run, told, alice, data):
    receipt = told("erase", *alice, "--yes")
    assert receipt["complete"] and receipt["counts"]["source"] == 3 and receipt["signature"]
    assert told("scopes")["scopes"] == []
    refused = run("memorize", "-", *alice, input="Alice: again", code=73)
    assert refused.stderr.startswith("error: scope_erased: ")
    assert told("memorize", "-", *alice, "--create", input="Alice: again")["stored"] == 1


def test_a_scope_that_is_not_there_can_not_be_erased(run, alice):
    for options in ((), ("--yes",)):
        assert run("erase", "--user", "bob", *options, code=66).stderr.startswith("error: not_found: ")


def test_a_receipt_is_written_to_a_new_file_with_its_salt(run, told, alice, tmp_path):
    file = tmp_path / "receipt.json"
    receipt = told("erase", *alice, "--yes", "--receipt", str(file))
    written = json.loads(file.read_text())
    assert written == receipt and len(written["salt"]) == 64
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    refused = run("erase", "--user", "bob", "--yes", "--receipt", str(file), code=65)
    assert "there is a file of that name already" in refused.stderr


@pytest.mark.parametrize("place", ["missing/receipt.json", ".", "data/keys.json/receipt.json", "link"])
def test_a_receipt_that_can_not_be_written_is_refused_before_anything_goes(run, told, alice, tmp_path, place):
    told("keys", "add", "--admin")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    path = str(tmp_path / place)
    for more in ((), ("--yes",)):
        refused = run("erase", *alice, *more, "--receipt", path, code=65).stderr
        assert refused.startswith("error: invalid: ") and "(field receipt)" in refused
    assert told("ls", *alice)["counts"]["turns"] == 3 and not os.path.exists(tmp_path / "nowhere")


def test_a_full_disk_is_told_before_anything_goes(run, told, alice):
    assert run("erase", *alice, "--yes", "--receipt", "/dev/full", code=65).stderr
    assert told("ls", *alice)["counts"]["turns"] == 3


def test_no_receipt_file_is_left_where_nothing_was_erased(run, alice, tmp_path):
    path = tmp_path / "receipt.json"
    run("erase", *alice, "--receipt", str(path))
    run("erase", "--user", "bob", "--yes", "--receipt", str(path), code=66)
    assert not path.exists()


def test_a_receipt_that_could_not_be_written_after_all_is_printed_with_its_salt(run, alice, tmp_path, monkeypatch):
    def fail(_descriptor):
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr("ops.cli.receipt_file.os", SimpleNamespace(**{**vars(os), "fsync": fail}))
    done = run("erase", *alice, "--yes", "--receipt", str(tmp_path / "receipt.json"), code=69)
    assert len(json.loads(done.stdout)["salt"]) == 64
    assert "the erasure is done, but its receipt was not written" in done.stderr
    assert not (tmp_path / "receipt.json").exists()


def test_a_receipt_goes_to_standard_output_when_it_is_asked_for(run, told, alice):
    receipt = json.loads(run("erase", *alice, "--yes", "--receipt", "-").stdout)
    assert receipt["complete"] and len(receipt["salt"]) == 64 and not os.path.exists("-")


def test_the_limits_come_after_the_result_once_and_in_short(run, told, alice):
    lines = run("erase", *alice, "--yes").stdout.splitlines()
    assert lines[0].startswith("erased app=default user=alice") and lines[-1].startswith("this says nothing of backups")


@pytest.mark.parametrize("more", [("--user", "alice"), ("--item", "x"), ("--receipt", "r"), ("--span", "scope")])
def test_again_takes_nothing_that_would_mean_less(run, alice, more):
    assert "--again takes all" in run("erase", "--again", *more, code=65).stderr


def test_a_source_and_a_turn_are_erased_and_the_rest_stays(told, alice):
    hit = told("retrieve", "花生过敏", *alice)["hits"][0]
    planned = told("erase", *alice, "--item", hit["id"])
    assert planned["what"] == "item" and hit["id"] in planned["ids"]
    assert told("erase", *alice, "--item", hit["id"], "--yes")["complete"]
    assert told("ls", *alice)["counts"]["turns"] == 2
    assert told("erase", *alice, "--source", "talk", "--yes")["counts"]["source"] == 2
    assert told("ls", *alice)["counts"]["turns"] == 0


def test_a_user_is_erased_whole(run, told, alice):
    run("memorize", "-", *alice, "--agent", "tutor", input="Alice: and to the tutor")
    shown = run("erase", *alice, "--span", "user").stdout
    assert "would erase user of app=default user=alice: scopes 2" in shown
    assert "scope: app=default user=alice agent=tutor" in shown
    assert told("erase", *alice, "--span", "user", "--yes")["counts"]["scopes"] == 2
    assert told("scopes")["scopes"] == []


def test_ids_and_options_that_do_not_fit_are_refused(run, alice):
    for options in (("--item", "x", "--source", "y"), ("--span", "app"), ("--span", "run"), ("--keep-evidence",)):
        assert run("erase", *alice, *options, code=65).stderr.startswith("error: invalid: ")


def test_what_a_backup_brought_back_is_told_and_erased_again(run, told, alice, data, tmp_path):
    shutil.copytree(f"{data}/scopes", tmp_path / "scopes")
    run("erase", *alice, "--span", "user", "--yes")
    assert told("erase", "--again") == {"dry_run": True, "returned": []}
    shutil.copytree(tmp_path / "scopes", f"{data}/scopes", dirs_exist_ok=True)
    assert "is back: app=default user=alice" in run("erase", "--again").stdout
    assert len(told("erase", "--again", "--yes")["returned"]) == 1
    assert told("scopes")["scopes"] == []


def test_doctor_finishes_an_erasure_that_was_cut_off(told, run, alice, data):
    engine = Engine(EngineConfig(data=data))
    begun = Begun(receipt="a" * 16, span="scope", ids=ScopeIds("default", "alice"), author=Author("cli", "request"))
    draft = Draft(data, begun.receipt, engine.files)
    with draft.made():
        draft.begin(begun)
    Ledger(data, engine.key).append("erase_begin", id=begun.receipt, actor="cli", request=None)
    engine.close()
    repairs = told("doctor")["repairs"]
    assert f"erasing/{begun.receipt}.jsonl" in [one["file"] for one in repairs]
    assert told("scopes")["scopes"] == [] and os.listdir(f"{data}/receipts") == [f"{begun.receipt}.json"]
