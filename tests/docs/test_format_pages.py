"""Path escapes, metadata fields, record kinds and finding kinds stand in their pages as the code has them."""

import ast
import json
import re
from pathlib import Path

from ops.receipts import LIMITS as RECEIPT_LIMITS
from scopes.config import EngineConfig
from scopes.errors import IntegrityError
from scopes.governance.proof import LIMITS as VERIFY_LIMITS
from scopes.layout import TRUTH
from scopes.lines.wiki import NewItem, put
from scopes.model import ScopeIds
from scopes.paths import segment
from scopes.registry import Registry
from scopes.storage import markdown
from scopes.storage.batch import Author

ROOT = Path(__file__).parents[2]


def literals(functions, *folders):
    """Every literal that stands in the first argument of a call of one of the functions."""
    found = set()
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name(id=name) | ast.Attribute(attr=name), [first, *_]) if name in functions:
                    found |= {each.value for each in ast.walk(first) if isinstance(each, ast.Constant)}
    return {each for each in found if isinstance(each, str)}


def first_cells(text):
    """The words in backquotes of every row's first cell, but for the table's head."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    return {word for cell in cells for word in re.findall(r"`(\w+)`", cell)}


def test_the_escapes_of_ids_are_those_of_the_code(reference):
    text = reference("file-format").section("## From ids to a path")
    rows = re.findall(r"^\| `(.+)` \| `(.+)` \|$", text, re.MULTILINE)
    assert len(rows) > 5
    assert [segment(identity) for identity, _ in rows] == [escape for _, escape in rows]


def test_every_file_that_holds_truth_is_described(reference):
    text = reference("file-format").section("## A scope's directory")
    assert [name for name in TRUTH if f"`{name}" not in text] == []


def test_every_field_of_the_metadata_comment_is_described(reference):
    assert first_cells(reference("file-format").section("### The metadata comment")) == set(markdown.FIELDS)


def test_every_kind_of_journal_record_is_described(reference):
    described = first_cells(reference("file-format").section("## Journal").rpartition("| `op` |")[2])
    chosen = {"add", "update", "delete"}  # by scopes.lines.files, among these
    assert described == literals({"Entry", "_entry", "entry"}, "scopes", "ops") | chosen


def test_every_kind_of_ledger_record_is_described(reference):
    described = first_cells(reference("file-format").section("## Ledger and receipts").partition("| `op` |")[2])
    entered = {
        word
        for word in literals({"append"}, "ops", "service")
        if re.fullmatch(r"erase|export|import|[a-z]+_[a-z]+", word)
    }
    assert described == entered


def test_every_kind_of_finding_has_its_section_and_every_section_its_kind(pages):
    text = pages["docs/how-to/read-a-verify-finding.md"].text
    kinds = literals({"Finding"}, "scopes/governance", "ops") | literals({"_found"}, "ops") | {IntegrityError.code}
    assert set(re.findall(r"^### `(\w+)`$", text, re.MULTILINE)) == kinds


def test_the_sentences_on_the_limits_of_proof_stand_in_readme_and_guarantees(pages):
    for name in ("README.md", "docs/explanation/guarantees.md"):
        flat = re.sub(r"\s+", " ", pages[name].text).lower()
        for sentence in re.split(r"(?<=\.) ", f"{VERIFY_LIMITS} {RECEIPT_LIMITS}"):
            claim = re.sub(r"^(Verify proves|It does not prove|Says|Does not say) that ", "", sentence).lower()
            assert claim in flat, (name, claim)


def test_the_chain_check_on_the_page_agrees_with_a_real_journal(reference, tmp_path):
    config = EngineConfig(data=str(tmp_path))
    registry = Registry(config)
    scope = registry.scope(ScopeIds("default", "alice"))
    item = NewItem("facts", "tea", "black")
    scope.write(lambda batch: put(batch, item, config), author=Author("key", "request")).result(10)
    registry.close()
    names = {}
    exec(next(block.body for block in reference("file-format").blocks() if block.kind == "python"), names)
    root, journal = Path(scope.room.layout.root), Path(scope.room.layout.journal)
    assert names["check_chain"](root, tmp_path / "audit.key") == len(journal.read_bytes().splitlines())
    assert json.loads(journal.read_bytes().splitlines()[-1])["op"] == "seal"
