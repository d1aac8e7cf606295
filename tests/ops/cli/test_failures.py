"""How a command that fails ends."""

import json
import subprocess
import sys

import pytest

from ops.cli.failures import line_of, problem_of
from scopes.errors import InvalidError, error_classes


def test_an_error_is_one_line_with_code_detail_field_and_limit():
    error = InvalidError("too\nlong", field="name", limit=200)
    assert line_of(error) == "error: invalid: too long (field name, limit 200)"
    assert line_of(InvalidError("wrong")) == "error: invalid: wrong"


@pytest.mark.parametrize("kind", error_classes())
def test_every_error_has_a_problem_document_and_an_exit_code(kind):
    document = problem_of(kind("why"))
    assert (document["code"], document["status"], document["detail"]) == (kind.code, kind.status, "why")
    assert 0 < kind.exit_code < 128


def test_with_json_the_problem_goes_to_stderr(run):
    result = run("ls", "--user", "alice", "--json", code=66)
    assert result.stdout == ""
    assert json.loads(result.stderr)["code"] == "not_found"


def test_reading_makes_no_data_directory(run, tmp_path):
    run("ls", "--user", "alice", code=66)
    assert list(tmp_path.iterdir()) == []


def test_without_an_id_no_scope_is_meant(run, alice):
    assert run("ls", code=65).stderr.endswith("(field user_id)\n")


def test_bytes_that_are_no_text_are_refused(run, alice):
    assert run("retrieve", "sea", "--user", "a\udcff", code=65).stderr.startswith("error: invalid: user_id")


def test_a_settings_file_that_can_not_be_read_is_an_error(run, alice, tmp_path):
    (tmp_path / "bad.toml").write_text("[limits]\nwaters = 1\n")
    refused = run("ls", *alice, "--config", str(tmp_path / "bad.toml"), code=65)
    assert "unknown setting limits.waters; did you mean waiters?" in refused.stderr


def test_a_closed_pipe_ends_a_command_without_a_word(run, alice, data):
    command = [sys.executable, "-m", "ops.cli", "journal", *alice, "--data", data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as writing:
        assert writing.stdout is not None and writing.stderr is not None
        writing.stdout.close()
        assert writing.stderr.read() == b""
        assert writing.wait(10) == 141
