"""After any power cut: every acknowledged write is there once, files, sources and journal agree, nothing is half."""

import pytest

from tests.faults.power_loss import violations
from tests.faults.power_loss_service import ServiceRun


def test_no_state_a_power_cut_may_leave_breaks_a_promise(memory):
    assert not violations(memory, states=400, seed=11, writes=60)


def test_nor_on_a_file_system_that_can_not_exchange_names(memory):
    assert not violations(memory, states=150, seed=12, writes=60, exchanges=False)


def test_nor_of_keys_ledger_receipts_and_scopes_that_come_and_go(memory):
    assert not violations(memory, states=150, seed=13, writes=40, run_class=ServiceRun)


@pytest.mark.parametrize(
    ("weaken", "states"),
    [
        ("pending", 30),
        ("documents", 5),
        ("seal", 60),
        ("fresh pending", 150),
        ("folders", 20),
        ("seal before pending", 100),
    ],
)
def test_a_sync_that_is_left_out_is_noticed(memory, weaken, states):
    assert violations(memory, states=states, seed=13, writes=60, weaken=weaken)


@pytest.mark.parametrize("weaken", ["keys", "ledger", "receipts", "folders"])
def test_so_is_one_of_the_service_s_own_files(memory, weaken):
    assert violations(memory, states=20, seed=13, writes=40, weaken=weaken, run_class=ServiceRun)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("exchanges", [True, False])
def test_no_state_of_thousands_breaks_a_promise(memory, exchanges):
    assert not violations(memory, states=3_000, seed=14, writes=120, exchanges=exchanges)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_no_state_of_thousands_breaks_one_of_the_service_s_own(memory):
    assert not violations(memory, states=3_000, seed=15, writes=40, run_class=ServiceRun)
