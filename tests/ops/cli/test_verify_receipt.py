"""`muniment verify --receipt`: offline by the public key, and against everything that lies in a data directory."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from ops import signing
from ops.cli.main import cli

SECRET = "花生过敏"
LINE = "Alice: I like the white rabbit and his watch"


@pytest.fixture
def receipt(run, told, alice, tmp_path):
    """A receipt's file; its scope had a turn with LINE and the three of `alice`."""
    file = tmp_path / "receipt.json"
    run("memorize", "-", *alice, "--source-id", "other", input=LINE)
    run("erase", *alice, "--yes", "--receipt", str(file))
    return file


@pytest.fixture
def key(told, receipt):
    return told("describe")["receipt_key"]


def offline(tmp_path, *arguments):
    """The same command where there is no data directory: (exit code, what it told)."""
    told = CliRunner().invoke(cli, ["verify", *arguments, "--data", str(tmp_path / "nowhere"), "--json"])
    return told.exit_code, json.loads(told.stdout or told.stderr)


def plant(data, name, text):
    path = Path(data, name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_a_receipt_is_valid_and_says_what_it_does_not_say(run, told, receipt, key):
    found = told("verify", "--receipt", str(receipt), "--public-key", key)
    assert found["valid"] and found["findings"] == []
    assert {"ledger", "ids", "digests"} < set(found["checked"])
    shown = run("verify", "--receipt", str(receipt)).stdout
    assert (
        shown.startswith("authentic: receipt ")
        and "nothing of what it names was found" in shown
        and "not checked: words (no --text)" in shown
        and "backups" in shown
    )


def test_the_public_key_alone_is_enough_to_check_who_signed(receipt, key, tmp_path):
    code, found = offline(tmp_path, "--receipt", str(receipt), "--public-key", key)
    assert (code, found["valid"], found["checked"]) == (0, True, [f"signature by {found['checked'][0][-16:]}"])
    assert found["unchecked"] == ["files (no data directory)", "ledger"]
    code, found = offline(tmp_path, "--receipt", str(receipt), "--public-key", "0" * 64)
    assert (code, [one["kind"] for one in found["findings"]]) == (76, ["signer"])
    assert offline(tmp_path, "--receipt", str(receipt))[0] == 65


@pytest.mark.parametrize("change", [{"complete": False}, {"at": "2020-01-01T00:00:00Z"}, {"ids": []}, {"new": 1}])
def test_a_receipt_that_was_altered_is_named(told, receipt, key, change):
    receipt.write_text(json.dumps({**json.loads(receipt.read_text()), **change}))
    found = told("verify", "--receipt", str(receipt), "--public-key", key, code=76)
    assert {"signature", "ledger"} <= {one["kind"] for one in found["findings"]}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("scopes/default/00/x/_/_/chat/wiki/notes.md", f"# notes\n\n## n\n\n{LINE[7:]}\n"),
        ("scopes/default/00/x/_/_/chat/sources/2026-07.jsonl", json.dumps({"content": LINE[7:]}) + "\n"),
        ("scopes/default/00/x/_/_/prev/pending.jsonl", json.dumps({"docs": {"a": f"x\n\n{LINE[7:]}\n"}}) + "\n"),
        ("trash/old/chat/wiki/a.md~", f"x\n  {LINE[7:].upper()}\n"),
    ],
)
def test_digests_find_a_copy_wherever_it_was_planted(told, receipt, data, name, text):
    plant(data, name, text)
    found = told("verify", "--receipt", str(receipt), code=76)
    assert [(one["kind"], one["file"]) for one in found["findings"]] == [("text", name)]


def test_without_the_salt_only_ids_are_looked_for_and_it_is_said(told, receipt, data):
    document = json.loads(receipt.read_text())
    plant(data, "notes.txt", LINE[7:])
    receipt.write_text(json.dumps({**document, "salt": ""}))
    found = told("verify", "--receipt", str(receipt))
    assert "digests (the salt is in the requester's copy alone)" in found["unchecked"]
    receipt.write_text(json.dumps({**document, "salt": "00" * 32}))
    found = told("verify", "--receipt", str(receipt), code=76)
    assert [one["kind"] for one in found["findings"]] == ["salt"]


