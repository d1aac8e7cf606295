"""Scopes to export from and to import into, and archives made of parts."""

import gzip
import hashlib
import io
import tarfile
from pathlib import Path

import msgspec
import pytest

from ops.archive import export
from ops.ledger import Ledger
from scopes.config import EngineConfig
from scopes.lines import chat, diary, wiki
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.storage import journal
from scopes.storage.batch import Author

AUTHOR = Author("key", "request")
TOP = "muniment-scope/"


class Place:
    """A data directory with its engine, and one scope in it."""

    def __init__(self, data, ids, **config):
        self.registry = Registry(EngineConfig(data=str(data), **config))
        self.data, self.ids = Path(data), ids
        self.scope = self.registry.scope(ids)
        self.root = Path(self.scope.room.layout.root)
        self.ledger = Ledger(str(data), self.registry.engine.key)

    def write(self, change, **more):
        return self.scope.write(change, author=AUTHOR, **more).result(20).value

    def put(self, file, name, content):
        config = self.registry.engine.config
        return self.write(lambda batch: wiki.put(batch, wiki.NewItem(file, name, content), config))

    def memorize(self, *contents, **fields):
        messages = tuple(chat.Message("user", content) for content in contents)
        request = chat.MemorizeRequest(messages, **fields)
        return self.write(chat.memorize(request, self.registry.engine.config, journal.mint_id()))

    def enter(self, content, at=None):
        config = self.registry.engine.config
        return self.write(lambda batch: diary.append(batch, diary.NewEntry(content, at), config))

    def fill(self):
        """A little of everything."""
        self.put("preferences", "likes-the-sea", "喜欢海边。[[facts:tea]]")
        self.put("facts", "tea", "green")
        self.put("facts", "tea", "black")
        self.enter("went to the sea")
        self.memorize("hello", "how are you", source_id="conv", tags=("greeting",))
        self.scope.close()
        return self

    def begin(self):
        return export.begin(self.scope.room, self.ledger, AUTHOR, 1)

    def export(self):
        """The archive of the scope, whole."""
        made = self.begin()
        try:
            return b"".join(made)
        finally:
            made.close()


@pytest.fixture(scope="module")
def home():
    """Make places that a whole module shares."""
    made = []

    def make(data):
        made.append(Place(data, ScopeIds("app", "alice")))
        return made[-1]

    yield make
    for each in made:
        each.registry.close()


@pytest.fixture
def place(tmp_path):
    """Make places; their engines are closed at the end."""
    made = []

    def make(name="data", ids=None, **config):
        made.append(Place(tmp_path / name, ids or ScopeIds("app", "alice"), **config))
        return made[-1]

    yield make
    for each in made:
        each.registry.close()


@pytest.fixture
def author():
    """Who asks."""
    return AUTHOR


@pytest.fixture(scope="session")
def contents():
    """Every file below a directory with its digest, but for locks, which hold nothing."""

    def look(directory):
        files = (path for path in Path(directory).rglob("*") if path.is_file())
        return {
            str(path.relative_to(directory)): hashlib.sha256(path.read_bytes()).hexdigest()
            for path in files
            if not path.is_relative_to(Path(directory) / "locks")
        }

    return look


def unpacked(archive):
    """name → bytes of an archive, without its top folder."""
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return {member.name.removeprefix(TOP): tar.extractfile(member).read() for member in tar}


def described(files, manifest):
    """The manifest with the entries that fit the files."""
    entries = [
        {"name": name, "size": len(raw), "sha256": hashlib.sha256(raw).hexdigest()} for name, raw in files.items()
    ]
    return msgspec.json.encode({**manifest, "files": entries})


def packed(members, **gzip_options):
    """An archive of members in this order, each (TarInfo or name, bytes)."""
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for member, data in members:
            info = tarfile.TarInfo(TOP + member) if isinstance(member, str) else member
            info.size = len(data) if info.isreg() else 0
            tar.addfile(info, io.BytesIO(data) if info.size else None)
    return gzip.compress(raw.getvalue(), **gzip_options)


@pytest.fixture(scope="session")
def tars():
    """Taking archives apart and putting them together."""

    class Tars:
        unpacked = staticmethod(unpacked)
        described = staticmethod(described)
        packed = staticmethod(packed)

    return Tars
