"""A JSON document of any size read value by value: the elements of a list, JSON lines, or one object.

What an element is made of is not looked at: its end is found by its brackets and strings, and it is handed out as
bytes. One that is too long is read past and told by its number; so memory is bounded by the longest that is allowed.
"""

import os
import re
from collections.abc import Collection, Iterator
from typing import BinaryIO

import msgspec

from scopes.extraction.parsers.bounds import CHUNK_BYTES, DEPTH, ELEMENT_BYTES

TOO_LONG = f"longer than {ELEMENT_BYTES} bytes"
CUT, BROKEN = "the file ends in the middle of it", "its brackets don't match; what follows can't be read"

_OPENING, _CLOSING = b"{[", {0x7B: 0x7D, 0x5B: 0x5D}
_QUOTE, _COMMA, _COLON = 0x22, 0x2C, 0x3A
_TEXT = rb'(?:[^"{}\[\]]++|"[^"\\]*+(?:\\.[^"\\]*+)*+")*+'
# All up to the next bracket of something that has brackets in it, or up to a string that goes on behind this chunk.
_TO_BRACKET = re.compile(
    rb'(?:[^"{}\[\]]++|"[^"\\]*+(?:\\.[^"\\]*+)*+"|\{%b\}|\[%b\])*+["{}\[\]]' % (_TEXT, _TEXT), re.DOTALL
)
_TO_QUOTE = re.compile(rb'[^"\\]*+(?:\\.[^"\\]*+)*+"', re.DOTALL)
_SCALAR = re.compile(rb"[^\s,\]}:]+")
_BLANK = re.compile(rb"[\s,]*")
_BOM = b"\xef\xbb\xbf"


class Element(msgspec.Struct, frozen=True):
    """A value and its number, from 1; `reason` instead of bytes when it can't be had."""

    number: int
    raw: bytes | None
    reason: str = ""


def elements(file: BinaryIO, within: Collection[str] = ()) -> Iterator[Element]:
    """The elements of a list, or of the lists that an object has under the names `within`; else lines, or the object.

    The file must be seekable.
    """
    lines = _has_lines(file, single=not within)
    file.seek(0)
    yield from _lines(file) if lines else _Reader(file).values(within)


def _has_lines(file: BinaryIO, *, single: bool) -> bool:
    """Whether the first line is an object of its own, and the next begins another; or (`single`) there is none."""
    file.seek(0)
    if not file.read(CHUNK_BYTES).removeprefix(_BOM).lstrip().startswith(b"{"):
        return False
    file.seek(0)
    line = file.readline(ELEMENT_BYTES + 1).strip()
    return len(line) > 2 and line.endswith(b"}") and file.read(1) in ((b"{", b"") if single else (b"{",))


def _lines(file: BinaryIO) -> Iterator[Element]:
    file.seek(0)
    number = 0
    while line := file.readline(ELEMENT_BYTES + 1):
        number += 1
        too_long = len(line) > ELEMENT_BYTES
        while line and not line.endswith(b"\n") and len(line) > ELEMENT_BYTES:
            line = file.readline(ELEMENT_BYTES + 1)
        if too_long:
            yield Element(number, None, TOO_LONG)
        elif text := line.removeprefix(_BOM).strip():
            yield Element(number, text)


class _Stop(Exception):  # noqa: N818 - it ends a reading and is no error of the service
    """What was read so far is all that can be read."""


