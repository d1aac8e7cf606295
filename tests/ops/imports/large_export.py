"""A ChatGPT export of any size, as it would be written: trees with tools, citations and other branches in them."""

import json
import random

WORDS = (
    "the",
    "sea",
    "walk",
    "plan",
    "tea",
    "morning",
    "project",
    "book",
    "music",
    "cat",
    "喜欢",
    "海边",
    "计划",
    "明天",
)


def write(path, size, seed=1):
    """(conversations, turns) of a file of about `size` bytes."""
    draw, written, conversations, turns = random.Random(seed), 1, 0, 0
    with open(path, "w", encoding="utf-8") as file:
        file.write("[")
        while written < size:
            tree, count = _tree(draw, conversations)
            text = (", " if conversations else "") + json.dumps(tree)
            file.write(text)
            written, conversations, turns = written + len(text), conversations + 1, turns + count
        file.write("]")
    return conversations, turns


def _tree(draw, number):
    mapping = {"root": {"id": "root", "message": None, "parent": None, "children": []}}
    parent, at, turns = "root", 1.7e9 + number * 5_000, 0
    for _ in range(draw.randint(4, 40)):
        for role in ("user", "assistant", "tool")[: 2 + (draw.random() < 0.5)]:
            at += 30
            words = draw.choices(WORDS, k={"user": 40, "assistant": 200, "tool": 800}[role])
            key = f"{number}-{len(mapping)}"
            mapping[key] = {"id": key, "message": _message(draw, role, " ".join(words), at), "parent": parent}
            mapping[key]["children"] = []
            mapping[parent]["children"].append(key)
            parent, turns = key, turns + (role != "tool")
    fields = {"title": f"Conversation {number}", "create_time": at, "conversation_id": f"c{number}"}
    return {**fields, "mapping": mapping, "current_node": parent}, turns


def _message(draw, role, words, at):
    cited = {"start_ix": 1, "end_ix": 9, "metadata": {"url": f"https://example.org/{draw.getrandbits(40)}"}}
    return {
        "author": {"role": role, "name": None, "metadata": {}},
        "create_time": at,
        "content": {"content_type": "text", "parts": [words]},
        "weight": 1.0,
        "metadata": {"request_id": f"{draw.getrandbits(128):032x}", "citations": [cited] * draw.randint(0, 3)},
        "recipient": "all",
    }
