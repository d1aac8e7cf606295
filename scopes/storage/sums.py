"""Digests of files that only grow: of the bytes so far, and of each block of them, so that a change can be placed."""

import hashlib

import msgspec

BLOCK = 4096
_MARK = 8


class SealedFile(msgspec.Struct, frozen=True, array_like=True):
    """(bytes of an append-only file, SHA-256 of them, eight hex digits of the SHA-256 of each block of 4 KiB)."""

    size: int
    sha256: str
    marks: str = ""

    def spoilt(self, raw: bytes) -> tuple[int, int] | None:
        """From which byte to which one the first blocks lie in which `raw` is not what was sealed; None if unknown."""
        marks = [self.marks[at : at + _MARK] for at in range(0, len(self.marks), _MARK)]
        found = Sum(raw[: self.size]).marks
        wrong = [at for at, mark in enumerate(marks) if at >= len(found) or found[at] != mark]
        if not wrong:
            return None
        last = wrong[0]
        while last + 1 in wrong:
            last += 1
        return wrong[0] * BLOCK, min((last + 1) * BLOCK, self.size)


class Sum:
    """The digests of a file's first `size` bytes; goes on when the file grows."""

    def __init__(self, raw: bytes = b"") -> None:
        self.size = 0
        self._whole, self._block = hashlib.sha256(), hashlib.sha256()
        self._marks: list[str] = []
        self.add(raw)

    def add(self, raw: bytes) -> None:
        """Take the next bytes in."""
        self._whole.update(raw)
        view = memoryview(raw)
        while view:
            piece = view[: BLOCK - self.size % BLOCK]
            view = view[len(piece) :]
            self._block.update(piece)
            self.size += len(piece)
            if self.size % BLOCK == 0:
                self._marks.append(self._block.hexdigest()[:_MARK])
                self._block = hashlib.sha256()

    @property
    def sha256(self) -> str:
        """SHA-256 of all of it."""
        return self._whole.hexdigest()

    @property
    def marks(self) -> list[str]:
        """A mark for each block, the last one being whatever is there of it."""
        return [*self._marks, self._block.hexdigest()[:_MARK]] if self.size % BLOCK else list(self._marks)

    def sealed(self) -> SealedFile:
        """What the seal says of the file."""
        return SealedFile(self.size, self.sha256, "".join(self.marks))
