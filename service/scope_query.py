"""What a request line says, read strictly from its raw bytes; the scope may come in the header `Muniment-Scope`.

A lenient parser sends one call to two scopes: `a+b` and `a b`, the first or the last of a repeated name, every invalid
byte as the same U+FFFD, a misspelt name dropped. So anything that two readers could read differently is refused.
"""

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import unquote_to_bytes

import msgspec

from scopes.errors import InvalidError, MalformedError
from scopes.lines.validation import invalid, is_sane_name
from scopes.model import DIMENSIONS, ScopeIds
from scopes.paths import validate_ids

SCOPE_HEADER = b"muniment-scope"

Query = TypeVar("Query", bound=msgspec.Struct)

_QUERY, _HEADER = "the query", "Muniment-Scope"

_IDS = frozenset({"app", *DIMENSIONS})
_BAD_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")


def read_parameters(raw: bytes, allowed: Sequence[str], *, where: str = _QUERY) -> dict[str, str]:
    """The parameters of a query string, or of `where` it stands, each at most once and each one of `allowed`.

    Names are compared as they stand, never unescaped, so a proxy that looks for `user_id=` sees what this sees.
    """
    values: dict[str, str] = {}
    for part in raw.split(b"&") if raw else ():
        name, value = _read_parameter(part, allowed, where)
        if name in values:
            raise MalformedError(f"{name} is given more than once", field=name)
        values[name] = value
    return values


def check_path(raw: bytes) -> None:
    """Refuse (400) a request path that readers could read differently: a bad escape, bytes that are no UTF-8, a NUL."""
    if _BAD_ESCAPE.search(raw):
        raise MalformedError("the path holds a % that is no escape: send %25")
    try:
        path = unquote_to_bytes(raw).decode()
    except UnicodeDecodeError:
        raise MalformedError("the path is not UTF-8") from None
    if "\0" in path:
        raise MalformedError("the path holds a NUL")


def read_scope(app: str, query: Mapping[str, str], headers: Iterable[tuple[bytes, bytes]], id_bytes: int) -> ScopeIds:
    """The ids a request names, in its query or in its header but not in both; they may be none. Not yet validated."""
    ids = {name: query[name] for name in DIMENSIONS if name in query}
    given = [value for name, value in headers if name == SCOPE_HEADER]
    if len(given) > 1:
        raise MalformedError("Muniment-Scope is given more than once", field="Muniment-Scope")
    if given and ids:
        raise MalformedError("name the scope in the query or in Muniment-Scope, not in both", field="Muniment-Scope")
    if given:
        ids = read_parameters(given[0], DIMENSIONS, where=_HEADER)
    for name, value in ids.items():
        if len(value.encode()) > id_bytes:
            raise InvalidError(f"{name} is longer than {id_bytes} bytes of UTF-8", field=name, limit=id_bytes)
    return ScopeIds(app, **ids)


def check_scope(ids: ScopeIds, dimensions: Sequence[str]) -> None:
    """Refuse (422) ids that name no scope, lack one of the app's dimensions or could not be told apart."""
    for name in dimensions:
        if getattr(ids, name) is None:
            raise InvalidError(f"this app names {name} in every call", field=name)
    validate_ids(ids)


def convert_parameters(values: Mapping[str, str], kind: type[Query]) -> Query:
    """A route's own parameters as its Struct; a field that is a tuple takes a list parted by commas."""
    own = {
        name: values[name].split(",") if takes_list else values[name]
        for name, takes_list in _own_fields(kind)
        if name in values
    }
    try:
        return msgspec.convert(own, kind, strict=False)
    except msgspec.ValidationError as error:
        raise invalid(error, kind=kind, strict=False) from None


@lru_cache(maxsize=256)
def _own_fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, bool], ...]:
    return tuple((field.name, _is_list(field.type)) for field in msgspec.structs.fields(kind))


def _is_list(annotation: Any) -> bool:
    described = msgspec.inspect.type_info(annotation)
    choices = described.types if isinstance(described, msgspec.inspect.UnionType) else (described,)
    return any(isinstance(choice, msgspec.inspect.VarTupleType | msgspec.inspect.ListType) for choice in choices)


def _read_parameter(part: bytes, allowed: Sequence[str], where: str) -> tuple[str, str]:
    raw_name, _, raw_value = part.partition(b"=")
    name = raw_name.decode("ascii", "replace")
    if name not in allowed:
        raise _unknown(name, allowed, where)
    if _BAD_ESCAPE.search(raw_value):
        raise MalformedError(f"{name} holds a % that is no escape: send %25", field=name)
    if b"+" in raw_value:
        if name in _IDS:
            raise MalformedError(f"{name} holds a literal +, which readers disagree on: send %2B or %20", field=name)
        raw_value = raw_value.replace(b"+", b" ")
    try:
        value = unquote_to_bytes(raw_value).decode()
    except UnicodeDecodeError:
        raise MalformedError(f"{name} is not UTF-8", field=name) from None
    if not value:
        raise InvalidError(f"{name} is empty: leave it out or give it a value", field=name)
    return name, value


def _unknown(name: str, allowed: Sequence[str], where: str) -> MalformedError:
    if not name:
        return MalformedError(f"{where} holds an empty parameter", field=_HEADER if where == _HEADER else None)
    near = difflib.get_close_matches(name.lower(), allowed, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    told = "unknown query parameter" if where == _QUERY else f"{where} names only ids of a scope"
    return MalformedError(f"{told}{hint}", field=name if is_sane_name(name) else None)
