"""From ids to a directory: every two ids get two, and no other than the service's own folders."""

import itertools
import unicodedata
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes import paths
from scopes.errors import InvalidError
from scopes.model import ScopeIds

HOSTILE = [
    "a/b", "a_b", "a:b", "A", "a", " a", "a ", ".", "..", "CON", "con", "\u0130", "i\u0307", "~41", "~", "~~", "_", "-",
    "-a", "~r~", "长" * 170, "长" * 169, "x" * 100, "x" * 101, "x" * 512, "👩\u200d👩\u200d👧", "👩👩👧", "\u00e9",
    "e\u0301", "%2e%2e", "a\\b", "a~r~b", "scope.json", "*", "\ufb01", "fi", "ß", "ss", "\u212a", "K", "k",
]  # fmt: skip
IDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=60) | st.sampled_from(HOSTILE)
SCOPES = st.builds(ScopeIds, IDS, st.none() | IDS, st.none() | IDS, st.none() | IDS, st.none() | IDS)


def test_hostile_ids_get_segments_that_no_file_system_confuses():
    segments = [paths.segment(None), *map(paths.segment, HOSTILE)]
    folded = {unicodedata.normalize("NFC", segment).casefold() for segment in segments}
    assert len(folded) == len(set(HOSTILE)) + 1
    assert all(0 < len(segment) <= 100 and segment[0] not in ".-" for segment in segments)


@given(IDS, IDS)
def test_two_ids_never_share_a_segment(one, other):
    assert (paths.segment(one).casefold() == paths.segment(other).casefold()) == (one == other)


@given(IDS)
def test_a_short_segment_reads_back_and_a_long_one_says_that_it_can_not(value):
    segment = paths.segment(value)
    if "~~" in segment:
        with pytest.raises(ValueError):
            paths.unescape(segment)
    else:
        assert paths.unescape(segment) == value


def test_an_absent_id_is_an_underscore_which_no_id_can_be():
    assert paths.segment(None) == "_" and paths.unescape("_") is None
    assert paths.segment("_") != "_"


@given(SCOPES, SCOPES)
def test_two_scopes_never_share_a_directory_and_none_lies_inside_another(one, other):
    first, second = Path(paths.relative_path(one)), Path(paths.relative_path(other))
    assert (first == second) == (one == other)
    assert len(first.parts) == len(second.parts) == 6


def test_a_run_is_told_from_a_character_that_looks_like_one():
    scopes = [ScopeIds("a", "u", None, *last) for last in [("c", "r"), ("c~r~r", None), ("c", None), (None, "r")]]
    assert len({paths.relative_path(scope) for scope in scopes}) == 4


@given(st.lists(SCOPES, unique=True, max_size=8))
def test_the_bytes_that_stand_for_ids_in_digests_are_unambiguous(scopes):
    assert len({paths.canonical_bytes(scope) for scope in scopes}) == len(scopes)


@pytest.mark.parametrize(
    "value", ["", " ", "\t", "a\0", "a\nb", "\x7f", "\x85", "\ud800", "a\u200b", "x" * 513, "长" * 171, 7]
)
@pytest.mark.parametrize("field", ["app", "user_id", "agent_id", "character", "run_id"])
def test_ids_that_can_not_be_seen_or_told_apart_are_refused(field, value):
    with pytest.raises(InvalidError) as refusal:
        paths.validate_ids(ScopeIds(**{"app": "app", "user_id": "alice", field: value}))
    assert refusal.value.field == field


def test_one_of_user_agent_and_character_is_needed_and_enough():
    with pytest.raises(InvalidError):
        paths.validate_ids(ScopeIds("app", run_id="r"))
    for field in ("user_id", "agent_id", "character"):
        paths.validate_ids(ScopeIds("app", **{field: "x"}))


@pytest.mark.parametrize("value", ["a/b", "..", "CON", "长" * 170, "👩\u200d👩\u200d👧", "-x", " a", "İ"])
def test_ids_in_any_language_are_taken(value):
    paths.validate_ids(ScopeIds("app", value))


@pytest.mark.parametrize("name", ["", "..", "A", "~", "~4", "~G1", "a/b", "a~~" + "b" * 52, "a\n", "~ff"])
def test_a_folder_name_that_no_id_is_written_as_is_refused(name):
    with pytest.raises(ValueError):
        paths.unescape(name)


def test_users_spread_over_shards():
    shards = [paths.shard(f"user-{number}") for number in range(1_000)]
    biggest = max(len(list(group)) for _, group in itertools.groupby(sorted(shards)))
    assert len(set(shards)) > 200 and biggest < 20


@given(SCOPES)
def test_a_path_reads_back_as_its_ids_unless_one_was_shortened(ids):
    path = paths.relative_path(ids).removeprefix("scopes/")
    shortened = any("~~" in paths.segment(part) for part in msgspec.structs.astuple(ids))
    assert paths.ids_of(path) == (None if shortened else ids)


@pytest.mark.parametrize("path", ["", "a/b", "a/00/c/d/E", "a/00/b/c/d/e", "a/00/~ff/_/_"])
def test_a_path_that_is_none_of_a_scope_has_no_ids(path):
    assert paths.ids_of(path) is None
