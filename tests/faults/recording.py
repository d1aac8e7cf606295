"""The durable calls of a run, and the states POSIX lets a disk be in when power fails among them."""

import os
import random
from collections.abc import Container, Iterator
from pathlib import Path
from typing import NamedTuple

from scopes.storage.files import RENAME_EXCHANGE, Files


class Call(NamedTuple):
    """One call, or (`begin`, `ack`) a mark of the run itself."""

    name: str
    path: str = ""
    other: str = ""
    at: int = 0
    data: bytes = b""


class Recorder(Files):
    """Makes every call and notes it. `forgets(call)` leaves a sync out of the notes, as if it had not been made."""

    def __init__(self, forgets=lambda call: False, *, exchanges=True) -> None:
        self.calls: list[Call] = []
        self._forgets, self._exchanges = forgets, exchanges

    def note(self, call: Call) -> None:
        # Locks are made anew by whoever starts; an anchor that is gone with them says nothing.
        if not self._forgets(call) and "/locks/" not in call.path:
            self.calls.append(call)

    def put(self, path: str, data: bytes) -> None:
        super().put(path, data)
        self.note(Call("put", path, data=data))

    def write_at(self, path: str, offset: int, data: bytes, *, sync: bool = False) -> None:
        super().write_at(path, offset, data, sync=sync)
        self.note(Call("write", path, at=offset, data=data))
        if sync:
            self.note(Call("sync", path))

    def truncate(self, path: str, size: int) -> None:
        super().truncate(path, size)
        self.note(Call("truncate", path, at=size))

    def sync(self, path: str) -> None:
        super().sync(path)
        self.note(Call("sync", path))

    def rename(self, old: str, new: str) -> None:
        super().rename(old, new)
        self.note(Call("rename", old, new))

    def unlink(self, path: str) -> None:
        if os.path.lexists(path):
            super().unlink(path)
            self.note(Call("unlink", path))

    def mkdir(self, path: str) -> bool:
        made = super().mkdir(path)
        if made:
            self.note(Call("mkdir", path))
        return made

    def remove_folder(self, path: str) -> None:
        super().remove_folder(path)
        if not os.path.lexists(path):
            self.note(Call("unlink", path))

    def link(self, old: str, new: str) -> None:
        super().link(old, new)
        self.note(Call("link", old, new))

    def renameat2(self, old: str, new: str, flags: int) -> int:
        code = super().renameat2(old, new, flags) if self._exchanges else 22
        if code == 0:
            self.note(Call("exchange" if flags == RENAME_EXCHANGE else "rename", old, new))
        return code


_STEPS = (
    ("/seal.json", "checkpoint: seal"),
    ("/journal/", "checkpoint: closing a segment"),
    ("/journal.jsonl.new", "checkpoint: closing a segment"),
    ("/pending.jsonl.new", "checkpoint: fresh pending"),
    ("/prev/pending.jsonl", "checkpoint: fresh pending"),
    ("/operations", "checkpoint: operations and replies"),
    ("/replies.jsonl", "checkpoint: operations and replies"),
    ("/staging/", "creation"),
    ("/trash", "removal"),
    ("/receipts", "receipt"),
    ("/ledger.jsonl", "ledger"),
    ("/keys.json", "keys"),
)


def step_of(call: Call) -> str | None:
    """What a call is part of, where that is more than the write in hand."""
    if call.name == "sync" and "/chat/" in call.path:
        return "checkpoint: syncing documents"
    return next((step for mark, step in _STEPS if mark in call.path or mark in call.other), None)


def seal_last(calls: list[Call]) -> list[Call]:
    """The calls of a weaker protocol: each seal comes behind the fresh pending file instead of before it."""
    found: list[Call] = []
    late: list[Call] = []
    for call in calls:
        if "/seal.json" in call.path and "/staging/" not in call.path:
            late.append(call)
            continue
        found.append(call)
        if late and call.other.endswith("/pending.jsonl"):
            found += late
            late = []
    return found + late


class _File:
    """Bytes that are on disk, and the writes that may or may not be."""

    def __init__(self) -> None:
        self.durable = b""
        self.waiting: list[Call] = []

    def sync(self) -> None:
        for call in self.waiting:
            self.durable = _played(self.durable, call)
        self.waiting.clear()

    def after_cut(self, draw: random.Random) -> bytes:
        """One of the contents the file may have: a beginning of its writes, or each of them by itself."""
        raw, orderly = self.durable, draw.random() < 0.6
        reached = draw.randint(0, len(self.waiting))
        for number, call in enumerate(self.waiting):
            if call.name == "truncate" or (orderly and number < reached) or (not orderly and draw.random() < 0.4):
                raw = _played(raw, call)
            elif orderly and number > reached:
                break
            elif draw.random() < 0.6:
                raw = _played(raw, call._replace(data=_spoilt(call.data, draw)))
        return raw


