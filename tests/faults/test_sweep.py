"""Whichever call of a write fails, the write ends in an answer, and the old state or the new one is there whole."""

import logging

import pytest

from tests.faults.failing import FAULTS
from tests.faults.kinds import KINDS
from tests.faults.sweep import problems

# Each kind meets each fault; of the many calls of the long kinds some are drawn.
STEPS = {"close a segment": 9, "checkpoint": 9, "create": 7, "erase a scope": 5}


@pytest.fixture(autouse=True)
def quiet():
    """Hundreds of faults are not worth a line each."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("kind", KINDS)
def test_no_failing_call_leaves_half_a_write(memory, kind):
    runs, found = problems(memory, [kind], list(FAULTS), step=STEPS.get(kind, 6))
    assert runs >= len(FAULTS) and not found


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("kind", KINDS)
def test_nor_does_any_of_them_all(memory, kind):
    runs, found = problems(memory, [kind], list(FAULTS))
    assert runs >= 2 * len(FAULTS) and not found
