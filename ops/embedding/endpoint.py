"""An embedding model behind `POST {url}/embeddings`, as OpenAI, Ollama, vLLM and others serve it."""

import http.client
import itertools
import math
import random
import threading
import time
from collections.abc import Iterator, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from ops.embedding.answers import read_rows
from ops.embedding.batches import batches, cut
from ops.embedding.figures import Figures, Outcome, Purpose
from ops.embedding.settings import Embedding
from ops.endpoint.breaker import Breaker, State
from ops.endpoint.transport import Answer, Connections
from scopes.errors import InvalidError, MunimentError, UnavailableError
from scopes.governance.notary import scrub
from scopes.governance.rules import BUILT_IN, NotaryRules
from scopes.observer import Observer

_ATTEMPTS = 5
_PAUSE_SECONDS, _MOST_PAUSE_SECONDS = 0.5, 60.0
_REFUSALS = 32  # of one call: enough to find two texts of a batch that are too long, and to shorten both
_SHORTEST = 32
_PASSING = (408, 500, 502, 503, 504)
_REFUSED = (400, 413, 422)
_BYTES_A_NUMBER = 32
_MOST_NUMBERS = 16_384
_WITHHELD = "-"

_Rows = NDArray[np.float32]


class EndpointEmbedder:
    """Asks an endpoint. A query is asked once; stored texts are asked again, later and later, as the server wants it.

    Every text goes through the notary here, whatever it went through before: this is where it leaves the house.
    """

    def __init__(
        self,
        section: Embedding,
        key: str | None = None,
        rules: NotaryRules = BUILT_IN,
        observer: Observer | None = None,
        *,
        breaker: Breaker | None = None,
        pause_seconds: float = _PAUSE_SECONDS,
    ) -> None:
        self._section, self._rules, self._pause_seconds = section, rules, pause_seconds
        self._connections = Connections(section.url or "", "/embeddings", key)
        self._figures = Figures(observer or Observer())
        self._breaker = breaker or Breaker(self._figures.breaker)
        self._figures.breaker(self._breaker.state)
        self._stopping = threading.Event()
        prefix = section.document_prefix
        # Rows made with another prefix lie elsewhere: it is part of the model's name.
        self.model = f"{section.model}" if prefix is None else f"{section.model} [{prefix}]"
        self.dim = section.dim

    def documents(self, texts: Sequence[str]) -> _Rows:
        """(n, dim). UnavailableError after five attempts at one batch, or when the server wants to be left alone."""
        fitted = [self._fit(text, self._section.document_prefix) for text in texts]
        section, refusals = self._section, iter(range(_REFUSALS))
        found = [
            self._shortened(batch, refusals) for batch in batches(fitted, section.batch_texts, section.batch_characters)
        ]
        return np.concatenate(found) if found else np.empty((0, self.dim), np.float32)

    def query(self, text: str, seconds: float | None = None) -> _Rows:
        """(dim,), within the deadline of the settings or a longer one."""
        deadline = max(self._section.query_deadline_ms / 1000, seconds or 0.0)
        try:
            return self._ask("query", [self._fit(text, self._section.query_prefix)], deadline)[0]
        except InvalidError as error:
            raise UnavailableError(error.detail) from None

    def load(self) -> None:
        """There is nothing to load."""

    def close(self) -> None:
        """Cut off what is under way, and let whoever waits for another attempt give up."""
        self._stopping.set()
        self._connections.cut()

    def _fit(self, text: str, prefix: str | None) -> str:
        try:
            scrubbed = scrub(text, "text", self._rules).text
        except MunimentError:  # what the notary refuses was never stored; should it be, it stays here
            return _WITHHELD
        return (prefix or "") + (cut(scrubbed, self._section.text_tokens).strip() or _WITHHELD)

    def _shortened(self, texts: list[str], refusals: Iterator[int]) -> _Rows:
        """The rows of a batch; one that is refused goes in halves, and a text that is refused alone goes by half."""
        try:
            return self._persist(texts)
        except InvalidError as error:
            half = len(texts) // 2
            if next(refusals, None) is None or (not half and len(texts[0]) < _SHORTEST):
                raise UnavailableError(error.detail) from None
        if half:
            parts = (texts[:half], texts[half:])
            return np.concatenate([self._shortened(part, refusals) for part in parts])
        return self._shortened([texts[0][: len(texts[0]) // 2]], refusals)

    def _persist(self, texts: list[str]) -> _Rows:
        """Asks until there is an answer, with pauses that double, or as long as `Retry-After` says."""
        for attempt in itertools.count(1):
            try:
                return self._ask("documents", texts, self._section.timeout_seconds)
            except UnavailableError as error:
                if error.retry_after is None or attempt == _ATTEMPTS or self._breaker.state is not State.CLOSED:
                    raise
                backoff = self._pause_seconds * 2**attempt * random.uniform(0.5, 1.0)  # noqa: S311 - spreads retries
                pause = max(backoff, float(error.retry_after))
                if pause > _MOST_PAUSE_SECONDS or self._stopping.wait(pause):
                    raise
        raise AssertionError("the loop has no end")

    def _ask(self, purpose: Purpose, texts: list[str], seconds: float) -> _Rows:
        """One request. InvalidError when the endpoint refuses these texts, UnavailableError for all else; its
        `retry_after` is None where asking again would be of no use."""
        try:
            self._breaker.enter()
        except UnavailableError:
            self._figures.request(purpose, "open", len(texts), 0.0)
            raise
        started = time.perf_counter()
        outcome: Outcome = "failed"
        found: _Rows | MunimentError = UnavailableError("a call was cut off")
        try:
            outcome, found = self._attempt(texts, seconds)
        finally:
            self._tell_breaker(outcome, found)
            self._figures.request(purpose, outcome, len(texts), time.perf_counter() - started)
        if isinstance(found, MunimentError):
            raise found
        return found

    def _attempt(self, texts: list[str], seconds: float) -> tuple[Outcome, _Rows | MunimentError]:
        most = 64 * 1024 + len(texts) * (self.dim or _MOST_NUMBERS) * _BYTES_A_NUMBER
        try:
            answer = self._connections.post(self._body(texts), seconds, most)
            if answer.status != http.client.OK:
                return _denied(answer)
            rows = read_rows(answer.body, len(texts), self.dim)
        except TimeoutError:
            return "timeout", UnavailableError("the endpoint did not answer in time", retry_after=0)
        except (OSError, http.client.HTTPException) as error:
            name = type(error).__name__
            return "unreachable", UnavailableError(f"the endpoint can't be talked to: {name}", retry_after=0)
        except UnavailableError as error:
            return "invalid", error
        self.dim = rows.shape[1]
        return "ok", rows

    def _body(self, texts: list[str]) -> bytes:
        body: dict[str, object] = {"model": self._section.model, "input": texts}
        if self._section.encoding != "float":  # what every server takes for granted need not be said
            body["encoding_format"] = self._section.encoding
        return msgspec.json.encode(body)

    def _tell_breaker(self, outcome: Outcome, found: _Rows | MunimentError) -> None:
        if not isinstance(found, MunimentError):
            self._breaker.succeeded()
        elif outcome in ("limited", "refused"):  # it is there, and says so
            self._breaker.left()
        else:
            self._breaker.failed(found.detail)


def _denied(answer: Answer) -> tuple[Outcome, MunimentError]:
    """What an answer without vectors means."""
    detail = f"the endpoint answered {answer.status}"
    if answer.status in _REFUSED:
        return "refused", InvalidError(detail)
    wait = None if answer.retry_after is None else math.ceil(answer.retry_after)
    if answer.status == http.client.TOO_MANY_REQUESTS:
        return "limited", UnavailableError(detail, retry_after=wait or 0)
    passing = answer.status in _PASSING
    return "failed", UnavailableError(detail, retry_after=(wait or 0) if passing else None)
