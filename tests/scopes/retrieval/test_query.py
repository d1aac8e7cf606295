"""What a request may ask."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import InvalidError
from scopes.retrieval.period import TimeRange
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.signals import SIGNAL_NAMES

DECODE = msgspec.json.Decoder(RetrieveQuery).decode


@pytest.mark.parametrize(
    ("fields", "field", "limit"),
    [
        ({"limit": 0}, "limit", "1 to 200"),
        ({"limit": 201}, "limit", "1 to 200"),
        ({"budget_tokens": 0}, "budget_tokens", "1 to 1000000"),
        ({"floor": 1.1}, "floor", "0 to 1"),
        ({"floor": float("nan")}, "floor", "0 to 1"),
        ({"threshold": -0.1}, "threshold", "0 to 1"),
        ({"signals": ("luck",)}, "signals", ", ".join(SIGNAL_NAMES)),
        ({"query": ""}, "query", None),
        ({"query": " \n"}, "query", None),
        ({"query": "a" * 10_001}, "query", 10_000),
        ({"layers": ("source",)}, "layers", "wiki, diary, sources, pages, skills"),
        ({"layers": ()}, "layers", "wiki, diary, sources, pages, skills"),
        ({"lines": ("mail",)}, "lines", "chat, workspace, skill"),
        ({"tags": ()}, "tags", "1 to 100"),
        ({"kinds": ("k",) * 101}, "kinds", "1 to 100"),
        ({"tz": "Mars/Olympus"}, "tz", None),
        ({"tz": "../etc/passwd"}, "tz", None),
        ({"as_of": "yesterday"}, "as_of", None),
        ({"time_range": TimeRange()}, "time_range", None),
        ({"time_range": TimeRange(from_="soon")}, "time_range.from", None),
        ({"time_range": TimeRange(to="2026-13-01")}, "time_range.to", None),
        ({"time_range": TimeRange(from_="2026-07-22", to="2026-07-21")}, "time_range", None),
    ],
)
def test_what_can_t_be_asked_is_refused_by_name(shelf, fields, field, limit):
    with pytest.raises(InvalidError) as refused:
        shelf().ask(**{"query": "sea", **fields})
    assert (refused.value.field, refused.value.limit) == (field, limit)


def test_the_wire_form_is_read():
    query = DECODE(
        b'{"query":"sea","layers":["diary"],"time_range":{"from":"2026-07-01","to":"2026-07-31"},"tags":["a"]}'
    )
    assert query.time_range == TimeRange(from_="2026-07-01", to="2026-07-31")
    assert (query.limit, query.layers, query.tags, query.expand_links) == (10, ("diary",), ("a",), True)


@pytest.mark.parametrize("body", [b'{"quer":"sea"}', b'{"time_range":{"form":"x"}}', b'{"limit":"10"}'])
def test_unknown_fields_and_types_are_refused(body):
    with pytest.raises(msgspec.ValidationError):
        DECODE(body)


@given(st.text(), st.text())
def test_any_text_as_a_time_is_read_or_refused(first, last):
    query = RetrieveQuery(time_range=TimeRange(from_=first, to=last))
    try:
        query.period()
    except InvalidError as refused:
        assert refused.field in {"time_range", "time_range.from", "time_range.to"}
