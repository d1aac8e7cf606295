"""Every form in which a conversation may stand in a file."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ops.cli.conversation import numbered, read_conversation
from scopes.errors import InvalidError, MalformedError
from scopes.lines.chat import Message


def messages(text):
    return read_conversation(text.encode()).messages


def test_lines_begin_turns_with_a_name_and_a_colon_of_either_width():
    assert messages("Alice: hello\n小明：你好\n") == (
        Message("user", "hello", name="Alice"),
        Message("user", "你好", name="小明"),
    )


@pytest.mark.parametrize(
    ("name", "role"),
    [("User", "user"), ("我", "user"), ("AI", "assistant"), ("助手", "assistant"), ("系统", "system")],
)
def test_a_name_that_says_the_role_is_the_role(name, role):
    assert messages(f"{name}: hi") == (Message(role, "hi"),)


def test_a_line_without_a_name_belongs_to_the_turn_before():
    told = "Alice: one\ntwo\n\nat 10:30\nhttps://example.org/a: b\n10:30 left\n(aside: quiet)\nBob: done"
    first, second = messages(told)
    assert first.content == told.removeprefix("Alice: ").removesuffix("\nBob: done")
    assert second == Message("user", "done", name="Bob")


def test_text_before_any_name_is_refused_with_its_line():
    with pytest.raises(InvalidError, match="line 2"):
        messages("\nonce upon a time\nAlice: hi")


def test_a_request_a_list_and_a_turns_document_are_read():
    said = [{"role": "user", "content": "hi", "id": "a"}]
    assert messages(json.dumps({"messages": said, "source_id": "s"})) == (Message("user", "hi", id="a"),)
    assert messages(json.dumps(said)) == (Message("user", "hi", id="a"),)
    turn = {"id": "1", "speaker": "安", "session": "x", "text": "看", "at": "2023-05-08", "image_caption": "a cat"}
    read = read_conversation(json.dumps({"name": "doc", "turns": [turn], "questions": []}).encode())
    assert read.source_id == "doc"
    assert read.messages == (Message("user", "看\n[image: a cat]", id="1", name="安", at="2023-05-08"),)


@pytest.mark.parametrize(
    ("raw", "error", "field"),
    [
        (b'{"messages": [', MalformedError, None),
        (b"\xff: hi", MalformedError, None),
        (b'{"messages": [{"role": "user"}]}', InvalidError, "messages[0].content"),
        (b'{"messages": [], "colour": 1}', InvalidError, "colour"),
        (b'{"turns": [{"id": "1", "text": "x"}]}', InvalidError, "turns[0].speaker"),
    ],
)
def test_what_can_not_be_read_is_refused(raw, error, field):
    with pytest.raises(error) as refused:
        read_conversation(raw)
    assert refused.value.field == field


def test_messages_without_an_id_are_numbered_by_their_place():
    told = read_conversation(b'[{"role":"user","content":"a"},{"role":"user","content":"b","id":"x"}]')
    assert [message.id for message in numbered(told, "s").messages] == ["t1", "x"]


words = (
    st.text(st.characters(categories=("L", "P", "Zs")), min_size=1)
    .map(str.strip)
    .filter(lambda text: text[:2] not in ("", "//"))
)


@given(st.lists(st.tuples(st.sampled_from(["Alice", "小明", "Bob B"]), words), min_size=1), st.sampled_from(":："))
def test_what_is_written_as_lines_is_read_back(turns, colon):
    read = messages("\n".join(f"{name}{colon} {text}" for name, text in turns))
    assert [(message.name, message.content) for message in read] == turns
