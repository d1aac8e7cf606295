"""Measurements as they are kept: one line a figure and day, of numbers alone; a line that is none is passed over."""

import datetime as dt
from collections.abc import Iterable
from typing import Annotated

import msgspec

__all__ = ["MOST_DAYS", "Day", "Measured", "merged", "parse", "render"]

# Lines that the file holds; the oldest go.
MOST_DAYS = 2_500

_Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class Day(msgspec.Struct, frozen=True):
    """A figure's measurements on a day of UTC: when the last was made, what was counted, and of how many."""

    name: str
    at: Annotated[str, msgspec.Meta(pattern=r"^\d{4}-\d\d-\d\dT")]
    counted: _Count
    n: Annotated[int, msgspec.Meta(ge=1, le=2**53)]

    @property
    def day(self) -> str:
        """The date."""
        return self.at[:10]

    @property
    def number(self) -> int:
        """The day as a count of days; 0 for a date that is none."""
        try:
            return dt.date.fromisoformat(self.day).toordinal()
        except ValueError:
            return 0


class Measured(msgspec.Struct, frozen=True):
    """One measurement. What `adds_up` is added to the day's, any other takes its place."""

    name: str
    at: str
    counted: int
    n: int
    adds_up: bool


_decoder = msgspec.json.Decoder(Day)


def parse(raw: bytes | None) -> list[Day]:
    """The days that a file's bytes tell of."""
    found: list[Day] = []
    for line in (raw or b"").split(b"\n"):
        try:
            found.append(_decoder.decode(line))
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
    return found


def render(days: Iterable[Day]) -> bytes:
    """The bytes of a file of these days."""
    return b"".join(msgspec.json.encode(day) + b"\n" for day in days)


def merged(days: Iterable[Day], measured: Iterable[Measured], most: int = MOST_DAYS) -> list[Day]:
    """Days with measurements that came since, the oldest first, and no more than `most`."""
    found = {(day.name, day.day): day for day in days}
    for one in measured:
        before = found.get((one.name, one.at[:10]))
        counted, n = (before.counted, before.n) if before is not None and one.adds_up else (0, 0)
        if n + one.n:
            found[one.name, one.at[:10]] = Day(one.name, one.at, counted + one.counted, n + one.n)
    return sorted(found.values(), key=lambda day: (day.day, day.name))[-most:]
