"""What the guard has found out about a request, handed to the routes as dependencies.

Handlers take `principal`, `ids` and `parameters` by name, typed `NamedDependency[...]`; those of data routes also
`call` (`service.engine`).
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


def call_of(request: Request[Any, Any, Any]) -> Call:
    """What the guard remembered of a request."""
    return request.scope["state"][_STATE]


def _principal(request: Request[Any, Any, Any]) -> Any:
    return call_of(request).principal


def _ids(request: Request[Any, Any, Any]) -> Any:
    return call_of(request).ids


def _parameters(request: Request[Any, Any, Any]) -> Any:
    return call_of(request).parameters


def call_dependencies() -> dict[str, Provide]:
    """The dependencies that every handler may ask for."""
    providers = {"principal": _principal, "ids": _ids, "parameters": _parameters}
    return {name: Provide(provider, sync_to_thread=False) for name, provider in providers.items()}
