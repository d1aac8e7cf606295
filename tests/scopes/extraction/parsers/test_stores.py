"""Stores of other memories as notes and events."""

import json

from scopes.extraction.parsers.parsed import Event, Note, Skipped


def test_a_wikimem_category_is_read_as_it_is(read):
    text = (
        "# preferences\n\n## likes-the-sea\n\n喜欢海边 [[daily_life:beach]]\n\n"
        "<!-- wikimem: owner=user:xnne | source_conv=c1 | timestamp=2026-07-10T03:00:00+00:00 -->\n\n## empty\n\n"
    )
    found = read(text, "memory/preferences.md", "wikimem")
    assert found[0] == Note(
        platform="wikimem",
        file="preferences",
        name="likes-the-sea",
        content="喜欢海边 [[daily_life:beach]]",
        owner="user:xnne",
        at="2026-07-10T03:00:00.000Z",
    )
    assert [one.place for one in found[1:]] == ["section 2"]


def test_a_wikimem_day_is_events(read):
    [one] = read("## 14:30\n\nwent to the sea\n", "memory/diary/2026-07-10.md", "wikimem")
    assert one == Event(platform="wikimem", content="went to the sea", at="2026-07-10T14:30:00")


def test_memories_of_mem0(read):
    memory = {"id": "1", "memory": "Likes green tea. Dislikes coffee", "hash": "x", "user_id": "u"}
    first = {
        **memory,
        "created_at": "2024-07-01T00:00:00-07:00",
        "categories": ["Food", "habits"],
        "metadata": {"type": "preference"},
    }
    for content in (
        {"results": [first, {**memory, "memory": ""}]},
        [first, 3],
        json.dumps({"memories": [first, 3]}, indent=1),
    ):
        note, skipped = read(content, "mem0.json", "mem0")
        assert (note.file, note.name, note.kind, note.tags) == ("food", "Likes green tea", "preference", ("habits",))
        assert (note.content, note.at) == ("Likes green tea. Dislikes coffee", "2024-07-01T07:00:00.000Z")
        assert isinstance(skipped, Skipped)


def test_the_graph_of_the_mcp_server_links_its_entities(read):
    lines = [
        {"type": "relation", "from": "小雨", "to": "Acme [[x", "relationType": "works_at"},
        {"type": "entity", "name": "小雨", "entityType": "Person", "observations": ["likes tea", 3, "b"]},
        {"type": "entity", "name": "Acme [[x", "entityType": "org", "observations": []},
        7,
    ]
    found = read("\n".join(map(json.dumps, lines)), "memory.json", "mcp-memory")
    person, company, skipped = found
    assert (person.file, person.name, person.kind) == ("person", "小雨", "Person")
    assert person.content == "- likes tea\n- b\n- works_at [[org:Acme x]]"
    assert (company.content, skipped.place) == ("org", "line 4")


def test_a_note_of_basic_memory(read):
    text = (
        "---\ntitle: Auth Design\ntype: decision\ntags:\n- security\n- '#login'\npermalink: specs/auth\n---\n\n"
        "# Auth Design\n\nWhy.\n\n## Observations\n- [decision] Use tokens #jwt (spike)\n\n"
        "## Relations\n- implements [[API Spec]]\n- see [[specs/Other|it]]\n"
    )
    [note] = read(text, "specs/auth-design.md", "basic-memory")
    assert (note.file, note.name, note.kind) == ("notes", "Auth Design", "decision")
    assert note.tags == ("security", "login", "jwt", "specs")
    assert note.content.startswith("Why.\n\n## Observations\n- [decision] Use tokens #jwt (spike)")
    assert note.content.endswith("- implements [[notes:API Spec]]\n- see [[notes:Other]]")


def episode(*bodies):
    entries = [
        f"<!-- entry:ep_{at} -->\n## ep_{at}\n\n{body}\n<!-- /entry:ep_{at} -->\n" for at, body in enumerate(bodies)
    ]
    return "---\nid: e\ntype: episode_daily\nentry_count: 2\ndate: '2026-05-28'\n---\n" + "".join(entries)


def test_episodes_of_everos_are_events_and_facts_are_notes(read):
    fields = "**owner_id**: alice\n**timestamp**: 2026-05-28T08:32:13+00:00"
    told = f"{fields}\n\n### Subject\nClimbing\n\n### Content\nAlice\nclimbs."
    found = read(
        episode(told, "### Subject\nnothing", "untitled"), "users/alice/episodes/episode-2026-05-28.md", "everos"
    )
    assert found[0].content == "Climbing\n\nAlice\nclimbs."
    assert [getattr(one, "at", None) for one in found] == ["2026-05-28T08:32:13.000Z", None, "2026-05-28"]
    [fact] = read(episode("### Fact\nAlice climbs."), "users/alice/.atomic_facts/atomic_fact-2026-05-28.md", "everos")
    assert (fact.file, fact.kind, fact.name) == ("facts", "fact", "Alice climbs")


def test_a_profile_of_everos_is_a_note(read):
    [note] = read("---\nid: x\nuser_id: alice\n---\n# Profile\n\n- climbs\n", "users/alice/user.md", "everos")
    assert (note.file, note.name, note.kind) == ("profile", "alice", "profile")
