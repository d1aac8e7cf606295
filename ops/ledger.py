"""The service's ledger: hash-chained like a journal, free of content; erasures and their receipts.

A receipt lies in `receipts/<id>.json` and its mac in the ledger line, so that it can be shown after its scope is gone.
"""

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ops import receipts
from ops.private_files import service_lock
from ops.receipts import Receipt, ReceiptListed
from ops.signing import Signer
from scopes.errors import IntegrityError, NotFoundError
from scopes.model import iso
from scopes.storage import anchor, journal
from scopes.storage.files import Files
from scopes.storage.journal import ChainKey, Entry, Record

_GENESIS = b"muniment-ledger-1"
_ID = re.compile(r"[a-z2-7]{16}")


class Ledger:
    """`ledger.jsonl` of one data directory."""

    def __init__(self, data: str, key: ChainKey, files: Files | None = None, signer: Signer | None = None) -> None:
        self._data, self._key, self._files = data, key, files or Files()
        self.signer = signer or Signer(data, key)
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

    def records(self) -> Iterator[Record]:
        """The lines that are as they were written, in their order."""
        raw, _ = self._files.read(self._path)
        for line in journal.whole_lines(raw or b""):
            if (record := journal.authentic(line, self._key)) is not None:
                yield record

    def keep(self, receipt: Receipt, request: str | None) -> Receipt:
        """Sign a receipt, store it and enter it."""
        signature = self.signer.sign(receipts.body_of(msgspec.to_builtins(receipt)))
        signed = msgspec.structs.replace(receipt, signature=signature)
        folder = f"{self._data}/receipts"
        self._files.make_folder(folder)
        path = f"{folder}/{receipt.id}.json"
        self._files.put(path + ".new", msgspec.json.format(msgspec.json.encode(signed), indent=2) + b"\n")
        self._files.sync(path + ".new")
        self._files.rename(path + ".new", path)
        self._files.sync(folder)
        state = receipts.entry_mac(msgspec.to_builtins(signed), self._key)
        self.append("erase", id=receipt.id, actor=receipt.actor, request=request, state=state)
        return signed

    def receipt(self, identity: str) -> Receipt:
        """A receipt by id; NotFoundError for none, IntegrityError when it is not the one that was entered."""
        return msgspec.convert(self.document(identity), Receipt)

    def document(self, identity: str) -> dict[str, Any]:
        """A receipt as its file has it, checked as `receipt` does."""
        document = self._stored(identity)
        if not self.is_entered(document):
            raise IntegrityError("the receipt was altered, or the ledger lost its line", field="receipt")
        return document

    def summary(self, identity: str) -> ReceiptListed:
        """A receipt as it is listed, unchecked."""
        return receipts.read_summary(self._raw(identity))

    def receipt_ids(self) -> Iterator[str]:
        """The ids of all receipts, in no order."""
        for name in self._files.names(f"{self._data}/receipts"):
            identity, _, kind = name.partition(".")
            if kind == "json" and _ID.fullmatch(identity):
                yield identity

    def exports(self, names: set[str]) -> tuple[int, ...]:
        """The lines of the exports that were made of scopes, by their keyed digests."""
        return tuple(record.seq for record in self.records() if record.op == "export" and record.id in names)

    def is_entered(self, document: dict[str, Any]) -> bool:
        """Whether a receipt is the very one that a line of the ledger speaks of."""
        found = [record for record in self.records() if (record.op, record.id) == ("erase", document["id"])]
        return bool(found) and receipts.is_entered(document, self._key, found[-1].state or "")

    def _stored(self, identity: str) -> dict[str, Any]:
        return receipts.read_document(self._raw(identity))

    def _raw(self, identity: str) -> bytes:
        path = f"{self._data}/receipts/{identity}.json"
        raw = self._files.read(path)[0] if _ID.fullmatch(identity) else None
        if raw is None:
            raise NotFoundError("no such receipt")
        return raw

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
        known = sorted({*self.receipt_ids(), *states})
        findings += [found for identity in known if (found := self._check(identity, states))]
        return seq, findings

    def _check(self, identity: str, states: dict[str, str]) -> dict[str, Any] | None:
        """What is wrong with a receipt's file."""
        file = f"receipts/{identity}.json"
        try:
            if receipts.is_entered(self._stored(identity), self._key, states.get(identity, "")):
                return None
        except NotFoundError:
            return {"kind": "removed", "file": file, "detail": "the receipt that was entered is gone"}
        except IntegrityError:
            pass
        return {"kind": "altered", "file": file, "detail": "not the receipt that was entered"}


def _finding(kind: str, detail: str, seq: int) -> dict[str, Any]:
    return {"kind": kind, "seq": seq, "file": "ledger.jsonl", "detail": detail}
