"""Memorize: a conversation's turns into the sources, and what comes of them into diary and wiki, as one unit."""

from typing import Any, Literal

import msgspec

from scopes.config import EngineConfig
from scopes.errors import ConflictError, InvalidError, MunimentError
from scopes.governance.notary import alters_unicode, scrub
from scopes.governance.rules import NotaryRules
from scopes.lines import diary, limits, wiki
from scopes.lines.validation import invalid
from scopes.model import Item, Operation, Outcome, Provenance, iso, utc_now
from scopes.storage import journal
from scopes.storage.batch import Batch
from scopes.storage.journal import Entry
from scopes.storage.sources import Turn
from scopes.storage.state import turn_key

Extract = Literal["auto", "verbatim", "none", "given", "rules", "llm"]
_BUILT = ("auto", "verbatim", "none", "given")
ID_BYTES = 200


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One turn as an app sends it."""

    role: str
    content: str
    id: str | None = None
    name: str | None = None
    at: str | None = None


class MemorizeRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A conversation, or the next piece of one (same `source_id`). `items` and `diary` go with `extract: given`."""

    messages: tuple[Message, ...]
    source_id: str | None = None
    observed_at: str | None = None
    extract: Extract = "auto"
    items: list[Any] | None = None
    diary: list[Any] | str | None = None
    tags: tuple[str, ...] = ()
    metadata: dict[str, Any] = {}


def memorize(request: MemorizeRequest, config: EngineConfig, operation_id: str) -> "Memorize":
    """The change that memorizes; InvalidError when the request can't be, whatever the scope holds."""
    _check(request, config)
    return Memorize(request, config, operation_id)


def _check(request: MemorizeRequest, config: EngineConfig) -> None:
    if request.extract not in _BUILT:
        raise InvalidError(
            f"extract={request.extract} is not available; use auto, verbatim, none or given", field="extract"
        )
    if not request.messages:
        raise InvalidError("messages must not be empty", field="messages")
    if len(request.messages) > config.batch:
        raise InvalidError(f"messages has more than {config.batch} entries", field="messages", limit=config.batch)
    if (request.items is not None or request.diary is not None) and request.extract != "given":
        raise InvalidError("items and diary go with extract=given", field="extract")
    for field, given in (("items", request.items), ("diary", request.diary)):
        if isinstance(given, list) and len(given) > config.batch:
            raise InvalidError(f"{field} has more than {config.batch} entries", field=field, limit=config.batch)
    check_id(request.source_id, "source_id", config.notary)
    limits.check_time(request.observed_at, "observed_at", first_year=limits.DIARY_YEAR)
    limits.check_labels(None, request.tags, None, config)
    limits.check_metadata(request.metadata, "metadata", config.metadata_bytes)
    for number, message in enumerate(request.messages):
        _check_message(message, f"messages[{number}].", config)


def _check_message(message: Message, at: str, config: EngineConfig) -> None:
    check_id(message.id, f"{at}id", config.notary)
    limits.check_label(message.role, f"{at}role", config.notary)
    if message.name is not None:
        limits.check_label(message.name, f"{at}name", config.notary)
    limits.check_text(message.content, f"{at}content", config.text_bytes)
    limits.check_time(message.at, f"{at}at", first_year=limits.DIARY_YEAR)


