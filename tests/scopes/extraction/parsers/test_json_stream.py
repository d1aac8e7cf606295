"""JSON of any size, value by value."""

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopes.extraction.parsers import json_stream
from scopes.extraction.parsers.json_stream import BROKEN, CUT, TOO_LONG, elements

ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(['"', "\\", '\\"', "{[", "]}", "中,:"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


class Chunked(io.BytesIO):
    """A file that gives a few bytes at a time."""

    size = 3

    def read(self, _=-1):
        return super().read(self.size)


def read(raw, within=(), file=io.BytesIO):
    return list(elements(file(raw), within))


def values(raw, within=(), file=io.BytesIO):
    return [json.loads(element.raw) for element in read(raw, within, file)]


@settings(max_examples=40)
@given(st.lists(ANY, max_size=6), st.sampled_from([None, 1]), st.booleans(), st.integers(1, 9))
def test_the_elements_of_a_list_are_its_elements_however_it_is_written(given, indent, plain, size):
    raw = json.dumps(given, indent=indent, ensure_ascii=plain).encode("utf-8", "surrogatepass")
    assert [json.loads(element.raw.decode("utf-8", "surrogatepass")) for element in read(raw)] == given
    file = type("File", (Chunked,), {"size": size})
    assert [element.raw for element in read(raw, file=file)] == [element.raw for element in read(raw)]


@settings(max_examples=40)
@given(st.lists(st.dictionaries(st.text(max_size=5), ANY, min_size=1, max_size=3), min_size=1, max_size=5))
def test_lines_are_their_objects(given):
    raw = "\n".join(map(json.dumps, given)).encode()
    assert values(raw) == given


@settings(max_examples=40)
@given(st.dictionaries(st.text(max_size=5), ANY, max_size=4), st.lists(ANY, max_size=4))
def test_a_list_inside_an_object_is_found_by_its_name(members, given):
    raw = json.dumps({**members, "found": given}, indent=1).encode()
    assert values(raw, within=("found",)) == given
    members.pop("found", None)
    assert values(json.dumps(members, indent=1).encode(), within=("found",)) == [members]


@settings(max_examples=40)
@given(st.binary(max_size=200) | st.text(alphabet='{}[],:"\\n 1a').map(str.encode))
def test_any_bytes_come_to_an_end(raw):
    for within in ((), ("a",)):
        assert all(element.raw is not None or element.reason for element in read(raw, within))


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b'[{"a": 1}, {"b', CUT),
        (b'[{"a": 1}, "b\\', CUT),
        (b'[{"a": 1}, {"b": [}]}, {"c": 1}]', BROKEN),
        (b'[{"a": 1}', CUT),
        (b'[{"a": 1}, ' + b"[" * 100_001, BROKEN),
    ],
)
def test_a_file_that_is_cut_or_broken_gives_what_comes_before(raw, reason):
    found = read(raw)
    assert [element.reason for element in found] == ["", reason]
    assert found[0].raw == b'{"a": 1}'


def test_an_element_that_is_too_long_is_passed_over(monkeypatch):
    monkeypatch.setattr(json_stream, "ELEMENT_BYTES", 100)
    monkeypatch.setattr(json_stream, "CHUNK_BYTES", 64)
    given = [{"a": 1}, {"b": "x" * 500}, ["y" * 10] * 50, {"c": 2}]
    for raw in (json.dumps(given), "\n".join(map(json.dumps, [given[0], given[1], {"l": given[2]}, given[3]]))):
        assert [element.reason for element in read(raw.encode())] == ["", TOO_LONG, TOO_LONG, ""]


def test_a_mark_of_utf8_is_no_part_of_the_first_element():
    assert values(b'\xef\xbb\xbf[{"a": 1}]') == values(b'\xef\xbb\xbf{"a": 1}\n{"a": 1}')[:1] == [{"a": 1}]
