"""A worker process of a test, and a model of a test's own."""

import threading

from scopes.config import EngineConfig
from scopes.extraction.candidates import Candidate, DiaryLine, Extraction
from scopes.extraction.extractor import Cost, Distilled, Drawn, Failed
from scopes.extraction.traces.sketch import Sketch
from scopes.extraction.traces.trace import Step
from scopes.lines import chat
from scopes.lines.skill_request import TraceRequest
from scopes.lines.skill_traces import keep_trace
from scopes.model import ScopeIds
from scopes.queue.extracting import DISTILL, MEMORIZE, Extracting
from scopes.queue.jobs import Kind
from scopes.queue.workers import Workers
from scopes.registry import Registry
from scopes.storage import journal, operations
from scopes.storage.batch import Author

AUTHOR = Author("key", "request")


def drawn(asked):
    """An item a turn, and a line of the diary."""
    items = [
        Candidate(
            kind="fact", file="told", name=f"n-{turn.content}"[:60], content=f"It was said: {turn.content}",
            confidence=0.9, why=turn.content[:40], evidence=(turn.id,),
        )
        for turn in asked.turns
    ]  # fmt: skip
    line = DiaryLine(content=f"They spoke of {len(asked.turns)} things.", event_at=None, evidence=(asked.turns[0].id,))
    return Drawn(Extraction(tuple(items), (line,)), cost=Cost(1, 50, 3))


def distilled(asked):
    """A skill that says what its first trace was for."""
    sketch = Sketch(name="by-model", description=f"Does {asked.traces[0].task}", steps=("Go",), pitfalls=())
    return Distilled(sketch, cost=Cost(1, 50, 3))


class Model:
    """A model of one process: remembers what it was asked, answers when it is let."""

    def __init__(self):
        self.asked, self.answer = [], drawn
        self.free, self.at_work = threading.Event(), threading.Event()
        self.free.set()

    def extract(self, asked, begin):
        if not begin():
            return Failed("interrupted")
        self.asked.append(asked)
        self.at_work.set()
        assert self.free.wait(20)
        return self.answer(asked)

    distill = extract


class Process:
    """What one worker process has: a registry, a model and, once `serve` is called, threads."""

    def __init__(self, directory, model, **config):
        self.config = EngineConfig(data=str(directory), **{"extracts": True, "checkpoint_seconds": 0.1, **config})
        self.model = model
        self.registry = Registry(self.config, extractor=model)
        self.workers = None

    def serve(self, threads=2, **kinds):
        jobs = {"memorize": MEMORIZE, "distill": DISTILL}
        made = {name: Kind(Extracting(self.registry.engine, work)) for name, work in jobs.items()}
        self.workers = Workers(self.registry, {**made, **kinds}, threads)
        return self

    def scope(self, user="alice", app="app"):
        return self.registry.scope(ScopeIds(app, user))

    def memorize(self, *contents, user="alice", app="app", **fields):
        messages = tuple(chat.Message("user", text) for text in contents)
        request = chat.MemorizeRequest(messages, **{"extract": "llm", **fields})
        change = chat.memorize(request, self.config, journal.mint_id())
        return self.scope(user, app).write(change, author=AUTHOR).result(20).value

    def trace(self, task, user="alice", app="app", **fields):
        request = TraceRequest(task, **{"distill": "llm", "steps": (Step("Go", "bash"),), **fields})
        change = keep_trace(request, self.config, journal.mint_id())
        return self.scope(user, app).write(change, author=AUTHOR).result(20).value

    def operation(self, identity, user="alice", app="app"):
        scope = self.scope(user, app)
        return operations.find(scope.room, scope.snapshot(), identity)

    def texts(self, layer="wiki", user="alice", app="app"):
        snapshot = self.scope(user, app).snapshot()
        return sorted(item.content for item in snapshot.items.values() if item.layer == layer)

    def close(self):
        if self.workers is not None:
            self.model.free.set()
            self.workers.close()
        self.registry.close()
