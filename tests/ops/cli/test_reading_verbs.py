"""`ls`, `show`, `grep`, `graph`, `describe`, `scopes`: a scope looked at from a shell."""

import json

import msgspec
import pytest

from scopes.settings import FullSettings, ScopeSettings, in_full


def test_ls_lists_documents_sources_and_counts(run, told, alice):
    listed = told("ls", *alice)
    assert [document["items"] for document in listed["documents"]] == [3]
    assert listed["sources"] == {"talk": 3}
    assert listed["counts"] == {"documents": 1, "sources": 1, "turns": 3}
    assert run("ls", *alice).stdout.splitlines()[-1] == "1 document, 1 source, 3 turns"


def test_ls_of_a_folder_or_a_document_lists_what_is_in_it(told, alice):
    path = told("ls", "chat/diary", *alice)["documents"][0]["path"]
    assert told("ls", "chat/wiki", *alice)["documents"] == []
    assert len(told("ls", path, *alice)["items"]) == 3


def test_what_ls_shows_can_be_listed(run, told, alice):
    shown = [line.split()[-1] for line in run("ls", *alice).stdout.splitlines()[:-1]]
    assert shown[-1] == "chat/sources/talk"
    for path in shown:
        assert len(told("ls", path, *alice)["items"]) == 3
    assert told("ls", "chat/sources/", *alice)["sources"] == told("ls", "chat", *alice)["sources"] == {"talk": 3}


def test_what_is_not_there_is_said_and_what_is_empty_too(run, alice):
    for path in ("chat/wiki", "chat/archive/"):
        assert run("ls", path, *alice).stdout == "nothing is here\n"
    for path in ("chat/wiki/none.md", "chat/sources/none", "chat/sea", "elsewhere"):
        assert run("ls", path, *alice, code=66).stderr.startswith("error: not_found: ")
    assert run("scopes", "--app", "none").stdout == "no scopes\n"
    assert run("keys", "list", "--app", "none").stdout == "no keys\n"


def test_an_archived_document_lists_its_items(told, alice):
    for content in ("one", "two"):
        told(
            "memorize",
            "-",
            "--user",
            "alice",
            "--extract",
            "given",
            input=json.dumps(
                {
                    "messages": [{"role": "user", "content": content}],
                    "items": [{"file": "facts", "name": "tea", "content": content}],
                }
            ),
        )
    assert [item["content"] for item in told("ls", "chat/archive/facts.md", *alice)["items"]] == ["one"]


def test_a_scope_that_is_not_there_reads_as_empty(run, alice):
    assert run("ls", "--user", "bob").stdout == "nothing is here\n"
    assert run("ls", "chat/wiki/none.md", "--user", "bob", code=66).stderr.startswith("error: not_found: ")


def test_show_takes_an_address_an_id_or_a_path(run, told, alice):
    item = told("show", "talk:t2", *alice)
    assert item["content"] == "喜欢海边，花生过敏"
    assert told("show", item["id"], *alice) == item
    path = told("ls", *alice)["documents"][0]["path"]
    assert "喜欢海边" in run("show", path, *alice).stdout
    assert "# Memory" in run("show", "chat/MEMORY.md", *alice).stdout


def test_the_address_of_a_source_with_a_colon_in_its_name_is_found(told):
    told("memorize", "-", "--user", "a", "--source-id", "room:1:x", input="Alice: hi")
    assert told("show", "room:1:x:t1", "--user", "a")["content"] == "hi"


@pytest.mark.parametrize("what", ["talk:t9", "nosuchid", "chat/wiki/none.md", "elsewhere/none.md"])
def test_show_of_what_is_not_there_says_so(run, alice, what):
    assert run("show", what, *alice, code=66).stderr.startswith("error: not_found: ")


def test_grep_prints_address_line_and_text(run, told, alice):
    assert run("grep", "^and", *alice, "--layer", "source").stdout == "talk:t3:2: and kept\n"
    assert told("grep", "SEA|花生", *alice, "-i", "--layer", "source")["matches"][0]["address"] == "talk:t1"


def test_grep_that_finds_nothing_exits_with_1_and_a_bad_pattern_is_refused(run, alice):
    assert run("grep", "zebra", *alice, code=1).stdout == ""
    assert "(field pattern)" in run("grep", "(", *alice, code=65).stderr


def test_graph_marks_links_that_lead_nowhere(run, told, alice):
    assert "-.->" in run("graph", *alice).stdout
    assert told("graph", *alice)["edges"][0]["dangling"]
    assert json.loads(run("graph", *alice, "--format", "json").stdout) == told("graph", *alice)


def test_describe_tells_of_a_scope_or_of_the_directory(run, told, alice, data):
    assert told("describe", *alice)["counts"]["diary"] == 3
    assert (told("describe")["scopes"], told("describe")["data"]) == (1, data)
    shown = run("describe").stdout
    assert "degraded: audit-key" in shown and "degraded: embedder" in shown and "degraded: extraction" in shown
    assert msgspec.convert(told("describe", *alice)["settings"], FullSettings) == in_full(ScopeSettings())
    assert "does not exist yet" in run("describe", "--user", "bob").stdout


def test_scopes_lists_them_filtered(told, alice):
    told("memorize", "-", "--app", "other", "--character", "Mia", input="Mia: hi")
    assert [one["scope"]["app"] for one in told("scopes")["scopes"]] == ["default", "other"]
    assert [one["scope"]["character"] for one in told("scopes", "--app", "other")["scopes"]] == ["Mia"]
    assert len(told("scopes", "--user", "alice")["scopes"]) == 1


def test_control_characters_in_a_memory_do_not_reach_the_terminal(run, data):
    run("memorize", "-", "--user", "a", input="Alice: before\x1b[2Jafter\x07")
    assert not {"\x1b", "\x07", "\x9b"} & set(run("retrieve", "before", "--user", "a").stdout)
