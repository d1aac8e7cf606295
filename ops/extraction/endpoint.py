"""A model behind `POST {url}/chat/completions`, as OpenAI, Ollama, vLLM, llama.cpp and others serve it."""

import http.client
import threading
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

import msgspec

from ops.endpoint.breaker import Breaker, State
from ops.endpoint.transport import Answer, Connections
from ops.extraction.answer import read_answer, read_extraction
from ops.extraction.figures import Figures
from ops.extraction.question import compose
from ops.extraction.settings import Llm
from ops.extraction.spending import Spending
from ops.extraction.trace_answer import read_sketch
from ops.extraction.trace_question import compose as compose_traces
from scopes.errors import UnavailableError
from scopes.extraction.extractor import Asked, Cost, Distilled, Drawn, Failed, Reason
from scopes.extraction.traces.sketch import AskedSkill
from scopes.governance.rules import BUILT_IN, NotaryRules
from scopes.model import Degraded, iso, utc_now
from scopes.observer import Observer

__all__ = ["EndpointExtractor"]

_MOST_BYTES = 1024 * 1024
_UNWELL = ("failed", "invalid", "timeout", "too_large", "unreachable")

Found = TypeVar("Found", Drawn, Distilled)


class _Call(NamedTuple):
    """What is sent for whom, and about the tokens of it."""

    app: str
    body: bytes
    tokens: int


class EndpointExtractor:
    """Asks the model once for each question; whatever goes wrong is answered by a reason, and never tried again."""

    def __init__(
        self,
        section: Llm,
        key: str | None,
        spending: Spending,
        rules: NotaryRules = BUILT_IN,
        observer: Observer | None = None,
        *,
        breaker: Breaker | None = None,
    ) -> None:
        self._section, self._spending, self._rules = section, spending, rules
        self._connections = Connections(section.url or "", "/chat/completions", key)
        self._figures = Figures(observer or Observer())
        self._breaker = breaker or Breaker(self._note)
        self._figures.breaker(self._breaker.state)
        self._since = ""
        self._stopping = threading.Event()

    def extract(self, asked: Asked, begin: Callable[[], bool]) -> Drawn | Failed:
        """Ask the model. `begin` is called once, just before anything is sent; nothing is when it answers False."""
        question = compose(asked, self._section, self._rules)
        if question is None:
            return Failed("too_long")

        def read(text: str, cost: Cost) -> Drawn | None:
            found = read_extraction(text, question, diary=asked.diary)
            return None if found is None else Drawn(found, question.left, cost)

        return self._ask(_Call(asked.app, question.body, question.tokens), begin, read)

    def distill(self, asked: AskedSkill, begin: Callable[[], bool]) -> Distilled | Failed:
        """Ask the model for a skill; `begin` as for `extract`."""
        question = compose_traces(asked, self._section, self._rules)
        if question is None:
            return Failed("too_long")

        def read(text: str, cost: Cost) -> Distilled | None:
            found = read_sketch(text, question)
            return None if found is None else Distilled(found, question.left, cost)

        return self._ask(_Call(asked.app, question.body, question.tokens), begin, read)

    def degraded(self) -> list[Degraded]:
        """What it lacks while its endpoint is left alone."""
        if self._breaker.state is State.CLOSED:
            return []
        return [
            Degraded(
                component="extraction",
                wanted="the model that the settings name",
                used="rules, or nothing, as each scope has chosen",
                reason="its endpoint failed several times in a row",
                since=self._since,
                remedy="see that llm.url answers; it is tried again by itself",
            )
        ]

    def close(self) -> None:
        """Cut off what is under way: each call ends as one that was interrupted."""
        self._stopping.set()
        self._connections.cut()

    def _ask(self, call: _Call, begin: Callable[[], bool], read: Callable[[str, Cost], Found | None]) -> Found | Failed:
        """One call, if the breaker, the app's day and `begin` let it through."""
        try:
            self._breaker.enter()
        except UnavailableError:
            return Failed("open")
        found: Found | Failed = Failed("interrupted")
        try:
            if not self._spending.take(call.app, call.tokens + self._section.output_tokens):
                found = Failed("budget")
            elif begin():
                found = self._call(call, read)
        finally:
            self._tell_breaker(found)
        return found

    def _call(self, call: _Call, read: Callable[[str, Cost], Found | None]) -> Found | Failed:
        started = time.perf_counter()
        found = self._answered(call, read)
        seconds = time.perf_counter() - started
        used = found.cost.tokens or call.tokens  # what is not told, or was for nothing, was read at least
        self._spending.correct(call.app, used - call.tokens - self._section.output_tokens)
        self._figures.call(found.reason if isinstance(found, Failed) else "ok", seconds, used)
        return msgspec.structs.replace(found, cost=Cost(1, found.cost.tokens, int(1000 * seconds)))

    def _answered(self, call: _Call, read: Callable[[str, Cost], Found | None]) -> Found | Failed:
        try:
            answer = self._connections.post(call.body, self._section.timeout_seconds, _MOST_BYTES)
        except TimeoutError:
            return Failed("timeout")
        except (OSError, http.client.HTTPException):
            return Failed("interrupted" if self._stopping.is_set() else "unreachable")
        except UnavailableError:
            return Failed("too_large")
        if answer.status != http.client.OK:
            return Failed(_denied(answer))
        told = read_answer(answer.body)
        cost = Cost(tokens=told.tokens)
        if told.reason is not None:
            return Failed(told.reason, cost)
        return read(told.text, cost) or Failed("invalid", cost)

    def _tell_breaker(self, found: Drawn | Distilled | Failed) -> None:
        if not isinstance(found, Failed) or found.reason == "refusal":
            self._breaker.succeeded()
        elif found.reason in _UNWELL:
            self._breaker.failed(found.reason)
        else:
            self._breaker.left()

    def _note(self, state: State) -> None:
        self._figures.breaker(state)
        self._since = iso(utc_now()) if state is State.OPEN else self._since


def _denied(answer: Answer) -> Reason:
    if answer.status == http.client.TOO_MANY_REQUESTS:
        return "limited"
    return "refused" if http.client.BAD_REQUEST <= answer.status < http.client.INTERNAL_SERVER_ERROR else "failed"
