"""The file that `erase --receipt` names: there, and with room set aside in it, before anything is erased.

The salt of a receipt is in no other copy: where it can't be written after all, the receipt is printed instead.
"""

import contextlib
import errno
import os
from collections.abc import Generator
from typing import Protocol

import msgspec

from ops.cli.named_files import STANDARD, create_named, unusable
from ops.receipts import ReceiptCopy
from scopes.errors import MunimentError

_FIELD = "receipt"
_ROOM = 1024 * 1024  # ids and digests of some ten thousand items
_NOT_OFFERED = (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS)


class Kept(Protocol):
    """Takes the receipt."""

    def write(self, receipt: ReceiptCopy) -> None:
        """Keep it durably. MunimentError when it can't be kept after all."""
        ...


class _Nowhere:
    """No file is named, or standard output: what the command prints is the copy."""

    def write(self, receipt: ReceiptCopy) -> None:
        """Nothing is written."""


class _ReceiptFile:
    def __init__(self, path: str, descriptor: int) -> None:
        self._path, self._descriptor = path, descriptor
        self.written = False

    def set_room_aside(self) -> None:
        """Take the space now, so that a full disk says so before the erasure and not after it."""
        try:
            os.posix_fallocate(self._descriptor, 0, _ROOM)
        except OSError as error:
            if error.errno not in _NOT_OFFERED:
                raise unusable(error, self._path, _FIELD, "written") from None

    def write(self, receipt: ReceiptCopy) -> None:
        content = msgspec.json.format(msgspec.json.encode(receipt), indent=2) + b"\n"
        try:
            with open(self._descriptor, "wb", closefd=False) as file:
                file.write(content)
                file.truncate()
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise unusable(error, self._path, _FIELD, "written") from None
        self.written = True

    def close(self) -> None:
        os.close(self._descriptor)
        if not self.written:
            with contextlib.suppress(OSError):
                os.unlink(self._path)


@contextlib.contextmanager
def receipt_file(path: str | None) -> Generator[Kept]:
    """A new file of mode 0600 for a receipt; gone again when none is written. MunimentError when it can't be made."""
    if path is None or path == STANDARD:
        yield _Nowhere()
        return
    file = _ReceiptFile(path, create_named(path, _FIELD))
    try:
        file.set_room_aside()
        yield file
    finally:
        file.close()


def not_written(error: MunimentError) -> MunimentError:
    """The error of a receipt that could not be written: the erasure is done, and what was printed is the copy."""
    detail = f"the erasure is done, but its receipt was not written; keep the one printed above: {error.detail}"
    return type(error)(detail, field=error.field)
