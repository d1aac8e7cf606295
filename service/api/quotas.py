"""How much an app may hold and holds, for admins."""

import msgspec
from litestar import get, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from ops.keys import AppQuota
from ops.principal import Principal
from ops.quotas import QuotaShown
from scopes.errors import NotFoundError
from service.access import for_admin
from service.call import AnyRequest
from service.running import Running, running


class QuotaQuery(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose quota."""

    app: str


class QuotaRequest(AppQuota, frozen=True, forbid_unknown_fields=True):
    """An app's own bounds, all of them: null, or left out, means the service's; 0 sets none."""


@get("/v1/quota", opt=for_admin(query=QuotaQuery), sync_to_thread=True, tags=["admin"])
def show_quota(request: AnyRequest, parameters: NamedDependency[QuotaQuery]) -> QuotaShown:
    """How much an app may hold and holds."""
    return _shown(running(request.app), parameters.app)


@put("/v1/quota", opt=for_admin(query=QuotaQuery), sync_to_thread=True, tags=["admin"])
def set_quota(
    request: AnyRequest,
    principal: NamedDependency[Principal],
    parameters: NamedDependency[QuotaQuery],
    data: JSONBody[QuotaRequest],
) -> QuotaShown:
    """Give an app bounds of its own; in force in every worker within a second."""
    parts = running(request.app)
    parts.keys.set_quota(parameters.app, AppQuota(data.scopes, data.items, data.bytes))
    parts.ledger.append("quota_set", id=None, actor=principal.key_id, request=None)
    return _shown(parts, parameters.app)


def _shown(parts: Running, app: str) -> QuotaShown:
    if app not in parts.keys.content().apps:
        raise NotFoundError("no such app")
    return QuotaShown(app, parts.quotas.bounds(app), parts.keys.quota(app), parts.quotas.used(app))


QUOTAS = [show_quota, set_quota]
