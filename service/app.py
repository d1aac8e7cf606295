"""The application: routes, guard, frame. Made once in the master before the fork, so it holds no locks or files."""

from concurrent.futures import ThreadPoolExecutor

from litestar import Litestar
from litestar.concurrency import set_asyncio_executor
from litestar.datastructures import State

from ops.settings import Settings, load_settings
from ops.usage_table import UsageTable
from service.access import check_access
from service.api.admin import ADMIN
from service.api.archives import ARCHIVES
from service.api.diary import DiaryController
from service.api.files import FileController
from service.api.imports import IMPORTS
from service.api.isolation import ISOLATION
from service.api.items import ItemController
from service.api.journal import JournalController
from service.api.keys import KeyController
from service.api.memory import MemoryController
from service.api.metrics import METRICS_OF_SCOPE
from service.api.operations import OperationController
from service.api.ops import OPERATIONS
from service.api.quotas import QUOTAS
from service.api.review import REVIEW
from service.api.scope import ONE_SCOPE
from service.api.skills import SkillController
from service.api.workspace import WorkspaceController
from service.auth import Guard
from service.body import StrictRequest, check_bodies
from service.call import call_dependencies
from service.lifespan import lifespan
from service.limits import RateTable
from service.middleware import Frame
from service.openapi import openapi_config
from service.problems import problem_handlers
from service.scope_call import scope_call

ROUTES = [
    *OPERATIONS,
    MemoryController,
    ItemController,
    FileController,
    WorkspaceController,
    SkillController,
    DiaryController,
    JournalController,
    OperationController,
    *IMPORTS,
    *ONE_SCOPE,
    *REVIEW,
    *METRICS_OF_SCOPE,
    *ADMIN,
    *ARCHIVES,
    KeyController,
    *QUOTAS,
    *ISOLATION,
]


def create_app(settings: Settings | None = None) -> Litestar:
    """The service, from the given settings or from file and environment.

    Raises MunimentError when a route declares no access: nothing is served unguarded by oversight.
    """
    settings = load_settings() if settings is None else settings
    # The framework's own pool has cpu + 4 threads: a few waiting writes would hold up every other scope.
    set_asyncio_executor(ThreadPoolExecutor(settings.server.threads, thread_name_prefix="work"))
    app = Litestar(
        route_handlers=ROUTES,
        middleware=[Guard(RateTable())],
        dependencies={**call_dependencies(), "call": scope_call()},
        exception_handlers=problem_handlers(),
        request_class=StrictRequest,
        request_max_body_size=settings.limits.body_bytes,
        openapi_config=openapi_config(),
        lifespan=[lifespan],
        state=State({"settings": settings, "usage_table": UsageTable()}),
        logging_config=None,  # ops.logs has set logging up; the framework's would print bodies of requests
        debug=False,
        pdb_on_exception=False,
    )
    check_access(app)
    check_bodies(app)
    app.asgi_handler = Frame(app.asgi_handler)
    return app
