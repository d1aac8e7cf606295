"""Every error as RFC 9457 `application/problem+json` with a stable `code`; nothing of the request is quoted.

All 404s are one answer, byte for byte but for `instance`: a scope outside the grants, a missing item, no such route.
"""

import logging
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException

from scopes.errors import (
    BusyError,
    DiskFullError,
    InvalidError,
    LockTimeoutError,
    MalformedError,
    MunimentError,
    NotFoundError,
    TooLargeError,
    UnavailableError,
    from_os,
)
from service.call import AnyRequest
from service.running import running

MEDIA_TYPE = "application/problem+json"

_LOG = logging.getLogger(__name__)

_WHY_NOTHING = "nothing is here, or the key does not reach it"
_EXPECTED = (BusyError, DiskFullError, LockTimeoutError, UnavailableError)


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """The body of every error; `instance` is the request id, `field` and `limit` name what was wrong and the bound."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    instance: str
    field: str | None = None
    limit: int | str | None = None


class _Complaint(msgspec.Struct):
    key: str = ""


def problem_handlers() -> dict[int | type[Exception], Any]:
    """What answers an exception; one for the framework's, one for ours, one for faults."""
    return {HTTPException: _on_framework, MunimentError: _on_error, OSError: _on_os, Exception: _on_fault}


def _on_framework(request: AnyRequest, error: Exception) -> Response[bytes]:
    assert isinstance(error, HTTPException)
    if isinstance(error, ValidationException):
        return _answer(request, _from_validation(error))
    if error.status_code == 404:
        return _answer(request, NotFoundError(_WHY_NOTHING))
    if error.status_code == 405:
        allowed = dict(error.headers or {}).get("allow", "")
        problem = _problem(request, "method_not_allowed", 405, "this route has other methods")
        return _respond(request, problem, {"Allow": allowed})
    if error.status_code == 415:
        detail = f"the body is of another media type than this route reads: {', '.join(error.extra or ())}"
        return _respond(request, _problem(request, "unsupported_media_type", 415, detail, "Content-Type"), None)
    if error.status_code == 413:
        limit = running(request.app).settings.limits.body_bytes
        return _answer(request, TooLargeError(f"the body is larger than {limit} bytes", limit=limit))
    if error.status_code < 500:
        return _answer(request, MalformedError("the request can't be read"))
    return _on_fault(request, error)


def _on_error(request: AnyRequest, error: Exception) -> Response[bytes]:
    assert isinstance(error, MunimentError)
    if error.status >= 500:
        expected = isinstance(error, _EXPECTED)
        _LOG.log(
            logging.WARNING if expected else logging.ERROR,
            "a request was not served",
            extra={"code": error.code, "request_id": _request_id(request)},
            exc_info=None if expected else error,
        )
    headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
    if error.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return _answer(request, error, headers)


def _on_os(request: AnyRequest, error: Exception) -> Response[bytes]:
    known = from_os(error) if isinstance(error, OSError) else None
    return _on_fault(request, error) if known is None else _on_error(request, known)


def _on_fault(request: AnyRequest, error: Exception) -> Response[bytes]:
    # A client that hangs up while its body is read surfaces as an error of the framework; it is nobody's fault.
    if not request.scope["state"].get("client_gone"):
        _LOG.error("a request met a fault", extra={"request_id": _request_id(request)}, exc_info=error)
    return _answer(request, MunimentError("the service met a fault; its log has the request under `instance`"))


def _from_validation(error: ValidationException) -> MunimentError:
    try:
        complaints = msgspec.convert(error.extra, list[_Complaint])
    except msgspec.ValidationError:
        complaints = []
    keys = [complaint.key for complaint in complaints if complaint.key]
    if keys == ["data"]:
        return MalformedError("a JSON body is needed")
    return InvalidError("the value is not allowed here", field=keys[0] if keys else None)


def _answer(request: AnyRequest, error: MunimentError, headers: dict[str, str] | None = None) -> Response[bytes]:
    if error.status == 404:
        return _respond(request, _problem(request, error.code, 404, _WHY_NOTHING), headers)
    problem = _problem(request, error.code, error.status, error.detail, error.field, error.limit)
    return _respond(request, problem, headers)


def _problem(
    request: AnyRequest,
    code: str,
    status: int,
    detail: str,
    field: str | None = None,
    limit: int | str | None = None,
) -> Problem:
    title = code.replace("_", " ").capitalize()
    return Problem(f"urn:muniment:problem:{code}", title, status, detail, code, _request_id(request), field, limit)


def _respond(request: AnyRequest, problem: Problem, headers: dict[str, str] | None) -> Response[bytes]:
    request.scope["state"]["problem"] = problem.code
    body = msgspec.json.encode(problem)
    return Response(body, status_code=problem.status, media_type=MEDIA_TYPE, headers=headers or {})


def _request_id(request: AnyRequest) -> str:
    return str(request.scope["state"].get("request_id", ""))
