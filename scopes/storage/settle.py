"""When a changed file counts as saved, and which forms of a section we have superseded lately."""

import time

from scopes.config import EngineConfig
from scopes.storage.documents import Document, difference
from scopes.storage.files import Signature

Superseded = dict[str, dict[str, dict[str, float]]]


class Settling:
    """Files seen in a state that may be half a save: one counts once it was quiet, a missing or empty one longer."""

    def __init__(self, config: EngineConfig) -> None:
        self._config = config
        self._missing_since: dict[str, float] = {}

    def wait(self, path: str, raw: bytes | None, signature: Signature | None) -> float:
        """Seconds until the file as read counts as saved; 0 when it does."""
        if raw is None or signature is None:
            since = self._missing_since.setdefault(path, time.time())
            return max(0.0, self._config.missing_seconds - (time.time() - since))
        self._missing_since.pop(path, None)
        patience = self._config.settle_seconds if raw else self._config.missing_seconds
        quiet = time.time() - signature.modified / 1e9
        # A time in the future (a copied file, a clock set back) says nothing: take the inode's own change instead.
        if quiet < 0:
            quiet = time.time() - signature.changed / 1e9
        return max(0.0, patience - quiet)

    def forget(self, path: str) -> None:
        """The file is as we know it."""
        self._missing_since.pop(path, None)


def remember_forms(
    superseded: Superseded, path: str, old: Document | None, new: Document | None, *, hand: bool, oldest: float
) -> None:
    """Note the forms that a change supersedes; a person's own change clears them, so that they may return to any."""
    _, gone, _ = difference(old, new)
    if not gone:
        return
    forms = superseded.setdefault(path, {})
    living = set[str]() if new is None else {section.key for section in new.sections}
    for section in gone:
        if hand and section.key in living:
            forms.pop(section.key, None)
        else:
            forms.setdefault(section.key, {})[section.digest] = time.time()
    prune(superseded, oldest)


def prune(superseded: Superseded, oldest: float) -> None:
    """Drop forms that no open editor is expected to hold any more."""
    for path, keys in list(superseded.items()):
        for key, forms in list(keys.items()):
            for digest in [digest for digest, at in forms.items() if at < oldest]:
                del forms[digest]
            if not forms:
                del keys[key]
        if not keys:
            del superseded[path]
