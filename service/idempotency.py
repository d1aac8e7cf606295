"""The `Idempotency-Key` header: what makes a retry of a write recognisable as one.

The engine keeps keyed digests of both parts and the answer's ids, never the text (see `Scope.write`); for the service's
own routes `ops.service_replies` does.
"""

import re

import msgspec

from ops.service_replies import Retry
from scopes.errors import MalformedError
from scopes.model import DIMENSIONS
from service.call import AnyRequest, call_of
from service.headers import Headers, single_header
from service.scope_query import read_parameters

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"

_KEY = re.compile(r"[\x21-\x7e]{1,255}")


class RetryIdentity(msgspec.Struct, frozen=True):
    """The key as the client sent it, and the bytes that a true retry repeats."""

    key: bytes
    body: bytes


def read_key(headers: Headers) -> bytes | None:
    """The key of a request, if it has one. Raises MalformedError unless it is 1 to 255 visible ASCII characters."""
    value = single_header(headers, HEADER)
    if value is None:
        return None
    if not _KEY.fullmatch(value):
        raise MalformedError(f"{HEADER} is 1 to 255 visible ASCII characters", field=HEADER, limit=255)
    return value.encode()


async def read_retry_identity(request: AnyRequest, body: bytes | None = None) -> RetryIdentity | None:
    """What identifies a retry: method, path, own query parameters and body; the scope is where it is kept.

    `body` stands for one that the route has taken in itself.
    """
    key = read_key(request.scope["headers"])
    if key is None:
        return None
    own = _own_parameters(request)
    head = msgspec.json.encode([request.method, request.scope["path"], own])
    return RetryIdentity(key, head + b"\n" + (await request.body() if body is None else body))


async def read_service_retry(request: AnyRequest) -> Retry | None:
    """The same for a route of the service: the ids it names count too, and keys of one app are one owner."""
    identity = await read_retry_identity(request)
    if identity is None:
        return None
    call = call_of(request)
    owner = "admin" if call.principal is None or call.principal.role == "admin" else f"app {call.principal.app}"
    return Retry(owner, identity.key, msgspec.json.encode(call.ids) + b"\n" + identity.body)


def replay_headers(replayed: bool) -> dict[str, str]:
    """What tells an answer that repeats an earlier one."""
    return {REPLAYED: "true"} if replayed else {}


def _own_parameters(request: AnyRequest) -> list[tuple[str, str]]:
    access = request.route_handler.opt["access"]
    values = read_parameters(request.scope["query_string"], access.parameters("admin"))
    return sorted((name, value) for name, value in values.items() if name not in DIMENSIONS)
