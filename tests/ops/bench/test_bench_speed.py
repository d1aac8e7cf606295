"""Speed, measured at sizes that take a moment."""

from pathlib import Path

import pytest

from ops.bench.bm25_peers import searches
from ops.bench.configuration import configuration
from ops.bench.filled import workshop
from ops.bench.memory_peers import measure as measure_peers
from ops.bench.sizes import QUICK
from ops.bench.speed import measure
from ops.bench.tables import speed_lines
from ops.bench.texts import Texts
from ops.bench.timing import alternate
from ops.bench.zipf import TokenLists
from scopes.retrieval.bm25 import Bm25
from scopes.storage.batch import Author


def test_every_figure_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    report = measure(QUICK)
    reading = ["retrieve", "retrieve_hybrid", "retrieve_http", "retrieve_http_hybrid"]
    own = [*reading[:2], "add_item", "add_turn", "writers", "verify", "open", "resident", *reading[2:], "rebuild"]
    assert [*report.figures][: len(own)] == own
    assert {"bm25_200", "vectors_1500x64"} <= report.figures.keys()
    measured = [figure for figures in report.figures.values() for figure in figures.items()]
    # A difference of two times is below 0 where a busy machine took longer for the lesser.
    assert [name for name, value in measured if value <= 0 and name != "less_livez_ms"] == []
    assert report.figures["retrieve"]["items"] == QUICK.items
    assert 1 <= report.figures["writers"]["writes_a_flush"] <= QUICK.writers
    lines = list(speed_lines(report))
    assert len(lines) == sum(map(len, report.figures.values())) + len(report.skipped) + 1
    assert report.configuration["hash"] in lines[-1]
    assert not list(tmp_path.iterdir())


def test_engines_that_are_compared_answer_the_same_questions() -> None:
    lists = TokenLists(300, seed=1)
    rare = next(text for text in lists.texts if sum(text[0] in other for other in lists.texts) == 1)
    view = Bm25.empty().apply([(str(number), text) for number, text in enumerate(lists.texts)])
    assert view.score([rare[0]]).top(1)[0].tolist() == [lists.texts.index(rare)]
    for name, search in searches(lists.texts):
        assert isinstance(search, str) or search([rare[0]]) is not None, name


def test_peers_are_measured_or_left_out_with_the_reason() -> None:
    figures, skipped = measure_peers(QUICK, 0)
    assert {*figures, *skipped} == {"chromadb_filtered", "mem0_qdrant"}
    assert all("pip install" in reason for reason in skipped.values())


def test_the_same_configuration_has_the_same_hash() -> None:
    first, second = configuration(), configuration()
    assert first == second and len(first["hash"]) == 16
    assert first["tantivy"] and first["policy"]


def test_one_write_is_one_flush() -> None:
    with workshop(seed=1) as shop:
        scope, _ = shop.scope("user")
        scope.write(shop.new_turn(), author=Author()).result()
        before = shop.files.flushes
        scope.write(shop.new_item("topic"), author=Author()).result()
        assert shop.files.flushes == before + 1


def test_a_scope_is_filled_with_the_texts_it_names() -> None:
    with workshop(seed=1) as shop:
        scope, made = shop.scope("user", items=120)
        contents = sorted(item.content for item in scope.read().items.values())
        assert contents == sorted(one.text for one in made)


def test_texts_repeat_with_their_seed_and_come_in_both_languages() -> None:
    first, second, other = Texts(3), Texts(3), Texts(4)
    made = [first.next() for _ in range(50)]
    assert made == [second.next() for _ in range(50)] != [other.next() for _ in range(50)]
    assert {one.chinese for one in made} == {True, False}
    assert any(word in first.question(made[0]) for word in made[0].words)


def test_actions_take_turns() -> None:
    calls: list[tuple[str, int]] = []
    times = alternate(2, lambda number: calls.append(("a", number)), lambda number: calls.append(("b", number)))
    assert calls == [("a", 0), ("b", 0), ("a", 1), ("b", 1)]
    assert [len(seconds) for seconds in times] == [2, 2]