class _Reader:
    """A place in a file, and what of it is being kept."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._number = file, 0
        self._data, self._at = file.read(CHUNK_BYTES).removeprefix(_BOM), 0
        self._kept: list[bytes] | None = None
        self._from = self._size = 0

    def values(self, within: Collection[str]) -> Iterator[Element]:
        """The elements of every list at the top; of an object, what `within` names, or itself."""
        while (byte := self._next()) is not None:
            if byte == 0x5B:
                yield from self._list()
            elif byte == 0x7B and within:
                yield from self._object(within)
            else:
                element = self._element()
                yield element
                if element.reason in (CUT, BROKEN):
                    return

    def _list(self) -> Iterator[Element]:
        self._at += 1
        while (byte := self._next()) is not None:
            if byte == 0x5D:
                self._at += 1
                return
            element = self._element()
            yield element
            if element.reason in (CUT, BROKEN):
                self._end(element.reason)
                return
        yield self._end(CUT)

    def _object(self, within: Collection[str]) -> Iterator[Element]:
        """The lists that are asked for; an object that has none of them is an element itself."""
        self._at += 1
        members, size, found = list[bytes](), 0, False
        while (byte := self._next()) is not None and byte != 0x7D:
            try:
                key = self._value()
                if self._next(also=_COLON) == 0x5B and _name(key) in within:
                    found = True
                    yield from self._list()
                    continue
                value = self._value()
            except _Stop as stop:
                yield self._end(str(stop))
                return
            size += len(key or b"") + len(value or b"")
            if key is not None and value is not None and size <= ELEMENT_BYTES:
                members.append(key + b":" + value)
        self._at += 1
        if not found:
            self._number += 1
            yield Element(self._number, b"{" + b",".join(members) + b"}")

    def _end(self, reason: str) -> Element:
        """Read no further; what is told of the rest."""
        self._data, self._at = b"", 0
        self._file.seek(0, os.SEEK_END)
        return Element(self._number + 1, None, reason)

    def _element(self) -> Element:
        self._number += 1
        try:
            raw = self._value()
        except _Stop as stop:
            return Element(self._number, None, str(stop))
        return Element(self._number, raw, "" if raw is not None else TOO_LONG)

    def _value(self) -> bytes | None:
        """One value, None when it is too long to be kept."""
        self._kept, self._from, self._size = [], self._at, 0
        byte = self._data[self._at] if self._at < len(self._data) else None
        if byte is None:
            raise _Stop(CUT)
        if byte in _OPENING:
            self._brackets()
        elif byte == _QUOTE:
            self._at += 1
            self._string()
        else:
            self._scalar()
        kept = self._take_kept()
        if kept is None or self._size + self._at - self._from > ELEMENT_BYTES:
            return None
        return b"".join([*kept, self._data[self._from : self._at]])

    def _take_kept(self) -> list[bytes] | None:
        """What was kept of a value in the chunks before this; None when it was too much."""
        kept, self._kept = self._kept, None
        return kept

    def _brackets(self) -> None:
        stack = bytearray((_CLOSING[self._data[self._at]],))
        self._at += 1
        while stack:
            match = _TO_BRACKET.match(self._data, self._at)
            if match is None:
                self._more()
                continue
            self._at = match.end()
            byte = self._data[self._at - 1]
            if byte == _QUOTE:
                self._string()
            elif byte in _OPENING:
                stack.append(_CLOSING[byte])
                if len(stack) > DEPTH:
                    raise _Stop(BROKEN)
            elif stack.pop() != byte:
                raise _Stop(BROKEN)

    def _string(self) -> None:
        """To behind the end of a string, from behind its beginning."""
        while (match := _TO_QUOTE.match(self._data, self._at)) is None:
            rest = self._data[self._at :]
            escaping = (len(rest) - len(rest.rstrip(b"\\"))) % 2
            self._more()
            self._at += escaping
        self._at = match.end()

    def _scalar(self) -> None:
        if _SCALAR.match(self._data, self._at) is None:  # a stray bracket or colon: no value can be told from here
            end = self._data.find(b"\n", self._at)
            self._at = len(self._data) if end == -1 else end
        while (match := _SCALAR.match(self._data, self._at)) is not None:
            self._at = match.end()
            if self._at < len(self._data) or not self._grow():
                return

    def _next(self, also: int = _COMMA) -> int | None:
        """The next byte that is neither blank nor a comma, nor `also`, without taking it; None at the end."""
        while True:
            blank = _BLANK.match(self._data, self._at)
            self._at = self._at if blank is None else blank.end()
            if self._at < len(self._data):
                if self._data[self._at] != also:
                    return self._data[self._at]
                self._at += 1
            elif not self._grow():
                return None

    def _more(self) -> None:
        if not self._grow():
            raise _Stop(CUT)

    def _grow(self) -> bool:
        """The next chunk in place of this one, whose rest is kept if it belongs to a value."""
        if self._kept is not None:
            self._kept.append(self._data[self._from :])
            self._size += len(self._data) - self._from
            if self._size > ELEMENT_BYTES:
                self._kept = None
        self._data, self._at, self._from = self._file.read(CHUNK_BYTES), 0, 0
        return bool(self._data)


def _name(key: bytes | None) -> str:
    try:
        return msgspec.json.decode(key or b"", type=str)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
