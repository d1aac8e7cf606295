"""The first start on an empty data directory: one app key, one admin key, told once.

Crash-safe in this order: `first-keys.json` is written before keys.json, so whoever finds it without keys.json stores
the very keys that it names. Whatever the number of processes, one lock lets one of them do it.
"""

import os

import msgspec

from ops.keys import FILE as KEYS_FILE
from ops.keys import KeyRing, NewKey
from ops.principal import VERBS, Grant
from ops.private_files import make_private_directory, service_lock, write_private
from ops.tokens import new_token
from scopes.errors import UnavailableError

FILE = "first-keys.json"
APP = "default"


class FirstKeys(msgspec.Struct, frozen=True):
    """The content of first-keys.json: the app, its key with every verb on every scope, and an admin's key."""

    app: str
    key: str
    admin_key: str


def make_first_keys(directory: str) -> FirstKeys | None:
    """Make the first keys if the data directory holds neither keys nor scopes; None when there was nothing to do."""
    make_private_directory(directory)
    if not _is_first_start(directory):
        return None
    with service_lock(directory, "first-start"):
        if not _is_first_start(directory):
            return None
        first = _written(directory) or _write(directory)
        KeyRing(directory).store(
            [
                (NewKey(role="app", app=first.app, grants=(Grant(VERBS),)), first.key),
                (NewKey(role="admin"), first.admin_key),
            ]
        )
        return first


def first_keys_present(directory: str) -> bool:
    """Whether the secrets of the first start still lie in the data directory."""
    return os.path.exists(os.path.join(directory, FILE))


def _is_first_start(directory: str) -> bool:
    # A directory with scopes but no keys is a restored or damaged one: handing out keys to it is an admin's decision.
    return not any(os.path.lexists(os.path.join(directory, name)) for name in (KEYS_FILE, "scopes"))


def _written(directory: str) -> FirstKeys | None:
    try:
        with open(os.path.join(directory, FILE), "rb") as file:
            return msgspec.json.decode(file.read(), type=FirstKeys)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError as error:
        raise UnavailableError(f"{FILE} can't be read; remove it and start again") from error


def _write(directory: str) -> FirstKeys:
    first = FirstKeys(APP, new_token(), new_token())
    content = msgspec.json.format(msgspec.json.encode(first), indent=2) + b"\n"
    write_private(os.path.join(directory, FILE), content)
    return first
