"""The OpenAPI description at `/docs/openapi.json` and the page at `/docs`, both made here: nothing is loaded from afar.

The framework describes bodies and paths; the guard's part (scope, query, keys, problems) is added from what each route
has declared to it, so description and behaviour have one source.
"""

from typing import Any

import msgspec
from litestar import Litestar, Response, Router
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin
from litestar.openapi.spec import License
from litestar.typing import FieldDefinition

from scopes.errors import NotFoundError
from scopes.model import DIMENSIONS
from scopes.paths import MAX_ID_BYTES
from service.access import APP_PARAMETER, OTHER_STATUS, Access, declared_routes, for_everyone
from service.body import JSON_BODY, TEXT_BODY, is_struct
from service.call import AnyRequest
from service.docs_page import CONTENT_POLICY, render_page
from service.idempotency import HEADER as IDEMPOTENCY_HEADER
from service.problems import MEDIA_TYPE, Problem
from service.version import VERSION

Schema = dict[str, Any]

_REF = "#/components/schemas/{name}"
_TEXT = {"type": "string"}
_ID = {"type": "string", "minLength": 1, "maxLength": MAX_ID_BYTES}


class _Json(OpenAPIRenderPlugin):
    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        return msgspec.json.encode(_completed(request.app, openapi_schema))


class _Page(OpenAPIRenderPlugin):
    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        return render_page(_completed(request.app, openapi_schema)).encode()


def openapi_config() -> OpenAPIConfig:
    """The framework's configuration: our two renderings and no other."""
    return OpenAPIConfig(
        title="Muniment",
        version=VERSION,
        description="Memory for AI agents: one directory of markdown a scope, a journal that proves it.",
        license=License(name="Apache-2.0", identifier="Apache-2.0"),
        use_handler_docstrings=True,
        render_plugins=[_Page(path="/"), _Json(path="/openapi.json", media_type="application/json")],  # pyright: ignore[reportArgumentType] - any media type is sent as it is
        openapi_router=Router(
            "/docs", route_handlers=[], include_in_schema=False, opt=for_everyone(), after_request=_harden
        ),
    )


