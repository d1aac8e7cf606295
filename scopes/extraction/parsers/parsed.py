"""What a parser finds in a file of another system: conversations, notes, events, and what it had to pass over."""

import hashlib
from collections.abc import Iterable, Iterator

import msgspec

from scopes.extraction.parsers.bounds import PIECE_BYTES, PIECE_TURNS


class Turn(msgspec.Struct, frozen=True):
    """One turn of a conversation; `at` is ISO 8601, as precise as the file was."""

    role: str
    content: str
    name: str | None = None
    at: str | None = None


class Conversation(msgspec.Struct, frozen=True, kw_only=True):
    """A conversation, or a piece of a long one (`part` counts from 0).

    `key` is what its own system calls it. `file` is the name of the file that it stood in.
    """

    platform: str
    file: str
    turns: tuple[Turn, ...]
    title: str = ""
    created: str | None = None
    key: str | None = None
    part: int = 0

    def sha256(self) -> str:
        """The digest of who said what and when, in hex."""
        return _digest([[turn.role, turn.name, turn.at, turn.content] for turn in self.turns]).hex()


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """Something that another system holds to be true; `file` and `name` are what it calls them, in any characters."""

    platform: str
    file: str
    name: str
    content: str
    kind: str | None = None
    tags: tuple[str, ...] = ()
    owner: str | None = None
    at: str | None = None

    def sha256(self) -> str:
        """The digest of what it says and where, in hex."""
        return _digest(["note", self.file, self.name, self.content]).hex()


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, for the diary."""

    platform: str
    content: str
    at: str
    kind: str | None = None
    tags: tuple[str, ...] = ()

    def sha256(self) -> str:
        """The digest of what happened when, in hex."""
        return _digest(["event", self.at, self.content]).hex()


class Skipped(msgspec.Struct, frozen=True):
    """A part that was passed over: where it stands, by numbers alone, and why; never a word of it."""

    place: str
    reason: str

    def within(self, outer: str) -> "Skipped":
        """The same, with its place told from further out."""
        return Skipped(", ".join(filter(None, (outer, self.place))), self.reason)


Parsed = Conversation | Note | Event | Skipped


def in_pieces(opening: Conversation, found: Iterable[Turn | Skipped]) -> Iterator[Parsed]:
    """A conversation that has these turns, in pieces of a bounded size; what was passed over comes where it stood.

    One without a name of its own gets one by which it is known again when it has grown: how it began, if that has a
    time, else all that its first piece says.
    """
    part, size, turns = 0, 0, list[Turn]()
    for one in found:
        if isinstance(one, Skipped):
            yield one
            continue
        turns.append(one)
        size += len(one.content)
        if len(turns) >= PIECE_TURNS or size >= PIECE_BYTES:
            opening = _opened(opening, tuple(turns))
            yield msgspec.structs.replace(opening, part=part)
            part, size, turns = part + 1, 0, []
    if turns:
        yield msgspec.structs.replace(_opened(opening, tuple(turns)), part=part)
    elif part == 0:
        yield Skipped("", "nothing in it was said")


def _opened(opening: Conversation, turns: tuple[Turn, ...]) -> Conversation:
    """The conversation with these turns, and with a name."""
    piece = msgspec.structs.replace(opening, turns=turns, created=opening.created or turns[0].at)
    if opening.key is not None:
        return piece
    known_by = turns[:1] if turns[0].at else turns
    return msgspec.structs.replace(piece, key=msgspec.structs.replace(piece, turns=known_by).sha256())


def _digest(value: object) -> bytes:
    return hashlib.sha256(msgspec.json.encode(value)).digest()
