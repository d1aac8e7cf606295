"""The redo log: cut anywhere it gives the whole records before; a delta says the same as the whole text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import IntegrityError
from scopes.storage import journal, pending
from scopes.storage.documents import Document, Section
from scopes.storage.journal import ChainKey, Entry
from scopes.storage.pending import Coverage, Header, Record, Reply
from scopes.storage.state import Position

KEY = ChainKey("k", {"old": b"0" * 32, "k": b"1" * 32})
PATH = "chat/wiki/a.md"
SECTIONS = st.lists(
    st.builds(Section, st.text("abc", max_size=2), st.text("abc", max_size=2), st.binary(max_size=12), st.booleans()),
    max_size=6,
    unique_by=lambda section: section.key,
)


def record(number, text='a text with ,"mac":"x"} in it\n'):
    line, _ = journal.render(
        Entry("add"), seq=number, ts="2026-07-21T00:00:00Z", actor=None, request=None, prev="p", key=KEY
    )
    change = pending.DocumentChange("d", (pending.SectionImage("i", text),))
    return Record(first=number, last=number, boot="b", lines=[line], docs={PATH: change})


def log(count=3):
    """(its bytes, the offset behind the header and behind each record)."""
    lines = [pending.seal_line(Header(1, Position(1, "m", 9), {PATH: {"k": {"d": 1.0}}}), KEY)]
    lines += [pending.seal_line(record(number), KEY) for number in range(2, 2 + count)]
    return b"".join(lines), [sum(map(len, lines[: at + 1])) for at in range(len(lines))]


def document(sections):
    return Document(PATH, "d", tuple(sections), sum(len(section.raw) for section in sections))


def test_a_log_cut_at_any_byte_gives_the_whole_records_before():
    raw, ends = log()
    for size in range(ends[0], len(raw) + 1):
        found = pending.parse(raw[:size], KEY, 1)
        whole = [end for end in ends if end <= size]
        assert len(found.records) == len(whole) - 1 and found.good == whole[-1]
        assert found.torn == (size not in ends) and not found.altered


def test_a_log_reads_back_as_it_was_written():
    raw, ends = log()
    found = pending.parse(raw, KEY, 5)
    assert found.records == [record(number) for number in (2, 3, 4)]
    assert [end for _, end in found.ended] == ends[1:] and found.inode == 5
    assert found.header == Header(1, Position(1, "m", 9), {PATH: {"k": {"d": 1.0}}})


def test_a_changed_byte_before_a_good_record_is_told_from_a_cut_off_write():
    raw, ends = log()
    for at in range(ends[1], ends[2] - 1):
        found = pending.parse(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :], KEY, 1)
        assert found.altered and len(found.records) == 1
    zeroed = pending.parse(raw[: ends[2]] + bytes(len(raw) - ends[2]), KEY, 1)
    assert zeroed.torn and not zeroed.altered and len(zeroed.records) == 2


def test_a_header_that_was_altered_or_cut_off_is_refused():
    raw, ends = log()
    for spoilt in (b"", raw[: ends[0] - 2], raw.replace(b'"m"', b'"n"', 1), b"\n" + raw):
        with pytest.raises(IntegrityError):
            pending.parse(spoilt, KEY, 1)


def test_a_record_under_an_older_key_still_counts():
    raw, _ = log(0)
    older = pending.seal_line(record(2), ChainKey("old", KEY.keys))
    assert pending.parse(raw + older, KEY, 1).records == [record(2)]


@given(SECTIONS, SECTIONS)
def test_a_delta_and_the_whole_text_make_the_same_document(before, after):
    old, new = document(before), document(after)
    for whole in (True, False):
        assert pending.changed_document(PATH, old, pending.change(old, new, whole=whole)) == new
    assert pending.changed_document(PATH, None, pending.change(None, new, whole=False)) == new
    assert pending.changed_document(PATH, old, pending.change(old, None, whole=False)) is None


@given(SECTIONS, SECTIONS)
def test_sections_that_a_record_leaves_alone_stay_the_same_objects(before, after):
    old, new = document(before), document([*after, *before])
    for whole in (True, False):
        made = pending.changed_document(PATH, old, pending.change(old, new, whole=whole))
        kept = {id(section) for section in made.sections}
        changed = {section.key for section in after}
        assert all(id(section) in kept for section in old.sections if section.key not in changed)


@given(st.binary())
def test_a_section_of_any_bytes_is_recorded(raw):
    section = Section("key", "id", raw, hand=True)
    assert pending.restore(pending.image(section)) == section


def test_a_delta_of_a_document_that_is_not_there_is_refused():
    with pytest.raises(IntegrityError):
        pending.changed_document(PATH, None, pending.DocumentChange("d", (), at=0))


def test_coverage_gathers_what_a_checkpoint_must_make_durable():
    one, two = record(2), record(3)
    two.appends, two.files = {"chat/sources/2026-07.jsonl": (0, "x")}, {"scope.json": "{}"}
    two.replies = [Reply("k", "b", "write", {}, 3, 1.0)]
    covered = Coverage([one, two])
    assert covered.documents == {PATH} and covered.files == {"chat/sources/2026-07.jsonl", "scope.json"}
    assert covered.records == 2 and covered.replies.keys() == {"k"}
