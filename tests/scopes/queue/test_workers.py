"""Operations that wait: found by any process, done once, one of a scope at a time, whoever ends meanwhile."""

import os
import time

import pytest

from scopes.errors import BusyError, ConflictError
from scopes.extraction.extractor import REASONS, Failed
from scopes.lines import by_model, cancelling, preferences
from scopes.storage import markers
from scopes.storage.batch import Author


def queue(process):
    return list(markers.listed(process.registry.engine.files, process.config.data))


def test_turns_are_stored_at_once_and_items_links_and_diary_come_together(process, ends, model):
    one = process().serve()
    model.free.clear()
    begun = one.memorize("I live in Basel")
    assert (begun.status, begun.outcome, begun.items) == ("queued", None, [])
    assert one.texts("source") == ["I live in Basel"]
    model.free.set()
    done = ends(one, begun)
    assert (done.status, done.outcome, done.reason, done.attempts) == ("done", "stored", None, 1)
    assert done.cost == {"llm_calls": 1, "tokens": 50, "ms": 3}
    assert [one["action"] for one in done.items] == ["added"]
    assert (one.texts(), one.texts("diary")) == (["It was said: I live in Basel"], ["They spoke of 1 things."])


def test_what_another_process_queues_is_seen_within_200_milliseconds(process, until, model):
    asking, serving = process(), process().serve()
    time.sleep(0.3)  # it has nothing to do
    for number in range(3):
        model.at_work.clear()
        asking.memorize(f"fact {number}", user=f"u{number}")
        queued = time.monotonic()
        assert model.at_work.wait(5)
        assert time.monotonic() - queued < 0.25 + 0.25  # a busy machine's share
    until(lambda: not queue(serving))


def test_own_work_begins_at_once(process, model):
    one = process().serve()
    one.memorize("first")
    assert model.at_work.wait(5)
    model.at_work.clear()
    one.memorize("second", user="bob")
    one.workers.wake()
    assert model.at_work.wait(0.1 + 0.2)


def test_two_processes_do_each_operation_once(process, ends, model):
    one, two = process().serve(4), process().serve(4)
    begun = [(one.memorize(f"fact {number}", user=f"u{number % 7}"), f"u{number % 7}") for number in range(28)]
    for operation, user in begun:
        assert ends(two, operation, user=user).attempts == 1
    assert sorted(turn.content for asked in model.asked for turn in asked.turns) == sorted(
        f"fact {number}" for number in range(28)
    )


def test_the_operations_of_a_scope_are_done_one_after_the_other_in_their_order(process, ends, model):
    one = process().serve(8)
    model.free.clear()
    begun = [one.memorize(f"fact {number}") for number in range(4)]
    assert model.at_work.wait(5)
    time.sleep(0.3)
    assert len(model.asked) == 1
    model.free.set()
    for operation in begun:
        ends(one, operation)
    assert [asked.turns[0].content for asked in model.asked] == [f"fact {number}" for number in range(4)]
    assert model.asked[-1].names == ("told:n-fact 2", "told:n-fact 1", "told:n-fact 0")


def test_an_operation_waits_through_checkpoints_and_restarts(process, ends, until):
    first = process()
    begun = first.memorize("I live in Basel")
    until(lambda: os.path.exists(first.scope().room.layout.operations))
    first.registry.close()
    second = process()
    assert second.operation(begun.id).status == "queued"
    assert [one.id for one in second.scope().snapshot().waiting()] == [begun.id]
    assert ends(second.serve(), begun).outcome == "stored"
    assert queue(second) == []


def test_an_operation_that_was_begun_and_left_ends_by_rules_and_asks_nobody(process, ends, model):
    one = process()
    begun = one.memorize("I love black coffee")
    assert one.scope().write(lambda batch: by_model.mark(batch, begun.id), author=Author()).result(9).value
    done = ends(one.serve(), begun)
    assert done.reason == f"interrupted: {REASONS['interrupted']}; the turns were read by rules"
    assert (model.asked, done.outcome, done.counts["turns_by_rules"]) == ([], "stored", 1)
    assert one.texts() == ["I love black coffee"]


