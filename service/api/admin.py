"""For admins: which scopes there are, erasing one, the receipts of what was erased."""

from typing import Literal

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ops import removal
from ops.ledger import Receipt
from ops.principal import Principal
from ops.removal import Plan
from scopes.errors import InvalidError
from scopes.model import ScopeIds
from scopes.storage import journal
from scopes.storage.batch import Author
from service.access import for_admin
from service.engine import AnyRequest, scope_of
from service.pagination import PageQuery, cut_page, page_size, read_cursor
from service.running import running


class ScopeQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Filters of the list: one app, one user."""

    app: str | None = None
    user_id: str | None = None


class ScopeListed(msgspec.Struct, frozen=True):
    """A scope as it is listed."""

    scope: ScopeIds
    uid: str
    created: str


class ScopePage(msgspec.Struct, frozen=True):
    """A page of scopes, in the order of their directories."""

    items: list[ScopeListed]
    next_cursor: str | None


class ErasureRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What to erase; the scope is the one of the query. Nothing goes unless `dry_run` is false."""

    span: Literal["item", "source", "run", "scope", "user", "app"]
    dry_run: bool = True


@get("/v1/scopes", opt=for_admin(query=ScopeQuery), tags=["admin"])
async def list_scopes(request: AnyRequest, parameters: NamedDependency[ScopeQuery]) -> ScopePage:
    """Every scope of the service, of an app or of one of its users."""
    return await running(request.app).heavily(_list_scopes, request, parameters)


def _list_scopes(request: AnyRequest, query: ScopeQuery) -> ScopePage:
    parts = running(request.app)
    size = page_size(query, parts.settings.limits.page_items)
    listing = f"scopes:{query.app}:{query.user_id}"
    after = str(read_cursor(listing, query.cursor) or "")
    found: list[tuple[str, ScopeListed]] = []
    for path, identity in parts.registry.identities(query.app):
        if path <= after or (query.user_id is not None and identity.ids.user_id != query.user_id):
            continue
        found.append((path, ScopeListed(identity.ids, identity.uid, identity.created)))
        if len(found) > size:
            break
    page = cut_page(found, size, listing, lambda pair: pair[0])
    return ScopePage([listed for _, listed in page.items], page.next_cursor)


@post("/v1/erasures", opt=for_admin(scope="one"), status_code=200, tags=["admin"])
async def erase(
    request: AnyRequest,
    ids: NamedDependency[ScopeIds],
    principal: NamedDependency[Principal],
    data: JSONBody[ErasureRequest],
) -> Response[Plan | Receipt]:
    """Erase a scope; by default only tell what would go. The receipt stays when the scope is gone."""
    if data.span != "scope":
        raise InvalidError("only span=scope is available", field="span", limit="scope")
    parts = running(request.app)
    scope = scope_of(request, ids)
    if data.dry_run:
        return Response(await parts.heavily(removal.plan, scope))
    author = Author(principal.key_id, journal.mint_id())
    receipt = await parts.heavily(removal.erase, parts.registry.engine, parts.ledger, scope, author)
    parts.registry.forget(ids)
    return Response(receipt, status_code=201, headers={"Location": f"/v1/receipts/{receipt.id}"})


@get("/v1/receipts/{receipt_id:str}", opt=for_admin(), tags=["admin"])
async def show_receipt(request: AnyRequest, receipt_id: FromPath[str]) -> Receipt:
    """A receipt, checked against its signature."""
    parts = running(request.app)
    return await parts.heavily(parts.ledger.receipt, receipt_id)


ADMIN = [list_scopes, erase, show_receipt]
