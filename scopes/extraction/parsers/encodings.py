"""In which encoding a foreign file is, by its mark or by how it begins, and JSON of any of them as UTF-8."""

import codecs
import io
import os
from typing import Any, BinaryIO, cast

from scopes.extraction.parsers.bounds import CHUNK_BYTES, HEAD_BYTES

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before the mark that it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# JSON and transcripts begin with characters of ASCII: of each, all bytes but one are 0 (RFC 4627, section 3).
_ZEROS: dict[tuple[int, ...], str] = {
    (1, 1, 1, 0): "utf-32-be",
    (0, 1, 1, 1): "utf-32-le",
    (1, 0, 1, 0): "utf-16-be",
    (0, 1, 0, 1): "utf-16-le",
}


def encoding_of(head: bytes) -> str:
    """The encoding of a text that begins so: as its mark or its zeros say, else UTF-8, else that of Chinese Windows."""
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    if (wide := _ZEROS.get(tuple(int(byte == 0) for byte in head[:4]))) is not None:
        return wide
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)  # the last character may be cut
    except UnicodeDecodeError:
        return "gb18030"
    return "utf-8"


def as_utf8(file: BinaryIO) -> BinaryIO:
    """A seekable file with the same text in UTF-8: itself unless it is in UTF-16 or UTF-32."""
    file.seek(0)
    encoding = encoding_of(file.read(HEAD_BYTES))
    file.seek(0)
    if not encoding.startswith(("utf-16", "utf-32")):
        return file
    return cast("BinaryIO", io.BufferedReader(_Transcoded(file, encoding), CHUNK_BYTES))


class _Transcoded(io.RawIOBase):
    """The text of a file in UTF-8, read on as it is asked for; it can be read again from its beginning."""

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        self._file, self._new = file, codecs.getincrementaldecoder(encoding)
        self._decoder, self._left, self._at = self._new("replace"), b"", 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._left:
            raw = self._file.read(CHUNK_BYTES)
            self._left = self._decoder.decode(raw, final=not raw).encode("utf-8", "replace")
            if not raw:
                break
        taken = self._left[: len(buffer)]
        buffer[: len(taken)] = taken
        self._left = self._left[len(taken) :]
        self._at += len(taken)
        return len(taken)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        """To the beginning, or past all that there is."""
        if whence == os.SEEK_SET and offset == 0:
            self._file.seek(0)
            self._decoder, self._left, self._at = self._new("replace"), b"", 0
        elif whence == os.SEEK_END and offset == 0:
            self._file.seek(0, os.SEEK_END)
            self._decoder.reset()
            self._left = b""
        elif offset != self._at or whence != os.SEEK_SET:
            raise io.UnsupportedOperation("a text in another encoding is read from its beginning")
        return self._at

    def tell(self) -> int:
        return self._at
