"""Files that were made to hurt: every parser comes to an end, raises nothing, and says nothing of what it read."""

import io
import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scopes.extraction.parsers.detection import detect
from scopes.extraction.parsers.formats import FORMATS
from scopes.extraction.parsers.parsed import Conversation, Event, Note, Skipped

KEYS = (
    *("mapping", "message", "author", "role", "content", "parts", "content_type", "create_time", "current_node"),
    *("parent", "children", "weight", "recipient", "metadata", "chat_messages", "sender", "text", "uuid"),
    *("parent_message_uuid", "attachments", "chunkedPrompt", "chunks", "header", "title", "time", "products"),
    *("safeHtmlItem", "html", "messages", "items", "characters", "request", "response", "choices", "input", "output"),
    *("body", "prompt", "name", "entityType", "observations", "from", "to", "relationType", "memory", "categories"),
    *("results", "conversations", "id", "type", "value", "at"),
)
LEAF = (
    st.none()
    | st.booleans()
    | st.floats()
    | st.integers()
    | st.text(max_size=8)
    | st.sampled_from(
        [*KEYS, "user", "assistant", "system", "2024-01-02", "<p>x", "[[a:b]]", "Gemini Apps", "Prompted x"]
    )
)
SHAPES = st.recursive(
    LEAF,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=25,
)


def read(name, raw, file="file.json"):
    return list(FORMATS[name].parse(io.BytesIO(raw), file))


def is_sound(found):
    for one in found:
        assert isinstance(one, Conversation | Note | Event | Skipped)
        if isinstance(one, Conversation):
            assert all(turn.role and turn.content.strip() for turn in one.turns)
        json.dumps(one.place if isinstance(one, Skipped) else one.sha256())


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=25)
@given(st.one_of(SHAPES, st.lists(SHAPES, max_size=4)), st.booleans())
def test_json_of_any_shape_is_read_or_passed_over(name, value, as_lines):
    parts = value if as_lines and isinstance(value, list) else [value]
    is_sound(read(name, "\n".join(map(json.dumps, parts)).encode()))


@pytest.mark.parametrize("name", FORMATS)
@settings(max_examples=25)
@given(
    st.binary(max_size=300) | st.text(alphabet='我:：- #*[]{}"\n2024-01-02 10:11,\\<!>', max_size=200).map(str.encode)
)
def test_any_bytes_are_read_or_passed_over(name, raw):
    is_sound(read(name, raw))
    detect(raw, "file.md")
    detect(raw, "file.txt")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 50_000,
        b'{"a":' * 50_000,
        b'[{"mapping":' + b'{"a":' * 20_000 + b"1" + b"}" * 20_000 + b"}]",
        b'[{"mapping":{"a":{"message":' + b"[" * 5_000 + b"]" * 5_000 + b"}}}]",
        b'[{"mapping":{"a":{"message":{"author":{"role":"user"},"content":{"parts":["\\ud800"]}}}}}]',
        b'[{"mapping":{"a":{"message":{"author":{"role":"user"},"create_time":NaN,"content":{"parts":["x"]}}}}}]',
        b'[{"chat_messages":[{"sender":"human","text":"\xff\xfe"}]}]',
        b'{"messages":[{"role":"user","content":' + b'{"text":' * 400 + b'"x"' + b"}" * 400 + b"}]}",
        b"\xef\xbb\xbf" * 3,
        b"\0" * 100_000,
        b'"' * 100_001,
        b"\\" * 100_001,
        b"1e999999" * 1_000,
    ],
    ids=lambda raw: str(raw[:24]),
)
def test_nests_marks_and_numbers_that_are_no_numbers_hurt_nobody(name, raw):
    started = time.monotonic()
    is_sound(read(name, raw))
    assert time.monotonic() - started < 5


@pytest.mark.parametrize(("content", "count"), [("NaN", 1), ('"\\ud800x"', 2), ('"a\tb"', 2)])
def test_what_is_nearly_json_is_read(content, count):
    raw = f'[{{"messages": [{{"role": "user", "content": "hi"}}, {{"role": "user", "content": {content}}}]}}]'
    [one] = read("messages", raw.encode())
    assert len(one.turns) == count


def test_a_reason_holds_no_word_of_the_file():
    raw = json.dumps([{"mapping": {"secret-word": 5}}, "secret-word", {"secret-word": 1}]).encode()
    assert "secret-word" not in str([one for one in read("chatgpt", raw) if isinstance(one, Skipped)])
