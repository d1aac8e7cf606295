"""Files of the client's on a running server of several workers, and the same from the command line on both sides."""

import json

from click.testing import CliRunner

from ops.cli.main import cli

IDS = ("--user", "files+b c/é&")
TEXT = "# Setup\n\nInstall the anchor.\n\n# Use\n\nThe lighthouse keeper starts it at dawn.\n"


def embedded(server, *arguments):
    result = CliRunner().invoke(cli, [*arguments, "--json", "--data", server.data])
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_a_server_and_its_directory_hold_the_same_files(run, told, server, tmp_path):
    folder = tmp_path / "notes"
    (folder / "深").mkdir(parents=True)
    (folder / "深/guide 100%.md").write_text(TEXT)
    (folder / "README.md").write_text("# One\n\ntext\n")
    states = {file["state"] for file in told("workspace", "sync", str(folder), *IDS)["files"]}
    assert states == {"new"}
    listed = told("workspace", "ls", *IDS)
    assert [file["path"] for file in listed["files"]] == ["README.md", "深/guide 100%.md"]
    assert embedded(server, "workspace", "ls", *IDS) == listed
    for _ in range(8):  # whichever worker answers
        hits = told("retrieve", "lighthouse keeper", *IDS)["hits"]
        assert [hit["address"] for hit in hits] == ["workspace/深/guide 100%.md:Use"]
    assert told("show", hits[0]["address"], *IDS)["file"] == "深/guide 100%.md"
    assert {file["state"] for file in told("workspace", "sync", str(folder), *IDS)["files"]} == {"unchanged"}
    (folder / "README.md").unlink()
    assert told("workspace", "sync", str(folder), "--remove-missing", "--yes", *IDS)["removed"] == ["README.md"]
    assert told("workspace", "rm", "深/guide 100%.md", *IDS)["removed"][0]["slices"] == 2
    assert embedded(server, "workspace", "ls", *IDS) == {"files": []}
    assert "not_found" in run("workspace", "rm", "README.md", *IDS, code=66).output
