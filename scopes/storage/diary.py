"""The diary: one file a day, append-only, `## HH:MM`; the second entry of a minute is `## HH:MM-2`."""

import datetime as dt
import re
from collections.abc import Callable
from zoneinfo import ZoneInfo

from scopes.errors import InvalidError
from scopes.storage.documents import DIARY

# What a machine's folder of zones holds beside the list: its own clock, and the list again with other rules.
_UNLISTED = re.compile(r"localtime|posixrules|Factory|(?:posix|right)/.*", re.DOTALL)


def is_listed(name: str) -> bool:
    """Whether the name of a zone is of the IANA list, and so means the same on every machine."""
    return not _UNLISTED.fullmatch(name)


def zone(name: str) -> ZoneInfo:
    """A time zone by its IANA name; InvalidError for any other."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise InvalidError("time_zone is not the name of an IANA zone", field="time_zone") from None


def parse_time(text: str, field: str, tz: ZoneInfo) -> dt.datetime:
    """An ISO 8601 date or instant; one without a zone is read in the scope's zone. InvalidError otherwise."""
    try:
        moment = dt.datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=tz)).astimezone(tz)
    except (ValueError, OverflowError):
        raise InvalidError(f"{field} is not an ISO 8601 date or time", field=field) from None


def file_for(moment: dt.datetime) -> str:
    """The day's document."""
    return f"{DIARY}{moment.date().isoformat()}.md"


def entry_name(moment: dt.datetime, taken: Callable[[str], bool]) -> str:
    """`HH:MM`, with the first free `-n` when that minute has an entry already."""
    name = plain = f"{moment:%H:%M}"
    number = 1
    while taken(name):
        number += 1
        name = f"{plain}-{number}"
    return name
