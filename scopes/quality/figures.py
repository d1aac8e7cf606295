"""The quality figures of a scope: what each is a share of, and how good it is to be."""

from collections.abc import Iterable, Sequence
from typing import Literal

import msgspec

from scopes.quality.days import Day

__all__ = ["FIGURES", "Figure", "Metric", "Point", "metric_of"]

_WINDOW_DAYS = 30


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """A share, `counted` of `of`. `target` is the least it is to be, or with `at_most` the most.

    A figure that `adds_up` counts what happened, over the last thirty days of its history; any other tells how things
    stood when it was measured last.
    """

    name: str
    counted: str
    of: str
    target: float
    at_most: bool
    adds_up: bool


FIGURES = (
    Figure(
        name="extraction_precision",
        counted="extracted items that a person approved",
        of="extracted items that a person approved or rejected",
        target=0.85,
        at_most=False,
        adds_up=True,
    ),
    Figure(
        name="extraction_false_positives",
        counted="extracted items that stand rejected",
        of="extracted items that stand approved or rejected",
        target=0.05,
        at_most=True,
        adds_up=False,
    ),
    Figure(
        name="retrieval_hit_rate",
        counted="retrievals that were of use, as told to POST /v1/feedback",
        of="retrievals of which that was told",
        target=0.80,
        at_most=False,
        adds_up=True,
    ),
    Figure(
        name="injection_pollution",
        counted="items that retrievals returned and that are now rejected, withdrawn or held back",
        of="items that retrievals returned",
        target=0.02,
        at_most=True,
        adds_up=False,
    ),
    Figure(
        name="deletion_compliance",
        counted="erasures after which nothing of the text was found",
        of="erasures of an item or a source",
        target=1.0,
        at_most=False,
        adds_up=True,
    ),
    Figure(
        name="cross_user_leak",
        counted="checks of isolation in which a word of another user was found here",
        of="checks of isolation",
        target=0.0,
        at_most=True,
        adds_up=False,
    ),
    Figure(
        name="cross_scope_leak",
        counted="checks of isolation with any finding in this scope's directory",
        of="checks of isolation",
        target=0.0,
        at_most=True,
        adds_up=False,
    ),
)


class Point(msgspec.Struct, frozen=True):
    """A day's measurements: when the last was made, the share, and what it is a share of."""

    at: str
    value: float
    n: int


class Metric(msgspec.Struct, frozen=True, kw_only=True):
    """A figure as it stands, with its history, the oldest day first. Without a measurement it is no data."""

    name: str
    value: float | None
    state: Literal["pass", "fail", "no data"]
    target: float
    at_most: bool
    at: str | None
    n: int
    counted: str
    of: str
    history: tuple[Point, ...]


def metric_of(figure: Figure, days: Iterable[Day], most: int | None = None) -> Metric:
    """A figure out of the days on which it was measured; `most` bounds the history that is told."""
    own = sorted((day for day in days if day.name == figure.name), key=lambda day: day.at)
    counted = _window(own) if figure.adds_up else own[-1:]
    n = sum(day.n for day in counted)
    value = round(sum(day.counted for day in counted) / n, 6) if n else None
    points = tuple(Point(day.at, round(day.counted / day.n, 6), day.n) for day in own)
    return Metric(
        name=figure.name,
        value=value,
        state=_state(figure, value),
        target=figure.target,
        at_most=figure.at_most,
        at=own[-1].at if own else None,
        n=n,
        counted=figure.counted,
        of=figure.of,
        history=points if most is None else points[-most:],
    )


def _window(days: Sequence[Day]) -> Sequence[Day]:
    """The measurements of the thirty days that end with the last one."""
    return [day for day in days if days[-1].number - day.number < _WINDOW_DAYS]


def _state(figure: Figure, value: float | None) -> Literal["pass", "fail", "no data"]:
    if value is None:
        return "no data"
    return "pass" if (value <= figure.target if figure.at_most else value >= figure.target) else "fail"
