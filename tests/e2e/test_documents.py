"""Documents put on a running server of several workers, from the command line and from its directory."""

import json

import pytest
from click.testing import CliRunner

from ops.cli.main import cli
from tests import written_documents as written
from tests.written_documents import CHAPTER, WORDS

IDS = ("--user", "librarian")
EACH = {"a.docx": written.word, "a.pptx": written.slides, "a.xlsx": written.workbook, "a.epub": written.book,
        "a.pdf": lambda: written.pdf(f"{CHAPTER}\n{WORDS}")}  # fmt: skip


@pytest.mark.parametrize("name", EACH)
def test_a_document_is_read_by_the_server_and_by_the_command_line_alike(told, server, tmp_path, name):
    path = tmp_path / name
    path.write_bytes(EACH[name]())
    there = told("workspace", "put", str(path), "--as", name, *IDS)
    arguments = ["workspace", "put", str(path), "--as", name, "--user", "other", "--json", "--data", server.data]
    here = CliRunner().invoke(cli, arguments)
    assert here.exit_code == 0, here.output
    for answer in (there, json.loads(here.stdout)):
        assert WORDS in str(told("retrieve", WORDS, *IDS)["hits"]) and '"readable": true' in json.dumps(answer)
