"""`keys.jsonl`: a line a row, written once the row is on disk. A row without its whole line does not exist."""

import re
import zlib
from typing import NamedTuple

import msgspec

__all__ = ["CRC_NONE", "DIGEST_NONE", "Key", "Parsed", "blanked", "crc_of", "parse", "read", "render"]

DIGEST_NONE, CRC_NONE = "0" * 32, "0" * 8
_BLANKED = (
    (re.compile(rb'"digest":"[0-9a-f]{32}"'), f'"digest":"{DIGEST_NONE}"'.encode()),
    (re.compile(rb'"crc":"[0-9a-f]{8}"'), f'"crc":"{CRC_NONE}"'.encode()),
)


class Key(msgspec.Struct, frozen=True):
    """Row `row` is of the text of item `id` that has this digest. Without a digest: of nothing any more."""

    row: int
    id: str
    digest: str
    model: str
    dim: int
    crc: str

    @property
    def gone(self) -> bool:
        """Whether the row was given up; what it held was zeroed."""
        return self.digest == DIGEST_NONE


def crc_of(row: bytes | memoryview) -> str:
    """The checksum of a row's bytes."""
    return f"{zlib.crc32(row):08x}"


def render(keys: list[Key]) -> bytes:
    """Their lines."""
    return b"".join(msgspec.json.encode(key) + b"\n" for key in keys)


class Parsed(NamedTuple):
    """Keys, the bytes of the whole lines that they stand in, how many lines these are, and how many are no keys."""

    keys: list[Key]
    size: int
    lines: int
    spoilt: int


def parse(raw: bytes, before: int = 0) -> Parsed:
    """The keys in whole lines; `before` is how many lines came before.

    Every row has a line of its own, so a number that is higher than that of its line is none. An empty line is one that
    was spoilt.
    """
    end = raw.rfind(b"\n") + 1
    lines = raw[:end].split(b"\n")[:-1]
    found = ((number, read(line)) for number, line in enumerate(lines, before) if line)
    keys = [key for number, key in found if key is not None and key.row <= number]
    return Parsed(keys, end, len(lines), len(lines) - lines.count(b"") - len(keys))


def blanked(line: bytes) -> bytes:
    """A line, as long as it was, that says its row is gone."""
    for pattern, nothing in _BLANKED:
        line = pattern.sub(nothing, line)
    return line


def read(line: bytes) -> Key | None:
    """The key in a line; None when there is none."""
    try:
        key = _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    sound = key.row >= 0 and 0 < key.dim <= _LARGEST_DIM and len(key.digest) == len(DIGEST_NONE)
    return key if sound and set(key.digest) <= _HEX else None


_decoder = msgspec.json.Decoder(Key)
_LARGEST_DIM = 65_536
_HEX = frozenset("0123456789abcdef")
