"""Which key a command shows to a server: the one given, or those of the first start in the data directory."""

import os

import msgspec

from ops.first_start import FILE, FirstKeys
from scopes.errors import IntegrityError


class Credentials(msgspec.Struct, frozen=True):
    """The key for data and the key for admins' routes; None shows none, as a server without authentication wants it."""

    app: str | None = None
    admin: str | None = None


def find_credentials(given: str | None, directory: str | None) -> Credentials:
    """The given key for everything, else the first keys of `directory`, else none."""
    if given is not None:
        return Credentials(given, given)
    first = None if directory is None else read_first_keys(directory)
    return Credentials() if first is None else Credentials(first.key, first.admin_key)


def first_keys_path(directory: str) -> str:
    """Where the keys of the first start lie until they are adopted."""
    return os.path.join(directory, FILE)


def read_first_keys(directory: str) -> FirstKeys | None:
    """The keys of the first start, None once they were adopted."""
    try:
        with open(first_keys_path(directory), "rb") as file:
            return msgspec.json.decode(file.read(), type=FirstKeys)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError:
        raise IntegrityError(f"{FILE} can't be read", field=FILE) from None
