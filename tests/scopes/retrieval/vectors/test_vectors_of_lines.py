"""Each line's rows lie in a folder of its own; a query goes over all of them."""

import msgspec
import numpy as np
import pytest

from scopes.lines import workspace
from scopes.lines.precondition import Always
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.vectors.closeness import closeness
from scopes.retrieval.vectors.generation import newest
from scopes.retrieval.vectors.several import SeveralViews
from tests.scopes.retrieval.vectors.conftest import Letters


def put(home, path, text):
    new = workspace.NewFile(path, workspace.digest_of(text.encode()), len(text), "text/markdown", "markdown", text)
    return home.write(lambda batch: workspace.put(batch, new, Always(), home.config))


def remove(home, path):
    home.erase(lambda batch: workspace.select(batch, [path]))


def rows(home):
    """Bytes of the files of rows by line, but for the leases."""
    files = (path for path in home.root.rglob("*") if path.is_file() and "vectors" in path.parts)
    named = {str(path.relative_to(home.root)): path.read_bytes() for path in files if path.name != "lease"}
    return {line: {name: raw for name, raw in named.items() if name.startswith(line)} for line in ("chat", "workspace")}


def hits(view, query, **more):
    asked = RetrieveQuery(query=query, **more)
    return [hit.address for hit in Retriever().retrieve(view, view.index, asked, Letters().query(query)).hits]


@pytest.fixture
def both(home, filled):
    """A scope with rows of two lines."""
    home.put("a", "one", "the sea is blue")
    put(home, "guide.md", "# Hill\n\na hill is high\n\n# Sea\n\nthe sea is deep\n")
    filled(home)
    return home


def test_a_query_by_meaning_goes_over_the_rows_of_all_lines(both, filled):
    view = filled(both)
    assert isinstance(view.vectors, SeveralViews) and view.vectors.current == 3
    near = closeness(view.index, view.vectors, Letters().query("sea deep"))
    values = near.cosines(np.arange(view.index.bm25.slots))
    assert view.index.bm25.id_of(int(np.argmax(values))) == both.item("workspace/guide.md:Sea").id
    assert set(near.proposed(2, None)) <= set(range(3)) and len(near.background(100)) == 3
    assert hits(view, "deep sea")[0] == "workspace/guide.md:Sea"
    assert hits(view, "deep sea", lines=("chat",)) == ["a:one"]


def test_a_change_in_one_line_leaves_the_rows_of_the_other_alone(both, filled, until):
    before = rows(both)
    put(both, "guide.md", "# Hill\n\na hill is high\n\n# Sea\n\nthe sea is cold\n")
    filled(both)
    until(lambda: not both.scope._vectors._fillers["workspace"].fill())  # it has given up the rows of former slices
    after = rows(both)
    assert after["chat"] == before["chat"] and after["workspace"] != before["workspace"]
    both.put("a", "two", "a boat")
    filled(both)
    assert rows(both)["workspace"] == after["workspace"]


def test_a_slice_that_did_not_change_is_not_embedded_again(both, filled, letters):
    put(both, "guide.md", "# Hill\n\na hill is high\n\n# Sea\n\nthe sea is cold\n")
    filled(both)
    assert letters.asked.count("a hill is high") == 1 and letters.asked[-1] == "the sea is cold"


def test_another_process_takes_in_the_rows_of_all_lines(both, open_home, until):
    other = open_home()
    view = until(lambda: (view := other.scope.read()).vectors and view.vectors.current == 3 and view)
    assert not len(view.vectors.missing(view.index))


def test_a_removed_files_rows_are_zeroed_and_the_chat_lines_stand(both, filled, letters):
    row = letters.query("a hill is high").tobytes()
    before = rows(both)
    assert any(row in raw for raw in before["workspace"].values())
    remove(both, "guide.md")
    filled(both)
    assert not any(row in raw for raw in rows(both)["workspace"].values())
    assert rows(both)["chat"] == before["chat"]


def test_damaged_rows_of_any_line_are_named(both):
    both.scope.close()
    generation = newest(both.scope.room.of("workspace"))
    with open(generation.open_segment, "r+b") as file:
        file.seek(200)
        file.write(b"\xff\xff")
    [finding] = both.scope.verify().findings
    assert (finding.kind, finding.file) == ("vectors_damaged", "workspace/vectors/g1")


def test_embedding_anew_makes_a_new_generation_in_each_line_that_has_rows(both, open_home, until):
    both.scope.close()
    other = open_home(embedder=Letters("letters-2"))
    assert other.scope.reembed() is True
    until(lambda: other.scope.tend() or ((view := other.scope.read()).vectors and view.vectors.current == 3))
    assert {newest(other.scope.room.of(line)).number for line in ("chat", "workspace")} == {2}
    assert newest(other.scope.room.of("skill")) is None


def test_rows_of_the_lines_are_counted_together(both):
    counts = both.scope.vector_counts()
    assert (counts["rows"], counts["items"], counts["missing"]) == (3, 3, 0)
    assert msgspec.json.encode(counts)


def test_turns_are_found_by_their_meaning_beside_pages_of_another_line(both, filled):
    both.memorize("the boat is red", "a boat at sea", "hills are far", extract="none")
    view = filled(both)
    for layers in (None, ("sources",), ("pages",)):
        query = RetrieveQuery(query="sea boat", layers=layers)
        answer = Retriever().retrieve(view, view.index, query, Letters().query("sea boat"))
        assert not answer.degraded and answer.hits
        assert "meaning" in {use.name for use in answer.signals}


def test_any_shape_of_slots_has_cosines_of_the_same_shape(both, filled):
    view = filled(both)
    near = closeness(view.index, view.vectors, Letters().query("sea deep"))
    slots = np.array([[0, 1, 2], [2, 1, 0]])
    for values in (near.estimated(slots), near.cosines(slots)):
        assert values.shape == slots.shape and (values[0] == values[1][::-1]).all()
