"""What an import has come to so far, without a word of what it brought."""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from scopes.extraction.parsers.parsed import Conversation, Event, Note, Skipped
from scopes.lines.import_commits import Taken
from scopes.lines.imported import Result
from scopes.model import Operation, Outcome

LISTED = 100
Kind = Literal["turn", "note", "event"]

_COUNTED = ("conversations", "turns", "notes", "events", "items", "diary", "duplicates", "erased", "skipped")

_ERASED = "what this scope does not have of it was erased, and an import brings nothing back"


class Came(msgspec.Struct, frozen=True):
    """A part on its way: of what kind, from where, the how many-th of all, and of which conversation (by number)."""

    kind: Kind
    place: str
    number: int
    conversation: int = 0


class Numbering:
    """Numbers what is found, each kind by itself, and all parts; the pieces of a long conversation are one."""

    def __init__(self) -> None:
        self._numbers = dict.fromkeys(("turn", "note", "event"), 0)
        self._last: tuple[str, str | None, int] | None = None
        self._parts = 0

    def next(self, found: Conversation | Note | Event) -> tuple[Kind, str, int]:
        """What the parts of this are on their way as: kind, place, number of their conversation."""
        kind: Kind = "turn"
        if isinstance(found, Conversation):
            goes_on = found.part > 0 and (found.platform, found.key, found.part - 1) == self._last
            self._last = (found.platform, found.key, found.part)
        else:
            kind, goes_on = ("note" if isinstance(found, Note) else "event"), False
        self._numbers[kind] += not goes_on
        number = self._numbers[kind]
        named = "conversation" if kind == "turn" else kind
        return kind, f"{named} {number}", number if kind == "turn" else 0

    def count(self) -> int:
        """The number of one more part."""
        self._parts += 1
        return self._parts


class Tally(msgspec.Struct, kw_only=True):
    """Counts of what is new, of what was there already (whole conversations, notes, events) and of what is left out.

    `erased`: turns, notes and events that were here until they were erased.

    `parts`: how many were gone through. The first `resumed` of them an earlier attempt has counted; `open` is the
    conversation that was counted last, `opened` what it was counted as, `before` what that attempt's last was.
    """

    conversations: int = 0
    turns: int = 0
    notes: int = 0
    events: int = 0
    items: int = 0
    diary: int = 0
    duplicates: int = 0
    erased: int = 0
    skipped: int = 0
    listed: list[dict[str, str]] = []
    parts: int = 0
    resumed: int = 0
    open: int = 0
    opened: str = ""
    before: str = ""

    @classmethod
    def of(cls, operation: Operation) -> "Tally":
        """As an operation tells, for whoever goes on with it."""
        parts, before = operation.source.get("parts", 0), operation.source.get("open", "")
        counts = {name: operation.counts.get(name, 0) for name in _COUNTED}
        listed = list(operation.skipped)
        return cls(**counts, listed=listed, parts=parts, resumed=parts, opened=before, before=before)

    def mark(self) -> dict[str, Any]:
        """What `of` has to know beside the counts."""
        return {"parts": self.parts, "open": self.opened}

    def copy(self) -> "Tally":
        """Another that goes on from here."""
        return msgspec.structs.replace(self, listed=list(self.listed))

    def add(self, came: Sequence[Came], taken: Taken) -> "Tally":
        """Count what became of some parts, and what was made of them."""
        for one, result in zip(came, taken.results, strict=True):
            if one.conversation != self.open:
                self.open, self.opened = one.conversation, ""
            again = one.number <= self.resumed and result.state != "stored"
            if again:
                self.opened = self.before
            elif result.state == "refused":
                self.skip(Skipped(one.place, result.reason), one.number)
            else:
                self._count(one.kind, result)
            self.parts = max(self.parts, one.number)
        self.items += taken.items
        self.diary += taken.diary
        return self

    def skip(self, skipped: Skipped, number: int) -> None:
        """Count a part that was left out."""
        self.parts = max(self.parts, number)
        if number <= self.resumed:
            return
        self.skipped += 1
        if len(self.listed) < LISTED:
            self.listed.append({"place": skipped.place, "reason": skipped.reason})

    def counts(self) -> dict[str, int]:
        """The counts by name."""
        return {name: getattr(self, name) for name in _COUNTED}

    def outcome(self) -> Outcome:
        """What it comes to."""
        if self.turns or self.notes or self.events:
            return "stored"
        return "duplicate" if self.duplicates and not self.erased else "nothing"

    def reason(self) -> str | None:
        """Why it came to nothing, where that is known."""
        return _ERASED if self.erased and self.outcome() == "nothing" else None

    def _count(self, kind: Kind, result: Result) -> None:
        stored = result.state == "stored"
        if result.state == "erased":
            self.erased += 1
        elif kind == "turn":
            self._count_turn(stored=stored)
        elif not stored:
            self.duplicates += 1
        elif kind == "note":
            self.notes += 1
        else:
            self.events += 1

    def _count_turn(self, *, stored: bool) -> None:
        """A conversation is a new one with its first new turn, and until then one that was there already."""
        if stored:
            self.turns += 1
            self.conversations += self.opened != "stored"
            self.duplicates -= self.opened == "known"
        else:
            self.duplicates += self.opened == ""
        self.opened = "stored" if stored else self.opened or "known"
