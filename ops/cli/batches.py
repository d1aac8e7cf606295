"""A long conversation as requests that keep within what one memorize may carry."""

import re
from collections import Counter
from collections.abc import Iterator

import msgspec

from ops.cli.backend import SendLimits
from scopes.errors import MunimentError
from scopes.lines.chat import MemorizeRequest, Message
from scopes.model import Operation

_MOST = 200  # a few commits a second to tell progress by, and no request that takes long
_INDEX = re.compile(r"messages\[(\d+)\]")


class Memorized(msgspec.Struct):
    """What came of a conversation, summed over its batches; `outcomes` counts batches."""

    source_id: str
    turns: int
    stored: int = 0
    items: int = 0
    diary: int = 0
    outcomes: Counter[str] = msgspec.field(default_factory=Counter[str])
    scrubbed: Counter[str] = msgspec.field(default_factory=Counter[str])
    reasons: list[str] = []
    operations: list[str] = []

    def add(self, operation: Operation) -> None:
        """Count one batch."""
        self.stored += len(operation.source.get("turns", ()))
        self.items += len(operation.items)
        self.diary += len(operation.diary)
        self.outcomes[operation.outcome or operation.status] += 1
        self.scrubbed.update(operation.scrubbed)
        self.operations.append(operation.id)
        if operation.reason and operation.reason not in self.reasons:
            self.reasons.append(operation.reason)


def batches(request: MemorizeRequest, limits: SendLimits) -> Iterator[tuple[int, MemorizeRequest]]:
    """(number of messages before it, request) of each batch, in order.

    What an app extracted itself goes with all of its turns, in one request.
    """
    if request.items is not None or request.diary is not None:
        yield 0, request
        return
    most, space = min(_MOST, limits.batch_items), limits.body_bytes // 2  # half is left for the rest of the body
    first, size, batch = 0, 0, list[Message]()
    for message in request.messages:
        weight = len(msgspec.json.encode(message))
        if batch and (len(batch) == most or size + weight > space):
            yield first, msgspec.structs.replace(request, messages=tuple(batch))
            first, size, batch = first + len(batch), 0, []
        batch.append(message)
        size += weight
    if batch or not request.messages:
        yield first, msgspec.structs.replace(request, messages=tuple(batch))


def in_whole(error: MunimentError, first: int) -> MunimentError:
    """An error of a batch, its message numbered as in the whole conversation."""
    if error.field is not None:
        error.field = _INDEX.sub(lambda found: f"messages[{int(found[1]) + first}]", error.field)
    return error