def test_an_id_that_still_stands_in_a_document_is_found(told, receipt, data):
    identity = json.loads(receipt.read_text())["ids"][0]
    name = "scopes/default/00/x/_/_/chat/diary/2026-07-01.md"
    plant(data, name, f"## 10:00\n\nx\n\n<!-- muniment: id={identity} -->\n")
    found = told("verify", "--receipt", str(receipt), code=76)
    assert [(one["kind"], one["file"]) for one in found["findings"]] == [("id", name)]


@pytest.mark.parametrize("form", [SECRET, json.dumps(SECRET), "%E8%8A%B1%E7%94%9F%E8%BF%87%E6%95%8F"])
def test_words_are_found_in_every_form_and_named_by_file(told, receipt, data, tmp_path, form):
    (tmp_path / "words").write_text(f"{SECRET}\n")
    asked = ("verify", "--receipt", str(receipt), "--text", str(tmp_path / "words"))
    assert told(*asked)["valid"]
    plant(data, "scopes/default/00/x/_/_/journal.jsonl", f"... {form} ...")
    found = told(*asked, code=76)
    assert [one["file"] for one in found["findings"]] == ["scopes/default/00/x/_/_/journal.jsonl"]


def test_an_hmac_receipt_is_checked_by_the_ledger_and_refused_with_a_public_key(
    told, run, alice, tmp_path, monkeypatch
):
    monkeypatch.setattr(signing, "can_sign", lambda: False)
    file = tmp_path / "receipt.json"
    told("erase", *alice, "--yes", "--receipt", str(file))
    assert json.loads(file.read_text())["signature"]["kind"] == "hmac-sha256"
    assert told("verify", "--receipt", str(file))["valid"]
    assert (
        "only the service can check it"
        in run("verify", "--receipt", str(file), "--public-key", "0" * 64, code=65).stderr
    )
    assert "receipt-signature" in [one["component"] for one in told("describe")["degraded"]]


def test_what_is_no_receipt_is_refused(run, alice, tmp_path):
    (tmp_path / "other").write_text("{}")
    assert run("verify", "--receipt", str(tmp_path / "other"), code=76).stderr.startswith("error: integrity: ")
    assert run("verify", "--receipt", str(tmp_path / "none"), code=65).stderr.startswith("error: invalid: ")


def test_a_copy_that_was_imported_elsewhere_is_said_to_be_one(run, told, alice, data, tmp_path):
    archive, file = str(tmp_path / "alice.tar.gz"), str(tmp_path / "receipt.json")
    run("export", *alice, "-o", archive)
    run("import", archive, "--user", "bob")
    run("erase", *alice, "--yes", "--receipt", file)
    found = told("verify", "--receipt", file, code=76)
    assert found["authentic"] and [one["kind"] for one in found["findings"]] == ["imported"]
    assert found["findings"][0]["file"].endswith("/bob/_/_")
    shown = run("verify", "--receipt", file, code=76).stdout
    assert shown.startswith("authentic: ") and "the same items live in another scope: imported there" in shown


def test_a_restored_scope_is_no_import(run, told, alice, data, tmp_path):
    file = str(tmp_path / "receipt.json")
    shutil.copytree(f"{data}/scopes", tmp_path / "scopes")
    run("erase", *alice, "--yes", "--receipt", file)
    shutil.copytree(tmp_path / "scopes", f"{data}/scopes", dirs_exist_ok=True)
    assert "imported" not in {one["kind"] for one in told("verify", "--receipt", file, code=76)["findings"]}


def test_what_chance_may_have_put_there_is_one_line_unless_asked_for(run, told, receipt, data):
    for number in range(3):
        plant(data, f"scopes/default/00/x/_/_/chat/wiki/n{number}.md", "noted\nand kept\n")
    found = told("verify", "--receipt", str(receipt))
    assert found["valid"] and [one["count"] for one in found["chance"]] == [1, 1, 1]
    lines = [line for line in run("verify", "--receipt", str(receipt)).stdout.splitlines() if "chance" in line]
    assert lines == ["perhaps by chance: 3 short texts or names in 3 files (--verbose names them)"]
    assert run("verify", "--receipt", str(receipt), "--verbose").stdout.count("n1.md") == 1


@pytest.mark.parametrize(
    ("options", "field"),
    [(("--text", "words"), "text"), (("--public-key", "0"), "public-key"), (("--all", "--isolation"), "isolation")],
)
def test_options_that_would_be_passed_over_are_refused(run, alice, options, field):
    assert f"(field {field})" in run("verify", *alice, *options, code=65).stderr
