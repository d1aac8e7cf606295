"""The values that extractors speak in: turns as they see them, and what they would keep of them."""

import msgspec

__all__ = ["Candidate", "DiaryLine", "Extraction", "Said"]


class Said(msgspec.Struct, frozen=True):
    """One turn as an extractor sees it; its content has passed the notary. `at` is ISO 8601."""

    id: str
    role: str
    content: str
    speaker: str | None = None
    at: str | None = None


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """An item that an extractor proposes.

    `why` names the rule and the words it went by, `evidence` the turns. `replaces` are names, in the same file, of
    items that it says are no longer so; `owner` is who said it, where that is known by name.
    """

    kind: str
    file: str
    name: str
    content: str
    confidence: float
    why: str
    evidence: tuple[str, ...]
    event_at: str | None = None
    tags: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    owner: str | None = None


class DiaryLine(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happened, in the words it was told in. `event_at` is a date or an instant."""

    content: str
    event_at: str | None
    evidence: tuple[str, ...]
    speaker: str | None = None


class Extraction(msgspec.Struct, frozen=True):
    """All that an extractor makes of some turns; `refused` counts what looked like a memory and is none, by reason."""

    candidates: tuple[Candidate, ...] = ()
    diary: tuple[DiaryLine, ...] = ()
    refused: dict[str, int] = {}
