"""The lines of a text in any of the encodings that exporters write, none longer than its bound."""

import codecs
from collections.abc import Iterator
from typing import BinaryIO

from scopes.extraction.parsers.bounds import DOCUMENT_BYTES, HEAD_BYTES, LINE_BYTES
from scopes.extraction.parsers.encodings import encoding_of


def decode_head(head: bytes) -> str:
    """The beginning of a text."""
    return head.decode(encoding_of(head), "replace")


def whole(file: BinaryIO) -> str | None:
    """A document as one text with plain line ends; None for one that is too long."""
    file.seek(0)
    raw = file.read(DOCUMENT_BYTES + 1)
    if len(raw) > DOCUMENT_BYTES:
        return None
    return raw.decode(encoding_of(raw[:HEAD_BYTES]), "replace").replace("\r\n", "\n").replace("\r", "\n")


def lines(file: BinaryIO) -> Iterator[tuple[int, str]]:
    """(number, line) from 1, without line ends; of a line that is too long the rest is another of the same number."""
    file.seek(0)
    head = file.read(HEAD_BYTES)
    file.seek(0)
    decoder, left, number = codecs.getincrementaldecoder(encoding_of(head))("replace"), "", 1
    while chunk := file.read(HEAD_BYTES):
        left += decoder.decode(chunk)
        *whole, left = left.split("\n")
        for line in whole:
            yield number, line.rstrip("\r")
            number += 1
        if len(left) > LINE_BYTES:
            yield number, left
            left = ""
    if left := left + decoder.decode(b"", final=True):
        yield number, left.rstrip("\r")
