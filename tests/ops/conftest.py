"""A data directory with a scope in it, and erasures on it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ops.erasures import Erasures
from ops.ledger import Ledger
from ops.receipts import ReceiptCopy
from ops.spans import ErasureRequest
from scopes.config import EngineConfig
from scopes.lines import wiki
from scopes.lines.wiki import NewItem, Written
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.storage.batch import Author, Batch

ALICE = ScopeIds("default", "alice-wonder")
AUTHOR = Author("key", "request")
SECRET = "the white rabbit is late"


class Home:
    """A registry, its ledger, and the shortest way to write and erase."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.registry = Registry(EngineConfig(data=str(path)))
        self.ledger = Ledger(str(path), self.registry.engine.key)
        self.erasures = Erasures(self.registry, self.ledger)

    def write(self, ids: ScopeIds = ALICE, name: str = "rabbit", content: str = SECRET, **more: Any) -> Written:
        def note(batch: Batch) -> Written:
            return wiki.put(batch, NewItem("facts", name, content), EngineConfig(data=""))

        committed = self.registry.scope(ids).write(note, author=AUTHOR, **more).result(10)
        assert committed.value is not None
        return committed.value

    def erase(self, span: str = "scope", ids: ScopeIds = ALICE, **more: Any) -> ReceiptCopy:
        return self.erasures.erase(ErasureRequest(span=span, **more), ids, AUTHOR)  # type: ignore[arg-type]

    def files(self) -> list[Path]:
        return [path for path in self.path.rglob("*") if path.is_file()]

    def scopes(self) -> list[ScopeIds]:
        return [identity.ids for _, identity in self.registry.identities()]


@pytest.fixture
def make_home(tmp_path: Path) -> Iterator[Callable[[], Home]]:
    """Further processes, as it were, on the one data directory."""
    made: list[Home] = []

    def make() -> Home:
        made.append(Home(tmp_path))
        return made[-1]

    yield make
    for home in made:
        home.registry.close()


@pytest.fixture
def home(make_home: Callable[[], Home]) -> Home:
    return make_home()
