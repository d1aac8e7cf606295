"""Memorize: a conversation's turns into the sources, and what comes of them into diary and wiki, as one unit."""

from collections.abc import Iterator
from typing import Any, TypeVar

import msgspec

from scopes.config import EngineConfig
from scopes.errors import MunimentError
from scopes.extraction import rules
from scopes.extraction.admission import status_of
from scopes.extraction.candidates import Said
from scopes.lines import by_model, chat_request, diary, extracted, limits, wiki
from scopes.lines.accepting import accepted
from scopes.lines.chat_request import Extract, MemorizeRequest, Message, check_id
from scopes.lines.long_ago import without_outdated
from scopes.lines.turns import Numbering
from scopes.lines.validation import invalid
from scopes.model import Item, Operation, Outcome, Provenance, iso, utc_now
from scopes.storage import diary as days
from scopes.storage import journal
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry
from scopes.storage.sources import Turn

__all__ = ["Extract", "Memorize", "MemorizeRequest", "Message", "check_id", "memorize"]

T = TypeVar("T")

_DIARY_OFF = "the diary is off in this scope's settings"


class Made(msgspec.Struct, frozen=True):
    """What came of the turns: diary entries, items, why there is not more, and what was left, counted by reason.

    `waits`: what comes of them is for a model to say.
    """

    entries: list[Item] = []
    written: list[wiki.Written] = []
    reason: str | None = None
    counts: dict[str, int] = {}
    waits: bool = False


def memorize(request: MemorizeRequest, config: EngineConfig, operation_id: str) -> "Memorize":
    """The change that memorizes; InvalidError when the request can't be, whatever the scope holds."""
    chat_request.check(request, config)
    return Memorize(request, config, operation_id)


