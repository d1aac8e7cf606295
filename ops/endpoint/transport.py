"""POST over connections that are kept open, each request with one end in time that no slow peer can push out.

The time-out of a socket holds for one wait: a peer that sends a byte now and then could keep a request for hours. Here
each wait gets what is left until the request's end, and an answer has a largest size.
"""

import contextlib
import datetime as dt
import email.utils
import http.client
import io
import select
import socket
import ssl
import threading
import time
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec

from scopes.errors import UnavailableError

_KEPT = 8


class Answer(msgspec.Struct, frozen=True):
    """What came back; `retry_after` is in seconds."""

    status: int
    retry_after: float | None
    body: bytes


class Connections:
    """Connections to one address. TimeoutError, OSError and HTTPException are for the caller to name."""

    def __init__(self, url: str, path: str, key: str | None) -> None:
        parts = urlsplit(url)
        host = parts.hostname or ""
        self._secure = parts.scheme == "https"
        self._address = (host, parts.port or (443 if self._secure else 80))
        self._tls: ssl.SSLContext | None = None
        head = [
            f"POST {parts.path.rstrip('/')}{path} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Content-Type: application/json",
            "Accept: application/json",
            "User-Agent: muniment",
            *([] if key is None else [f"Authorization: Bearer {key}"]),
        ]
        self._head = "\r\n".join(head).encode("ascii")
        self._idle: list[_Connection] = []
        self._busy: set[_Connection] = set()
        self._most_idle = _KEPT
        self._is_cut = False
        self._lock = threading.Lock()

    def post(self, body: bytes, seconds: float, most: int) -> Answer:
        """The answer to a JSON body, had within `seconds`. UnavailableError for one of more than `most` bytes."""
        ends = time.monotonic() + seconds
        connection = self._take() or self._open(ends)
        keep = False
        with self._lock:
            self._busy.add(connection)
        try:
            if self._is_cut:
                raise ConnectionAbortedError
            connection.send(b"%b\r\nContent-Length: %d\r\n\r\n%b" % (self._head, len(body), body), ends)
            answer, keep = connection.receive(ends, most)
            return answer
        finally:
            self._put_back(connection, keep)

    def close(self) -> None:
        """Close what is idle, and from now on keep nothing open."""
        with self._lock:
            idle, self._idle, self._most_idle = self._idle, [], 0
        for connection in idle:
            connection.close()

    def cut(self) -> None:
        """Close, and cut off what is under way and what comes yet: whoever waits for it has an OSError."""
        self.close()
        with self._lock:
            self._is_cut = True
            busy = list(self._busy)
        for connection in busy:
            connection.cut()

    def _take(self) -> "_Connection | None":
        """An idle connection on which nothing has come: neither its end nor bytes that nobody asked for."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection = self._idle.pop()
            if connection.is_quiet():
                return connection
            connection.close()

    def _put_back(self, connection: "_Connection", keep: bool) -> None:
        with self._lock:
            self._busy.discard(connection)
            if keep and len(self._idle) < self._most_idle:
                self._idle.append(connection)
                return
        connection.close()

    def _open(self, ends: float) -> "_Connection":
        peer = socket.create_connection(self._address, timeout=_left(ends))
        try:
            peer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._secure:
                self._tls = self._tls or ssl.create_default_context()
                peer.settimeout(_left(ends))
                peer = self._tls.wrap_socket(peer, server_hostname=self._address[0])
        except OSError:
            peer.close()
            raise
        return _Connection(peer)


class _Connection:
    """One socket, and what the standard library's response takes for one."""

    def __init__(self, peer: socket.socket) -> None:
        self._peer, self._ends = peer, 0.0

    def send(self, request: bytes, ends: float) -> None:
        """Send all of it by `ends`."""
        self._peer.settimeout(_left(ends))
        self._peer.sendall(request)

    def receive(self, ends: float, most: int) -> tuple[Answer, bool]:
        """An answer, had by `ends`, and whether the connection may be used again."""
        self._ends = ends
        response = http.client.HTTPResponse(cast(Any, self), method="POST")
        response.begin()
        body = response.read(most + 1)
        if len(body) > most:
            raise UnavailableError("the endpoint's answer is too large", limit=f"{most} bytes")
        keep = response.isclosed() and not response.will_close
        return Answer(response.status, _seconds(response.headers.get("Retry-After")), body), keep

    def makefile(self, _mode: str) -> io.BufferedReader:
        """A reader for one response; the socket outlives it."""
        return io.BufferedReader(_Reader(self._peer, self._ends))

    def is_quiet(self) -> bool:
        """Whether nothing is there to be read."""
        poll = select.poll()
        poll.register(self._peer, select.POLLIN)
        return not poll.poll(0)

    def cut(self) -> None:
        """End what is sent and received, in whatever thread."""
        with contextlib.suppress(OSError):
            self._peer.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the socket."""
        with contextlib.suppress(OSError):
            self._peer.close()


class _Reader(io.RawIOBase):
    """What a socket receives until one moment; TimeoutError after it."""

    def __init__(self, peer: socket.socket, ends: float) -> None:
        super().__init__()
        self._peer, self._ends = peer, ends

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._peer.settimeout(_left(self._ends))
        return self._peer.recv_into(buffer)


def _left(ends: float) -> float:
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _seconds(retry_after: str | None) -> float | None:
    """How long a `Retry-After` says to wait: seconds, or until a date; None for anything else."""
    if retry_after is None:
        return None
    text = retry_after.strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        until = email.utils.parsedate_to_datetime(text)
    except ValueError:
        return None
    now = dt.datetime.now(until.tzinfo)
    return max(0.0, (until - now).total_seconds())
