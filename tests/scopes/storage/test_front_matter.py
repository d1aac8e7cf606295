"""The front matter of a SKILL.md is read as any YAML loader reads it, or refused by the name of its field."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import InvalidError
from scopes.storage import front_matter, yaml_text
from scopes.storage.front_matter import FrontMatter

yaml = pytest.importorskip("yaml")

LINES = st.lists(st.text(st.sampled_from("ab:#-'\"\\|>&*é中 \t1.{[~?,"), max_size=12), max_size=4)


def skill(*lines):
    return "\n".join(["---", *lines, "---", "", "# Body", ""])


def loaded(text):
    """What a YAML loader makes of the front matter."""
    return yaml.safe_load(text.split("\n---", 1)[0].removeprefix("---"))


@given(first=st.text(st.sampled_from("ab:#-'\"\\|>&*é中 1.{[~?,"), max_size=20), below=LINES)
def test_what_is_read_is_what_a_yaml_loader_reads(first, below):
    text = skill("name: a", f"description: {first}", *(f"  {line}" for line in below))
    try:
        found, _ = front_matter.read(text)
    except InvalidError:
        return
    assert loaded(text)["description"].strip() == found.description


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_is_written_is_read_again_here_and_by_a_yaml_loader(text):
    written = f"key: {yaml_text.write(text)}"
    assert (yaml_text.read(yaml_text.write(text)), yaml.safe_load(written)) == (text, {"key": text})


@pytest.mark.parametrize(
    ("lines", "description"),
    [
        (["description: Reads PDF files."], "Reads PDF files."),
        (['description: "Use when: a \\"PDF\\" comes"'], 'Use when: a "PDF" comes'),
        (["description: 'It''s here'"], "It's here"),
        (["description: >-", "  one", "  two"], "one two"),
        (["description: |", "  one", "  two"], "one\ntwo"),
        (["description:", "  处理 PDF 文件。", "  需要时使用。"], "处理 PDF 文件。 需要时使用。"),
        (["description: one", "  two", "allowed-tools:", "- Bash", "context: fork"], "one two"),
    ],
)
def test_forms_that_skills_are_written_in_are_read(lines, description):
    found, body = front_matter.read(skill("name: pdf-files", *lines))
    assert (found.name, found.description, body) == ("pdf-files", description, "\n# Body\n")


@pytest.mark.parametrize(
    ("lines", "field"),
    [
        (["description: d"], "name"),
        (["name: ab"], "description"),
        (["name: ab", "description:"], "description"),
        (["name: ab", "description: a", "description: b"], "description"),
        (["name: ab", "description: Use when: always"], "description"),
        (["name: ab", "description: " + "x" * 1025], "description"),
        (["name: ab", "description: d", "compatibility: " + "x" * 501], "compatibility"),
        (["name: 1", "description: d"], "name"),
        (["name: N", "description: d"], "name"),
        (["name: a--b", "description: d"], "name"),
        (["name: -a", "description: d"], "name"),
        (["name: ../a", "description: d"], "name"),
        (["name: " + "a" * 65, "description: d"], "name"),
        (["name: ab", "description: d", "\tx: y"], "skill"),
        (["name: ab", "description: d", "nonsense"], "skill"),
    ],
)
def test_what_is_wrong_is_refused_by_its_field(lines, field):
    with pytest.raises(InvalidError) as refused:
        front_matter.read(skill(*lines))
    assert refused.value.field == field


@pytest.mark.parametrize("text", ["", "# No front matter", "---\nname: a\ndescription: b\n", "----\nname: a\n---\n"])
def test_a_file_without_front_matter_is_no_skill(text):
    with pytest.raises(InvalidError):
        front_matter.read(text)


def test_entries_of_metadata_that_are_plain_text_are_read_and_others_may_stand_there():
    text = skill("name: ab", "description: d", "metadata:", "  author: me", '  version: "1.0"', "  tags: [a]", "  n: 1")
    assert front_matter.read(text)[0].metadata == {"author": "me", "version": "1.0"}


def test_what_is_rendered_is_read_again_and_crlf_is_no_matter():
    found = FrontMatter("deploy-blog", 'Use when: "deploying"', "MIT", {"muniment-traces": "t%2C1,t2"})
    text = front_matter.render(found) + "body"
    assert front_matter.read(text) == (found, "body")
    assert front_matter.read(text.replace("\n", "\r\n"))[0] == found
