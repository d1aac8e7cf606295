"""After any power cut: every acknowledged write is there once, files, sources and journal agree, nothing is half."""

import pytest

from tests.faults.power_loss import violations


def test_no_state_a_power_cut_may_leave_breaks_a_promise(memory):
    assert not violations(memory, states=400, seed=11, writes=60)


def test_nor_on_a_file_system_that_can_not_exchange_names(memory):
    assert not violations(memory, states=150, seed=12, writes=60, exchanges=False)


@pytest.mark.parametrize(("weaken", "states"), [("pending", 30), ("documents", 5)])
def test_a_sync_that_is_left_out_is_noticed(memory, weaken, states):
    assert violations(memory, states=states, seed=13, writes=60, weaken=weaken)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("exchanges", [True, False])
def test_no_state_of_thousands_breaks_a_promise(memory, exchanges):
    assert not violations(memory, states=3_000, seed=14, writes=120, exchanges=exchanges)
