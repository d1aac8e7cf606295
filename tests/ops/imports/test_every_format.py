"""A hand-checked file of every format: what of it is stored, and that the second time nothing is."""

import json

import pytest

from scopes.extraction.parsers.formats import FORMATS


def said(role, words):
    return {"role": role, "content": words}


def node(parent, role, words, at):
    content = {"content_type": "text", "parts": [words]}
    return {"parent": parent, "message": {"author": {"role": role}, "content": content, "create_time": at}}


def lines(*values):
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values)


TREE = {
    "title": "T",
    "current_node": "c",
    "conversation_id": "1",
    "mapping": {
        "a": node(None, "user", "海边？", 1_704_164_645),
        "b": node("a", "assistant", "not kept", 1_704_164_646),
        "c": node("a", "assistant", "青岛", 1_704_164_647),
    },
}
ACTIVITY = {"header": "Gemini Apps", "title": "Prompted lunch?", "time": "2026-03-04T12:00:00Z"}
ROOM = {
    "version": "orpg.1.0",
    "characters": {"m": {"model": "lab/model"}},
    "messages": [{"characterId": "USER", "content": "hi"}, {"characterId": "m", "content": "yo"}],
}
ENTITY = {"type": "entity", "name": "小雨", "entityType": "person", "observations": ["likes tea"]}
EPISODE = (
    "---\nentry_count: 1\ndate: '2026-05-28'\n---\n<!-- entry:ep_1 -->\n## ep_1\n\n"
    "**timestamp**: 2026-05-28T08:32:13+00:00\n\n### Content\nAlice climbs.\n<!-- /entry:ep_1 -->\n"
)
# format: (file, name, conversations, turns, notes, events)
FILES = {
    "chatgpt": ([TREE], "conversations.json", 1, 2, 0, 0),
    "claude": ([{"uuid": "1", "chat_messages": [{"sender": "human", "text": "hi"}]}], "c.json", 1, 1, 0, 0),
    "ai-studio": ({"chunkedPrompt": {"chunks": [{"role": "user", "text": "hi"}]}}, "prompt", 1, 1, 0, 0),
    "takeout": ([{**ACTIVITY, "safeHtmlItem": [{"html": "<p>Soup</p>"}]}, ACTIVITY], "MyActivity.json", 1, 3, 0, 0),
    "openrouter": (ROOM, "room.json", 1, 2, 0, 0),
    "api-log": (lines({"messages": [said("user", "hi")], "response": "yo"}), "log.jsonl", 1, 2, 0, 0),
    "messages": ([{"messages": [said("user", "hi")]}, {"messages": [said("user", "yo")]}], "m.json", 2, 2, 0, 0),
    "text": ("我：喜欢海边\n助手：好\n", "chat.txt", 1, 2, 0, 0),
    "wechat": ("2024-01-02 10:11:12 小雨\n在吗\n\n2024-01-02 10:11:13 我\n在\n", "chat.txt", 1, 2, 0, 0),
    "chat-table": ("时间,发送者,内容\n2024-01-02 10:11:12,小雨,在吗\n", "chat.csv", 1, 1, 0, 0),
    "wikimem": ("## sea\n\nlikes it\n\n## tea\n\ngreen\n", "memory/preferences.md", 0, 0, 2, 0),
    "mem0": ({"results": [{"id": "1", "memory": "Likes tea", "user_id": "u"}]}, "mem0.json", 0, 0, 1, 0),
    "everos": (EPISODE, "users/alice/episodes/episode-2026-05-28.md", 0, 0, 0, 1),
    "mcp-memory": (
        lines(ENTITY, {"type": "relation", "from": "小雨", "to": "B", "relationType": "r"}),
        "m.json",
        0,
        0,
        1,
        0,
    ),
    "basic-memory": ("---\ntitle: Auth\n---\n- [decision] tokens #jwt\n", "specs/auth.md", 0, 0, 1, 0),
}


def test_every_format_has_its_file():
    assert FILES.keys() == FORMATS.keys()


@pytest.mark.parametrize("name", FILES)
def test_a_file_is_stored_once(target, name):
    content, file, *wanted = FILES[name]
    first, again = target.bring(content, file), target.bring(content, file)
    kinds = ("conversations", "turns", "notes", "events")
    assert (first.source["format"], first.status, first.counts["skipped"]) == (name, "done", 0)
    assert [first.counts[kind] for kind in kinds] == wanted
    assert (again.outcome, [again.counts[kind] for kind in kinds]) == ("duplicate", [0, 0, 0, 0])
    assert target.scope.verify().valid
