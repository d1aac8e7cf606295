"""A file that a command line names and that can't be used: one code, the option that named it, and why."""

import os

import pytest


@pytest.fixture
def places(tmp_path):
    """Paths that hold no file: a missing one, one in a missing folder, a folder, one below a file."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    return [str(tmp_path / name) for name in ("missing", "none/file", "folder", "file/below")]


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (("memorize", "PATH", "--user", "a"), "file"),
        (("import", "PATH", "--user", "b"), "file"),
        (("verify", "--receipt", "PATH"), "receipt"),
        (("ls", "--user", "a", "--config", "PATH"), "config"),
    ],
)
def test_a_file_that_can_not_be_read_is_named_with_its_option(run, alice, places, command, field):
    for path in places:
        told = run(*(path if word == "PATH" else word for word in command), code=65).stderr
        assert told.startswith("error: invalid: ") and path in told and f"(field {field})" in told


def test_a_file_that_can_not_be_written_is_named_with_its_option(run, alice, places):
    for path in places[1:]:
        told = run("export", *alice, "-o", path, code=65).stderr
        assert told.startswith("error: invalid: ") and path in told and "(field output)" in told
    assert not [name for name in os.listdir(os.path.dirname(places[0])) if name.endswith(".part")]


def test_a_verb_that_can_not_read_its_file_makes_no_data_directory(run, data, places):
    run("import", places[0], "--user", "b", code=65)
    run("memorize", places[0], "--user", "b", code=65)
    assert not os.path.exists(data)
