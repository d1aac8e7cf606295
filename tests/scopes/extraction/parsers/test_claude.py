"""Claude's conversations."""


def message(sender, words, **fields):
    return {"sender": sender, "text": words, "content": [{"type": "text", "text": words}], **fields}


def chat(*messages, **fields):
    return {"uuid": "c1", "name": "Tea", "created_at": "2024-05-01T10:00:00.1Z", "chat_messages": messages, **fields}


def test_a_chat_has_its_turns_in_order(talks, read):
    export = [
        chat(message("human", "绿茶还是红茶？", created_at="2024-05-01T12:00:00+02:00"), message("assistant", "Green."))
    ]
    said, passed = talks(export, "conversations.json", "claude")
    assert said == [[("user", "绿茶还是红茶？", "2024-05-01T10:00:00.000Z"), ("assistant", "Green.", None)]]
    [one] = read(export, "conversations.json", "claude")
    assert (one.title, one.key, one.created, passed) == ("Tea", "c1", "2024-05-01T10:00:00.100Z", [])


def test_only_the_way_to_the_last_message_is_kept_where_messages_say_what_they_answer(talks):
    def turn(sender, words, uuid, parent):
        return message(sender, words, uuid=uuid, parent_message_uuid=parent)

    tree = [
        turn("human", "hi", "1", "0"),
        turn("assistant", "old", "2", "1"),
        turn("assistant", "new", "3", "1"),
        turn("human", "fine", "4", "3"),
    ]
    assert [words for _, words, _ in talks([chat(*tree)], "c.json", "claude")[0][0]] == ["hi", "new", "fine"]
    back = chat(*tree, current_leaf_message_uuid="2")
    assert [words for _, words, _ in talks([back], "c.json", "claude")[0][0]] == ["hi", "old"]


def test_thoughts_and_tools_are_left_out_and_files_leave_a_mark(talks):
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "tool_use", "name": "x"},
        {"type": "text", "text": "done"},
    ]
    sent = {"attachments": [{"file_name": "a.pdf", "extracted_content": "long"}], "files": [{"file_name": "a.pdf"}]}
    export = [chat(message("human", "read", **sent), {"sender": "assistant", "text": "", "content": blocks})]
    assert [words for _, words, _ in talks(export, "c.json", "claude")[0][0]] == ["read\n\n[file: a.pdf]", "done"]


def test_broken_parts_are_passed_over_and_told(talks):
    export = [chat(message("human", "hi"), 3, {"sender": []}), {"uuid": "x", "chat_messages": {}}, chat()]
    said, passed = talks(export, "c.json", "claude")
    assert said == [[("user", "hi", None)]]
    assert passed == ["conversation 1, message 2", "conversation 2", "conversation 3"]
