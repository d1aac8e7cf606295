"""What a route declares about its callers. Every route declares one; without it the service does not start.

The verb is declared, never derived from the HTTP method: reading is often a POST, and a read-only key must do it.
"""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from ops.principal import Verb
from scopes.errors import MunimentError
from scopes.model import DIMENSIONS

Audience = Literal["everyone", "any_key", "app", "admin", "app_or_admin"]
ScopeNeed = Literal["one", "some", "none"]

OPT = "access"
APP_PARAMETER = "app"
OTHER_STATUS = "other_status"
"""The option by which a route tells, for its description, the other status that it answers a success with."""


class NoQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A route without query parameters of its own."""


class Access(msgspec.Struct, frozen=True, kw_only=True):
    """Who may call a route, with which verb, on which scopes, with which query parameters of its own.

    `scope`: one scope must be named; or some part of the ids may be (an admin's list or erasure); or none is.
    `by_port`: open without a key on the metrics port. `conditional`: what it serves has versions to name in `If-Match`.
    `once`: a route of the service that makes something and takes `Idempotency-Key`; writes in a scope all do.
    """

    audience: Audience
    verb: Verb | None = None
    scope: ScopeNeed = "none"
    query: type[msgspec.Struct] = NoQuery
    by_port: bool = False
    conditional: bool = False
    once: bool = False

    def parameters(self, role: str) -> tuple[str, ...]:
        """The names of the query parameters that a caller of this role may send."""
        app = (APP_PARAMETER,) if role == "admin" and self.scope != "none" else ()
        ids = DIMENSIONS if self.scope != "none" else ()
        return (*app, *ids, *self.query.__struct_fields__)


def for_everyone() -> dict[str, Access]:
    """Open without a key: liveness, readiness, version, documentation. Its query is ignored."""
    return {OPT: Access(audience="everyone")}


def for_any_key(*, by_port: bool = False) -> dict[str, Access]:
    """Any key opens it; it shows nothing of any scope."""
    return {OPT: Access(audience="any_key", by_port=by_port)}


def for_app(verb: Verb, query: type[msgspec.Struct] = NoQuery, *, conditional: bool = False) -> dict[str, Access]:
    """A data route: one scope of the key's own app, with the verb granted."""
    return {OPT: Access(audience="app", verb=verb, scope="one", query=query, conditional=conditional)}


def for_admin(
    verb: Verb | None = None,
    query: type[msgspec.Struct] = NoQuery,
    *,
    scope: ScopeNeed = "none",
    once: bool = False,
) -> dict[str, Access]:
    """An admin's route; one that takes a scope takes the app as `app`."""
    return {OPT: Access(audience="admin", verb=verb, scope=scope, query=query, once=once)}


def for_app_or_admin(
    verb: Verb, query: type[msgspec.Struct] = NoQuery, *, scope: ScopeNeed = "one"
) -> dict[str, Access]:
    """A route of export or proof: an app with the verb on its own scope, or an admin who names the app."""
    return {OPT: Access(audience="app_or_admin", verb=verb, scope=scope, query=query)}


def declared_routes(app: Litestar) -> Iterator[tuple[str, str, HTTPRouteHandler, Access]]:
    """(method, path template, handler, access) of every route. Raises MunimentError for one that declares nothing.

    Litestar's own OPTIONS answers name the methods of a path and are left out.
    """
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            raise MunimentError(f"{route.path} is not an HTTP route: nothing guards it")
        for handler in route.route_handlers:
            for method in sorted(handler.http_methods - {"OPTIONS"}):
                yield method, route.path_format, handler, access_of(handler, route.path_format)


def check_access(app: Litestar) -> None:
    """Refuse an application with a route that declares nothing. Raises MunimentError naming it."""
    for _declared in declared_routes(app):
        pass


def access_of(handler: Any, path: str) -> Access:
    """What a handler has declared. Raises MunimentError if it declared nothing."""
    access = handler.opt.get(OPT)
    if not isinstance(access, Access):
        raise MunimentError(f"the route {path} declares no access")
    return access
