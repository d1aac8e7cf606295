"""Every kind of write a scope takes, drawn from a seed, and what the scope holds afterwards."""

import random
from collections.abc import Callable
from typing import Any

import msgspec

from scopes.committer import Idempotency
from scopes.lines import chat, diary, files, preferences, wiki
from scopes.lines.precondition import Always
from scopes.storage.batch import Author, Batch
from scopes.storage.room import Room
from scopes.storage.state import Snapshot

AUTHOR = Author("key", "request")
Change = Callable[[Batch, Room], str]


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


def change_one(number: int, draw: random.Random) -> Change:
    """Rename, patch or remove one of the wiki's items; add one where there is none."""
    way, place = draw.choice(["rename", "patch", "soft", "hard"]), draw.random()

    def change(batch: Batch, room: Room) -> str:
        found = sorted(item.id for item in wiki.living(batch) if item.layer == "wiki")
        if not found:
            return put(number, random.Random(number))(batch, room)
        identity = found[int(place * len(found))]
        if way in ("soft", "hard"):
            return wiki.remove(batch, identity, None, room.config, hard=way == "hard").id
        patch = wiki.ItemPatch(name=f"r{number}") if way == "rename" else wiki.ItemPatch(content=f"p{number}")
        return wiki.patch(batch, identity, patch, Always(), room.config).item.id

    return change


def whole_file(number: int, draw: random.Random) -> Change:
    path, remove = "chat/wiki/f.md", draw.random() < 0.4

    def change(batch: Batch, room: Room) -> str:
        if remove and batch.documents.get(path) is not None:
            return files.remove(batch, path, Always(), room.config, hard=False).id
        text = f"# f\n\n## one\n\n{number}\n\n## two\n\n2\n"
        return files.put(batch, path, text, Always(), room.config).id

    return change


def entry(number: int, draw: random.Random) -> Change:
    new = diary.NewEntry(f"entry {number}", at=f"2026-07-{draw.randint(1, 3):02}T10:00:00Z")
    return lambda batch, room: diary.append(batch, new, room.config).id


def setting(number: int, draw: random.Random) -> Change:
    patch = preferences.SettingsPatch(diary=draw.random() < 0.7)
    return lambda batch, room: str(preferences.patch(batch, patch, room).diary)


KINDS = (put, put, put, memorize, memorize, change_one, change_one, whole_file, entry, setting)


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
