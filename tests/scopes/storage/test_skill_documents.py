"""What storage gives the skill line: a file kept whole is one item, files beside it have none, steps of traces."""

import pytest

from scopes.errors import IntegrityError, InvalidError
from scopes.governance import erase
from scopes.model import iso, utc_now
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.storage import skill_names, skill_text
from scopes.storage.journal import Entry, mint_id
from scopes.storage.places import skill_path
from scopes.storage.sources import Turn

SKILL = """---
name: pdf-forms
description: >
  Fills PDF forms with the
  sextant tool.
---
# PDF forms

## Steps

<example>kept as it is</example> and the word zeppelin.
"""
ADDRESS = "skill/pdf-forms:pdf-forms"


def put(home, text=SKILL, name="pdf-forms", resource="SKILL.md"):
    path = skill_path(name, resource)

    def change(batch):
        batch.put_text(path, text)
        batch.note(Entry("document", line="skill", doc=batch.documents.get(path).id, note={"file": path}))

    home.write(change)
    return home.root / path


def trace(home, name="run-1", steps=("open the form", "press print")):
    def change(batch):
        source = batch.source_of("skill", name) or mint_id()
        told = {"source": source, "source_id": name, "role": "tool", "ts": iso(utc_now()), "line": "skill"}
        turns = [Turn(id=mint_id(), turn=f"s{at}", content=text, **told) for at, text in enumerate(steps)]
        batch.append_turns(turns)
        batch.note(Entry("trace", line="skill", source=source, note={"source": name}))

    home.write(change)


def texts(home):
    return {str(path.relative_to(home.root)): path.read_bytes() for path in home.root.rglob("*") if path.is_file()}


def found(home, query, **more):
    view = home.scope.read()
    return [hit.address for hit in Retriever().retrieve(view, view.index, RetrieveQuery(query=query, **more)).hits]


def test_a_skill_is_kept_byte_for_byte_and_is_one_item_of_its_description(home):
    path = put(home)
    item = home.item(ADDRESS)
    assert path.read_text() == SKILL
    assert (item.line, item.layer, item.content) == ("skill", "skill", "Fills PDF forms with the sextant tool.")
    assert found(home, "sextant") == [ADDRESS] and found(home, "zeppelin") == []


def test_a_skill_keeps_its_id_through_new_text_a_checkpoint_and_another_process(home, open_home):
    put(home)
    before = home.item(ADDRESS).id
    home.scope.close()
    put(home, SKILL.replace("sextant", "octant"))
    home.scope.close()
    other = open_home()
    assert (other.item(ADDRESS).id, "octant" in other.item(ADDRESS).content) == (before, True)


def test_files_beside_a_skill_have_no_items_and_go_with_it(home):
    put(home)
    put(home, "## not a section\n", resource="references/fields.md")
    put(home, "print('zeppelin')\n", resource="scripts/fill.py")
    assert home.texts("skill").keys() == {ADDRESS}
    assert b"references/fields.md" in (home.scope.close() or (home.root / "skill/manifest.jsonl").read_bytes())
    home.erase(lambda batch: erase.select_documents(batch, [skill_path("pdf-forms")], apart=True))
    assert not (home.root / "skill/skills/pdf-forms").exists() and not (home.root / "skill/SKILLS.md").exists()
    assert not [name for name, raw in texts(home).items() if b"sextant" in raw or b"zeppelin" in raw or "pdf" in name]
    assert home.scope.verify().findings == ()


def test_steps_of_a_trace_are_kept_not_searched_and_no_conversation_of_the_same_name_is_touched(home):
    home.memorize("the barometer falls", source_id="run-1", extract="none")
    trace(home, steps=("read the barometer",))
    [name] = [name for name in texts(home) if name.startswith("skill/sources/")]
    assert b"read the barometer" in texts(home)[name] and len(found(home, "barometer")) == 1
    home.erase(lambda batch: erase.select_source(batch, "run-1", "skill"))
    assert name not in texts(home) and found(home, "barometer") == ["run-1:t1"]
    assert home.scope.verify().findings == ()


def test_a_skill_made_from_a_trace_says_so_in_its_comment_and_goes_with_the_trace(home, open_home):
    trace(home)
    put(home, f"{SKILL}\n<!-- muniment: source=run-1#s0,s1 -->\n")
    assert home.item(ADDRESS).source.turns == ("s0", "s1")
    home.scope.close()
    assert open_home().item(ADDRESS).source.id == "run-1"
    home.erase(lambda batch: erase.select_source(batch, "run-1", "skill"))
    assert home.item(ADDRESS) is None and not list((home.root / "skill/sources").iterdir())


def test_a_hand_edit_of_a_skill_is_adopted(home, until):
    path = put(home)
    home.scope.close()
    before = home.item(ADDRESS).id
    path.write_text(SKILL.replace("sextant", "astrolabe"))
    until(lambda: "astrolabe" in home.item(ADDRESS).content)
    assert home.item(ADDRESS).id == before


def test_nothing_is_written_through_a_link_at_a_skills_folder(home, tmp_path):
    put(home)
    (home.root / "skill/skills/other").symlink_to(tmp_path)
    with pytest.raises(IntegrityError):
        put(home, name="other")


@pytest.mark.parametrize("path", ["../x", "a//b", "/a", "a/.env", "skill.md", "a%2Fb", "a/b/c/d/e", "x" * 101, "a/"])
def test_hostile_names_of_files_beside_a_skill_are_refused(path):
    with pytest.raises(InvalidError):
        skill_names.check_resource(path)


def test_without_front_matter_the_first_paragraph_speaks_for_a_skill():
    assert skill_text.read("# Title\n\nWhat it does.\n\nMore.\n").description == "What it does."
