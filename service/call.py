"""What the guard has found out about a request, handed to the routes as dependencies.

Handlers take `principal`, `ids`, `parameters` and `request_id` by name, typed `NamedDependency[...]`.
"""

from typing import Any

import msgspec
from litestar import Request
from litestar.di import Provide

from ops.principal import Principal
from scopes.model import ScopeIds

_STATE = "call"


class Call(msgspec.Struct, frozen=True):
    """One admitted request. `ids` is None on routes without a scope."""

    principal: Principal | None
    ids: ScopeIds | None
    parameters: msgspec.Struct


def remember(state: dict[str, Any], call: Call) -> None:
    """Keep the call with its request."""
    state[_STATE] = call


def _call(request: Request[Any, Any, Any]) -> Call:
    return request.scope["state"][_STATE]


def _principal(request: Request[Any, Any, Any]) -> Any:
    return _call(request).principal


def _ids(request: Request[Any, Any, Any]) -> Any:
    return _call(request).ids


def _parameters(request: Request[Any, Any, Any]) -> Any:
    return _call(request).parameters


def _request_id(request: Request[Any, Any, Any]) -> Any:
    return request.scope["state"]["request_id"]


def call_dependencies() -> dict[str, Provide]:
    """The dependencies that every handler may ask for."""
    providers = {"principal": _principal, "ids": _ids, "parameters": _parameters, "request_id": _request_id}
    return {name: Provide(provider, sync_to_thread=False) for name, provider in providers.items()}
