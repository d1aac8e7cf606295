"""Skills on the command line: a folder goes in whole, a trace becomes a skill, what is removed is gone."""

import json

import pytest

ALICE = ("--user", "alice")
TEXT = "---\nname: pdf-files\ndescription: Fills in PDF forms.\n---\n\n# PDF\n"
TRACE = {"task": "Deploy the blog", "outcome": "success", "trace_id": "t1", "steps": [{"action": "Upload"}]}


@pytest.fixture
def folder(tmp_path):
    """A skill with files beside it, of which one is hidden and one a link."""
    skill = tmp_path / "pdf-files"
    (skill / "references").mkdir(parents=True)
    (skill / "SKILL.md").write_text(TEXT)
    (skill / "references" / "forms.md").write_text("# Forms\n")
    (skill / ".hidden").write_text("x")
    (skill / "link.md").symlink_to("/etc/passwd")
    return skill


def names(told):
    return [one["name"] for one in told("skill", "ls", *ALICE)["skills"]]


def test_a_folder_goes_in_and_is_shown_in_steps(told, run, folder):
    assert run("skill", "put", str(folder), *ALICE).stdout == "pdf-files written\n"
    (listed,) = told("skill", "ls", *ALICE)["skills"]
    assert (listed["description"], listed["resources"]) == ("Fills in PDF forms.", ["references/forms.md"])
    assert told("skill", "show", "pdf-files", *ALICE)["text"] == TEXT
    assert run("skill", "show", "pdf-files", "references/forms.md", *ALICE).stdout == "# Forms\n"


def test_a_file_alone_leaves_what_is_beside_it(told, run, folder):
    run("skill", "put", str(folder), *ALICE)
    run("skill", "put", "-", *ALICE, input=TEXT + "More\n")
    assert told("skill", "ls", *ALICE)["skills"][0]["resources"] == ["references/forms.md"]


def test_what_is_no_skill_is_refused(run, tmp_path):
    run("skill", "put", "-", *ALICE, input="# nothing", code=65)
    run("skill", "put", str(tmp_path), *ALICE, code=65)
    (tmp_path / "bin.md").write_bytes(b"\xff")
    (tmp_path / "SKILL.md").write_text(TEXT)
    run("skill", "put", str(tmp_path), *ALICE, code=65)


def test_a_removed_skill_is_gone(told, run, folder):
    run("skill", "put", str(folder), *ALICE)
    assert run("skill", "rm", "pdf-files", *ALICE).stdout == "pdf-files removed\n"
    assert names(told) == []
    run("skill", "rm", "pdf-files", *ALICE, code=66)


def test_a_trace_becomes_a_skill_and_takes_it_along(told, run):
    done = run("skill", "trace", "-", *ALICE, input=json.dumps(TRACE)).stdout
    assert done == "trace stored\nadded skill/deploy-blog:deploy-blog\n"
    assert told("show", "skill/deploy-blog:deploy-blog", *ALICE)["file"] == "deploy-blog"
    assert "rules, 1 trace" in run("skill", "ls", *ALICE).stdout
    assert run("skill", "forget", "t1", *ALICE).stdout == "trace t1 removed\n"
    assert names(told) == []


def test_a_trace_may_be_kept_alone_or_go_to_a_skill_of_a_name(told, run):
    run("skill", "trace", "-", "--distill", "none", *ALICE, input=json.dumps(TRACE))
    assert names(told) == []
    run("skill", "trace", "-", "--skill", "other", *ALICE, input=json.dumps(TRACE | {"trace_id": "t2"}))
    assert names(told) == ["other"]


@pytest.mark.parametrize("text", ["", "[]", '{"task": 1}', '{"more": 1, "task": "a"}', "{"])
def test_what_is_no_trace_is_refused(run, text):
    run("skill", "trace", "-", *ALICE, input=text, code=65)
