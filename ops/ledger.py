"""The service's ledger: hash-chained like a journal, free of content; erasures and their receipts.

A receipt lies in `receipts/<id>.json` and its mac in the ledger line, so that it can be shown after its scope is gone.
"""

import contextlib
import datetime as dt
import os
from typing import Any

import msgspec

from ops.private_files import service_lock
from scopes.errors import IntegrityError, NotFoundError
from scopes.model import iso
from scopes.storage import anchor, journal
from scopes.storage.files import Files
from scopes.storage.journal import ChainKey, Entry

_GENESIS = b"muniment-ledger-1"
_ID, _ID_LENGTH = frozenset("abcdefghijklmnopqrstuvwxyz234567"), 16


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What was erased, provable later: ids and counts, no text. `signature` is
    `<key id>:<HMAC>`: the service can check it."""

    id: str
    scope: str
    what: str
    at: str
    actor: str | None
    counts: dict[str, int]
    layers: tuple[str, ...]
    digests: dict[str, str]
    limits: str
    complete: bool
    signature: str = ""


class Ledger:
    """`ledger.jsonl` of one data directory."""

    def __init__(self, data: str, key: ChainKey, files: Files | None = None) -> None:
        self._data, self._key, self._files = data, key, files or Files()
        self._path, self._anchor = f"{data}/ledger.jsonl", f"{data}/locks/ledger.anchor"

    def append(
        self, op: str, *, id: str | None, actor: str | None, request: str | None, state: str | None = None
    ) -> None:
        """Add a line, durably."""
        with service_lock(self._data, "ledger"):
            raw, _ = self._files.read(self._path)
            lines = (raw or b"").split(b"\n")
            whole = sum(len(line) + 1 for line in lines[:-1])
            if lines[-1]:
                self._files.truncate(self._path, whole)  # cut off while it was written, so never answered
            last = journal.authentic(lines[-2], self._key) if len(lines) > 1 else None
            if len(lines) > 1 and last is None:
                raise IntegrityError("the ledger's last line was altered", field="ledger.jsonl")
            seq = 1 if last is None else last.seq + 1
            line, mac = journal.render(
                Entry(op, id=id, state=state),
                seq=seq,
                ts=iso(dt.datetime.now(dt.UTC)),
                actor=actor,
                request=request,
                prev=self._key.mac(_GENESIS) if last is None else last.mac,
                key=self._key,
            )
            self._files.write_at(self._path, whole, line.encode(), sync=True)
            self._files.make_folder(f"{self._data}/locks")
            self._files.put(self._anchor + ".new", anchor.render(seq, mac))
            self._files.rename(self._anchor + ".new", self._anchor)
            self._files.sync(self._data)

    def keep(self, receipt: Receipt, request: str | None) -> Receipt:
        """Sign a receipt, store it and enter it."""
        signed = msgspec.structs.replace(receipt, signature=self._sign(receipt, self._key.kid))
        folder = f"{self._data}/receipts"
        self._files.make_folder(folder)
        path = f"{folder}/{receipt.id}.json"
        self._files.put(path + ".new", msgspec.json.format(msgspec.json.encode(signed), indent=2) + b"\n")
        self._files.sync(path + ".new")
        self._files.rename(path + ".new", path)
        self._files.sync(folder)
        self.append("erase", id=receipt.id, actor=receipt.actor, request=request, state=signed.signature)
        return signed

    def receipt(self, identity: str) -> Receipt:
        """A receipt by id; IntegrityError when it is not the one that was signed."""
        raw = (
            None
            if len(identity) != _ID_LENGTH or set(identity) - _ID
            else self._files.read(f"{self._data}/receipts/{identity}.json")[0]
        )
        if raw is None:
            raise NotFoundError("no such receipt")
        try:
            receipt = msgspec.json.decode(raw, type=Receipt)
        except msgspec.DecodeError:
            raise IntegrityError("the receipt can't be read", field="receipt") from None
        if self._sign(receipt, receipt.signature.partition(":")[0]) != receipt.signature:
            raise IntegrityError("the receipt was altered", field="receipt")
        return receipt

    def _sign(self, receipt: Receipt, kid: str) -> str:
        body = msgspec.json.encode(msgspec.structs.replace(receipt, signature=""))
        return kid + ":" + self._key.mac(b"muniment-receipt-1\0" + body, kid)

    def verify(self) -> tuple[int, list[dict[str, Any]]]:
        """(lines, findings) of the chain, its anchor and the receipts it speaks of."""
        raw, _ = self._files.read(self._path)
        findings: list[dict[str, Any]] = []
        seq, mac, states = 0, "", dict[str, str]()
        for line in (raw or b"").split(b"\n")[:-1]:
            record = journal.authentic(line, self._key)
            if record is not None and seq == 0:
                mac = self._key.mac(_GENESIS, record.kid)
            if record is None or record.seq != seq + 1 or record.prev != mac:
                findings += [_finding("altered", "edited, removed or moved", seq + 1)]
                break
            seq, mac = record.seq, record.mac
            if record.op == "erase" and record.id is not None:
                states[record.id] = record.state or ""
        anchored = anchor.read(self._anchor)
        if anchored is not None and anchored.seq > seq and not findings:
            findings += [_finding("tail_cut", f"the ledger ends at {seq}, its anchor says {anchored.seq}", seq)]
        findings += [
            found for name in self._files.names(f"{self._data}/receipts") if (found := self._check(name, states))
        ]
        return seq, findings

    def _check(self, name: str, states: dict[str, str]) -> dict[str, Any] | None:
        """What is wrong with a receipt's file; an unfinished `.new` is no receipt."""
        identity, _, kind = name.partition(".")
        if kind != "json":
            return None
        try:
            if self.receipt(identity).signature == states.get(identity):
                return None
        except (IntegrityError, NotFoundError):
            pass
        return {"kind": "altered", "file": f"receipts/{name}", "detail": "not the receipt that was entered"}


def _finding(kind: str, detail: str, seq: int) -> dict[str, Any]:
    return {"kind": kind, "seq": seq, "file": "ledger.jsonl", "detail": detail}


def fresh_receipt_id() -> str:
    """A random id for a receipt."""
    return journal.mint_id()


def sum_bytes(root: str) -> tuple[int, int]:
    """(files, bytes) below a folder, links not followed; a file that goes meanwhile is not counted."""
    files = size = 0
    for folder, _, names in os.walk(root):
        for name in names:
            with contextlib.suppress(FileNotFoundError):
                size += os.lstat(f"{folder}/{name}").st_size
                files += 1
    return files, size
