"""Opaque labels of scopes, for `Muniment-Scope-Id`: the same in every worker, and nothing to guess an id from.

The key is `<data>/label.key`. Losing it changes the labels and nothing else.
"""

import hashlib
import os
import secrets

from ops.private_files import make_private_directory, service_lock, write_private
from scopes.errors import IntegrityError
from scopes.model import ScopeIds
from scopes.paths import canonical_bytes

FILE = "label.key"
_BYTES = 32


def load_label_key(directory: str) -> bytes:
    """The key of the data directory, made by whichever process asks first."""
    make_private_directory(directory)
    path = os.path.join(directory, FILE)
    if not os.path.exists(path):
        with service_lock(directory, "label-key"):
            if not os.path.exists(path):
                write_private(path, secrets.token_bytes(_BYTES))
    with open(path, "rb") as file:
        key = file.read(_BYTES + 1)
    if len(key) != _BYTES:
        raise IntegrityError(f"{FILE} is damaged; remove it to have a new one made", field=FILE)
    return key


def scope_label(key: bytes, ids: ScopeIds) -> str:
    """24 hexadecimal digits that tell scopes apart and say nothing about them."""
    return hashlib.blake2b(canonical_bytes(ids), key=key, digest_size=12).hexdigest()
