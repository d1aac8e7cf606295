"""Pages, skills and traces leave a service and come into another as conversations do."""

import io

import pytest

from ops.archive.importing import Importer
from ops.archive.limits import ImportLimits
from scopes.lines import workspace
from scopes.lines.precondition import Always
from scopes.model import ScopeIds, iso, utc_now
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.storage.journal import Entry, mint_id
from scopes.storage.places import skill_path
from scopes.storage.sources import Turn

LIMITS = ImportLimits(64 * 1024**2, 64 * 1024**2, 16 * 1024**2, 1_000, 200)
OTHER = ScopeIds("elsewhere", "bob", "agent")
GUIDE = "# Setup\n\nInstall the anchor.\n\n# Use\n\nThe lighthouse keeper starts it at dawn.\n"
SKILL = "---\nname: pdf-forms\ndescription: Fills forms with a sextant.\n---\n# Forms\n\n## Steps\n\n<b>one</b>\n"
LINES = ("chat/", "workspace/", "skill/")


def put(place, path, text):
    new = workspace.NewFile(path, workspace.digest_of(text.encode()), len(text), "text/markdown", "markdown", text)
    return place.write(lambda batch: workspace.put(batch, new, Always(), place.registry.engine.config))


def skill(batch):
    for resource, text in (("SKILL.md", SKILL), ("scripts/fill.py", "## no section\nprint(1)\n")):
        batch.put_text(skill_path("pdf-forms", resource), text)
    told = {"source": mint_id(), "source_id": "run-1", "role": "tool", "ts": iso(utc_now()), "line": "skill"}
    batch.append_turns([Turn(id=mint_id(), turn="s0", content="open the form", **told)])
    batch.note(Entry("document", line="skill"))


@pytest.fixture
def source(place):
    """A scope with a little of every line."""
    made = place().fill()
    for path in ("docs/guide.md", "README.md", "笔记/" + "长" * 200 + ".md"):
        put(made, path, GUIDE)
    made.write(skill)
    made.scope.close()
    return made


@pytest.fixture
def bring(author):
    """Import an archive into a place."""

    def bring(place, archive, **more):
        importer = Importer(place.registry.engine, place.ledger, LIMITS)
        return importer.bring_in(place.scope, io.BytesIO(archive), author, **more)

    return bring


def hits(place, query):
    view = place.scope.read()
    found = Retriever().retrieve(view, view.index, RetrieveQuery(query=query)).hits
    return sorted((hit.line, hit.address, hit.content, hit.score) for hit in found)


def held(place):
    items = place.scope.snapshot().items.values()
    return sorted((item.line, item.layer, item.address, item.content) for item in items)


def test_every_line_comes_back_byte_for_byte_and_answers_alike(place, source, bring, tars):
    archive = source.export()
    target = place("target", OTHER)
    result = bring(target, archive)
    files = {name: raw for name, raw in tars.unpacked(archive).items() if name.startswith(LINES)}
    assert {name.split("/")[0] for name in files} == {"chat", "workspace", "skill"} and not result.scrubbed
    assert {name: (target.root / name).read_bytes() for name in files} == files
    for query in ("lighthouse keeper", "sextant", "sea"):
        assert hits(target, query) == hits(source, query) != []
    target.write(lambda batch: batch.note(Entry("document", line="chat")))
    target.scope.close()
    assert target.scope.verify().findings == ()
    assert (target.root / "workspace/INDEX.md").read_bytes() == (source.root / "workspace/INDEX.md").read_bytes()


def test_a_merge_adds_what_is_missing_keeps_what_is_there_and_adds_nothing_twice(place, source, bring):
    target = place("target", OTHER)
    put(target, "docs/guide.md", "# Mine\n\nmine stays\n")
    archive = source.export()
    bring(target, archive, merge=True)
    after = held(target)
    assert ("workspace", "page", "workspace/docs/guide.md:Mine", "mine stays") in after
    assert not [one for one in after if one[2] == "workspace/docs/guide.md:Setup"]
    assert [one for one in after if one[2] == "workspace/README.md:Setup"]
    assert ("skill", "skill", "skill/pdf-forms:pdf-forms", "Fills forms with a sextant.") in after
    again = bring(target, archive, merge=True)
    assert held(target) == after and sum(again.counts.values()) == 0
    assert target.scope.verify().findings == ()


def test_a_file_that_was_removed_is_not_brought_back_by_an_archive(place, source, bring, author):
    archive = source.export()
    source.scope.erase(lambda batch: workspace.select(batch, ["README.md"]), author=author).result(20)
    bring(source, archive, merge=True)
    assert not [one for one in held(source) if "README.md" in one[2]]
