"""When a changed file counts as saved, and which forms of a section we have superseded lately."""

import os
import time
from collections.abc import Iterable

from scopes.config import EngineConfig
from scopes.storage import markdown
from scopes.storage.documents import Document, changed_sections
from scopes.storage.files import Signature

Superseded = dict[str, dict[str, dict[str, float]]]
_FORMS = 64


class Settling:
    """Files seen in a state that may be half a save: one counts once it was quiet, a missing or empty one longer."""

    def __init__(self, config: EngineConfig) -> None:
        self._config = config
        self._missing_since: dict[str, float] = {}
        self._seen: dict[str, tuple[Signature, float]] = {}

    def wait(self, path: str, raw: bytes | None, signature: Signature | None) -> float:
        """Seconds until the file as read counts as saved; 0 when it does. `path` is absolute."""
        if raw is None or signature is None:
            gone = time.time() - _last_change(os.path.dirname(path))
            since = self._missing_since.setdefault(path, time.monotonic() - gone)
            return max(0.0, self._config.missing_seconds - (time.monotonic() - since))
        self._missing_since.pop(path, None)
        patience = self._config.settle_seconds if raw else self._config.missing_seconds
        quiet = time.time() - signature.modified / 1e9
        # A time in the future (a copied file, a clock set back) says nothing: take the inode's own change instead.
        if quiet < 0:
            quiet = time.time() - signature.changed / 1e9
        if quiet < 0:
            quiet = self._seen_for(path, signature)
        return max(0.0, patience - quiet)

    def _seen_for(self, path: str, signature: Signature) -> float:
        """Seconds since we first saw the file so: all there is to go by when the clock was set back."""
        seen = self._seen.get(path)
        if seen is None or seen[0] != signature:
            seen = self._seen[path] = (signature, time.monotonic())
        return time.monotonic() - seen[1]

    def forget(self, path: str) -> None:
        """The file is as we know it."""
        self._missing_since.pop(path, None)
        self._seen.pop(path, None)


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


def forget_forms(superseded: Superseded, ids: Iterable[str], changed: Iterable[tuple[str, Document | None]]) -> None:
    """Drop the digests of erased sections: whoever has one can tell whether a guess is the text.

    `changed`: the documents that the erasure changes, as they stood before it; of one that ends, or that is not
    known (None), all goes.
    """
    gone = set(ids)
    keys = set(gone)
    for path, document in changed:
        if document is None:
            superseded.pop(path, None)
            continue
        for section in document.sections:
            if section.id in gone:
                keys |= {section.key, f"name:{markdown.parse_section(section.raw).name}"}
    for forms in superseded.values():
        for key in keys & forms.keys():
            del forms[key]


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
