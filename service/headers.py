"""Reading request headers: the raw values of one name, strictly."""

from collections.abc import Iterable

from scopes.errors import MalformedError

Headers = Iterable[tuple[bytes, bytes]]


def header_values(headers: Headers, name: str) -> list[str]:
    """All values of a header, in order."""
    wanted = name.lower().encode()
    return [value.decode("latin-1") for given, value in headers if given == wanted]


def single_header(headers: Headers, name: str) -> str | None:
    """The value of a header that comes at most once."""
    values = header_values(headers, name)
    if len(values) > 1:
        raise MalformedError(f"{name} is given more than once", field=name)
    return values[0] if values else None
