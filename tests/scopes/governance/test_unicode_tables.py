"""The generated tables agree with `regex`, and together the rules speak of every ignorable or control character."""

import runpy
from pathlib import Path

import pytest
import regex

from scopes.governance import unicode_tables, variants
from scopes.governance.code_points import ranges
from scopes.governance.invisible import FILLERS, FOREIGN_LINE_ENDS, REMOVED

GENERATOR = runpy.run_path(str(Path(__file__).with_name("generate_unicode_tables.py")))
VISIBLE_FORMAT = "600-605 6dd 70f 890-891 8e2 110bd 110cd 13430-1343f"


def points(*tables: str) -> set[int]:
    return {point for table in tables for first, last in ranges(table) for point in range(first, last + 1)}


@pytest.mark.parametrize("name", GENERATOR["PROPERTIES"])
def test_table_holds_what_regex_says(name: str) -> None:
    pattern, _ = GENERATOR["PROPERTIES"][name]
    assert GENERATOR["ranges"](pattern).split() == getattr(unicode_tables, name).split()


def test_table_has_everything_that_nfkc_makes_ascii() -> None:
    found = {
        point for point in range(0x80, 0x20000) if not 0xD800 <= point < 0xE000 and GENERATOR["compatible"](chr(point))
    }
    assert found <= points(unicode_tables.COMPATIBLE)


def test_every_ignorable_and_control_character_has_a_rule() -> None:
    ruled = points(*(table for _, table in REMOVED), VISIBLE_FORMAT) | set(
        map(ord, FILLERS + FOREIGN_LINE_ENDS + "\t\n")
    )
    ignorable = regex.compile(r"[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]")
    everything = (*range(0xD800), *range(0xE000, 0x110000))
    assert {point for point in everything if ignorable.match(chr(point))} <= ruled


def test_no_character_has_two_rules() -> None:
    tables = [table for _, table in REMOVED]
    assert sum(len(points(table)) for table in tables) == len(points(*tables))


def test_standardized_sequences_number_the_compatibility_ideographs_of_a_character() -> None:
    sequences = variants.standardized_sequences()
    assert {"\u6d41\ufe00", "\u6d41\ufe01", "\u6d41\ufe02", "0\ufe00", "\u201c\ufe01"} <= sequences
    assert not {"\u6d41\ufe03", "1\ufe00", "a\ufe00"} & sequences