class Memorize:
    """One memorize: called with a batch, it answers with the operation that describes what came of it."""

    def __init__(self, request: MemorizeRequest, config: EngineConfig, operation_id: str) -> None:
        self._request, self._config, self._operation_id = request, config, operation_id

    def __call__(self, batch: Batch) -> Operation:
        """Append turns that are new, then what is to be made of them."""
        started = iso(utc_now())
        name = self._request.source_id or journal.mint_id()
        known = batch.source_names.get(name)
        source = known or journal.mint_id()
        turns = Numbering(self._request, batch, source, name).new_turns(started, known=known is not None)
        if not turns:
            return self._nothing_new(batch, source, name, started)
        batch.append_turns(turns)
        for turn in turns:
            limits.check_kept(batch.items.get(turn.id), "messages")
        batch.note(Entry("memorize", line="chat", source=source, note={"source": name, "turns": str(len(turns))}))
        made = self._extract(batch, name, turns)
        return self._finish(batch, source, turns, started, "stored", made)

    def _nothing_new(self, batch: Batch, source: str, name: str, started: str) -> Operation:
        if batch.sources.get(source) is None or any(
            message.id is not None and batch.is_erased(name, message.id) for message in self._request.messages
        ):
            reason = "what these turns repeat was erased; give new turns ids of their own, or another source_id"
            return self._finish(batch, source, [], started, "nothing", Made(reason=reason))
        return self._finish(batch, source, [], started, "duplicate", Made(reason="every turn is stored already"))

    def _extract(self, batch: Batch, name: str, turns: list[Turn]) -> Made:
        mode = batch.settings.extract if self._request.extract == "auto" else self._request.extract
        if mode == "none":
            return Made()
        if mode == "given":
            return self._given(batch, name, turns)
        if mode == "rules":
            return self._by_rules(batch, name, turns)
        if mode == "llm":
            return self._by_model(batch, name, turns)
        if not batch.settings.diary:
            return Made(reason=_DIARY_OFF)
        return Made([self._verbatim(batch, name, turn) for turn in turns])

    def _by_rules(self, batch: Batch, name: str, turns: list[Turn]) -> Made:
        """What the rules find in the turns as the notary left them."""
        said = [_said(batch.items.get(turn.id), turn) for turn in turns]
        found = rules.extract(said, now=utc_now(), zone=days.zone(batch.settings.time_zone))
        found = without_outdated(batch, found, {turn.turn: turn.at or turn.ts for turn in turns})
        made = extracted.write(batch, found, self._config, name, "rules")
        return Made(made.entries, made.written, None, made.refused)

    def _by_model(self, batch: Batch, name: str, turns: list[Turn]) -> Made:
        """Leave the turns to the queue; without a model, to what the scope has chosen for a model's failure."""
        if self._config.extracts:
            by_model.check_room(batch, self._config)
            return Made(waits=True)
        drops = batch.settings.on_failure == "drop"
        made = Made() if drops else self._by_rules(batch, name, turns)
        return msgspec.structs.replace(made, reason=by_model.told("unconfigured", drops=drops))

    def _verbatim(self, batch: Batch, name: str, turn: Turn) -> Item:
        stored = batch.items.get(turn.id)  # as the notary left it, so that a finding counts once
        content, speaker, tags = (
            (turn.content, turn.name or turn.role, turn.tags)
            if stored is None
            else (stored.content, stored.speaker, stored.tags)
        )
        entry = diary.NewEntry(content=content, at=turn.at, kind="turn", tags=tags)
        told = Provenance(name, (turn.turn,))
        return diary.append(batch, entry, self._config, source=told, speaker=speaker, status=turn.status)

    def _given(self, batch: Batch, name: str, turns: list[Turn]) -> Made:
        """What the app extracted itself, all of it or (malformed) nothing; the turns are kept either way."""
        source = Provenance(name, tuple(turn.turn for turn in turns))
        draft = Batch(batch, batch.author)
        try:
            rejected = extracted.rejections(draft)
            written = [
                extracted.put_given(draft, wiki.parse_new(value, at), self._config, source, rejected, f"{at}.")
                for at, value in _numbered("items", self._request.items or [])
            ]
            entries = [self._enter(draft, entry, source, f"{at}.") for at, entry in _numbered("diary", self._lines())]
        except MunimentError as error:
            batch.note(Entry("extraction_dropped", line="chat", note={"source": name, "field": error.field or ""}))
            return Made(reason=f"the turns are stored; items and diary were dropped: {error.detail}")
        batch.take(draft)
        return Made(entries, written)

    def _enter(self, batch: Batch, entry: diary.NewEntry, source: Provenance, at: str) -> Item:
        status = status_of(batch.settings, entry.content, entry.kind, None)
        return diary.append(batch, entry, self._config, source=source, at=at, status=status)

    def _lines(self) -> list[diary.NewEntry]:
        given = self._request.diary
        values: list[Any] = [] if given is None else [given] if isinstance(given, str) else given
        found = [_parse_entry(value, at) for at, value in _numbered("diary", values)]
        default = self._request.observed_at or self._request.messages[-1].at
        return [entry if entry.at or default is None else msgspec.structs.replace(entry, at=default) for entry in found]

    def _finish(
        self, batch: Batch, source: str, turns: list[Turn], started: str, outcome: Outcome, made: Made
    ) -> Operation:
        operation = Operation(
            id=self._operation_id,
            kind="memorize",
            status="queued",
            reason=made.reason,
            source={"id": source, "turns": [turn.id for turn in turns]},
            items=[{"id": one.item.id, "address": one.item.address, "action": one.action} for one in made.written],
            diary=[{"id": entry.id, "address": entry.address} for entry in made.entries],
            counts=made.counts,
            created_at=started,
        )
        return accepted(batch, operation, "chat", outcome, waits=made.waits)


def _numbered(field: str, values: list[T]) -> Iterator[tuple[str, T]]:
    """Values with the names of their places in the request."""
    return ((f"{field}[{number}]", value) for number, value in enumerate(values))


def _said(stored: Item | None, turn: Turn) -> Said:
    content = turn.content if stored is None else stored.content
    return Said(turn.turn, turn.role, content, turn.name, turn.at)


def _parse_entry(value: Any, at: str) -> diary.NewEntry:
    try:
        return msgspec.convert({"content": value} if isinstance(value, str) else value, diary.NewEntry)
    except msgspec.ValidationError as error:
        raise invalid(error, at, kind=diary.NewEntry) from None
