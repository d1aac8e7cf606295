"""Scopes with made-up content, and the count of what the disk was asked for."""

import contextlib
from collections.abc import Callable, Generator

from ops.bench.temporary import temporary_registry
from ops.bench.texts import MadeText, Texts
from scopes.lines import wiki
from scopes.lines.chat import Memorize, MemorizeRequest, Message, memorize
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.scope import Scope
from scopes.storage import journal
from scopes.storage.batch import Author, Batch
from scopes.storage.files import Files

ITEMS_A_FILE = 100


class CountedFiles(Files):
    """The system's calls, counting those that make a write durable before it is acknowledged."""

    def __init__(self) -> None:
        self.flushes = 0

    def write_at(self, path: str, offset: int, data: bytes, *, sync: bool = False) -> None:
        """As the engine's own."""
        self.flushes += sync
        super().write_at(path, offset, data, sync=sync)


class Workshop:
    """A registry over an empty data directory, the texts to fill it with and the count of its flushes."""

    def __init__(self, registry: Registry, files: CountedFiles, texts: Texts) -> None:
        self.registry, self.files, self.texts = registry, files, texts
        self._config = registry.engine.config
        self._names = 0

    def scope(self, user: str, items: int = 0, app: str = "bench") -> tuple[Scope, list[MadeText]]:
        """A new scope with so many wiki items, a hundred to a file, and their texts; checkpointed."""
        scope = self.registry.scope(ScopeIds(app=app, user_id=user))
        made = [self.texts.next() for _ in range(items)]
        for start in range(0, items, ITEMS_A_FILE):
            change = self._fill(f"topic-{start // ITEMS_A_FILE}", made[start : start + ITEMS_A_FILE])
            scope.write(change, author=Author()).result()
        scope.close()
        return scope, made

    def new_item(self, file: str) -> Callable[[Batch], wiki.Written]:
        """The change that adds one item to a file."""
        return lambda batch: self._put(batch, file, self.texts.next())

    def new_turn(self) -> Memorize:
        """The change that memorizes one turn of an endless conversation."""
        self._names += 1
        message = Message(role="user", content=self.texts.next().text, id=f"t{self._names}")
        request = MemorizeRequest(messages=(message,), source_id="talk", extract="none")
        return memorize(request, self._config, journal.mint_id())

    def _fill(self, file: str, made: list[MadeText]) -> Callable[[Batch], list[wiki.Written]]:
        return lambda batch: [self._put(batch, file, one) for one in made]

    def _put(self, batch: Batch, file: str, made: MadeText) -> wiki.Written:
        self._names += 1
        return wiki.put(batch, wiki.NewItem(file, f"note-{self._names}", made.text), self._config)


@contextlib.contextmanager
def workshop(seed: int) -> Generator[Workshop]:
    """A workshop over an empty data directory."""
    with temporary_registry() as registry:
        registry.engine.files = files = CountedFiles()
        yield Workshop(registry, files, Texts(seed))
