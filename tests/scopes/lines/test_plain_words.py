"""What msgspec complains of is said in plain words: the field, what it takes, and never the value."""

import datetime as dt
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta

from scopes.lines.validation import invalid


class Part(msgspec.Struct, forbid_unknown_fields=True):
    layers: tuple[Literal["wiki", "diary"], ...] = ()
    extract: Literal["auto", "none"] | None = None
    count: Annotated[int, Meta(ge=1, le=5)] = 1
    name: Annotated[str, Meta(min_length=1)] = "x"
    share: Annotated[float, Meta(gt=0)] = 1.0
    limit: int | None = None
    said: str | list[str] | None = None
    at: Annotated[dt.datetime, Meta(tz=True)] | None = None
    tags: Annotated[list[str], Meta(max_length=2)] = []
    open: bool = True


class Whole(msgspec.Struct):
    parts: list[Part]
    named: dict[str, Part] = {}
    bounds: dict[Literal["wiki", "diary"], int] = {}


def refusal(part, kind=Whole):
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.json.decode(msgspec.json.encode({"parts": [part]}), type=Whole)
    return invalid(caught.value, kind=kind)


@pytest.mark.parametrize(
    ("part", "detail", "limit"),
    [
        ({"layers": ["sea"]}, "parts[0].layers[0] is to be one of diary, wiki", "diary, wiki"),
        ({"layers": [1]}, "parts[0].layers[0] is to be one of diary, wiki", "diary, wiki"),
        ({"extract": "sea"}, "parts[0].extract is to be one of auto, none", "auto, none"),
        ({"layers": "wiki"}, "parts[0].layers is to be a list, not text", None),
        ({"count": 9}, "parts[0].count is to be a whole number of at most 5", 5),
        ({"count": "9"}, "parts[0].count is to be a whole number, not text", None),
        ({"name": ""}, "parts[0].name is to be text of at least 1 character", 1),
        ({"share": 0}, "parts[0].share is to be a number of more than 0", 0),
        ({"limit": "ten"}, "parts[0].limit is to be a whole number or null, not text", None),
        ({"said": 3}, "parts[0].said is to be text or a list or null, not a whole number", None),
        ({"at": "soon"}, "parts[0].at is to be a time as 2026-07-21T14:30:00Z", None),
        ({"at": "2026-07-21T14:30:00"}, "parts[0].at is to be a time with a zone", None),
        ({"tags": ["a", "b", "c"]}, "parts[0].tags is to be a list of at most 2 entries", 2),
        ({"open": 1}, "parts[0].open is to be true or false, not a whole number", None),
        (3, "parts[0] is to be an object, not a whole number", None),
    ],
)
def test_the_field_and_what_it_takes_are_told(part, detail, limit):
    error = refusal(part)
    assert (error.detail, error.limit) == (detail, limit)
    assert error.field is not None and detail.startswith(error.field)


def test_a_missing_and_an_unknown_member_are_told():
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({}, Whole)
    assert (invalid(caught.value).detail, invalid(caught.value).field) == ("parts is missing", "parts")
    assert refusal({"sea": 1}).detail == "unknown field sea"


def test_choices_are_found_behind_a_name_of_the_client_s():
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"parts": [], "named": {"sea": {"layers": ["x"]}}}, Whole)
    assert invalid(caught.value, kind=Whole).limit == "diary, wiki"


def test_what_was_read_from_text_is_not_said_to_be_text():
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"limit": "ten"}, Part, strict=False)
    assert invalid(caught.value, kind=Part, strict=False).detail == "limit is to be a whole number"


@given(st.dictionaries(st.sampled_from(Part.__struct_fields__), st.just("zebra") | st.just(["zebra"]), min_size=1))
def test_the_value_is_never_told(part):
    try:
        msgspec.convert({"parts": [part]}, Whole)
    except msgspec.ValidationError as error:
        told = invalid(error, kind=Whole)
        assert "zebra" not in told.detail and "`" not in told.detail


def test_a_name_that_an_object_does_not_take_is_told_with_those_it_does():
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"parts": [], "bounds": {"sea": 1}}, Whole)
    error = invalid(caught.value, kind=Whole)
    assert (error.field, error.detail) == ("bounds", "the names in bounds are to be among diary, wiki")
    assert error.limit == "diary, wiki"
