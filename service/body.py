"""JSON bodies decoded strictly into the type that a handler's `data` names: no coercion, no unknown fields.

Bytes that are no JSON, no UTF-8, hold lone surrogates or one member twice are 400; a value of another shape is 422 with
its path; a body that says to be of another media type is 415.
"""

import json
from functools import lru_cache
from typing import Any, get_origin

import msgspec
from litestar import Litestar, Request

from scopes.errors import MalformedError
from scopes.lines.validation import invalid
from service.access import declared_routes
from service.media import check_media

TEXT_BODY = "text_body"
"""The option by which a route that reads its body itself tells the body's media type."""

JSON_BODY = "json_body"
"""The option by which such a route tells the type of the JSON that it takes as well."""

_JSON = ("application/json", "+json")


class StrictRequest(Request[Any, Any, Any]):
    """A request whose `json()` is of the handler's type already."""

    async def json(self) -> Any:
        """The body as the handler's `data`, or untyped where the handler names none."""
        check_media(self.scope["headers"], _JSON)
        field = self.route_handler.parsed_data_field
        return decode_body(await self.body(), Any if field is None else field.annotation)


def check_bodies(app: Litestar) -> None:
    """Make every body's decoder at the start: a type that can't be decoded stops the service, not a request."""
    for _, _, handler, _ in declared_routes(app):
        field = handler.parsed_data_field
        if field is not None and is_struct(field.annotation):
            _decoder(field.annotation)


def is_struct(kind: Any) -> bool:
    """Whether a type is one of our shapes, generic or not."""
    bare = get_origin(kind) or kind
    return isinstance(bare, type) and issubclass(bare, msgspec.Struct)


def decode_body(raw: bytes, kind: Any) -> Any:
    """Decode JSON into `kind`. Raises InvalidError (422) or MalformedError (400)."""
    try:
        decoded = _decoder(kind).decode(raw)
        _TWICE.decode(raw.decode())
    except msgspec.ValidationError as error:
        raise invalid(error, kind=kind) from None
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise MalformedError("the body is not JSON in UTF-8") from None
    return decoded


def _refuse_repeated(members: list[tuple[str, Any]]) -> None:
    # Of a repeated member one reader takes the first and another the last: a filter in front may have seen the other.
    if len(dict(members)) != len(members):
        raise MalformedError("an object of the body has a member twice")


_TWICE = json.JSONDecoder(object_pairs_hook=_refuse_repeated)


@lru_cache(maxsize=256)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