def complete_schema(app: Litestar, described: Schema) -> Schema:
    """The framework's description with each operation's shapes, parameters, keys and problems as they are enforced."""
    schema = msgspec.json.decode(msgspec.json.encode(described))
    operations = [
        (schema["paths"][path][method.lower()], method, handler, access)
        for method, path, handler, access in declared_routes(app)
        if method.lower() in schema["paths"].get(path, {})
    ]
    kinds: list[Any] = [Problem]
    for _, _, handler, access in operations:
        kinds += [*_body(handler), *_answers(handler), access.query]
    found, schemas = msgspec.json.schema_components(kinds, ref_template=_REF)
    references = dict(zip(kinds, found, strict=True))
    queries: set[str] = set()
    for operation, method, handler, access in operations:
        query = references[access.query]["$ref"].rpartition("/")[2]
        queries.add(query)
        _describe_call(operation, method, access, schemas[query])
        _describe_body(operation, [references[kind] for kind in _body(handler)], handler.opt.get(TEXT_BODY))
        _describe_answers(operation, [references[kind] for kind in _answers(handler)], references[Problem])
        if _answers_text(handler):
            _describe_text(operation)
        _describe_other_status(
            operation, handler.opt.get(OTHER_STATUS), unchanged=access.conditional and method == "GET"
        )
    shown = {name: shape for name, shape in schemas.items() if name not in queries}
    schema["components"] = {"schemas": shown, "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}}
    return schema


def _completed(app: Litestar, described: Schema) -> Schema:
    if "openapi" not in app.state:
        app.state["openapi"] = complete_schema(app, described)
    return app.state["openapi"]


def _body(handler: HTTPRouteHandler) -> list[Any]:
    """The type of the body, if it is ours to describe."""
    body = handler.parsed_data_field
    also: Any = handler.opt.get(JSON_BODY)
    return ([] if also is None else [also]) if body is None else _structs_of(body)


def _answers(handler: HTTPRouteHandler) -> list[Any]:
    """The types of the answer that are ours to describe, one or several."""
    answer = handler.parsed_fn_signature.return_type
    if answer.is_subclass_of(Response) and answer.inner_types:
        answer = answer.inner_types[0]
    return _structs_of(answer)


def _answers_text(handler: HTTPRouteHandler) -> bool:
    """Whether an answer may be text instead of one of our shapes."""
    answer = handler.parsed_fn_signature.return_type
    inner = answer.inner_types[0] if answer.is_subclass_of(Response) and answer.inner_types else answer
    return inner.is_union and any(choice.annotation is str for choice in inner.inner_types)


def _structs_of(field: FieldDefinition) -> list[Any]:
    choices = field.inner_types if field.is_union else (field,)
    return [choice.annotation for choice in choices if is_struct(choice.annotation)]


def _describe_call(operation: Schema, method: str, access: Access, query: Schema) -> None:
    operation["summary"] = (operation.get("description") or operation["summary"]).partition(". ")[0].rstrip(".")
    operation["security"] = [] if access.audience == "everyone" else [{"key": []}]
    added = [*_scope_parameters(access), *_own_parameters(query), *_headers(method, access)]
    if added:
        operation["parameters"] = [*operation.get("parameters", []), *added]


def _describe_body(operation: Schema, shapes: list[Schema], text: str | None) -> None:
    # The framework forgets constraints and closed objects, and knows nothing of a body that is no JSON.
    if text is not None:
        content: Schema = {text: {"schema": _TEXT}} | ({"application/json": {"schema": shapes[0]}} if shapes else {})
        operation["requestBody"] = {"required": True, "content": content}
    elif shapes:
        operation["requestBody"]["content"]["application/json"]["schema"] = shapes[0]


def _describe_answers(operation: Schema, shapes: list[Schema], problem: Schema) -> None:
    responses = operation["responses"]
    responses.pop("400", None)  # of the framework's own form, which is never sent
    for response in responses.values():
        for content in response.get("content", {}).values():
            if shapes:
                content["schema"] = shapes[0] if len(shapes) == 1 else {"anyOf": shapes}
    responses["default"] = {"description": "A problem.", "content": {MEDIA_TYPE: {"schema": problem}}}


def _describe_text(operation: Schema) -> None:
    for response in operation["responses"].values():
        if "application/json" in response.get("content", {}):
            response["content"]["text/plain"] = {"schema": _TEXT}


def _describe_other_status(operation: Schema, status: int | None, *, unchanged: bool) -> None:
    responses = operation["responses"]
    if status is not None:
        responses[str(status)] = next(response for code, response in responses.items() if code.startswith("2"))
    if unchanged:
        responses["304"] = {"description": "This version is the one that `If-None-Match` names."}


def _scope_parameters(access: Access) -> list[Schema]:
    if access.scope == "none":
        return []
    found = [_parameter(name, "query", _ID) for name in DIMENSIONS]
    if access.audience in ("admin", "app_or_admin"):
        found.append(_parameter(APP_PARAMETER, "query", _ID, "The app that an admin acts for."))
    text = "The scope, in the encoding of the query and instead of it."
    return [*found, _parameter("Muniment-Scope", "header", _TEXT, text)]


def _own_parameters(query: Schema) -> list[Schema]:
    required = query.get("required", [])
    return [
        _parameter(name, "query", _without_null(kind), required=name in required, explode=False)
        for name, kind in query.get("properties", {}).items()
    ]


def _without_null(kind: Schema) -> Schema:
    """A query can't say null: leaving the parameter out says it."""
    choices = [choice for choice in kind.get("anyOf", ()) if choice != {"type": "null"}]
    bare = {name: value for name, value in kind.items() if name != "anyOf" and (name, value) != ("default", None)}
    if len(choices) == 1:
        return bare | choices[0]
    return bare | ({"anyOf": choices} if choices else {})


def _headers(method: str, access: Access) -> list[Schema]:
    found: list[Schema] = []
    writes = method != "GET" and access.verb in ("write", "delete")
    if writes or access.once:
        key = {"type": "string", "minLength": 1, "maxLength": 255, "pattern": r"^[\x21-\x7e]+$"}
        found.append(_parameter(IDEMPOTENCY_HEADER, "header", key, "Makes a retry recognisable as one."))
    if writes:
        found.append(
            _parameter("Prefer", "header", _TEXT, "`strict`: refuse rather than alter; `wait=N` for outcomes.")
        )
    if access.conditional and method != "GET":
        found.append(_parameter("If-Match", "header", _TEXT, "Go on only if this version is stored."))
    if access.conditional:
        found.append(_parameter("If-None-Match", "header", _TEXT, "Not if this version is stored, or (`*`) any is."))
    return found


def _parameter(name: str, place: str, kind: Schema, text: str = "", *, required: bool = False, **more: Any) -> Schema:
    parameter = {"name": name, "in": place, "required": required, "schema": kind, **more}
    return parameter | ({"description": text} if text else {})


def _harden(response: Response[Any]) -> Response[Any]:
    # The framework answers an unknown page below /docs with a page of its own.
    if response.status_code == 404:
        raise NotFoundError("no such page")
    response.headers["Content-Security-Policy"] = CONTENT_POLICY
    return response
