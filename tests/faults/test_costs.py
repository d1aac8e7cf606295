"""What a write may cost: flushes are shared, no process starves another, a small scope opens at once."""

import pytest

from tests.faults import costs


def test_writers_that_wait_together_share_a_flush(tmp_path):
    assert costs.grouping(tmp_path, each=8)["writes_per_flush"] >= 8


def test_two_processes_share_a_scope_fairly(tmp_path):
    found = costs.sharing(tmp_path, seconds=1.5)
    assert found["longest_wait"] < 500 and found["share"] > 0.5


@pytest.mark.slow
def test_a_scope_of_fifty_items_opens_in_five_milliseconds(tmp_path):
    assert costs.opening(tmp_path, 50) < 5
