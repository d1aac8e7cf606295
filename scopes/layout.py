"""The names inside one scope directory, and which of them are truth."""

import msgspec

from scopes.storage.places import FLAT_FOLDERS, LINES, SKILLS, flat
from scopes.storage.sources import FOLDERS as SOURCE_FOLDERS

__all__ = ["DERIVED", "DOCUMENT_FOLDERS", "FLAT_FOLDERS", "MAPS", "TRUTH", "VECTOR_FOLDERS", "Layout"]

DOCUMENT_FOLDERS = (*FLAT_FOLDERS, SKILLS)
VECTOR_FOLDERS = tuple(f"{line}/vectors" for line in LINES)
MAPS = ("chat/MEMORY.md", "workspace/INDEX.md", "workspace/manifest.jsonl", "skill/SKILLS.md", "skill/manifest.jsonl")
TRUTH = (
    "scope.json",
    "journal.jsonl",
    "journal/",
    "pending.jsonl",
    "seal.json",
    "replies.jsonl",
    "operations/",
    "history/",
    "quarantine/",
    *SOURCE_FOLDERS,
    *DOCUMENT_FOLDERS,
)
STAGED = ("uploads/",)  # of operations that have not ended; it has not passed the notary
DERIVED = (*MAPS, "prev/", *(f"{folder}/" for folder in VECTOR_FOLDERS), "usage.json", "metrics.jsonl")


class Layout(msgspec.Struct, frozen=True):
    """Absolute names below `root`."""

    root: str

    def at(self, relative: str) -> str:
        """A file of the scope by its relative path."""
        return f"{self.root}/{relative}"

    @property
    def identity(self) -> str:
        """scope.json: raw ids, format version, created, settings."""
        return f"{self.root}/scope.json"

    @property
    def journal(self) -> str:
        """The open journal segment."""
        return f"{self.root}/journal.jsonl"

    @property
    def closed_journals(self) -> str:
        """Folder of full segments, each named by its first seq."""
        return f"{self.root}/journal"

    @property
    def pending(self) -> str:
        """The redo log."""
        return f"{self.root}/pending.jsonl"

    @property
    def seal(self) -> str:
        """Digests of the living truth files at the last checkpoint."""
        return f"{self.root}/seal.json"

    @property
    def previous(self) -> str:
        """Derived: displaced documents, texts of the last checkpoint, the pending file before this one."""
        return f"{self.root}/prev"

    @property
    def old_pending(self) -> str:
        """The pending file that the last checkpoint closed."""
        return f"{self.root}/prev/pending.jsonl"

    @property
    def usage(self) -> str:
        """Derived: how often and when last items were retrieved."""
        return f"{self.root}/usage.json"

    @property
    def metrics(self) -> str:
        """Derived: how good the memory was on which day, in numbers."""
        return f"{self.root}/metrics.jsonl"

    @property
    def replies(self) -> str:
        """What Idempotency-Keys were answered with."""
        return f"{self.root}/replies.jsonl"

    @property
    def bases(self) -> str:
        """Folder of the copies that checkpoints leave; apart, so that listing what was displaced costs little."""
        return f"{self.root}/prev/base"

    def base(self, path: str) -> str:
        """The copy of a document that the last checkpoint left."""
        return f"{self.bases}/{flat(path)}"

    def displaced_prefix(self, path: str) -> str:
        """How the names of a document's displaced inodes start, inside `prev/`."""
        return f"{flat(path)}@"

    @property
    def operations(self) -> str:
        """Folder of the operations that are older than the last checkpoint, a file a day."""
        return f"{self.root}/operations"
