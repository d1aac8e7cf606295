"""The query is read strictly: nothing two readers could read differently gets through."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import InvalidError, MalformedError
from scopes.model import DIMENSIONS, ScopeIds
from service.scope_query import check_scope, read_parameters, read_scope

ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=100)


def read(raw: bytes, header: bytes | None = None):
    headers = [] if header is None else [(b"muniment-scope", header)]
    return read_scope("chat", read_parameters(raw, DIMENSIONS), headers, 512)


@given(st.dictionaries(st.sampled_from(DIMENSIONS), ANY_TEXT, min_size=1))
def test_whatever_is_percent_encoded_comes_back(ids):
    raw = "&".join(f"{name}={quote(value, safe='')}" for name, value in ids.items()).encode()
    assert read_parameters(raw, DIMENSIONS) == ids


@given(st.binary())
def test_any_bytes_are_read_or_refused_with_400_or_422(value):
    raw = b"user_id=" + value
    try:
        found = read_parameters(raw, DIMENSIONS)
    except (MalformedError, InvalidError):
        return
    assert found["user_id"].encode() and b"+" not in value


@given(ANY_TEXT, ANY_TEXT)
def test_two_ids_never_read_as_one(one, other):
    read_one, read_other = (
        read_parameters(b"user_id=" + quote(id, safe="").encode(), DIMENSIONS) for id in (one, other)
    )
    assert (read_one == read_other) == (one == other)


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        (b"user_id=a+b@x.com", "user_id"),
        (b"user_id=alice&user_id=bob", "user_id"),
        (b"user_id=alice&user_id=alice", "user_id"),
        (b"user_id=%ff", "user_id"),
        (b"user_id=%fe", "user_id"),
        (b"user_id=\xff", "user_id"),
        (b"user_id=%ed%a0%80", "user_id"),
        (b"user_id=%c0%af", "user_id"),
        (b"user_id=%", "user_id"),
        (b"user_id=%2", "user_id"),
        (b"user_id=%zz", "user_id"),
        (b"userid=alice", "userid"),
        (b"USER_ID=alice", "USER_ID"),
        (b"user%5Fid=alice", None),
        (b"user_id=alice&", None),
        (b"&user_id=alice", None),
        (b"=alice", None),
        (b"user_id=alice&colour=red", "colour"),
        (b"\xff=alice", None),
    ],
)
def test_what_cannot_be_read_one_way_is_400(raw, field):
    with pytest.raises(MalformedError) as caught:
        read_parameters(raw, DIMENSIONS)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("name", "nearest"), [("userid", "user_id"), ("USER_ID", "user_id"), ("charakter", "character")]
)
def test_an_unknown_name_is_answered_with_the_nearest(name, nearest):
    with pytest.raises(MalformedError, match=f"did you mean {nearest}"):
        read_parameters(f"{name}=x".encode(), DIMENSIONS)


def test_the_plus_hint_says_what_to_send():
    with pytest.raises(MalformedError, match="send %2B or %20"):
        read_parameters(b"agent_id=a+b", DIMENSIONS)


@pytest.mark.parametrize("raw", [b"user_id=", b"user_id", b"user_id=&agent_id=x"])
def test_an_empty_id_is_422(raw):
    with pytest.raises(InvalidError) as caught:
        read_parameters(raw, DIMENSIONS)
    assert caught.value.field == "user_id"


def test_a_plus_outside_the_scope_is_a_space():
    assert read_parameters(b"note=a+b%2Bc", ("note",)) == {"note": "a b+c"}


def test_the_header_names_the_same_scope_as_the_query():
    encoded = b"user_id=%E5%B0%8F%E6%98%8E&agent_id=a%2Fb"
    assert read(encoded) == read(b"", encoded) == ScopeIds("chat", "小明", "a/b")


@pytest.mark.parametrize("header", [b"user_id=bob", b"agent_id=x", b"user_id=alice"])
def test_query_and_header_together_are_400(header):
    with pytest.raises(MalformedError) as caught:
        read(b"user_id=alice", header)
    assert caught.value.field == "Muniment-Scope"


def test_a_repeated_header_is_400():
    headers = [(b"muniment-scope", b"user_id=a"), (b"muniment-scope", b"user_id=a")]
    with pytest.raises(MalformedError):
        read_scope("chat", {}, headers, 512)


def test_the_header_takes_only_ids():
    with pytest.raises(MalformedError):
        read(b"", b"user_id=a&app=other")


@pytest.mark.parametrize("header", [b"userid=a", b"colour=red", b"user_id=a&", b"=a"])
def test_what_is_wrong_in_the_header_is_said_of_the_header(header):
    with pytest.raises(MalformedError) as caught:
        read(b"", header)
    assert "Muniment-Scope" in caught.value.detail and "query" not in caught.value.detail


def test_an_id_is_measured_in_bytes():
    assert read(b"user_id=" + quote("长" * 170).encode()).user_id == "长" * 170
    with pytest.raises(InvalidError) as caught:
        read(b"user_id=" + quote("长" * 171).encode())
    assert (caught.value.field, caught.value.limit) == ("user_id", 512)


@pytest.mark.parametrize("ids", [ScopeIds("chat"), ScopeIds("chat", run_id="r")])
def test_a_scope_needs_a_user_an_agent_or_a_character(ids):
    with pytest.raises(InvalidError) as caught:
        check_scope(ids, ())
    assert caught.value.field == "user_id"


def test_a_dimension_of_the_app_must_be_named():
    check_scope(ScopeIds("chat", "alice", "x"), ("user_id", "agent_id"))
    with pytest.raises(InvalidError) as caught:
        check_scope(ScopeIds("chat", "alice"), ("user_id", "agent_id"))
    assert caught.value.field == "agent_id"
