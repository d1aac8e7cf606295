"""Settings, error codes and metrics stand in their pages as the code has them, and no others."""

import ast
import json
import re
from pathlib import Path

from ops.cli.options import KEY_VARIABLE
from ops.metrics import CATALOGUE
from ops.settings import FILE_VARIABLE, PREFIX, list_settings
from scopes.errors import error_classes

ROOT = Path(__file__).parents[2]
ROUTERS_OWN = {"method_not_allowed": 405, "unsupported_media_type": 415}


def shown(default):
    """A default as the page writes it."""
    if default is None:
        return "unset"
    return f"`{default}`" if isinstance(default, str) else f"`{json.dumps(default)}`"


def recorded_metrics():
    """The short names that the code counts, observes or sets by name."""
    found = {"degraded", "observer_errors"}
    for path in (path for folder in ("service", "scopes", "ops") for path in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Attribute(attr="count" | "observe" | "set"), [ast.Constant(str() as name), *_]):
                    found |= {name} if name.isidentifier() else set()
    return found


def test_every_setting_has_its_row_and_every_row_its_setting(reference):
    rows = [row for row in reference("settings").rows() if row[0].startswith("`")]
    assert rows == [
        [f"`{setting.name}`", f"`{setting.variable}`", shown(setting.default), setting.description]
        for setting in list_settings()
    ]


def test_no_page_names_a_setting_that_does_not_exist(pages):
    names = {setting.name for setting in list_settings()}
    variables = {setting.variable for setting in list_settings()} | {FILE_VARIABLE, KEY_VARIABLE}
    sections = "|".join({name.split(".")[0] for name in names})
    for page in pages.values():
        assert set(re.findall(rf"{PREFIX}[A-Z_]+", page.text)) <= variables, page.name
        assert set(re.findall(rf"`((?:{sections})\.[a-z_]+)`", page.text)) <= names | {"audit.key"}, page.name


def test_every_error_code_has_its_row_with_status_and_exit(reference):
    rows = {row[0].strip("`"): row[1:3] for row in reference("errors").rows() if row[0].startswith("`")}
    assert {code: int(rows.pop(code)[0]) for code in ROUTERS_OWN} == ROUTERS_OWN
    assert rows == {each.code: [str(each.status), str(each.exit_code)] for each in error_classes()}


def test_no_page_pairs_a_status_with_a_code_that_does_not_go_with_it(pages):
    known = {each.code: each.status for each in error_classes()} | ROUTERS_OWN
    for page in pages.values():
        for status, code in re.findall(r"\b([45]\d\d) `?([a-z_]+)`", page.prose):
            assert known.get(code) == int(status), (page.name, status, code)


def test_every_metric_has_its_row_and_every_row_its_metric(reference):
    rows = [row for row in reference("metrics").rows() if row[0].startswith("`muniment_")]
    assert rows == [
        [f"`{metric.exposed}`", metric.kind, ", ".join(f"`{label}`" for label in metric.labels), metric.description]
        for metric in CATALOGUE
    ]


def test_every_metric_is_recorded_somewhere():
    assert {metric.name for metric in CATALOGUE} == recorded_metrics()
