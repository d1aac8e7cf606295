"""Scopes on a directory of their own, written to as the service writes to them."""

import time
from pathlib import Path

import msgspec
import pytest

from scopes.config import EngineConfig
from scopes.engine import Engine
from scopes.governance import erase
from scopes.lines import chat, diary, preferences, wiki
from scopes.lines.precondition import Always
from scopes.model import ScopeIds
from scopes.scope import Scope
from scopes.storage import journal, pages
from scopes.storage.batch import Author

AUTHOR = Author("key", "request")
# A save counts soon; a checkpoint comes only when it is asked for.
QUICK = {"settle_seconds": 0.02, "missing_seconds": 0.2, "displaced_seconds": 0.2, "checkpoint_seconds": 60.0}


class Home:
    """A handle on one scope: what a test does to it and sees of it."""

    def __init__(self, engine, ids):
        self.engine, self.config = engine, engine.config
        self.scope = Scope(engine, ids)
        self.root = Path(self.scope.room.layout.root)

    def write(self, change, **more):
        return self.scope.write(change, author=AUTHOR, **more).result(20).value

    def put(self, file, name, content="text", **fields):
        new = wiki.NewItem(file, name, content, **fields)
        return self.write(lambda batch: wiki.put(batch, new, self.config))

    def patch(self, address, **fields):
        identity = self.item(address).id
        return self.write(lambda batch: wiki.patch(batch, identity, wiki.ItemPatch(**fields), Always(), self.config))

    def review(self, identity, status):
        change = wiki.ItemPatch(status=status)
        return self.write(lambda batch: wiki.patch(batch, identity, change, Always(), self.config))

    def remove(self, address, *, hard=False):
        identity = self.item(address).id
        if hard:
            return self.erase(lambda batch: erase.select_item(batch, identity, "keep"))
        return self.write(lambda batch: wiki.archive(batch, identity, None, self.config))

    def erase(self, select):
        return self.scope.erase(select, author=AUTHOR).result(20).value

    def memorize(self, *contents, ids=(), extract="verbatim", **fields):
        """Memorize turns, with an entry of the diary for each unless told otherwise."""
        names = [*ids, *[None] * len(contents)]
        messages = tuple(chat.Message("user", text, name) for text, name in zip(contents, names, strict=False))
        request = chat.MemorizeRequest(messages, extract=extract, **fields)
        return self.write(chat.memorize(request, self.config, journal.mint_id()))

    def enter(self, content, **fields):
        return self.write(lambda batch: diary.append(batch, diary.NewEntry(content, **fields), self.config))

    def set(self, **settings):
        patch = preferences.SettingsPatch(**settings)
        return self.write(lambda batch: preferences.patch(batch, patch, self.scope.room))

    def item(self, address):
        return self.scope.snapshot().resolve(address)

    def texts(self, layer="wiki"):
        return {item.address: item.content for item in self.scope.snapshot().items.values() if item.layer == layer}

    def records(self, op=None):
        found = pages.read_page(self.scope.room, 0, 10_000)
        return [record for record in found if op is None or record.op == op]

    def content(self):
        """All that the scope holds, but for where its journal stands."""
        shown = self.scope.snapshot()
        documents = {path: document.raw for path, document in shown.documents.items()}
        items = {identity: msgspec.to_builtins(item) for identity, item in shown.items.items()}
        return documents, items, dict(shown.addresses), shown.settings


@pytest.fixture
def open_home(tmp_path):
    """Open a scope as one more process would; its engine is closed at the end."""
    opened = []

    def open_home(ids=None, files=None, **config):
        engine = Engine(EngineConfig(data=str(tmp_path / "data"), **{**QUICK, **config}), files=files)
        opened.append(Home(engine, ids or ScopeIds("app", "alice")))
        return opened[-1]

    yield open_home
    for home in opened:
        home.engine.close()


@pytest.fixture
def home(open_home):
    """One scope."""
    return open_home()


@pytest.fixture
def until():
    """Wait for something that is to come about by itself."""

    def until(condition, seconds=10.0):
        end = time.monotonic() + seconds
        while not (value := condition()):
            assert time.monotonic() < end, "it did not come about"
            time.sleep(0.01)
        return value

    return until
