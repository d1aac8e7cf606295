"""Which messages of a request are new turns of their source, and what each is called.

Told again, from the beginning or from the last one on, a conversation adds nothing; what was erased does not come back.
"""

from typing import Literal

from scopes.errors import ConflictError
from scopes.extraction.admission import withholds
from scopes.governance.notary import scrub
from scopes.lines.chat_request import MemorizeRequest, Message
from scopes.model import Status
from scopes.storage import journal
from scopes.storage.batch import Batch
from scopes.storage.sources import Turn
from scopes.storage.state import turn_key


def status_of_turn(batch: Batch, content: str) -> Status:
    """Whether a turn may be found at once: it waits where the scope withholds personal data that it will hold."""
    if not withholds(batch.settings, content):
        return "approved"
    return "pending" if withholds(batch.settings, scrub(content, "content", batch.rules).text) else "approved"


class Numbering:
    """The turns of one request, against the source (opaque id and the client's name) that they go to."""

    def __init__(self, request: MemorizeRequest, batch: Batch, source: str, name: str) -> None:
        self._request, self._batch, self._source, self._name = request, batch, source, name

    def new_turns(self, now: str, *, known: bool) -> list[Turn]:
        """The turns that are not stored; ConflictError for a stored turn's id with other content."""
        request, stored = self._request, self._batch.sources.get(self._source)
        held = count = stored.turns if stored is not None else 0
        while self._is_known(f"t{count + 1}"):
            count += 1  # some before were erased
        if known and all(message.id is None for message in request.messages) and self._repeats(count):
            return []
        skipped = self._said_again(held)
        turns: list[Turn] = []
        seen: dict[str, str] = {}
        for number, message in enumerate(request.messages):
            if message.id is None and number < skipped:
                continue
            turn_id = message.id or self._free_id(count + len(turns) + 1, seen)
            if self._batch.is_erased(self._name, turn_id) or self._is_stored(turn_id, message, seen, number):
                continue
            seen[turn_id] = message.content
            turns.append(self._turn(message, turn_id, now))
        return turns

    def _turn(self, message: Message, turn_id: str, now: str) -> Turn:
        request = self._request
        return Turn(
            id=journal.mint_id(),
            source=self._source,
            source_id=self._name,
            turn=turn_id,
            role=message.role,
            content=message.content,
            ts=now,
            name=message.name,
            at=message.at or request.observed_at,
            tags=request.tags,
            meta=request.metadata,
            status=status_of_turn(self._batch, message.content),
        )

    def _free_id(self, number: int, seen: dict[str, str]) -> str:
        while (turn := f"t{number}") in seen or self._is_known(turn):
            number += 1
        return turn

    def _is_known(self, turn: str) -> bool:
        """Whether a turn is stored, or was until it was erased."""
        identity = self._batch.turns.get(turn_key(self._source, turn))
        return identity is not None or self._batch.is_erased(self._name, turn)

    def _is_stored(self, turn_id: str, message: Message, seen: dict[str, str], number: int) -> bool:
        if turn_id in seen:
            stored: str | None = seen[turn_id]
            same = stored == message.content
        else:
            stored = self._content(turn_id)
            same = stored is not None and stored == self._scrubbed(message)
        if stored is not None and not same:
            raise ConflictError("a turn with this id and other content is stored", field=f"messages[{number}].id")
        return stored is not None

    def _repeats(self, count: int) -> bool:
        """Whether turns without ids are, word for word, the last ones this source holds, or held until erased."""
        messages = self._request.messages
        first = count - len(messages) + 1
        if first < 1:
            return False
        told = [self._is_again(number, one) for number, one in enumerate(messages, first)]
        return any(one == "stored" for one in told) and None not in told

    def _said_again(self, held: int) -> int:
        """How many of the first messages are the source told from its beginning: all that is stored of it, in order,
        and what was erased of it between. Of a source that was erased whole, whatever takes the place of its turns."""
        told: list[str] = []
        for number, message in enumerate(self._request.messages, 1):
            again = self._is_again(number, message)
            if again is None:
                break
            told.append(again)
        return len(told) if sum(one == "stored" for one in told) == held else 0

    def _is_again(self, number: int, message: Message) -> Literal["stored", "erased"] | None:
        """Whether a message is the turn of its id, or without one of its number, as stored, or as erased."""
        turn = message.id or f"t{number}"
        content = self._content(turn)
        if content is None:
            return "erased" if self._batch.is_erased(self._name, turn) else None
        return "stored" if content == self._scrubbed(message) else None

    def _content(self, turn: str) -> str | None:
        identity = self._batch.turns.get(turn_key(self._source, turn))
        item = None if identity is None else self._batch.items.get(identity)
        return None if item is None else item.content

    def _scrubbed(self, message: Message) -> str:
        return scrub(message.content, "content", self._batch.rules).text
