"""How an answer says which signals it had to do without."""

import datetime as dt
from collections.abc import Iterable

from scopes.errors import UnavailableError
from scopes.model import Degraded, iso

__all__ = ["left_out", "signals_left_out", "told"]

_COMPONENT = "signal:"


def left_out(signal: str, why: str | Exception, now: dt.datetime) -> Degraded:
    """The entry for a signal that was not at hand."""
    return Degraded(
        component=f"{_COMPONENT}{signal}",
        wanted=signal,
        used="the other signals",
        reason=why if isinstance(why, str) else told(why),
        since=iso(now),
        remedy="see the component that the signal needs",
    )


def told(error: Exception) -> str:
    """Of an error, what tells nothing of texts."""
    return error.detail if isinstance(error, UnavailableError) else type(error).__name__


def signals_left_out(degraded: Iterable[Degraded]) -> list[str]:
    """The names of the signals among what was done without."""
    parts = (entry.component.partition(_COMPONENT) for entry in degraded)
    return [name for before, found, name in parts if found and not before]
