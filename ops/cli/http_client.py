"""One JSON request to a server, with what the standard library has; a problem document becomes its error class."""

import contextlib
import http.client
import json
from collections.abc import Generator, Iterator, Mapping
from typing import Any, BinaryIO, TypeVar
from urllib.parse import quote, urlencode, urlsplit

import msgspec

from scopes.errors import InvalidError, MunimentError, UnavailableError, error_classes

T = TypeVar("T")

_PIECE = 64 * 1024
_LONG_SECONDS = 3600.0
_SECONDS = 60.0  # a stream's heartbeat comes every 15
_CLASSES = {kind.code: kind for kind in error_classes()}


class ServerProblemError(Exception):
    """The cause of an error that a server answered: its problem document as sent."""

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(document.get("code"))
        self.document = document


class HttpClient:
    """A server's address; a connection is made for each request, so that any worker may answer."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query:
            raise InvalidError("the server's address is http(s)://host:port", field="url")
        self._make = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        try:
            self._host, self._port = parts.hostname, parts.port
        except ValueError:
            raise InvalidError("the port is a number up to 65535", field="url") from None
        self._prefix = parts.path.rstrip("/")

    def ask(
        self,
        method: str,
        path: str,
        kind: type[T],
        *,
        key: str | None,
        query: Mapping[str, str] | None = None,
        body: Any = None,
        headers: Mapping[str, str] | None = None,
        long: bool = False,
    ) -> T:
        """The answer's body as `kind`. Raises the error that a problem names, UnavailableError when nobody answers."""
        payload = None if body is None else msgspec.json.encode(body)
        target, seconds = self._target(path, query), _LONG_SECONDS if long else _SECONDS
        with self._answer(method, target, key, payload, headers or {}, seconds) as answer:
            raw = answer.read()
        try:
            return msgspec.json.decode(raw, type=kind)
        except msgspec.DecodeError:
            raise UnavailableError("the answer is not one of this service", field="url") from None

    def text(self, path: str, *, key: str | None, query: Mapping[str, str]) -> str:
        """The answer's body as text."""
        with self._answer("GET", self._target(path, query), key, None, {}) as answer:
            return answer.read().decode("utf-8", "replace")

    def events(self, path: str, *, key: str | None, query: Mapping[str, str]) -> Iterator[bytes]:
        """The data of server-sent events, each of one line, until the stream ends; a heartbeat has none."""
        answering = self._answer("GET", self._target(path, query), key, None, {"Accept": "text/event-stream"})
        with answering as answer, contextlib.suppress(OSError, http.client.HTTPException):
            while line := answer.readline():
                if line.startswith(b"data:") and (data := line.removeprefix(b"data:").strip()):
                    yield data

    def pieces(self, path: str, *, key: str | None, query: Mapping[str, str]) -> Iterator[bytes]:
        """The answer's body piece by piece; UnavailableError when it breaks off."""
        with self._answer("GET", self._target(path, query), key, None, {"Accept": "*/*"}) as answer:
            yield from iter(lambda: answer.read(_PIECE), b"")

    def send(
        self,
        path: str,
        content: BinaryIO,
        kind: type[T],
        *,
        key: str | None,
        query: Mapping[str, str],
        media: str = "application/gzip",
        method: str = "POST",
    ) -> T:
        """Send a file as it is read; the answer may take long. Its body as `kind`."""
        headers = {"Content-Type": media}
        sent = self._answer(method, self._target(path, query), key, content, headers, seconds=_LONG_SECONDS)
        with sent as answer:
            return msgspec.json.decode(answer.read(), type=kind)

    def _target(self, path: str, query: Mapping[str, str] | None) -> str:
        # `+` for a space is refused by the service, because readers disagree on it.
        encoded = urlencode(query or {}, quote_via=quote, safe="")
        return f"{self._prefix}{quote(path, safe='/')}{'?' if encoded else ''}{encoded}"

    @contextlib.contextmanager
    def _answer(
        self,
        method: str,
        target: str,
        key: str | None,
        payload: bytes | BinaryIO | None,
        headers: Mapping[str, str],
        seconds: float = _SECONDS,
    ) -> Generator[http.client.HTTPResponse]:
        sent = {"Accept": "application/json", **headers}
        if isinstance(payload, bytes):
            sent["Content-Type"] = "application/json"
        if key is not None:
            sent["Authorization"] = f"Bearer {key}"
        connection = self._make(self._host, self._port, timeout=seconds)
        try:
            with contextlib.suppress(BrokenPipeError):  # refused before all was sent: the answer says why
                connection.request(method, target, payload, sent)
            answer = connection.getresponse()
            if answer.status >= 400:
                raise _error_in(answer)
            yield answer
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise UnavailableError(f"the server can't be reached: {reason}", field="url") from None
        finally:
            connection.close()


def _error_in(answer: http.client.HTTPResponse) -> MunimentError:
    try:
        document = json.loads(answer.read())
        code, detail = str(document["code"]), str(document["detail"])
    except (ValueError, LookupError, TypeError):
        return UnavailableError(f"the server answers {answer.status} and no problem of this service", field="url")
    retry_after = answer.headers.get("Retry-After", "")
    error = _CLASSES.get(code, MunimentError)(
        detail,
        field=document.get("field"),
        limit=document.get("limit"),
        retry_after=int(retry_after) if retry_after.isdigit() else None,
    )
    error.__cause__ = ServerProblemError(document)
    return error
