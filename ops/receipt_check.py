"""Checking a receipt: who signed it, whether the ledger has it, and whether what it names is gone from every file.

The signature needs the public key alone. The rest needs the data directory; a digest also the salt of the requester's
copy, and words the words.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from ops import receipts, signing
from ops.receipts import LIMITS, ReceiptCopy
from ops.residue import DigestSearch, Residue, WordSearch, files_below, find_ids
from ops.signing import Signature
from ops.text_digests import TextDigests, salt_proof
from scopes.errors import InvalidError

_NOT_SEARCHED = ("receipts", "locks", "erased", "ballast", "audit.key", "signing.key", "keys.json", "first-keys.json")
# Where opaque ids stand in sentences about what was done, or as marks against their return.
_SPEAK_OF_IDS = (
    "journal.jsonl", "journal/", "history/", "pending.jsonl", "prev/", "seal.json", "operations/", "replies.jsonl",
    "scope.json",
)  # fmt: skip
_EVIDENCE = ("chat/sources/", "chat/diary/", "chat/archive/", "workspace/pages/", "prev/", "pending.jsonl")
_LEVELS = 6


class ReceiptFinding(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why the receipt is not authentic, or where something of what it names was found."""

    kind: Literal["signature", "signer", "ledger", "salt", "text", "words", "id", "imported"]
    detail: str
    file: str | None = None

    @property
    def is_doubt(self) -> bool:
        """Whether it speaks against the receipt itself, not of what lies in files."""
        return self.kind in ("signature", "signer", "ledger", "salt")


class ReceiptVerdict(msgspec.Struct, frozen=True):
    """What was checked, what could not be, and what was found.

    `authentic` is about the receipt: signature, ledger, salt. `valid` takes both: authentic, and nothing found.
    `chance`: short texts that chance may have put where they are; `kept`: texts in evidence that was to be kept.
    """

    valid: bool
    authentic: bool
    receipt: str
    what: str
    complete: bool
    checked: tuple[str, ...]
    unchecked: tuple[str, ...]
    findings: tuple[ReceiptFinding, ...]
    chance: tuple[Residue, ...]
    kept: tuple[Residue, ...]
    limits: str = LIMITS


class ReceiptCheck:
    """One receipt, checked step by step."""

    def __init__(self, document: dict[str, Any]) -> None:
        self._document = document
        self.receipt = msgspec.convert(document, ReceiptCopy)
        self._checked: list[str] = []
        self._unchecked: list[str] = []
        self._findings: list[ReceiptFinding] = []
        self._chance: list[Residue] = []
        self._kept: list[Residue] = []

    def check_signature(self, public_key: str | None) -> None:
        """Against the public key given. InvalidError for a key, or a receipt, that can't be used for it."""
        signature = self.receipt.signature
        if public_key is None:
            return
        if not isinstance(signature, Signature) or signature.kind != signing.ED25519:
            raise InvalidError("this receipt has an HMAC: only the service can check it", field="public-key")
        public = signing.read_public_key(public_key)
        self._checked.append(f"signature by {signing.key_id(public)}")
        if signature.key != signing.key_id(public):
            self._find("signer", f"signed with the key {signature.key}, not with {signing.key_id(public)}")
        elif not signing.is_signed_by(receipts.body_of(self._document), signature, public):
            self._find("signature", "the receipt was altered since it was signed")

    def check_ledger(self, entered: bool) -> None:
        """By what the ledger says: whether it has a line of this very receipt."""
        self._checked.append("ledger")
        if not entered:
            self._find("ledger", "the ledger has no line of this receipt as it stands")

    def check_files(self, data: str, words: Iterable[str] | None, names: Mapping[str, str]) -> None:
        """Every file of a data directory, for ids, for digests and for the words given.

        `names`: the keyed digest of each scope by its directory, by which a copy in another scope is told as one.
        """
        ids, search = frozenset(self.receipt.ids), self._by_digests()
        wanted = None if words is None else WordSearch(words)
        self._checked += [name for name, asked in (("ids", ids), ("digests", search), ("words", wanted)) if asked]
        self._unchecked += [] if wanted else ["words (no --text)"]
        self._unchecked += [f"{count} {name} that the receipt has no room for" for name, count in self._omitted()]
        found: list[Residue] = []
        for path in files_below(data, without=_NOT_SEARCHED):
            file = path.removeprefix(f"{data}/")
            if ids and not _speaks_of_ids(file):
                found += find_ids(path, file, ids)
            for by in (search, wanted):
                found += [] if by is None else by.find(path, file)
        self._judge(found, names)

    def not_checked(self, *what: str) -> None:
        """Say what could not be looked at."""
        self._unchecked += what

    def verdict(self) -> ReceiptVerdict:
        """All that was found."""
        receipt = self.receipt
        return ReceiptVerdict(
            valid=not self._findings,
            authentic=not any(one.is_doubt for one in self._findings),
            receipt=receipt.id,
            what=receipt.what,
            complete=receipt.complete,
            checked=tuple(self._checked),
            unchecked=tuple(self._unchecked),
            findings=tuple(self._findings),
            chance=tuple(self._chance),
            kept=tuple(self._kept),
        )

    def _omitted(self) -> list[tuple[str, int]]:
        return sorted(self.receipt.omitted.items())

    def _by_digests(self) -> DigestSearch | None:
        texts, weak = (self.receipt.digests.get(name, ()) for name in ("texts", "weak"))
        if not self.receipt.salt or isinstance(texts, str) or isinstance(weak, str):
            self._unchecked.append("digests (the salt is in the requester's copy alone)")
            return None
        salt = _salt(self.receipt.salt)
        if salt is None or salt_proof(salt) != self.receipt.salt_proof:
            self._find("salt", "the salt is not that of this receipt's digests")
            return None
        return DigestSearch(TextDigests(0, salt), texts, weak)

    def _judge(self, found: list[Residue], names: Mapping[str, str]) -> None:
        erased = {one.scope for one in self.receipt.scopes}
        elsewhere = dict[str, list[Residue]]()
        for one in found:  # who has the ids outside the scopes that were erased, has them from an import
            place = _place(one.file)
            if one.kind == "id" and names.get(place) not in (None, *erased):
                elsewhere[place] = []
        for one in found:
            if one.kind == "weak":
                self._chance.append(one)
            elif one.kind != "words" and _place(one.file) in elsewhere:
                elsewhere[_place(one.file)].append(one)
            elif one.kind == "text" and self.receipt.evidence == "keep" and _inside(one.file).startswith(_EVIDENCE):
                self._kept.append(one)
            else:
                self._findings.append(ReceiptFinding(one.kind, f"{one.count} found", file=one.file))
        for place, copies in elsewhere.items():
            files = len({one.file for one in copies})
            told = f"the same items live in another scope: imported there ({files} file{'s' * (files > 1)})"
            self._findings.append(ReceiptFinding("imported", told, file=place))

    def _find(self, kind: Literal["signature", "signer", "ledger", "salt"], detail: str) -> None:
        self._findings.append(ReceiptFinding(kind, detail))


def _speaks_of_ids(file: str) -> bool:
    return not file.startswith("scopes/") or _inside(file).startswith(_SPEAK_OF_IDS)


def _place(file: str) -> str:
    """The scope directory that a file lies in, below the data directory."""
    return "/".join(file.split("/")[:_LEVELS])


def _inside(file: str) -> str:
    """A file's path in its scope directory."""
    return "/".join(file.split("/")[_LEVELS:])


def _salt(text: str) -> bytes | None:
    try:
        return bytes.fromhex(text)
    except ValueError:
        return None
