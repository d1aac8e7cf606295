"""For admins: which scopes there are, erasing, the receipts of what was erased."""

from collections.abc import Iterator
from itertools import islice

import msgspec
from litestar import MediaType, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ops.erasure_plan import Plan, plan
from ops.erasures import Erasures
from ops.principal import Principal
from ops.receipts import Receipt, ReceiptCopy, ReceiptListed, fresh_receipt_id
from ops.service_replies import Retry
from ops.spans import ErasureRequest
from scopes.errors import NotFoundError
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.storage import journal
from scopes.storage.batch import Author
from service.access import OTHER_STATUS, for_admin
from service.call import AnyRequest
from service.idempotency import read_service_retry, replay_headers
from service.pagination import Listing, Page, PageQuery
from service.running import Running, running
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


@post(
    "/v1/erasures",
    opt=for_admin(scope="some", once=True) | {OTHER_STATUS: 201},
    status_code=200,
    tags=["admin"],
)
async def erase(
    request: AnyRequest,
    call: NamedDependency[ScopeCall],
    principal: NamedDependency[Principal],
    data: JSONBody[ErasureRequest],
) -> Response[Plan | ReceiptCopy]:
    """Erase an item, a source, a run, a scope, a user or an app; by default only tell what would go.

    The receipt stays when what it names is gone. This answer alone has the salt of its digests, a retry's has none.
    """
    parts, author = call.parts, Author(principal.key_id, journal.mint_id())
    retry = await read_service_retry(request)
    if data.dry_run:
        return Response(await parts.lengthily(plan, parts.registry, parts.ledger, data, call.ids))
    receipt, replayed = await parts.lengthily(_erase_once, parts, data, call.ids, author, retry)
    headers = {"Location": f"/v1/receipts/{receipt.id}", **replay_headers(replayed)}
    return Response(receipt, status_code=201, headers=headers)


def _erase_once(
    parts: Running, asked: ErasureRequest, ids: ScopeIds, author: Author, retry: Retry | None
) -> tuple[ReceiptCopy, bool]:
    identity = fresh_receipt_id()

    def find(identity: str) -> ReceiptCopy | None:
        try:
            return msgspec.convert(parts.ledger.document(identity), ReceiptCopy)
        except NotFoundError:
            return None

    def make() -> ReceiptCopy:
        return Erasures(parts.registry, parts.ledger).erase(asked, ids, author, identity)

    return parts.replies.once(retry, identity, find, make)


@get("/v1/receipts", opt=for_admin(query=PageQuery), tags=["admin"])
async def list_receipts(request: AnyRequest, parameters: NamedDependency[PageQuery]) -> Page[ReceiptListed]:
    """The receipts in the order of their ids; each is checked when it is shown, not here."""
    parts = running(request.app)
    listing = Listing("receipts", parameters, parts.settings.limits.page_items, str)
    page = await parts.lengthily(lambda: listing.take(parts.ledger.receipt_ids(), lambda identity: identity))
    return Page(await parts.lengthily(lambda: [parts.ledger.summary(one) for one in page.items]), page.next_cursor)


@get("/v1/receipts/{receipt_id:str}", opt=for_admin(), tags=["admin"])
async def show_receipt(request: AnyRequest, receipt_id: FromPath[str]) -> Response[Receipt]:
    """A receipt, checked against the ledger, as it was signed."""
    parts = running(request.app)
    document = await parts.lengthily(parts.ledger.document, receipt_id)
    return Response(msgspec.Raw(msgspec.json.encode(document)), media_type=MediaType.JSON)  # pyright: ignore


ADMIN = [list_scopes, erase, list_receipts, show_receipt]
