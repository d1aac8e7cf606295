"""Measurements add up by day, whoever made them, and what is no line of the file harms no other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.quality.days import Day, Measured, merged, parse, render
from scopes.quality.figures import FIGURES, metric_of

RATE = next(figure for figure in FIGURES if figure.adds_up)
STATE = next(figure for figure in FIGURES if not figure.adds_up)
SHARES = st.tuples(st.integers(0, 50), st.integers(1, 50)).map(lambda pair: (min(pair), pair[1]))


def at(day):
    return f"2026-07-{day:02}T10:00:00.000Z"


def made(figure, day, counted, n):
    return Measured(figure.name, at(day), counted, n, figure.adds_up)


@given(st.lists(st.tuples(st.integers(1, 31), SHARES), max_size=20), st.integers(0, 20))
def test_it_is_one_whether_merged_at_once_or_in_parts(measured, cut):
    lines = [made(RATE, day, *share) for day, share in measured]
    whole = merged([], lines)
    assert merged(parse(render(merged([], lines[:cut]))), lines[cut:]) == whole
    assert sum(day.n for day in whole) == sum(share[1] for _, share in measured)


def test_what_tells_of_a_state_is_the_last_of_its_day():
    (day,) = merged([], [made(STATE, 3, 5, 9), made(STATE, 3, 1, 4)])
    assert (day.counted, day.n) == (1, 4)


def test_the_oldest_days_go_first():
    lines = [made(RATE, day, 1, 1) for day in range(1, 11)]
    assert [day.at for day in merged([], lines, most=3)] == [at(8), at(9), at(10)]


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{",
        b"[]",
        b'{"name":"x","at":"yesterday","counted":1,"n":1}',
        b'{"name":"x","n":0}',
        b"\xff",
        b"[" * 5_000,
    ],
)
def test_a_line_that_is_none_is_passed_over(line):
    good = Day(RATE.name, at(1), 1, 2)
    assert parse(line + b"\n" + render([good])) == [good]


def test_a_rate_is_that_of_the_thirty_days_that_end_with_the_last():
    days = [Day(RATE.name, "2026-05-01T00:00:00Z", 0, 100), Day(RATE.name, at(1), 1, 2), Day(RATE.name, at(20), 2, 2)]
    found = metric_of(RATE, days)
    assert (found.value, found.n, found.at, len(found.history)) == (0.75, 4, at(20), 3)


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.name)
def test_on_its_target_a_figure_passes_and_beyond_it_fails(figure):
    exact = round(figure.target * 100)
    worse = exact + 1 if figure.at_most else exact - 1
    states = [metric_of(figure, [Day(figure.name, at(1), counted, 100)]).state for counted in (exact, worse)]
    assert (states, metric_of(figure, []).state) == (["pass", "fail"], "no data")
