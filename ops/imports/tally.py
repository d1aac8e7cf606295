"""What an import has come to so far, without a word of what it brought."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from scopes.extraction.parsers.parsed import Conversation, Event, Note, Skipped
from scopes.lines.imported import Result
from scopes.model import Outcome

LISTED = 100
Kind = Literal["turn", "note", "event"]


class Came(msgspec.Struct, frozen=True):
    """A part on its way: of what kind, from where, and of which conversation (by number)."""

    kind: Kind
    place: str
    conversation: int = 0


class Numbering:
    """Numbers what is found, each kind by itself; the pieces of a long conversation are one."""

    def __init__(self) -> None:
        self._numbers = dict.fromkeys(("turn", "note", "event"), 0)
        self._last: tuple[str, str | None, int] | None = None

    def next(self, found: Conversation | Note | Event) -> Came:
        """What the parts of this are on their way as."""
        kind: Kind = "turn"
        if isinstance(found, Conversation):
            goes_on = found.part > 0 and (found.platform, found.key, found.part - 1) == self._last
            self._last = (found.platform, found.key, found.part)
        else:
            kind, goes_on = ("note" if isinstance(found, Note) else "event"), False
        self._numbers[kind] += not goes_on
        number = self._numbers[kind]
        named = "conversation" if kind == "turn" else kind
        return Came(kind, f"{named} {number}", number if kind == "turn" else 0)


class Tally(msgspec.Struct, kw_only=True):
    """Counts of what is new, of what was there already (whole conversations, notes, events) and of what is left out."""

    conversations: int = 0
    turns: int = 0
    notes: int = 0
    events: int = 0
    duplicates: int = 0
    skipped: int = 0
    listed: list[dict[str, str]] = []
    open: int = 0
    opened: Literal["", "known", "stored"] = ""

    def copy(self) -> "Tally":
        """Another that goes on from here."""
        return msgspec.structs.replace(self, listed=list(self.listed))

    def add(self, came: Sequence[Came], results: Sequence[Result]) -> "Tally":
        """Count what became of some parts."""
        for one, result in zip(came, results, strict=True):
            if one.conversation != self.open:
                self.close()
                self.open = one.conversation
            if result.state == "refused":
                self.skip(Skipped(one.place, result.reason))
            elif one.kind == "turn":
                self._count_turn(result)
            elif result.state == "known":
                self.duplicates += 1
            elif one.kind == "note":
                self.notes += 1
            else:
                self.events += 1
        return self

    def close(self) -> None:
        """The conversation that was counted last is over."""
        self.conversations += self.opened == "stored"
        self.duplicates += self.opened == "known"
        self.open, self.opened = 0, ""

    def skip(self, skipped: Skipped) -> None:
        """Count something that was left out."""
        self.skipped += 1
        if len(self.listed) < LISTED:
            self.listed.append({"place": skipped.place, "reason": skipped.reason})

    def counts(self) -> dict[str, int]:
        """The counts by name."""
        names = ("conversations", "turns", "notes", "events", "duplicates", "skipped")
        return {name: getattr(self, name) for name in names}

    def outcome(self) -> Outcome:
        """What it comes to."""
        if self.turns or self.notes or self.events:
            return "stored"
        return "duplicate" if self.duplicates else "nothing"

    def _count_turn(self, result: Result) -> None:
        if result.state == "stored":
            self.turns += 1
            self.opened = "stored"
        else:
            self.opened = self.opened or "known"
