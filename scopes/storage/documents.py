"""A document in memory: its sections as bytes, and what each is called across edits.

Documents are immutable; a change makes a new one that shares the sections it did not touch, so what changed between
two of them is found by identity.
"""

import hashlib
from collections.abc import Mapping

import msgspec

from scopes.storage import markdown
from scopes.storage.places import ARCHIVE, DIARY, PAGES, SKILLS, WIKI, base_name, is_whole, layer_of, line_of, part_path

__all__ = [
    "ARCHIVE", "DIARY", "PAGES", "SKILLS", "WIKI", "Document", "Forms", "Section", "base_name", "changed_sections",
    "difference", "is_whole", "key_of", "layer_of", "line_of", "new_document", "part_path", "parts_of",
]  # fmt: skip

# Section key → digest of a form that was superseded → when, in Unix seconds.
Forms = Mapping[str, Mapping[str, float]]


class Section(msgspec.Struct, frozen=True, gc=False):
    """One section: its bytes, its item's id, and the key that names it when a person's copy is merged.

    `key` is the id where the comment carries it, else `name:<heading>`. `hand` marks bytes a person wrote, which pass
    the notary on their way into memory.
    """

    key: str
    id: str
    raw: bytes
    hand: bool = False

    @property
    def digest(self) -> str:
        """128 bits of SHA-256 over the section's bytes but for blank space at its end, which is layout."""
        return hashlib.sha256(self.raw.rstrip()).hexdigest()[:32]


class Document(msgspec.Struct, frozen=True):
    """A markdown file: `path` is relative to the scope directory, `id` is its opaque name in the journal."""

    path: str
    id: str
    sections: tuple[Section, ...]
    size: int

    @property
    def raw(self) -> bytes:
        """The file's bytes."""
        return b"".join([section.raw for section in self.sections])

    @property
    def etag(self) -> str:
        """A strong validator of the file's bytes."""
        return hashlib.sha256(self.raw).hexdigest()[:32]

    def position(self, item_id: str) -> int:
        """Where the section with this item id stands; KeyError when it is not here."""
        for at, section in enumerate(self.sections):
            if section.id == item_id:
                return at
        raise KeyError(item_id)

    def splice(self, at: int, removed: int, added: tuple[Section, ...]) -> "Document":
        """The document with `removed` sections from `at` on replaced by `added`."""
        gone = self.sections[at : at + removed]
        sections = (*self.sections[:at], *added, *self.sections[at + removed :])
        size = self.size + sum(len(section.raw) for section in added) - sum(len(section.raw) for section in gone)
        return Document(self.path, self.id, sections, size)

    def append(self, *added: Section) -> "Document":
        """The document with sections at its end; a last line a person left open is closed first."""
        if added and self.sections and (last := self.sections[-1]).raw and not last.raw.endswith(b"\n"):
            closed = msgspec.structs.replace(last, raw=last.raw + b"\n\n")
            return self.splice(len(self.sections) - 1, 1, (closed, *added))
        return self.splice(len(self.sections), 0, added)


def new_document(path: str, identity: str) -> Document:
    """An empty document with its title line."""
    title = f"# {base_name(path)}\n\n".encode()
    return Document(path, identity, (Section("", "", title),), len(title))


def parts_of(path: str, raw: bytes) -> list[bytes]:
    """What stands before the first section (perhaps nothing), then each section; a whole document is one part."""
    return [raw] if is_whole(path) else markdown.split(raw)


def key_of(parsed: markdown.Parsed) -> str:
    """The merge key of a section."""
    return parsed.fields.get("id") or f"name:{parsed.name}"


def difference(old: Document | None, new: Document | None) -> tuple[int, tuple[Section, ...], tuple[Section, ...]]:
    """(position, sections that went, sections that came): equal heads and tails are left out."""
    before, after = (() if old is None else old.sections), (() if new is None else new.sections)
    start = _equal_head(before, after)
    end = _equal_head(before[start:][::-1], after[start:][::-1])
    return start, before[start : len(before) - end], after[start : len(after) - end]


def _equal_head(one: tuple[Section, ...], other: tuple[Section, ...]) -> int:
    """How many sections are equal from the start on, by halving: slices of shared objects compare at C speed."""
    low, high = 0, min(len(one), len(other)) + 1
    if one[: high - 1] == other[: high - 1]:
        return high - 1
    while high - low > 1:
        middle = (low + high) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle
    return low


def changed_sections(old: Document | None, new: Document | None) -> tuple[list[Section], list[Section]]:
    """(sections that went, sections that came); one that only stands elsewhere did neither."""
    _, gone, came = difference(old, new)
    stays = {id(section) for section in gone} & {id(section) for section in came}
    return [one for one in gone if id(one) not in stays], [one for one in came if id(one) not in stays]
