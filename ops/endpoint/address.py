"""Where an endpoint is, as the settings tell it, and the key that it asks for."""

import os
import stat
from urllib.parse import urlsplit

from scopes.errors import InvalidError

__all__ = ["check_endpoint", "is_address", "read_key"]

_LOOSE = 0o037  # a secret that an orchestrator mounts is often readable for the service's group


def check_endpoint(
    section: str, url: str | None, model: str | None, key_file: str | None, key_variable: str | None
) -> None:
    """InvalidError, naming the setting, for an endpoint that can't be called as the section describes it."""
    if not model:
        raise InvalidError("an endpoint is asked for a model", field=f"{section}.model")
    if key_file is not None and key_variable is not None:
        raise InvalidError("the key comes from a file or from a variable, not both", field=f"{section}.key_variable")
    if not is_address(url or ""):
        raise InvalidError("an endpoint's address is http(s)://host[:port][/path], in ASCII", field=f"{section}.url")


def read_key(section: str, key_file: str | None, key_variable: str | None) -> str | None:
    """The endpoint's key, None where it asks for none. InvalidError for one that others may read, or none."""
    if key_variable is not None:
        value = os.environ.get(key_variable, "").strip()
        return _checked(value, "the variable holds no key", f"{section}.key_variable")
    if key_file is None:
        return None
    field = f"{section}.key_file"
    try:
        with open(key_file, encoding="ascii") as file:
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & _LOOSE:
                raise InvalidError("others may read the key: chmod 600 the file", field=field)
            value = file.read(4096).strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not a key"
        raise InvalidError(f"the key file can't be read: {why}", field=field) from None
    return _checked(value, "the file holds no key", field)


def is_address(url: str) -> bool:
    """Whether this is an http(s) address without a query, a fragment, a user or anything that is not ASCII."""
    if not url.isascii() or not url.isprintable() or set(url) & set(" ?#@"):
        return False
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _checked(value: str, otherwise: str, field: str) -> str:
    """A key that can stand in a header."""
    if not value or not value.isascii() or not value.isprintable() or " " in value:
        raise InvalidError(otherwise, field=field)
    return value
