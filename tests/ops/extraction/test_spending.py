"""What an app may ask of the model in a day, counted over all workers."""

import json
import threading

import pytest

from ops.extraction.spending import Spending


def test_calls_are_counted_app_by_app_and_refused_at_the_limit(tmp_path):
    spending = Spending(str(tmp_path), 2, 0)
    assert [spending.take("a", 10) for _ in range(3)] == [True, True, False]
    assert spending.take("b", 10)
    assert (spending.of("a").calls, spending.of("a").tokens) == (2, 20)


def test_tokens_are_taken_before_a_call_and_corrected_after_it(tmp_path):
    spending = Spending(str(tmp_path), 0, 100)
    assert spending.take("a", 80)
    assert not spending.take("a", 30)
    spending.correct("a", -60)
    assert spending.take("a", 30)
    assert spending.of("a").tokens == 50


def test_a_new_day_begins_with_nothing(tmp_path):
    spending = Spending(str(tmp_path), 1, 0)
    assert spending.take("a", 10)
    path = tmp_path / "spent" / "a.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "day": "2020-01-01"}))
    assert spending.take("a", 10)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff" * 9000])
def test_a_file_that_can_not_be_read_counts_as_nothing_spent(tmp_path, content):
    spending = Spending(str(tmp_path), 1, 0)
    (tmp_path / "spent").mkdir()
    (tmp_path / "spent" / "a.json").write_bytes(content)
    assert spending.take("a", 10)
    assert not spending.take("a", 10)


def test_workers_count_together(tmp_path):
    workers = [Spending(str(tmp_path), 50, 0) for _ in range(4)]
    taken = []
    threads = [
        threading.Thread(target=lambda one=one: taken.extend(one.take("a", 1) for _ in range(30))) for one in workers
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (taken.count(True), workers[0].of("a").calls) == (50, 50)
