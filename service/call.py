"""What the guard has found out about a request, handed to the routes as dependencies.

Handlers take `principal` and `parameters` by name, typed `NamedDependency[...]`; those with a scope also `call`
(`service.scope_call`).
"""

from typing import Any

import msgspec
from litestar import Request
from litestar.di import Provide

from ops.principal import Principal
from scopes.model import ScopeIds

AnyRequest = Request[Any, Any, Any]

_STATE = "call"


class Call(msgspec.Struct, frozen=True):
    """One admitted request. `ids` is None on routes without a scope."""

    principal: Principal | None
    ids: ScopeIds | None
    parameters: msgspec.Struct


def remember(state: dict[str, Any], call: Call) -> None:
    """Keep the call with its request."""
    state[_STATE] = call


def call_of(request: AnyRequest) -> Call:
    """What the guard remembered of a request."""
    return request.scope["state"][_STATE]


def _principal(request: AnyRequest) -> Any:
    return call_of(request).principal


def _parameters(request: AnyRequest) -> Any:
    return call_of(request).parameters


def call_dependencies() -> dict[str, Provide]:
    """The dependencies that every handler may ask for."""
    providers = {"principal": _principal, "parameters": _parameters}
    return {name: Provide(provider, sync_to_thread=False) for name, provider in providers.items()}
