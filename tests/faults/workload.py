"""Every kind of write a scope takes, drawn from a seed, and what the scope holds afterwards."""

import random
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any, NamedTuple

import msgspec

from scopes.governance import erase
from scopes.governance.erase import Selection
from scopes.lines import chat, diary, files, preferences, wiki, workspace
from scopes.lines.precondition import Always
from scopes.scope import Scope
from scopes.storage.batch import Author, Batch
from scopes.storage.room import Room
from scopes.storage.state import Snapshot
from scopes.writes import Committed, Idempotency

AUTHOR = Author("key", "request")


class Erase(NamedTuple):
    """A write that takes away what it selects."""

    select: Callable[[Batch], Selection]


Change = Callable[[Batch, Room], str] | Erase


def submit(scope: Scope, change: Change, key: Idempotency | None = None) -> Future[Committed[Any]]:
    """Queue a write of either sort."""
    if isinstance(change, Erase):
        erases = None if key is None else msgspec.structs.replace(key, describe=lambda _: ("erased", {}))
        return scope.erase(change.select, author=AUTHOR, idempotency=erases)
    return scope.write(lambda batch: change(batch, scope.room), author=AUTHOR, idempotency=key)


def idempotency(number: int) -> Idempotency:
    """The key of the write with this number."""
    return Idempotency(f"key-{number}".encode(), b"body", lambda identity: ("write", {"id": identity}))


def put(number: int, draw: random.Random) -> Change:
    new = wiki.NewItem(draw.choice("ab"), draw.choice(["x", "y", f"n{number}"]), f"v{number} [[b:x]] " + "z" * 40)
    return lambda batch, room: wiki.put(batch, new, room.config).item.id


def memorize(number: int, draw: random.Random) -> Change:
    given: dict[str, Any] = {"items": [{"file": "a", "name": f"g{number}", "content": "given"}], "diary": "met"}
    messages = tuple(chat.Message("user", f"turn {number} {'w' * 30}", f"m{number}-{part}") for part in range(2))
    extract, extra = ("given", given) if draw.random() < 0.5 else ("verbatim", {})
    request = chat.MemorizeRequest(messages, f"conversation-{number % 7}", extract=extract, **extra)
    return lambda batch, room: chat.memorize(request, room.config, f"o{number}")(batch).id


def change_one(way: str, number: int, draw: random.Random) -> Change:
    """Rename, patch or archive one of the wiki's items; add one where there is none."""
    place = draw.random()

    def change(batch: Batch, room: Room) -> str:
        found = sorted(item.id for item in wiki.living(batch) if item.layer == "wiki")
        if not found:
            return put(number, random.Random(number))(batch, room)
        identity = found[int(place * len(found))]
        if way == "archive":
            return wiki.archive(batch, identity, None, room.config).id
        patch = wiki.ItemPatch(name=f"r{number}") if way == "rename" else wiki.ItemPatch(content=f"p{number}")
        return wiki.patch(batch, identity, patch, Always(), room.config).item.id

    return change


def erase_one(what: str, number: int, draw: random.Random) -> Change:
    """Erase an item with or without what holds its text, a turn, or a source; nothing where there is none."""
    place = draw.random()

    def select(batch: Batch) -> Selection:
        layer = {"turn": "source", "source": "source"}.get(what, "wiki")
        found = sorted((item for item in batch.all_items() if item.layer == layer), key=lambda item: item.id)
        if not found:
            return Selection((), (), (), (), ())
        item = found[int(place * len(found))]
        if what == "source":
            return erase.select_source(batch, item.file)
        return erase.select_item(batch, item.id, "keep" if what == "item alone" else "erase")

    return Erase(select)


def whole_file(number: int, draw: random.Random) -> Change:
    path, remove = "chat/wiki/f.md", draw.random() < 0.4

    def change(batch: Batch, room: Room) -> str:
        if remove and batch.documents.get(path) is not None:
            return files.archive(batch, path, Always(), room.config).id
        text = f"# f\n\n## one\n\n{number}\n\n## two\n\n2\n"
        return files.put(batch, path, text, Always(), room.config).id

    return change


def page(number: int, draw: random.Random) -> Change:
    text = f"# Same\n\nstays\n\n# Other\n\n{number}\n"
    digest = workspace.digest_of(text.encode())
    new = workspace.NewFile(f"{draw.choice('ab')}.md", digest, len(text), "text/markdown", "markdown", text)
    return lambda batch, room: workspace.put(batch, new, Always(), room.config).document.id


def remove_page(number: int, draw: random.Random) -> Change:
    path = f"{draw.choice('ab')}.md"

    def select(batch: Batch) -> Selection:
        there = workspace.page_of(batch, path) is not None
        return workspace.select(batch, [path]) if there else Selection((), (), (), (), ())

    return Erase(select)


def entry(number: int, draw: random.Random) -> Change:
    new = diary.NewEntry(f"entry {number}", at=f"2026-07-{draw.randint(1, 3):02}T10:00:00Z")
    return lambda batch, room: diary.append(batch, new, room.config).id


def setting(number: int, draw: random.Random) -> Change:
    patch = preferences.SettingsPatch(diary=draw.random() < 0.7)
    return lambda batch, room: str(preferences.patch(batch, patch, room).diary)


KINDS: dict[str, Callable[[int, random.Random], Change]] = {
    "put": put,
    "memorize": memorize,
    **{f"{way} one": partial(change_one, way) for way in ("rename", "patch", "archive")},
    **{f"erase {what}": partial(erase_one, what) for what in ("item", "item alone", "turn", "source")},
    "whole file": whole_file,
    "page": page,
    "remove page": remove_page,
    "diary": entry,
    "settings": setting,
}
# The commonest kinds come more often.
DRAWN = (*KINDS, "put", "put", "memorize", "memorize", "put")


class Content(msgspec.Struct, frozen=True):
    """Everything a scope is to hold: documents, turns, settings."""

    docs: dict[str, bytes] = {}
    turns: tuple[str, ...] = ()
    diary: bool = True

    @classmethod
    def of(cls, snapshot: Snapshot) -> "Content":
        """What a snapshot holds."""
        docs = {path: document.raw for path, document in snapshot.documents.items()}
        turns = sorted(f"{item.address} {item.content}" for item in snapshot.items.values() if item.layer == "source")
        return cls(docs, tuple(turns), snapshot.settings.diary)

    def differences(self, other: "Content") -> list[str]:
        """What is not the same in another one."""
        paths = {*self.docs, *other.docs}
        found = sorted(path for path in paths if self.docs.get(path) != other.docs.get(path))
        return found + ["turns"] * (self.turns != other.turns) + ["diary"] * (self.diary != other.diary)