def _played(raw: bytes, call: Call) -> bytes:
    if call.name == "truncate":
        return raw[: call.at].ljust(call.at, b"\0")
    end = call.at + len(call.data)
    return raw[: call.at].ljust(call.at, b"\0") + call.data + raw[end:]


def _spoilt(data: bytes, draw: random.Random) -> bytes:
    size = draw.randint(0, len(data))
    return data[:size] if draw.random() < 0.7 else bytes(size)


class _Entries(NamedTuple):
    """One change of names: (folder, name) → inode or None, whole or absent, until all its folders are synced."""

    folders: set[int]
    names: dict[tuple[int, str], int | None]


class Disk:
    """A data directory as the calls so far leave it. Folders and files are inodes; the root is 0 and durable."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._files: dict[int, _File] = {}
        self._tree: dict[int, dict[str, int]] = {0: {}}
        self._changes: list[_Entries] = []
        self._next = 1

    def apply(self, call: Call) -> None:
        """Move on by one call."""
        if call.name in ("put", "write", "truncate"):
            self._write(call)
        elif call.name == "sync":
            self._sync(call.path)
        elif call.name == "mkdir":
            place, inode = self._place(call.path), self._fresh()
            self._tree[inode] = {}
            self._rename({place: inode})
        elif call.name == "unlink":
            if self._inode(call.path) is not None:  # what is not there may be asked to go
                self._rename({self._place(call.path): None})
        elif call.name == "link":
            self._rename({self._place(call.other): self._inode(call.path)})
        elif call.name == "rename":
            target = self._place(call.other)
            self._rename({self._place(call.path): None, target: self._inode(call.path)}, {target[0]})
        elif call.name == "exchange":
            ours, theirs = self._inode(call.path), self._inode(call.other)
            self._rename({self._place(call.path): theirs, self._place(call.other): ours})

    def _write(self, call: Call) -> None:
        inode = self._inode(call.path)
        if inode is None:
            inode = self._fresh()
            self._files[inode] = _File()
            self._rename({self._place(call.path): inode})
        if call.name == "put":
            self._files[inode].waiting.append(Call("truncate"))
        self._files[inode].waiting.append(call)

    def _sync(self, path: str) -> None:
        inode = self._inode(path)
        if inode in self._files:
            self._files[inode].sync()
            return
        for change in self._changes:
            change.folders.discard(-1 if inode is None else inode)

    def _rename(self, names: dict[tuple[int, str], int | None], folders: set[int] | None = None) -> None:
        for (folder, name), inode in names.items():
            if inode is None:
                self._tree[folder].pop(name, None)
            else:
                self._tree[folder][name] = inode
        self._changes.append(_Entries({folder for folder, _ in names} if folders is None else folders, names))

    def _fresh(self) -> int:
        self._next += 1
        return self._next - 1

    def _place(self, path: str) -> tuple[int, str]:
        folder = self._inode(os.path.dirname(path))
        if folder is None:  # made with a lock inside
            self.apply(Call("mkdir", os.path.dirname(path)))
            return self._place(path)
        return folder, os.path.basename(path)

    def _inode(self, path: str) -> int | None:
        at: int | None = 0
        for name in Path(os.path.relpath(path, self._root)).parts:
            at = None if at is None else self._tree.get(at, {}).get(name)
        return at

    def after_cut(self, draw: random.Random) -> list[tuple[list[str], bytes]]:
        """(names, bytes) of every file in one of the states that a power cut now may leave."""
        tree: dict[int, dict[str, int]] = {}
        for change in _kept(self._changes, draw):
            for (folder, name), inode in change.names.items():
                tree.setdefault(folder, {}).pop(name, None)
                if inode is not None:
                    tree[folder][name] = inode
        contents = {inode: file.after_cut(draw) for inode, file in self._files.items()}
        names: dict[int, list[str]] = {}
        for path, inode in _walk(tree, contents.keys(), 0, ""):
            names.setdefault(inode, []).append(path)
        return [(paths, contents[inode]) for inode, paths in names.items()]


def _kept(changes: list[_Entries], draw: random.Random) -> list[_Entries]:
    """Changes of names that reached the disk: the synced ones, and of the others a beginning, any subset or all."""
    free = [number for number, change in enumerate(changes) if change.folders]
    mode, reached = draw.random(), draw.choice([*free, len(changes)])
    return [
        change
        for number, change in enumerate(changes)
        if not change.folders or mode >= 0.8 or (number < reached if mode < 0.4 else draw.random() < 0.5)
    ]


def _walk(tree: dict[int, dict[str, int]], files: Container[int], folder: int, path: str) -> Iterator[tuple[str, int]]:
    for name, inode in tree.get(folder, {}).items():
        if inode in files:
            yield path + name, inode
        else:
            yield from _walk(tree, files, inode, f"{path}{name}/")
