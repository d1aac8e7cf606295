"""Operations: what became of asynchronous work."""

from litestar import Controller, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from scopes.errors import NotFoundError
from scopes.model import Operation, ScopeIds
from scopes.storage import operations
from service.access import for_app
from service.engine import AnyRequest, read_snapshot, scope_of
from service.pagination import Page, PageQuery, cut_page, page_size, read_cursor
from service.running import running


class OperationController(Controller):
    """`/v1/operations`."""

    path = "/v1/operations"
    tags = ("operations",)

    @get(opt=for_app("read", PageQuery))
    async def list_operations(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], parameters: NamedDependency[PageQuery]
    ) -> Page[Operation]:
        """List the scope's operations in the order of their ids."""
        snapshot = await read_snapshot(request, ids)
        size = page_size(parameters, running(request.app).settings.limits.page_items)
        after = str(read_cursor("operations", parameters.cursor) or "")
        found = await running(request.app).heavily(
            operations.list_after, scope_of(request, ids).room, snapshot, after, size + 1
        )
        return cut_page(found, size, "operations", lambda operation: operation.id)

    @get("/{operation_id:str}", opt=for_app("read"))
    async def show_operation(
        self, request: AnyRequest, ids: NamedDependency[ScopeIds], operation_id: FromPath[str]
    ) -> Operation:
        """One operation and its outcome."""
        return await find_operation(request, ids, operation_id)


async def find_operation(request: AnyRequest, ids: ScopeIds, identity: str) -> Operation:
    """An operation by id, from memory or its file; NotFoundError."""
    snapshot = await read_snapshot(request, ids)
    operation = operations.find(scope_of(request, ids).room, snapshot, identity)
    if operation is None:
        raise NotFoundError("no such operation")
    return operation
