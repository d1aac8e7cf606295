"""Which of a scope's files an archive holds, by exact folder and name."""

import re
from typing import Literal

from scopes.layout import FLAT_FOLDERS, MAPS, VECTOR_FOLDERS
from scopes.storage.documents import DIARY, SKILLS
from scopes.storage.folders import acceptable
from scopes.storage.sources import FOLDERS as SOURCES

Kind = Literal["identity", "seal", "document", "operations", "journal", "history", "source"]

TOP = "muniment-scope/"
MANIFEST = "manifest.json"
IDENTITY, SEAL, JOURNAL = "scope.json", "seal.json", "journal.jsonl"
CLOSED, OPERATIONS, HISTORY = "journal/", "operations/", "history/"
ORIGIN = "origin.json"
NAME_BYTES = 255

# Short-lived, derived, or bound to this service: an archive has nothing of them, and they are no surprise.
LEFT_OUT = (
    *("pending.jsonl", "replies.jsonl", "prev", *MAPS, *VECTOR_FOLDERS, "usage.json", "metrics.jsonl"),
    "uploads",
)
# What an archive lacks although nothing could make it anew: it has not passed the notary.
QUARANTINE = "quarantine"

_PLAIN: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"scope\.json"), "identity"),
    (re.compile(r"seal\.json"), "seal"),
    (
        re.compile(f"(?:{'|'.join(map(re.escape, SOURCES))})" + r"\d{4}-\d{2}(\.[1-9]\d{0,5})?\.jsonl", re.ASCII),
        "source",
    ),
    (re.compile(r"operations/\d{4}-\d{2}-\d{2}\.jsonl", re.ASCII), "operations"),
    (re.compile(r"journal\.jsonl|journal/[1-9]\d{0,15}\.jsonl", re.ASCII), "journal"),
    (
        re.compile(r"history/[1-9]\d{0,3}/(origin\.json|journal\.jsonl|journal/[1-9]\d{0,15}\.jsonl)", re.ASCII),
        "history",
    ),
)


def kind_of(name: str) -> Kind | None:
    """What a file of this name, relative to the scope, is; None when an archive has no place for it."""
    for pattern, kind in _PLAIN:
        if pattern.fullmatch(name):
            return kind
    folder, _, last = name.rpartition("/")
    there = f"{folder}/" in FLAT_FOLDERS or folder.startswith(SKILLS)
    fits = there and len(last.encode("utf-8", "surrogateescape")) <= NAME_BYTES
    if not fits or not acceptable(name) or (name.startswith(DIARY) and not last.isascii()):
        return None
    return "document"
