"""The guard that every routed request passes: who calls, for which scope, and whether they may.

In this order, so that no answer says more than its caller may know: the key (401, never why), the role (403, which
says nothing of scopes), the request's form (400, 422), then the grants (404, the same as for what is missing) and last
the verb (403, only inside the grants). Only `Authorization: Bearer` is read: no cookie, no query parameter.

Without authentication the service listens on a loopback address, and the guard turns away requests whose `Host` or
`Origin` is another: a web page that a browser on this machine has open must not reach it.
"""

from urllib.parse import urlsplit

import msgspec
from litestar.middleware import ASGIMiddleware
from litestar.routes import HTTPRoute
from litestar.types import ASGIApp, Receive, Scope, Send

from ops.first_start import APP
from ops.keys import check_app
from ops.label_key import scope_label
from ops.principal import VERBS, Grant, Principal
from ops.settings import is_loopback
from scopes.errors import ForbiddenError, InvalidError, NotFoundError, UnauthorizedError
from scopes.model import ScopeIds
from service.access import APP_PARAMETER, Access, NoQuery, access_of
from service.call import Call, remember
from service.limits import RateTable
from service.running import Running, running
from service.scope_query import check_path, check_scope, convert_parameters, read_parameters, read_scope

NOBODY = "no-auth"

_LOCAL = {
    "app": Principal(NOBODY, APP, "app", (Grant(VERBS),)),
    "admin": Principal(NOBODY, APP, "admin"),
}


class Guard(ASGIMiddleware):
    """Admits a request or raises the error it is answered with."""

    def __init__(self, rates: RateTable) -> None:
        self._rates = rates

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Admit, remember what was found out, go on. OPTIONS only names a path's methods and asks for no key."""
        if scope["type"] == "http" and scope["method"] == "OPTIONS":
            await _name_methods(scope, send)
            return
        access = access_of(scope["route_handler"], scope["path"])
        remember(scope["state"], self._admit(scope, access))
        await next_app(scope, receive, send)

    def _admit(self, scope: Scope, access: Access) -> Call:
        parts = running(scope["litestar_app"])
        if access.audience == "everyone" or (access.by_port and _on_metrics_port(scope, parts)):
            return Call(None, None, NoQuery())
        if _on_metrics_port(scope, parts):
            raise NotFoundError("not served on this port")
        principal = self._authenticate(scope, access, parts)
        _check_role(principal, access)
        check_path(scope["raw_path"].partition(b"?")[0])
        values = read_parameters(scope["query_string"], access.parameters(principal.role))
        if access.scope == "none":
            return Call(principal, None, convert_parameters(values, access.query))
        principal = _acting_for(principal, values)
        ids = read_scope(str(principal.app), values, scope["headers"], parts.settings.limits.id_bytes)
        self._check_ids(scope, principal, access, ids, parts)
        return Call(principal, ids, convert_parameters(values, access.query))

    def _authenticate(self, scope: Scope, access: Access, parts: Running) -> Principal:
        if not parts.settings.server.auth:
            _check_local(scope)
            return _LOCAL["admin" if access.audience == "admin" else "app"]
        principal = parts.keys.authenticate(_bearer(scope))
        if principal is None:
            raise _unauthorized()
        scope["state"]["key_id"] = principal.key_id
        limits = parts.settings.limits
        rate = principal.requests_per_second
        self._rates.take(principal.key_id, limits.requests_per_second if rate is None else rate, limits.burst)
        parts.usage.touch(principal.key_id)
        return principal

    def _check_ids(self, scope: Scope, principal: Principal, access: Access, ids: ScopeIds, parts: Running) -> None:
        if access.scope == "some" and ids == ScopeIds(ids.app):
            check_app(ids.app)
        else:
            # An admin also reaches scopes that are older than the app's dimensions.
            check_scope(ids, parts.keys.dimensions(ids.app) if principal.role == "app" else ())
            scope["state"]["scope_label"] = scope_label(parts.label_key, ids)
        if not principal.sees(ids):
            raise NotFoundError("outside the key's grants")
        if access.verb is not None and not principal.permits(access.verb, ids):
            raise ForbiddenError(f"the key lacks the verb {access.verb} here", field=access.verb)


async def _name_methods(scope: Scope, send: Send) -> None:
    # The framework's own answer is made with the first handler of a path and misses those that follow.
    routes = [route for route in scope["litestar_app"].routes if route.path_format == scope["path_template"]]
    methods = {method for route in routes if isinstance(route, HTTPRoute) for method in route.methods}
    headers = [(b"allow", ", ".join(sorted(methods)).encode()), (b"content-length", b"0")]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _bearer(scope: Scope) -> str:
    given = [value for name, value in scope["headers"] if name == b"authorization"]
    if len(given) != 1:
        raise _unauthorized()
    scheme, _, token = given[0].decode("latin-1").partition(" ")
    if scheme.lower() != "bearer":
        raise _unauthorized()
    return token.strip(" ")


def _unauthorized() -> UnauthorizedError:
    return UnauthorizedError("send a valid key as `Authorization: Bearer …`")


def _check_role(principal: Principal, access: Access) -> None:
    needed = {"app": "app", "admin": "admin"}.get(access.audience)
    if needed is not None and principal.role != needed:
        raise ForbiddenError(f"this route takes an {needed} key")


def _acting_for(principal: Principal, values: dict[str, str]) -> Principal:
    if principal.role == "app":
        return principal
    app = values.get(APP_PARAMETER, principal.app)
    if app is None:
        raise InvalidError("an admin names the app", field=APP_PARAMETER)
    return msgspec.structs.replace(principal, app=app)


def _on_metrics_port(scope: Scope, parts: Running) -> bool:
    server, port = scope["server"], parts.settings.server.metrics_port
    return port != 0 and server is not None and server[1] == port


def _check_local(scope: Scope) -> None:
    headers = dict(scope["headers"])
    host = urlsplit("//" + headers.get(b"host", b"").decode("latin-1")).hostname
    origin = headers.get(b"origin")
    origin_host = None if origin is None else urlsplit(origin.decode("latin-1")).hostname
    if not is_loopback(host or "") or (origin is not None and not is_loopback(origin_host or "")):
        raise ForbiddenError("without authentication only this machine is served")
