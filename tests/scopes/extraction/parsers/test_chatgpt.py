"""ChatGPT's trees: the branch that was kept, what nobody said, and every kind of damage."""

import copy

import pytest


def message(role, *parts, at=None, kind="text", **fields):
    content = {"content_type": kind, "parts": list(parts)}
    return {"author": {"role": role}, "content": content, "create_time": at, "weight": 1.0, **fields}


def tree(nodes, **fields):
    """nodes: name -> (parent, message)."""
    mapping = {
        name: {
            "id": name,
            "message": said,
            "parent": parent,
            "children": [child for child, (above, _) in nodes.items() if above == name],
        }
        for name, (parent, said) in nodes.items()
    }
    return {"title": "海边", "create_time": 1_700_000_000.0, "mapping": mapping, **fields}


NODES = {
    "root": (None, None),
    "system": ("root", message("system", "You are helpful", weight=0)),
    "ask": ("system", message("user", "去哪里看海？", at=1_700_000_001.5)),
    "first": ("ask", message("assistant", "Nice has pebbles", at=1_700_000_002)),
    "again": ("ask", message("assistant", "青岛的海很好", at=1_700_000_003)),
    "thanks": ("again", message("user", "谢谢", at=1_700_000_004)),
}
ASK = ("user", "去哪里看海？", "2023-11-14T22:13:21.500Z")
AGAIN = ("assistant", "青岛的海很好", "2023-11-14T22:13:23.000Z")
THANKS = ("user", "谢谢", "2023-11-14T22:13:24.000Z")


def test_the_way_to_the_current_node_is_the_conversation(talks):
    said, passed = talks([tree(NODES, current_node="thanks", conversation_id="c1")], "conversations.json", "chatgpt")
    assert (said, passed) == ([[ASK, AGAIN, THANKS]], [])


def test_another_branch_is_kept_when_the_user_went_back_to_it(talks):
    said, _ = talks([tree(NODES, current_node="first")], "conversations.json", "chatgpt")
    assert said == [[ASK, ("assistant", "Nice has pebbles", "2023-11-14T22:13:22.000Z")]]


@pytest.mark.parametrize("current", [{}, {"current_node": "gone"}, {"current_node": 7}])
def test_without_a_current_node_the_latest_message_ends_the_way(talks, current):
    assert talks([tree(NODES, **current)], "conversations.json", "chatgpt")[0] == [[ASK, AGAIN, THANKS]]


def test_parents_that_are_missing_follow_from_the_children(talks):
    export = tree(NODES, current_node="thanks")
    for node in export["mapping"].values():
        del node["parent"]
    assert talks([export], "conversations.json", "chatgpt")[0] == [[ASK, AGAIN, THANKS]]


def test_a_tree_that_bites_its_tail_ends(talks):
    export = tree(NODES, current_node="thanks")
    export["mapping"]["ask"]["parent"] = "thanks"
    assert talks([export], "conversations.json", "chatgpt")[0] == [[ASK, AGAIN, THANKS]]


@pytest.mark.parametrize(
    "hidden",
    [
        message("tool", "result"),
        message("assistant", "search()", recipient="browser"),
        message("assistant", "print(1)", kind="code"),
        message("assistant", "hmm", kind="thoughts"),
        message("user", "about me", metadata={"is_visually_hidden_from_conversation": True}),
        message("assistant", "", weight=0),
        message("user", "old", weight=0),
    ],
)
def test_what_nobody_said_is_left_out(talks, hidden):
    nodes = {**NODES, "hidden": ("again", hidden), "thanks": ("hidden", NODES["thanks"][1])}
    assert talks([tree(nodes, current_node="thanks")], "conversations.json", "chatgpt") == ([[ASK, AGAIN, THANKS]], [])


def test_pictures_leave_a_mark_and_voices_their_words(talks):
    parts = [{"content_type": "image_asset_pointer", "asset_pointer": "x"}, "看这张"]
    voice = [{"content_type": "audio_transcription", "text": "and hear"}, {"content_type": "audio_asset_pointer"}]
    nodes = {
        "root": (None, None),
        "seen": ("root", message("user", *parts, kind="multimodal_text")),
        "heard": ("seen", message("user", *voice, kind="multimodal_text")),
    }
    said, _ = talks([tree(nodes, current_node="heard")], "conversations.json", "chatgpt")
    assert said == [[("user", "[image]\n\n看这张", None), ("user", "and hear\n\n[audio]", None)]]


@pytest.mark.parametrize("damage", [7, "text", [], {"message": {"author": 3, "metadata": "x"}}])
def test_a_broken_message_is_passed_over_and_told(talks, damage):
    export = tree(NODES, current_node="thanks")
    export["mapping"]["first"] = damage
    said, passed = talks([export], "conversations.json", "chatgpt")
    assert (said, passed) == ([[ASK, AGAIN, THANKS]], ["conversation 1, message 4"])


def test_a_broken_conversation_is_passed_over_and_told(talks):
    good = tree(NODES, current_node="thanks")
    said, passed = talks([good, 5, None, {"mapping": []}, tree({}), good], "conversations.json", "chatgpt")
    assert (said, passed) == ([[ASK, AGAIN, THANKS]] * 2, [f"conversation {number}" for number in (2, 3, 4, 5)])


def test_a_conversation_has_its_title_its_time_and_its_own_name(read):
    [one] = read([tree(NODES, current_node="thanks", conversation_id="c1")], "conversations.json", "chatgpt")
    assert (one.title, one.created, one.key, one.file) == (
        "海边",
        "2023-11-14T22:13:20.000Z",
        "c1",
        "conversations.json",
    )
    other = copy.deepcopy(NODES)
    other["thanks"][1]["content"]["parts"] = ["多谢"]
    [two] = read([tree(other, current_node="thanks", conversation_id="c1")], "conversations.json", "chatgpt")
    assert one.sha256() != two.sha256()
