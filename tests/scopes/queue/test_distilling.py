"""Skills by a model through the queue: one call, one skill, whoever dies when."""

import time

import pytest

from scopes.extraction.extractor import REASONS, Failed
from scopes.governance import erase
from scopes.lines import cancelling, preferences, skill_made
from tests.scopes.queue.dying import Dying, Telling
from tests.scopes.queue.processes import AUTHOR, Model, Process, distilled
from tests.scopes.queue.test_killed import serve_and_die


def names(one):
    return skill_made.names(one.scope().snapshot())


def ended(one, identity):
    end = time.monotonic() + 10
    while (found := one.operation(identity)).is_open:
        assert time.monotonic() < end
        time.sleep(0.01)
    return found


@pytest.fixture
def process(tmp_path):
    """A process whose model answers for skills; it serves once it is told to."""
    one = Process(tmp_path / "data", Model())
    one.model.answer = distilled
    yield one
    one.close()


def killed(directory, moment=None, files=None):
    """A trace waits, who serves it is killed, another goes on: its outcome, the skills, and how often it was asked."""
    one = Process(directory / "data", None)
    begun = one.trace("Deploy the blog", trace_id="t1")
    one.close()
    calls = directory / "calls"
    assert serve_and_die(directory / "data", Telling(calls, distilled, moment), files)
    other = Process(directory / "data", Telling(calls, distilled)).serve(1)
    try:
        found = ended(other, begun.id)
        assert other.scope().verify().valid
        assert len(other.texts("source")) == len(other.texts("skill")) == 1
        return found, names(other), calls.read_bytes().count(b"asked") if calls.exists() else 0
    finally:
        other.workers.close()
        other.registry.close()


def test_a_trace_waits_and_becomes_one_skill_with_one_call(process):
    begun = process.trace("Deploy the blog")
    assert (begun.status, names(process)) == ("queued", [])
    done = ended(process.serve(), begun.id)
    assert (done.outcome, done.cost["llm_calls"], names(process)) == ("stored", 1, ["by-model"])
    assert [asked.traces[0].task for asked in process.model.asked] == ["Deploy the blog"]


def test_several_traces_of_a_task_become_one_skill(process):
    begun = [process.trace("Deploy the blog", trace_id=name) for name in ("t1", "t2", "t3")]
    process.serve()
    assert [ended(process, one.id).items[0]["action"] for one in begun] == ["added", "updated", "updated"]
    (item,) = (one for one in process.scope().snapshot().items.values() if one.layer == "skill")
    assert (item.name, item.source.turns) == ("by-model", ("t1", "t2", "t3"))


def test_what_was_erased_meanwhile_does_not_come_back(process):
    process.model.free.clear()
    begun = process.trace("Deploy the blog", trace_id="t1")
    process.trace("Deploy the blog", trace_id="t2", distill="none")
    process.serve()
    assert process.model.at_work.wait(10)
    turn = next(one for one in skill_made.turns(process.scope().snapshot()) if one.name == "t2")
    process.scope().erase(lambda batch: erase.select_item(batch, turn.id, "keep"), author=AUTHOR).result(20)
    process.model.free.set()
    assert ended(process, begun.id).reason.startswith("erased: ")
    assert names(process) == ["deploy-blog"]


def test_a_trace_that_is_erased_while_it_waits_makes_nothing(process):
    begun = process.trace("Deploy the blog", trace_id="t1")
    turn = next(skill_made.turns(process.scope().snapshot()))
    process.scope().erase(lambda batch: erase.select_item(batch, turn.id), author=AUTHOR).result(20)
    process.serve()
    time.sleep(0.5)
    assert (names(process), process.model.asked) == ([], [])
    assert process.operation(begun.id) is None or not process.operation(begun.id).is_open


@pytest.mark.parametrize(("on_failure", "outcome"), [("rules", "stored"), ("drop", "failed")])
def test_a_failure_ends_as_the_scope_has_chosen(process, on_failure, outcome):
    change = preferences.SettingsPatch(on_failure=on_failure)
    scope = process.scope()
    process.trace("Other", distill="none")
    scope.write(lambda batch: preferences.patch(batch, change, scope.room), author=AUTHOR).result(20)
    process.model.answer = lambda asked: Failed("timeout")
    begun = process.trace("Deploy the blog")
    done = ended(process.serve(), begun.id)
    assert (done.outcome, names(process)) == (outcome, ["deploy-blog"] if outcome == "stored" else [])
    assert done.reason.startswith(f"timeout: {REASONS['timeout']}; ")


def test_a_cancelled_one_makes_nothing(process):
    begun = process.trace("Deploy the blog")
    process.scope().write(lambda batch: cancelling.cancel(batch, begun), author=AUTHOR).result(20)
    process.serve()
    assert (process.operation(begun.id).status, names(process)) == ("cancelled", [])


@pytest.mark.parametrize(("moment", "asked"), [("marked", 0), ("asked", 1)])
def test_between_the_mark_and_the_write_no_second_call_is_made(tmp_path, moment, asked):
    found, skills, times = killed(tmp_path, moment)
    assert (times, skills, found.attempts) == (asked, ["deploy-blog"], 1)
    assert found.reason == f"interrupted: {REASONS['interrupted']}; the skill was made by rules"


@pytest.mark.parametrize("number", [2, 5, 9, 14, 20, 27, 35])
def test_killed_at_a_call_to_the_file_system_there_is_one_skill(tmp_path, number):
    found, skills, times = killed(tmp_path, files=Dying(number))
    assert times <= 1
    assert (found.status, found.outcome, found.attempts) == ("done", "stored", 1)
    assert skills == (["by-model"] if found.reason is None else ["deploy-blog"])
