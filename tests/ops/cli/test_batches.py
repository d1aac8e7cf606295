"""A long conversation in requests that a server takes."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from ops.cli.backend import SendLimits
from ops.cli.batches import batches, in_whole
from scopes.errors import InvalidError
from scopes.lines.chat import MemorizeRequest, Message

conversations = st.lists(st.text(max_size=300), max_size=500).map(
    lambda texts: MemorizeRequest(messages=tuple(Message("user", text) for text in texts))
)


@given(conversations, st.builds(SendLimits, st.integers(1, 1000), st.integers(1024, 100_000)))
def test_batches_are_the_conversation_and_keep_the_limits(request, limits):
    found = list(batches(request, limits))
    assert sum((batch.messages for _, batch in found), ()) == request.messages
    before = 0
    for first, batch in found:
        assert first == before and len(batch.messages) <= limits.batch_items
        body = len(msgspec.json.encode(batch))
        assert body <= limits.body_bytes or len(batch.messages) == 1
        before += len(batch.messages)


def test_what_an_app_extracted_goes_with_all_of_its_turns():
    request = MemorizeRequest(messages=(Message("user", "a"),) * 9, extract="given", items=[])
    assert list(batches(request, SendLimits(2, 1024))) == [(0, request)]


def test_an_error_numbers_its_message_as_in_the_whole():
    assert in_whole(InvalidError("too long", field="messages[3].content"), 200).field == "messages[203].content"
    assert in_whole(InvalidError("unknown", field="extract"), 200).field == "extract"
