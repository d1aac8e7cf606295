"""When a changed file counts as saved, and which forms of a section we have superseded lately."""

import os
import time

from scopes.config import EngineConfig
from scopes.storage.documents import Document, changed_sections
from scopes.storage.files import Signature

Superseded = dict[str, dict[str, dict[str, float]]]
_FORMS = 64


class Settling:
    """Files seen in a state that may be half a save: one counts once it was quiet, a missing or empty one longer."""

    def __init__(self, config: EngineConfig) -> None:
        self._config = config
        self._missing_since: dict[str, float] = {}

    def wait(self, path: str, raw: bytes | None, signature: Signature | None) -> float:
        """Seconds until the file as read counts as saved; 0 when it does. `path` is absolute."""
        if raw is None or signature is None:
            since = self._missing_since.setdefault(path, _last_change(os.path.dirname(path)))
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


def _last_change(folder: str) -> float:
    """When a name last came to or went from a folder, in Unix seconds: what is missing has been so since then."""
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return min(os.stat(folder).st_mtime, time.time())


def forms_gone(old: Document | None, new: Document | None, hands: list[str]) -> dict[str, str]:
    """Key → digest of the sections that a change supersedes, but for those that a person changed themselves."""
    return {section.key: section.digest for section in changed_sections(old, new)[0] if section.key not in hands}


def remember_forms(superseded: Superseded, path: str, gone: dict[str, str], hands: list[str], at: float) -> None:
    """Note the forms of a document's sections that were superseded at Unix second `at`.

    A person's own change of a section (`hands`: its key) forgets the section's forms, so that it may return to any.
    """
    forms = superseded.setdefault(path, {})
    for key in hands:
        forms.pop(key, None)
    for key, digest in gone.items():
        forms.setdefault(key, {})[digest] = at


def prune(superseded: Superseded, oldest: float) -> None:
    """Drop forms that no open editor is expected to hold any more: too old, or too many others came after them."""
    for path, keys in list(superseded.items()):
        for key, forms in list(keys.items()):
            newest = sorted(forms.items(), key=lambda form: form[1])[-_FORMS:]
            keys[key] = {digest: at for digest, at in newest if at >= oldest}
            if not keys[key]:
                del keys[key]
        if not keys:
            del superseded[path]
