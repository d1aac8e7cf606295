"""Salted digests of erased texts: who holds the salt can find a copy of a text again, nobody else can guess at one.

A digest is the first 128 bits of HMAC-SHA256 under a random salt that is told to the requester alone. An erased item
has one for its content and one for each longer line of it. Those that chance may repeat are kept apart, as weak: of a
short content, of a name, of what metadata holds.
"""

import hmac
import os
import unicodedata
from collections.abc import Iterator
from typing import Any

from scopes.model import Item

_TELLING = 16
_HEX = 32
_SALT = b"muniment-receipt-salt-1"


def normalise(text: str) -> str:
    """What two spellings of one text have in common: NFKC, case folded, whitespace collapsed."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


class TextDigests:
    """The digests of what one erasure takes, up to `most`; `omitted` counts the others."""

    def __init__(self, most: int, salt: bytes | None = None) -> None:
        self.salt = salt or os.urandom(32)
        self.omitted = 0
        self._most = most
        self._texts: dict[str, None] = {}
        self._weak: dict[str, None] = {}

    def of(self, text: str) -> str:
        """The digest of a text that is normalised already."""
        return self.keyed(text.encode("utf-8", "surrogatepass"))

    def keyed(self, raw: bytes) -> str:
        """The digest of bytes that are to be compared as they are: a name of a file."""
        return hmac.digest(self.salt, raw, "sha256").hex()[:_HEX]

    def add(self, item: Item) -> None:
        """Take in an item's texts."""
        whole = normalise(item.content)
        self._keep(self._texts if tells(whole) else self._weak, whole)
        for line in item.content.splitlines():
            if tells(normal := normalise(line)):
                self._keep(self._texts, normal)
        for text in side_texts(item):
            self._keep(self._weak, normalise(text))

    def _keep(self, kind: dict[str, None], normal: str) -> None:
        digest = self.of(normal)
        if not normal or digest in kind:
            return
        if len(self._texts) + len(self._weak) >= self._most:
            self.omitted += 1
            return
        kind[digest] = None

    @property
    def texts(self) -> tuple[str, ...]:
        """Those of texts that chance does not repeat."""
        return tuple(self._texts)

    def listed(self) -> dict[str, tuple[str, ...] | str]:
        """As a receipt holds them."""
        return {"texts": self.texts, "weak": tuple(self._weak)}


def salt_proof(salt: bytes) -> str:
    """What tells the right salt from another, and nothing else."""
    return hmac.digest(salt, _SALT, "sha256").hex()[:_HEX]


def tells(normal: str) -> bool:
    """Whether a text is long enough not to be met by chance: 16 characters, of a script without spaces eight."""
    return sum(2 if character >= "⺀" else 1 for character in normal[:_TELLING]) >= _TELLING


def side_texts(item: Item) -> Iterator[str]:
    """An item's name, unless it is a time or a turn's number, and the texts in its metadata."""
    if item.layer in ("wiki", "archive", "page", "skill"):
        yield item.name
    yield from _strings(item.metadata)


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in value.items():  # pyright: ignore[reportUnknownVariableType]
            if name != "role":
                yield from _strings(one)
    elif isinstance(value, list):
        for one in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _strings(one)
