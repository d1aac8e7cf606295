"""Source files: a turn a line; a person's slip in one line costs no other."""

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from scopes.storage import sources
from scopes.storage.sources import Turn

TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
TURNS = st.builds(
    Turn,
    id=TEXT,
    source=TEXT,
    source_id=TEXT,
    turn=TEXT,
    role=TEXT,
    content=TEXT,
    ts=TEXT,
    name=st.none() | TEXT,
    tags=st.lists(TEXT, max_size=2).map(tuple),
    meta=st.dictionaries(TEXT, TEXT, max_size=2),
)


@given(st.lists(TURNS, max_size=4))
def test_turns_come_back_a_line_each(turns):
    text = "".join(map(sources.render, turns))
    assert text.count("\n") == len(turns)
    assert sources.parse_lines(text.encode()) == (turns, [])


@given(st.binary())
def test_no_bytes_make_reading_fail(raw):
    sources.parse_lines(raw)


def test_lines_that_are_no_turns_are_told_by_number_and_skipped():
    turn = Turn(id="i", source="s", source_id="n", turn="t", role="user", content="c", ts="")
    raw = b"typed\n" + sources.render(turn).encode() + b"\n\x80\n{}\n" + sources.render(turn).encode()
    assert sources.parse_lines(raw) == ([turn, turn], [1, 4, 5])


def test_a_turn_s_item_is_named_after_its_source_and_itself():
    turn = Turn(
        id="i", source="s", source_id="talk", turn="t1", role="user", content="see [[a:b]]", ts="2026", name="Bo",
        at="2026-07-10", meta={"mood": 1},
    )  # fmt: skip
    item = sources.to_item(turn)
    assert (item.address, item.layer, item.speaker, item.event_at) == ("talk:t1", "source", "Bo", "2026-07-10")
    assert item.links == ("a:b",) and item.metadata == {"mood": 1, "role": "user"}


def test_source_files_are_named_by_month_and_part(tmp_path):
    paths = [sources.path_for(sources.month_of(dt.datetime(2026, 7, 1, tzinfo=dt.UTC)), part) for part in (1, 2)]
    assert paths == ["chat/sources/2026-07.jsonl", "chat/sources/2026-07.2.jsonl"]
    for name in ("2026-07.jsonl", "notes.txt"):
        (tmp_path / name).touch()
    assert sources.paths(str(tmp_path)) == paths[:1]
    assert sources.paths(str(tmp_path / "absent")) == []
