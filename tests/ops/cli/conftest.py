"""The command line on a data directory of its own, without a server."""

import json

import pytest
from click.testing import CliRunner

from ops.cli.main import cli


@pytest.fixture
def data(tmp_path):
    return str(tmp_path / "data")


@pytest.fixture
def run(data):
    """Run a command on the directory, see that it ends as it should, give what it said."""

    def run(*arguments, code=0, **more):
        result = CliRunner().invoke(cli, [*arguments, "--data", data], **more)
        assert result.exit_code == code, result.output
        return result

    return run


@pytest.fixture
def told(run):
    """What a command tells with --json."""

    def told(*arguments, **more):
        return json.loads(run(*arguments, "--json", **more).stdout)

    return told


@pytest.fixture
def alice(told):
    """A scope of three turns, in the source `talk` and in the diary; one links to an item that isn't there."""
    talk = "Alice: I like the sea. See [[daily:beach]]\n我：喜欢海边，花生过敏\nAI: noted\nand kept\n"
    told("memorize", "-", "--user", "alice", "--source-id", "talk", "--extract", "verbatim", input=talk)
    return ("--user", "alice")
