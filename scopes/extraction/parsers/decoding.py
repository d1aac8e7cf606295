"""The elements of a JSON file as values of one kind, each with its place; what is none is told instead."""

from collections.abc import Collection, Iterator
from typing import BinaryIO, Generic, TypeVar

import msgspec

from scopes.extraction.parsers.encodings import as_utf8
from scopes.extraction.parsers.json_stream import elements
from scopes.extraction.parsers.loosely import decode
from scopes.extraction.parsers.parsed import Skipped

T = TypeVar("T")

NO_SUCH = "it can't be read as one"


class Placed(msgspec.Struct, Generic[T], frozen=True):
    """A value and where it stands."""

    place: str
    value: T


def decoded(file: BinaryIO, kind: type[T], what: str, *, within: Collection[str] = ()) -> Iterator[Placed[T] | Skipped]:
    """The elements of a file in any of Unicode's encodings. `what` names one of them."""
    for element in elements(as_utf8(file), within):
        place = f"{what} {element.number}"
        value = None if element.raw is None else decode(element.raw, kind)
        yield Skipped(place, element.reason or NO_SUCH) if value is None else Placed(place, value)


def members(given: list[msgspec.Raw], kind: type[T], what: str) -> Iterator[Placed[T] | Skipped]:
    """The same for the members of a list inside an element."""
    for number, raw in enumerate(given, 1):
        value = decode(bytes(raw), kind)
        place = f"{what} {number}"
        yield Skipped(place, NO_SUCH) if value is None else Placed(place, value)
