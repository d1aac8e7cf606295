"""Operations: what became of asynchronous work."""

import msgspec
from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from scopes.errors import NotFoundError
from scopes.model import Operation
from scopes.storage import operations
from service.access import for_app
from service.pagination import Listing, PageQuery
from service.scope_call import ScopeCall


class OperationPage(msgspec.Struct, frozen=True):
    """A page of operations; a scope that does not exist yet reads as empty."""

    items: list[Operation]
    next_cursor: str | None
    scope_exists: bool


class OperationController(Controller):
    """`/v1/operations`."""

    path = "/v1/operations"
    tags = ("operations",)

    @get(opt=for_app("read", PageQuery))
    async def list_operations(
        self, call: NamedDependency[ScopeCall], parameters: NamedDependency[PageQuery]
    ) -> OperationPage:
        """List the scope's operations in the order of their ids."""
        listing = Listing(call.list_name("operations"), parameters, call.page_items, str)
        after, size = listing.after() or "", listing.size
        snapshot = await call.snapshot()
        found = await call.parts.heavily(operations.list_after, call.handle.room, snapshot, after, size + 1)
        page = listing.cut(found, lambda operation: operation.id)
        return OperationPage(list(page.items), page.next_cursor, snapshot.exists)

    @get("/{operation_id:str}", opt=for_app("read"))
    async def show_operation(self, call: NamedDependency[ScopeCall], operation_id: FromPath[str]) -> Operation:
        """One operation and its outcome."""
        operation = await find_operation(call, operation_id)
        if operation is None:
            raise NotFoundError("no such operation")
        return operation


async def find_operation(call: ScopeCall, identity: str) -> Operation | None:
    """An operation by id, from memory or its file."""
    return operations.find(call.handle.room, await call.snapshot(), identity)
