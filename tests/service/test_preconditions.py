"""Conditional requests on strong ETags."""

import pytest

from scopes.errors import MalformedError, PreconditionFailedError
from service.preconditions import etag_header, read_preconditions


def conditions(**headers):
    return read_preconditions([(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()])


@pytest.mark.parametrize(
    ("header", "stored", "passes"),
    [
        ('"a"', "a", True),
        ('"a"', "b", False),
        ('"a"', None, False),
        ('"x", "a"', "a", True),
        ("*", "a", True),
        ("*", None, False),
        ('W/"a"', "a", False),
        ('"a,b"', "a,b", True),
        ('""', "", True),
    ],
)
def test_if_match(header, stored, passes):
    found = conditions(if_match=header)
    if passes:
        found.check(stored)
    else:
        with pytest.raises(PreconditionFailedError):
            found.check(stored)


def test_if_none_match_star_only_creates():
    conditions(if_none_match="*").check(None)
    with pytest.raises(PreconditionFailedError):
        conditions(if_none_match="*").check("a")


def test_a_read_of_the_version_at_hand_is_unchanged():
    assert conditions(if_none_match='"b", W/"a"').is_unchanged("a")
    assert not conditions(if_none_match='"b"').is_unchanged("a")
    assert not conditions().is_unchanged("a")


def test_no_condition_lets_all_pass():
    conditions().check("a")
    conditions().check(None)


@pytest.mark.parametrize("header", ["a", '"a', '"a" "b"', "'a'", "", '*, "a"'])
def test_a_header_that_cannot_be_read_is_400(header):
    with pytest.raises(MalformedError):
        conditions(if_match=header)


def test_what_is_sent_is_read_back():
    assert conditions(if_match=etag_header("5f2c")).if_match == ("5f2c",)