def check_id(value: str | None, field: str, rules: NotaryRules) -> None:
    """A client's own name for a source or turn: kept as it is, so it must be free of what the notary would change."""
    if value is None:
        return
    limits.check_label(value, field, rules)
    if len(value.encode()) > ID_BYTES:
        raise InvalidError(f"{field} is longer than {ID_BYTES} bytes", field=field, limit=ID_BYTES)
    if alters_unicode(value) or scrub(value, field, rules).text != value:
        raise InvalidError(f"{field} holds invisible characters, markup or a credential", field=field)


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
        turns = self._new_turns(batch, source, name, started, known=known is not None)
        if not turns:
            return self._nothing_new(batch, source, name, started)
        batch.append_turns(turns)
        for turn in turns:
            limits.check_kept(batch.items.get(turn.id), "messages")
        batch.note(Entry("memorize", line="chat", source=source, note={"source": name, "turns": str(len(turns))}))
        entries, items, reason = self._extract(batch, name, turns)
        return self._finish(batch, source, name, turns, started, "stored", reason, entries, items)

    def _nothing_new(self, batch: Batch, source: str, name: str, started: str) -> Operation:
        if batch.sources.get(source) is None or any(
            message.id is not None and batch.is_erased(name, message.id) for message in self._request.messages
        ):
            reason = "what these turns repeat was erased; give new turns ids of their own, or another source_id"
            return self._finish(batch, source, name, [], started, "nothing", reason)
        return self._finish(batch, source, name, [], started, "duplicate", "every turn is stored already")

    def _new_turns(self, batch: Batch, source: str, name: str, now: str, *, known: bool) -> list[Turn]:
        request = self._request
        stored = batch.sources.get(source)
        held = count = stored.turns if stored is not None else 0
        while self._is_known(batch, source, name, f"t{count + 1}"):
            count += 1  # some before were erased
        if (
            known
            and all(message.id is None for message in request.messages)
            and self._repeats(batch, source, name, count)
        ):
            return []
        skipped = self._said_again(batch, source, name, held)
        turns: list[Turn] = []
        seen: dict[str, str] = {}
        for number, message in enumerate(request.messages):
            if message.id is None and number < skipped:
                continue
            turn_id = message.id or self._free_id(batch, source, name, count + len(turns) + 1, seen)
            if batch.is_erased(name, turn_id) or self._is_stored(batch, source, turn_id, message, seen, number):
                continue
            seen[turn_id] = message.content
            turns.append(
                Turn(
                    id=journal.mint_id(),
                    source=source,
                    source_id=name,
                    turn=turn_id,
                    role=message.role,
                    content=message.content,
                    ts=now,
                    name=message.name,
                    at=message.at or request.observed_at,
                    tags=request.tags,
                    meta=request.metadata,
                )
            )
        return turns

    def _free_id(self, batch: Batch, source: str, name: str, number: int, seen: dict[str, str]) -> str:
        while (turn := f"t{number}") in seen or self._is_known(batch, source, name, turn):
            number += 1
        return turn

    def _is_known(self, batch: Batch, source: str, name: str, turn: str) -> bool:
        """Whether a turn is stored, or was until it was erased."""
        return batch.turns.get(turn_key(source, turn)) is not None or batch.is_erased(name, turn)

    def _is_stored(
        self, batch: Batch, source: str, turn_id: str, message: Message, seen: dict[str, str], number: int
    ) -> bool:
        if turn_id in seen:
            stored: str | None = seen[turn_id]
            same = stored == message.content
        else:
            identity = batch.turns.get(turn_key(source, turn_id))
            item = None if identity is None else batch.items.get(identity)
            stored = None if item is None else item.content
            same = stored == scrub(message.content, "content", batch.rules).text if stored is not None else False
        if stored is not None and not same:
            raise ConflictError("a turn with this id and other content is stored", field=f"messages[{number}].id")
        return stored is not None

    def _repeats(self, batch: Batch, source: str, name: str, count: int) -> bool:
        """Whether turns without ids are, word for word, the last ones this source holds, or held until erased."""
        messages = self._request.messages
        first = count - len(messages) + 1
        if first < 1:
            return False
        told = [self._is_again(batch, source, name, number, one) for number, one in enumerate(messages, first)]
        return any(one == "stored" for one in told) and None not in told

    def _said_again(self, batch: Batch, source: str, name: str, held: int) -> int:
        """How many of the first messages are the source told from its beginning: all that is stored of it, in order,
        and what was erased of it between. Of a source that was erased whole, whatever takes the place of its turns."""
        told: list[str] = []
        for number, message in enumerate(self._request.messages, 1):
            again = self._is_again(batch, source, name, number, message)
            if again is None:
                break
            told.append(again)
        return len(told) if sum(one == "stored" for one in told) == held else 0

    def _is_again(
        self, batch: Batch, source: str, name: str, number: int, message: Message
    ) -> Literal["stored", "erased"] | None:
        """Whether a message is the turn of its id, or without one of its number, as stored, or as erased."""
        turn = message.id or f"t{number}"
        identity = batch.turns.get(turn_key(source, turn))
        item = None if identity is None else batch.items.get(identity)
        if item is None:
            return "erased" if batch.is_erased(name, turn) else None
        return "stored" if item.content == scrub(message.content, "content", batch.rules).text else None

    def _extract(self, batch: Batch, name: str, turns: list[Turn]) -> tuple[list[Item], list[wiki.Written], str | None]:
        mode = batch.settings.extract if self._request.extract == "auto" else self._request.extract
        if mode == "none":
            return [], [], None
        if mode == "given":
            return self._given(batch, name, turns)
        if not batch.settings.diary:
            return [], [], "the diary is off in this scope's settings"
        return [self._verbatim(batch, name, turn) for turn in turns], [], None

    def _verbatim(self, batch: Batch, name: str, turn: Turn) -> Item:
        stored = batch.items.get(turn.id)  # as the notary left it, so that a finding counts once
        content, speaker, tags = (
            (turn.content, turn.name or turn.role, turn.tags)
            if stored is None
            else (stored.content, stored.speaker, stored.tags)
        )
        entry = diary.NewEntry(content=content, at=turn.at, kind="turn", tags=tags)
        return diary.append(batch, entry, self._config, source=Provenance(name, (turn.turn,)), speaker=speaker)

    def _given(self, batch: Batch, name: str, turns: list[Turn]) -> tuple[list[Item], list[wiki.Written], str | None]:
        """What the app extracted itself, all of it or (malformed) nothing; the turns are kept either way."""
        source = Provenance(name, tuple(turn.turn for turn in turns))
        draft = Batch(batch, batch.author)
        try:
            written = [
                wiki.put(draft, wiki.parse_new(value, f"items[{number}]"), self._config, source, f"items[{number}].")
                for number, value in enumerate(self._request.items or [])
            ]
            entries = [
                diary.append(draft, entry, self._config, source=source, at=f"diary[{number}].")
                for number, entry in enumerate(self._given_entries())
            ]
        except MunimentError as error:
            batch.note(Entry("extraction_dropped", line="chat", note={"source": name, "field": error.field or ""}))
            return [], [], f"the turns are stored; items and diary were dropped: {error.detail}"
        batch.take(draft)
        return entries, written, None

    def _given_entries(self) -> list[diary.NewEntry]:
        given = self._request.diary
        values: list[Any] = [] if given is None else [given] if isinstance(given, str) else given
        found = [_parse_entry(value, f"diary[{number}]") for number, value in enumerate(values)]
        default = self._request.observed_at or self._request.messages[-1].at
        return [entry if entry.at or default is None else msgspec.structs.replace(entry, at=default) for entry in found]

    def _finish(
        self,
        batch: Batch,
        source: str,
        name: str,
        turns: list[Turn],
        started: str,
        outcome: Outcome,
        reason: str | None,
        entries: list[Item] | None = None,
        written: list[wiki.Written] | None = None,
    ) -> Operation:
        operation = Operation(
            id=self._operation_id,
            kind="memorize",
            status="done",
            outcome=outcome,
            reason=reason,
            source={"id": source, "turns": [turn.id for turn in turns]},
            items=[{"id": one.item.id, "address": one.item.address, "action": one.action} for one in written or []],
            diary=[{"id": entry.id, "address": entry.address} for entry in entries or []],
            scrubbed=dict(batch.scrubbed),
            cost={"llm_calls": 0, "tokens": 0},
            created_at=started,
            finished_at=iso(utc_now()),
        )
        batch.put_operation(operation)
        if outcome != "stored":
            batch.note(Entry("duplicate", line="chat", source=source))
        return operation


def _parse_entry(value: Any, at: str) -> diary.NewEntry:
    try:
        return msgspec.convert({"content": value} if isinstance(value, str) else value, diary.NewEntry)
    except msgspec.ValidationError as error:
        raise invalid(error, at, kind=diary.NewEntry) from None
