"""The opaque ids of what is imported: kept where they are ids of this kind and free, else made anew, each once."""

import base64
import hmac
import os
import re

from scopes.storage.journal import mint_id

_OPAQUE = re.compile(r"[a-z2-7]{16}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


def is_id(text: str) -> bool:
    """Whether a text is an opaque id as the service makes them."""
    return _OPAQUE.fullmatch(text) is not None


def is_digest(text: str) -> bool:
    """Whether a text is an HMAC in hex."""
    return _DIGEST.fullmatch(text) is not None


class Ids:
    """The ids of one import. What is no id of ours becomes the same new one wherever it stands."""

    def __init__(self) -> None:
        self._salt = os.urandom(32)
        self._taken: set[str] = set()

    def claim(self, given: str) -> str:
        """The id for something new that calls itself `given`: a second one of that name gets another."""
        wanted = self.refer(given)
        while wanted in self._taken:
            wanted = mint_id()
        self._taken.add(wanted)
        return wanted

    def refer(self, given: str) -> str:
        """The id that something else's `given` stands for."""
        return given if is_id(given) else self._derive(given)

    def _derive(self, given: str) -> str:
        digest = hmac.digest(self._salt, given.encode("utf-8", "surrogateescape"), "sha256")
        return base64.b32encode(digest[:10]).decode().lower()
