"""A real HTTP server that speaks Qdrant's REST protocol, or fails as a test has it fail.

The client's own local engine answers, in memory; bodies are read by the client's own models, which refuse what the
protocol does not know.
"""

import contextlib
import json
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from qdrant_client import QdrantClient, models

ROUTES = []


def route(method, pattern):
    def add(work):
        ROUTES.append((method, re.compile(pattern), work))
        return work

    return add


@route("GET", "/collections")
def listed(engine, body):
    return engine.get_collections()


@route("GET", "/collections/([^/]+)/exists")
def exists(engine, body, name):
    return {"exists": engine.collection_exists(name)}


@route("PUT", "/collections/([^/]+)")
def created(engine, body, name):
    asked = models.CreateCollection.model_validate(body)
    return engine.create_collection(name, vectors_config=asked.vectors)


@route("DELETE", "/collections/([^/]+)")
def dropped(engine, body, name):
    return engine.delete_collection(name)


@route("PUT", "/collections/([^/]+)/points")
def put(engine, body, name):
    return engine.upsert(name, points=models.PointsBatch.model_validate(body).batch)


@route("POST", "/collections/([^/]+)/points")
def taken(engine, body, name):
    asked = models.PointRequest.model_validate(body)
    return engine.retrieve(name, asked.ids, with_payload=asked.with_payload, with_vectors=asked.with_vector)


@route("POST", "/collections/([^/]+)/points/query")
def nearest(engine, body, name):
    asked = models.QueryRequest.model_validate(body)
    return engine.query_points(
        name, query=asked.query, limit=asked.limit, query_filter=asked.filter, with_payload=False
    )


@route("POST", "/collections/([^/]+)/points/delete")
def deleted(engine, body, name):
    return engine.delete(name, points_selector=models.PointIdsList.model_validate(body))


@route("POST", "/collections/([^/]+)/points/scroll")
def scrolled(engine, body, name):
    asked = models.ScrollRequest.model_validate(body)
    points, following = engine.scroll(name, limit=asked.limit, offset=asked.offset, with_payload=False)
    return models.ScrollResult(points=points, next_page_offset=following)


@route("POST", "/collections/([^/]+)/points/count")
def counted(engine, body, name):
    return engine.count(name)


def well(handler, path, body):
    """As a server should."""
    found = next((work, match) for method, pattern, work in ROUTES
                 if method == handler.command and (match := pattern.fullmatch(path)))  # fmt: skip
    server = handler.server
    try:
        with server.lock:
            result = found[0](server.engine, body, *found[1].groups())
    except ValueError as error:
        status = 404 if "not found" in str(error) else 400
        handler.answer({"status": {"error": str(error)}, "time": 0.0}, status)
        return
    if isinstance(result, list):
        result = [one.model_dump(mode="json") for one in result]
    elif hasattr(result, "model_dump"):
        result = result.model_dump(mode="json")
    handler.answer({"result": result, "status": "ok", "time": 0.0})


def broken(handler, path, body):
    """An error of the server's own."""
    handler.answer({"status": {"error": "out of luck"}, "time": 0.0}, 500)


def garbage(handler, path, body):
    """No JSON."""
    handler.answer(b"<html>")


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        path = self.path.partition("?")[0]
        self.server.asked.append((self.command, path, self.headers.get("api-key")))
        with contextlib.suppress(OSError):
            self.server.behaviour(self, path, body)

    do_PUT = do_POST = do_DELETE = do_GET  # noqa: N815 - the library asks for these names

    def answer(self, body, status=200):
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *_):
        """Say nothing."""


class Server(ThreadingHTTPServer):
    """Remembers in `asked` what it was asked; `behaviour` answers each request."""

    daemon_threads = True
    block_on_close = False

    def __init__(self):
        self.asked, self.behaviour, self.released = [], well, threading.Event()
        self.engine, self.lock = QdrantClient(":memory:"), threading.Lock()
        super().__init__(("127.0.0.1", 0), Handler)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, *_):
        """A client that hangs up is no news."""

    def hang(self, handler, path, body):
        """Answer nothing until the test is over."""
        self.released.wait(20)
