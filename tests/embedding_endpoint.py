"""A real HTTP server on a real socket that answers for embeddings as a test has it answer, well or badly."""

import contextlib
import json
import socket
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def row_of(text):
    """Four numbers that depend on the text, far from length 1."""
    return [float(len(text)), float(sum(map(ord, text)) % 97 + 1), 3.0, 1.0]


def well(handler, texts):
    """As an endpoint should."""
    data = [{"object": "embedding", "index": place, "embedding": row_of(text)} for place, text in enumerate(texts)]
    handler.answer({"data": data})


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        said = {"path": self.path, "key": self.headers.get("Authorization"), "peer": self.client_address, **body}
        self.server.asked.append(said)
        with contextlib.suppress(OSError):
            self.server.behaviour(self, body.get("input", body))

    def answer(self, body, status=200, **headers):
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        for name, value in {"Content-Length": str(len(raw)), **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(raw)

    def cut(self):
        """End the connection with a reset."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self.connection.close()
        self.close_connection = True

    def log_message(self, *_):
        """Say nothing."""


class Endpoint(ThreadingHTTPServer):
    """Remembers in `asked` what it was asked; `behaviour` is called with each request and its texts."""

    daemon_threads = True
    block_on_close = False

    def __init__(self):
        self.asked, self.behaviour, self.released = [], well, threading.Event()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def handle_error(self, *_):
        """A client that hangs up is no news."""

    def hang(self, _handler, _texts):
        """Answer nothing until the test is over."""
        self.released.wait(20)

    def then(self, *behaviours):
        """One behaviour a request; the last one stays."""
        left = list(behaviours)
        self.behaviour = lambda handler, texts: (left.pop(0) if len(left) > 1 else left[0])(handler, texts)
