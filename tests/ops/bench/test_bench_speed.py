"""Speed, measured at sizes that take a moment."""

from pathlib import Path

import pytest

from ops.bench.filled import workshop
from ops.bench.speed import QUICK, measure
from ops.bench.tables import speed_lines
from ops.bench.texts import Texts
from ops.bench.timing import alternate
from scopes.storage.batch import Author


def test_every_figure_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    report = measure(QUICK)
    assert list(report) == ["retrieve", "add_item", "add_turn", "writers", "open", "verify"]
    assert all(value > 0 for figures in report.values() for value in figures.values())
    assert report["retrieve"]["items"] == QUICK.items
    assert 1 <= report["writers"]["writes_a_flush"] <= QUICK.writers
    assert len(list(speed_lines(report))) == sum(map(len, report.values()))
    assert not list(tmp_path.iterdir())


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
