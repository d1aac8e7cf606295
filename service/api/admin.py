"""For admins: which scopes there are, erasing one, the receipts of what was erased."""

from collections.abc import Iterator
from itertools import islice
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
from scopes.registry import Registry
from scopes.storage import journal
from scopes.storage.batch import Author
from service.access import for_admin
from service.call import AnyRequest
from service.pagination import Listing, PageQuery
from service.running import running
from service.scope_call import ScopeCall


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
    parts = running(request.app)
    listing = Listing("scopes", parameters, parts.settings.limits.page_items, str)
    after, size = listing.after() or "", listing.size
    found = await parts.lengthily(lambda: list(islice(_behind(parts.registry, parameters, after), size + 1)))
    page = listing.cut(found, lambda pair: pair[0])
    return ScopePage([listed for _, listed in page.items], page.next_cursor)


def _behind(registry: Registry, query: ScopeQuery, after: str) -> Iterator[tuple[str, ScopeListed]]:
    for path, identity in registry.identities(query.app):
        if path > after and query.user_id in (None, identity.ids.user_id):
            yield path, ScopeListed(identity.ids, identity.uid, identity.created)


@post("/v1/erasures", opt=for_admin(scope="one"), status_code=200, tags=["admin"])
async def erase(
    call: NamedDependency[ScopeCall], principal: NamedDependency[Principal], data: JSONBody[ErasureRequest]
) -> Response[Plan | Receipt]:
    """Erase a scope; by default only tell what would go. The receipt stays when the scope is gone."""
    if data.span != "scope":
        raise InvalidError("only span=scope is available", field="span", limit="scope")
    if data.dry_run:
        return Response(await call.parts.lengthily(removal.plan, call.handle))
    author = Author(principal.key_id, journal.mint_id())
    registry, ledger = call.parts.registry, call.parts.ledger
    receipt = await call.parts.lengthily(removal.erase, registry.engine, ledger, call.handle, author)
    registry.forget(call.ids)
    return Response(receipt, status_code=201, headers={"Location": f"/v1/receipts/{receipt.id}"})


@get("/v1/receipts/{receipt_id:str}", opt=for_admin(), tags=["admin"])
async def show_receipt(request: AnyRequest, receipt_id: FromPath[str]) -> Receipt:
    """A receipt, checked against its signature."""
    parts = running(request.app)
    return await parts.lengthily(parts.ledger.receipt, receipt_id)


ADMIN = [list_scopes, erase, show_receipt]
