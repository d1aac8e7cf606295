"""The frame around every request, routed or not: its id, the headers of its answer, its log line, its figures."""

import asyncio
import logging
import re
import secrets
import time
from typing import Any, cast

from litestar.types import ASGIApp, Message, Receive, Scope, Send

from ops.metrics import METRICS
from scopes.governance.notary import is_clean

_LOG = logging.getLogger("service.access")

_SANE_ID = re.compile(rb"[A-Za-z0-9._~\-]{1,128}")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_PROBES = frozenset({"/livez", "/readyz", "/healthz", "/metrics"})
_CLIENT_GONE = 499


class Frame:
    """Wraps the application's own handler, so that answers to unknown paths and methods pass here as well."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request inside the frame."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope, receive, send)
        try:
            await self._app(scope, exchange.receive, exchange.send)
        finally:
            exchange.record()


class _Exchange:
    def __init__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._scope = cast("dict[str, Any]", scope)
        self._receive, self._send = receive, send
        self._started = time.perf_counter()
        self._status: int | None = None
        self._body_bytes = 0
        self._heard, self._answered = False, asyncio.Event()
        self._method = str(self._scope["method"])
        self._state: dict[str, Any] = self._scope.setdefault("state", {})
        self._state["request_id"] = _request_id(self._scope["headers"])
        if self._method == "HEAD":  # HEAD is GET without the body; the routes need not know
            self._scope["method"] = "GET"

    async def receive(self) -> Any:
        """The next message of the client. Once its answer is whole there is none, also for who waits for one.

        A server may tell of a hang-up only when it happens: a stream that ends would wait for its client to go.
        """
        message = await (self._receive_or_end() if self._heard else self._receive())
        if message["type"] == "http.disconnect":
            self._state["client_gone"] = not self._answered.is_set()
        else:
            self._heard = not message.get("more_body", False)
            self._body_bytes += len(message.get("body", b""))
        return message

    async def _receive_or_end(self) -> Any:
        message, end = asyncio.ensure_future(self._receive()), asyncio.ensure_future(self._answered.wait())
        try:
            await asyncio.wait((message, end), return_when=asyncio.FIRST_COMPLETED)
            return message.result() if message.done() else {"type": "http.disconnect"}
        finally:
            message.cancel()
            end.cancel()

    async def send(self, message: Message) -> None:
        """Send on, with the headers that every answer has."""
        if self._answered.is_set():
            return
        if message["type"] == "http.response.start":
            self._status = message["status"]
            message["headers"] = [*message["headers"], *self._headers(message["headers"])]
        elif self._method == "HEAD" and message["type"] == "http.response.body":
            message = cast("Message", {"type": "http.response.body", "body": b"", "more_body": False})
        await self._send(message)
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self._answered.set()

    def record(self) -> None:
        """Count the request and write its line: the route's template, never the path or the query."""
        seconds = time.perf_counter() - self._started
        status = self._status or (_CLIENT_GONE if self._state.get("client_gone") else 500)
        route = str(self._scope.get("path_template", "unmatched"))
        method = self._method if self._method in _METHODS else "other"
        METRICS.count("requests", route=route, method=method, status=str(status))
        METRICS.observe("request_seconds", seconds, route=route, method=method)
        if self._body_bytes:
            METRICS.observe("body_bytes", self._body_bytes)
        if code := self._state.get("problem"):
            METRICS.count("problems", code=code)
        _LOG.log(
            logging.DEBUG if route in _PROBES and status < 500 else logging.INFO,
            "request",
            extra={
                "request_id": self._state["request_id"],
                "method": method,
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 2),
                **{name: self._state[name] for name in ("key_id", "scope_label", "problem") if name in self._state},
            },
        )

    def _headers(self, present: Any) -> list[tuple[bytes, bytes]]:
        given = {bytes(name).lower() for name, _ in present}
        ours = [
            (b"x-request-id", self._state["request_id"].encode()),
            (b"cache-control", b"no-store"),
            (b"x-content-type-options", b"nosniff"),
        ]
        if label := self._state.get("scope_label"):
            ours.append((b"muniment-scope-id", label.encode()))
        return [(name, value) for name, value in ours if name not in given]


def _request_id(headers: Any) -> str:
    given = next((value for name, value in headers if name == b"x-request-id"), b"")
    # It is logged and told back: an id with a credential in it is none.
    return given.decode() if _SANE_ID.fullmatch(given) and is_clean(given.decode()) else secrets.token_hex(16)
