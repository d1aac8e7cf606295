"""Receipts of erasures: what went and what is left, in ids and counts. No text, no id of a client.

A receipt as it is stored has digests that nobody can compare with anything: their salt is in the requester's copy
alone. A receipt of the first form, whose signature is a string, can still be read and checked.
"""

import hmac
from typing import Any, Literal

import msgspec

from ops.signing import DOMAIN, Signature
from scopes.errors import IntegrityError
from scopes.storage.journal import ChainKey, mint_id

Span = Literal["item", "source", "run", "scope", "user", "app"]
Evidence = Literal["erase", "keep"]

CAP = 100_000
LIMITS = (
    "Says that this service removed what the receipt names and that its files were gone or free of it afterwards. Does "
    "not say that no backup, export, snapshot, log of a calling app or copy made by a person still holds the text, nor "
    "that the disk's blocks were overwritten. An audit is not a proof of deletion. A deletion is not the erasure of "
    "backups. None of them helps against a wrong configuration."
)
_COPY = ("salt", "names")
_UNSIGNED = ("signature", *_COPY)
_FIRST_FORM = (
    "id", "scope", "what", "at", "actor", "counts", "layers", "digests", "limits", "complete", "signature",
)  # fmt: skip


class Head(msgspec.Struct, frozen=True):
    """The last record of a journal."""

    seq: int
    mac: str


class ErasedScope(msgspec.Struct, frozen=True):
    """One scope of an erasure by its keyed digest; `after` is there when the scope itself stays."""

    scope: str
    counts: dict[str, int]
    before: Head | None
    after: Head | None = None


class ScanHit(msgspec.Struct, frozen=True):
    """A file that still held something, by the salted digest of its name; `item` is an opaque id."""

    file: str
    item: str | None


class ScanResult(msgspec.Struct, frozen=True):
    """The search after the erasure, while the text was still at hand."""

    files: int = 0
    needles: int = 0
    hits: tuple[ScanHit, ...] = ()


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What was erased, provable later.

    `scope` is a keyed digest of what the span names. `git` and `unknown` tell of what may hold text and is not ours:
    a `.git` folder, files of other names. `exports` are the ledger's lines of the exports that were made of it.
    `omitted` counts what the lists leave out, each of which ends at 100,000 entries. `recovered`: cut off by a
    crash and finished later, so its digests are lost.
    """

    id: str
    scope: str
    what: Span
    at: str
    actor: str | None
    request: str | None = None
    evidence: Evidence = "erase"
    counts: dict[str, int]
    layers: tuple[str, ...]
    scopes: tuple[ErasedScope, ...] = ()
    ids: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    digests: dict[str, tuple[str, ...] | str]
    salt_proof: str = ""
    omitted: dict[str, int] = {}
    scan: ScanResult = ScanResult()
    git: bool = False
    unknown: int = 0
    exports: tuple[int, ...] = ()
    recovered: bool = False
    limits: str = LIMITS
    complete: bool
    signature: Signature | str = ""


class ReceiptCopy(Receipt, frozen=True, kw_only=True):
    """The requester's copy: with the salt of its digests, and the names behind the digests of files."""

    salt: str = ""
    names: dict[str, str] = {}


class ReceiptListed(msgspec.Struct, frozen=True, kw_only=True):
    """A receipt as it is listed."""

    id: str
    scope: str
    what: str
    at: str
    actor: str | None
    counts: dict[str, int]
    complete: bool


def fresh_receipt_id() -> str:
    """A random id for a receipt."""
    return mint_id()


def body_of(document: dict[str, Any]) -> bytes:
    """The canonical form (RFC 8785) of a receipt without its signature and what only the requester's copy has."""
    return _canonical(document, _UNSIGNED)


def _canonical(document: dict[str, Any], without: tuple[str, ...]) -> bytes:
    kept = {name: value for name, value in document.items() if name not in without}
    return msgspec.json.encode(kept, order="sorted")


def is_first_form(document: dict[str, Any]) -> bool:
    """Whether a receipt is one of the first form."""
    return isinstance(document.get("signature"), str)


def entry_mac(document: dict[str, Any], key: ChainKey, kid: str | None = None) -> str:
    """What the ledger's line says of a receipt: `<key id>:<HMAC>` over all of it, its signature included."""
    kid = kid or key.kid
    if is_first_form(document):
        first = {name: "" if name == "signature" else document[name] for name in _FIRST_FORM if name in document}
        return f"{kid}:" + key.mac(b"muniment-receipt-1\0" + msgspec.json.encode(first), kid)
    return f"{kid}:" + key.mac(DOMAIN + _canonical(document, _COPY), kid)


def is_entered(document: dict[str, Any], key: ChainKey, entered: str) -> bool:
    """Whether `entered`, the state of a ledger line, is of this very receipt. IntegrityError when its key is gone."""
    if is_first_form(document) and set(document) - set(_FIRST_FORM):
        return False
    return hmac.compare_digest(entry_mac(document, key, entered.partition(":")[0]), entered)


def read_summary(raw: bytes) -> ReceiptListed:
    """A receipt's file as it is listed. IntegrityError when it is none."""
    try:
        return msgspec.json.decode(raw, type=ReceiptListed)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise IntegrityError("the receipt can't be read", field="receipt") from None


def read_document(raw: bytes) -> dict[str, Any]:
    """A receipt's file as it stands. IntegrityError when it is none."""
    try:
        document = msgspec.json.decode(raw, type=dict[str, Any])
        msgspec.convert(document, ReceiptCopy)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise IntegrityError("the receipt can't be read", field="receipt") from None
    return document
