"""An embedder that makes vectors up from the words of a text: no model, and as good as no time.

Texts that share words lie near each other, and all share a part, as rows of a real model do.
"""

import base64
import re
import threading
import zlib
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
import numpy as np
from numpy.typing import NDArray

__all__ = ["MadeEmbedder", "served"]

_DIM = 512
_COMMON = 0.5  # of what all texts share, in parts of a word
_WORD = re.compile(r"[a-z]+|[^\W\d_a-z]")


class MadeEmbedder:
    """Sums a vector for each word of a spaced script, and for each character of others; the same in every process."""

    model = "made-up"
    dim = _DIM

    def __init__(self) -> None:
        self._known: dict[str, NDArray[np.float32]] = {}

    def documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim)."""
        return np.stack([self.query(text) for text in texts]) if texts else np.empty((0, _DIM), np.float32)

    def query(self, text: str) -> NDArray[np.float32]:
        """(dim,)."""
        parts = [_COMMON * self._of(""), *map(self._of, _WORD.findall(text.casefold()))]
        row = np.stack(parts).sum(axis=0)
        return row / np.float32(np.linalg.norm(row))

    def words(self, words: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim): words are as cheap here as they are for the model that ships."""
        return np.stack([self._of(word) for word in words]) if words else np.empty((0, _DIM), np.float32)

    def _of(self, word: str) -> NDArray[np.float32]:
        found = self._known.get(word)
        if found is None:
            found = np.random.default_rng(zlib.crc32(word.encode())).standard_normal(_DIM, np.float32)
            self._known[word] = found
        return found


class _Asked(msgspec.Struct):
    input: list[str]


@contextmanager
def served() -> Generator[str]:
    """The address at which this process answers as an OpenAI-compatible endpoint of that embedder."""
    embedder = MadeEmbedder()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True
        wbufsize = -1

        def do_POST(self) -> None:
            raw = self.rfile.read(int(self.headers["Content-Length"]))
            rows = embedder.documents(msgspec.json.decode(raw, type=_Asked).input)
            data = [{"index": place, "embedding": base64.b64encode(row).decode()} for place, row in enumerate(rows)]
            body = msgspec.json.encode({"data": data})
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
