"""The journal across its segments: one chain, read in pages from anywhere."""

import itertools

import pytest

from scopes.governance import proof
from scopes.storage import pages


@pytest.fixture
def home(open_home):
    """A scope whose journal has several segments and an open one."""
    home = open_home(journal_segment_bytes=1_500)
    for number in range(12):
        home.put("f", f"n{number}", "text")
        if number % 2:
            home.scope.close()
    home.put("f", "last")
    return home


def test_a_full_segment_is_closed_under_the_number_of_its_first_line(home):
    found = pages.segments(home.scope.room)
    assert len(found) > 2 and found[0].first == 1 and found[-1].path.endswith("/journal.jsonl")
    for segment in found[:-1]:
        first = next(pages._records(segment.path, 0))
        assert first.seq == segment.first


def test_pages_of_any_size_from_anywhere_give_every_line_once(home):
    room, every = home.scope.room, home.records()
    assert [record.seq for record in every] == list(range(1, len(every) + 1))
    for after in range(len(every) + 2):
        assert pages.read_page(room, after, 3) == every[after : after + 3]


def test_the_chain_runs_through_all_segments(home, open_home):
    every = home.records()
    assert all(line.prev == before.mac for before, line in itertools.pairwise(every))
    assert proof.verify(home.scope.room).valid
    names = {name for name, _ in pages.raw_lines(home.scope.room, 1 << 40)}
    assert len(names) == len(pages.segments(home.scope.room))


def test_another_handle_follows_over_a_segment_s_end(home, open_home):
    other = open_home(journal_segment_bytes=1_500)
    for number in range(6):
        assert other.content() == home.content()
        home.put("g", f"n{number}")
        home.scope.close()
    assert other.content() == home.content() == open_home().content()


def test_a_torn_last_line_is_no_record_but_is_told_raw(home):
    path = home.root / "journal.jsonl"
    path.write_bytes(path.read_bytes() + b'{"v":1,"k')
    assert [name for name, line in pages.raw_lines(home.scope.room, 1 << 40) if line == b'{"v":1,"k'] == [
        "journal.jsonl"
    ]
    assert all(record.op for record in home.records())


def test_a_long_segment_is_entered_near_the_line_asked_for(open_home):
    home = open_home()
    for number in range(60):
        home.put("f", f"n{number}")
    assert [record.seq for record in pages.read_page(home.scope.room, 50, 2)] == [51, 52]


def test_a_scope_that_does_not_exist_has_no_pages(open_home):
    assert pages.read_page(open_home().scope.room, 0, 10) == []