def test_an_operation_is_cancelled_before_its_turn_and_at_its_turn(process, model, until):
    one = process()
    waiting = one.memorize("I live in Basel")
    one.scope().write(lambda batch: cancelling.cancel(batch, waiting), author=Author()).result(9)
    assert one.operation(waiting.id).status == "cancelled"
    assert (queue(one), one.texts("source")) == ([], ["I live in Basel"])
    model.free.clear()
    at_work = one.serve().memorize("I live in Bern")
    assert model.at_work.wait(5)
    ended = one.scope().write(lambda batch: cancelling.cancel(batch, at_work), author=Author()).result(9).value
    model.free.set()
    until(lambda: one.workers.figures().running == 0)
    assert (one.texts(), one.operation(at_work.id)) == ([], ended)
    with pytest.raises(ConflictError):
        raise one.scope().write(lambda batch: cancelling.cancel(batch, ended), author=Author()).exception(9)


def test_as_many_operations_of_a_scope_wait_as_may_and_no_more(process):
    one = process(waiting_operations=3)
    for number in range(3):
        one.memorize(f"fact {number}")
    with pytest.raises(BusyError) as refused:
        one.memorize("one too many")
    assert refused.value.limit == 3
    assert "one too many" not in one.texts("source")
    assert one.memorize("another scope", user="bob").status == "queued"


def test_figures_tell_how_many_scopes_wait_and_for_how_long(process, until, model):
    one = process().serve(1)
    model.free.clear()
    one.memorize("fact", user="a")
    one.memorize("fact", user="b")
    assert until(lambda: one.workers.figures().scopes == 2)
    figures = until(lambda: (now := one.workers.figures()).oldest_seconds > 0.2 and now)
    assert (figures.scopes, figures.running, one.workers.waiting("app")) == (2, 1, 2)
    model.free.set()
    assert until(lambda: one.workers.figures().scopes == 0)
    assert one.workers.figures().oldest_seconds < 0.2


def test_a_marker_without_work_is_taken_away_and_a_fault_of_one_scope_holds_up_no_other(process, ends, until):
    one = process()
    one.memorize("fact", extract="none")
    markers.make(one.scope().room)
    broken = one.memorize("fact", user="broken")
    with open(one.scope("broken").room.layout.identity, "wb") as file:
        file.write(b"{}")
    begun = one.memorize("fact", user="fine")
    one.serve(1)
    ends(one, begun, user="fine")
    until(lambda: [marker.path for marker in queue(one)] == [markers.path_of(one.scope("broken").room)])
    assert broken.status == "queued"


def test_a_client_that_fails_in_a_way_of_its_own_loses_no_operation(process, ends, model, caplog):
    def fault(asked):
        raise ZeroDivisionError

    model.answer = fault
    one = process().serve()
    done = ends(one, one.memorize("I love black coffee"))
    assert done.reason.startswith("failed: ")
    assert one.texts() == ["I love black coffee"]
    assert "the extractor failed" in caplog.text


@pytest.mark.parametrize("reason", ["timeout", "invalid", "refusal", "unreachable"])
def test_a_scope_that_drops_on_failure_keeps_the_turns_and_says_why(process, ends, model, reason):
    model.answer = lambda asked: Failed(reason)
    one = process()
    begun = one.memorize("I love black coffee")
    patch = preferences.SettingsPatch(on_failure="drop")
    one.scope().write(lambda batch: preferences.patch(batch, patch, one.scope().room), author=Author()).result(9)
    done = ends(one.serve(), begun)
    assert (done.status, done.outcome) == ("failed", "failed")
    assert done.reason == f"{reason}: {REASONS[reason]}; the turns are stored, and nothing else"
    assert (one.texts(), one.texts("source")) == ([], ["I love black coffee"])
