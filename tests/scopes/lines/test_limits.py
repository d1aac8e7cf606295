"""How far each value may go, and that a refusal names the field."""

import pytest

from scopes.config import EngineConfig
from scopes.errors import InvalidError, MunimentError
from scopes.lines import limits
from scopes.lines.validation import is_sane_name

CONFIG = EngineConfig(data="")


def refuses(check, *values, **more):
    with pytest.raises(InvalidError) as refusal:
        check(*values, **more)
    return refusal.value


@pytest.mark.parametrize(
    ("text", "fits"), [("x" * 8, True), ("x" * 9, False), ("长长", True), ("长长长", False), (" \n", False)]
)
def test_a_text_is_counted_in_bytes(text, fits):
    if fits:
        limits.check_text(text, "content", 8)
    else:
        assert refuses(limits.check_text, text, "content", 8).field == "content"


@pytest.mark.parametrize("label", ["", " ", " a", "a\nb", "a\rb", "x" * 201, "\u200b", "\ud800"])
def test_a_label_is_one_short_line(label):
    with pytest.raises(MunimentError) as refusal:
        limits.check_label(label, "label")
    assert refusal.value.field == "label"


def test_labels_are_named_by_their_place():
    assert refuses(limits.check_labels, None, ("a", ""), None, CONFIG, "items[0].").field == "items[0].tags[1]"
    assert refuses(limits.check_labels, None, ("a",) * 33, None, CONFIG).limit == 32


@pytest.mark.parametrize(
    "text",
    ["2026-07-10", "2026-07-10T03:00:00Z", "2026-07-10 03:00", "2026-07-10T03:00:00.123+08:00", "0001-01-01",
     "9999-12-31", "9999-12-31T23:59:59-14:00"],
)  # fmt: skip
def test_a_date_or_a_time_is_taken(text):
    limits.check_time(text, "at")


@pytest.mark.parametrize(
    "text",
    ["", "now", "2026-7-1", "20260710", "2026-W28", "2026-02-30", "2026-07-10T25:00", "2026-07-10x03:00",
     "10000-01-01", "0000-01-01", "２０２６-07-10", "2026-07-10T03:00:00Z "],
)  # fmt: skip
def test_what_is_no_date_or_time_is_refused(text):
    assert refuses(limits.check_time, text, "at").field == "at"


def test_a_first_year_can_be_asked_for():
    for day in ("0999-12-31", "9999-12-31"):
        refusal = refuses(limits.check_time, day, "at", first_year=1000)
        assert (refusal.field, refusal.limit) == ("at", "1000-01-01 to 9999-12-30")


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_share_is_from_0_to_1(value):
    assert refuses(limits.check_share, value, "confidence").limit == "0 to 1"
    for good in (None, 0, 0.5, 1):
        limits.check_share(good, "confidence")


def nested(depth):
    value = {}
    for _ in range(depth):
        value = {"a": [value]}
    return value


def test_metadata_is_plain_json_of_some_size_and_depth():
    limits.check_metadata({"a": [1, {"b": None}]}, "metadata", 100)
    for value in ({"a": "x" * 200}, nested(40), {"a": "\ud800"}):
        assert refuses(limits.check_metadata, value, "metadata", 100).field == "metadata"


@pytest.mark.parametrize("file", ["a~2", "a/b", "<b>x</b>"])
def test_a_file_name_that_would_be_changed_is_refused(file):
    assert refuses(limits.check_file, file, "file").field == "file"


@pytest.mark.parametrize(
    ("name", "is_sane"), [("content", True), ("a b", False), ("", False), ("ключ", False), ("x" * 65, False)]
)
def test_only_a_plain_name_of_a_field_stands_in_an_answer(name, is_sane):
    assert is_sane_name(name) == is_sane
