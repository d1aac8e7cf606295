"""Files of the client's from the command line, on a data directory."""

import pytest

TEXT = "# Setup\n\nInstall the anchor.\n\n# Use\n\nThe lighthouse keeper starts it at dawn.\n"
ALICE = ("--user", "alice")


@pytest.fixture
def folder(tmp_path):
    place = tmp_path / "files"
    (place / "deep").mkdir(parents=True)
    (place / "guide.md").write_text(TEXT)
    (place / "deep/一.txt").write_text("喜欢海边")
    (place / "scan.bin").write_bytes(b"\x00\xff")
    (place / ".hidden").write_text("not this")
    (place / "link.md").symlink_to(place / "guide.md")
    return place


def test_files_are_put_listed_found_and_removed(told, run, folder):
    put = told("workspace", "put", str(folder / "guide.md"), "--as", "docs/guide.md", *ALICE)
    assert [(one["outcome"], one["file"]["path"], one["added"]) for one in put["files"]] == [
        ("stored", "docs/guide.md", 2)
    ]
    assert "2 slices" in run("workspace", "ls", *ALICE).stdout
    hits = told("retrieve", "lighthouse keeper", *ALICE)["hits"]
    assert [hit["address"] for hit in hits] == ["workspace/docs/guide.md:Use"]
    assert told("workspace", "rm", "docs/guide.md", *ALICE) == {"removed": [{"path": "docs/guide.md", "slices": 2}]}
    assert told("workspace", "ls", *ALICE) == {"files": []}
    run("workspace", "rm", "docs/guide.md", *ALICE, code=66)


def test_a_folder_is_kept_in_step(told, run, folder):
    assert "3 files to send" in run("workspace", "sync", str(folder), "--dry-run", *ALICE).stdout
    told("workspace", "sync", str(folder), *ALICE)
    files = {file["path"]: file["readable"] for file in told("workspace", "ls", *ALICE)["files"]}
    assert files == {"deep/一.txt": True, "guide.md": True, "scan.bin": False}
    (folder / "guide.md").write_text(TEXT + "more\n")
    (folder / "scan.bin").unlink()
    states = {file["path"]: file["state"] for file in told("workspace", "sync", str(folder), *ALICE)["files"]}
    assert states == {"deep/一.txt": "unchanged", "guide.md": "changed"}
    assert told("workspace", "sync", str(folder), "--remove-missing", "--yes", *ALICE)["removed"] == ["scan.bin"]
    assert "1 slice" in run("workspace", "ls", *ALICE).stdout and told("verify", *ALICE)["valid"]


def test_a_folder_below_a_path_leaves_what_is_elsewhere(told, run, folder):
    told("workspace", "put", str(folder / "guide.md"), "--as", "elsewhere.md", *ALICE)
    sync = ("workspace", "sync", str(folder), "--under", "notes/", "--remove-missing", *ALICE)
    told(*sync)
    (folder / "scan.bin").unlink()
    assert told(*sync, "--dry-run")["missing"] == ["notes/scan.bin"]
    assert told(*sync, "--yes")["removed"] == ["notes/scan.bin"]
    paths = [file["path"] for file in told("workspace", "ls", *ALICE)["files"]]
    assert paths == ["elsewhere.md", "notes/deep/一.txt", "notes/guide.md"]


def test_nothing_is_removed_without_a_yes(told, run, folder):
    told("workspace", "sync", str(folder), *ALICE)
    (folder / "scan.bin").unlink()
    sync = ("workspace", "sync", str(folder), "--remove-missing", *ALICE)
    refused = run(*sync, input="n\n", code=1)
    assert "missing  scan.bin" in refused.stderr and len(told("workspace", "ls", *ALICE)["files"]) == 3
    assert "removed  scan.bin" in run(*sync, input="y\n").stdout


def test_an_empty_folder_removes_nothing_unless_that_is_meant(told, run, folder, tmp_path):
    told("workspace", "sync", str(folder), *ALICE)
    (tmp_path / "unmounted").mkdir()
    sync = ("workspace", "sync", str(tmp_path / "unmounted"), "--remove-missing", *ALICE)
    assert "field folder" in run(*sync, code=65).stderr
    assert len(told(*sync, "--dry-run")["missing"]) == 3
    assert len(told(*sync, "--yes")["removed"]) == 3


def test_a_file_that_is_missing_is_named_and_makes_nothing(run, tmp_path):
    for verb, field in (("put", "files"), ("sync", "folder")):
        told = run("workspace", verb, str(tmp_path / "none"), *ALICE, code=65)
        assert f"field {field}" in told.stderr
    assert "field folder" in run("workspace", "sync", __file__, *ALICE, code=65).stderr
    assert not (tmp_path / "data").exists()


def test_one_line_alone_can_be_asked(told, folder):
    told("workspace", "sync", str(folder), *ALICE)
    told("memorize", "-", *ALICE, input="Alice: I met a lighthouse keeper\n")
    for line, count in (("workspace", 1), ("chat", 1), ("skill", 0)):
        hits = told("retrieve", "lighthouse keeper", "--layer", "pages", "--layer", "sources", "--line", line, *ALICE)
        assert len(hits["hits"]) == count


def test_what_a_retrieve_names_can_be_shown(told, folder):
    (folder / "plain.md").write_text("Nothing but a sentence about kelp: it grows.\n")
    told("workspace", "sync", str(folder), *ALICE)
    for query, expected in (("lighthouse keeper", "workspace/guide.md:Use"), ("kelp", "workspace/plain.md:plain.md")):
        address = told("retrieve", query, *ALICE)["hits"][0]["address"]
        assert address == expected
        assert told("show", address, *ALICE)["address"] == address


def test_a_page_can_be_shown_as_the_document_it_is(told, run, folder):
    told("workspace", "put", str(folder / "guide.md"), "--as", "guide.md", *ALICE)
    assert "Install the anchor." in run("show", "workspace/pages/guide.md.md", *ALICE).stdout
    assert "guide.md" in run("show", "workspace/INDEX.md", *ALICE).stdout
    assert "workspace/pages/guide.md.md" in run("ls", *ALICE).stdout
