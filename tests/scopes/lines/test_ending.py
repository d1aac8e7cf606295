"""How a memorize by a model ends: all of the answer or nothing of it, and the turns in any case."""

import pytest

from scopes.errors import QuotaError
from scopes.extraction.candidates import Candidate, DiaryLine, Extraction
from scopes.extraction.extractor import Cost, Drawn, Failed
from scopes.governance import erase
from scopes.lines import by_model
from scopes.lines.ending import End, give_up

COFFEE = "I love black coffee"


def candidate(name="tea", content="Drinks tea.", **fields):
    given = {"kind": "preference", "file": "drinks", "confidence": 0.9, "why": "tea", "evidence": ("t1",), **fields}
    return Candidate(name=name, content=content, **given)


def drawn(*candidates, diary=(), left=(), refused=None):
    return Drawn(Extraction(candidates, diary, refused or {}), left, Cost(1, 70, 5))


@pytest.fixture
def begun(open_home):
    """A scope with an operation that waits."""
    home = open_home(extracts=True)
    home.operation = home.memorize(COFFEE, "And tea", extract="llm", source_id="c")
    return home


def end(home, found):
    erased_at = home.scope.snapshot().erased.at
    return home.write(End(home.operation.id, found, erased_at, home.config))


def test_turns_that_the_model_was_not_shown_are_read_by_rules_and_counted(begun):
    done = end(begun, drawn(candidate(), left=("t1",), refused={"no_evidence": 2}))
    assert done.reason == "1 turns did not fit what may be sent: they were read by rules"
    assert done.counts == {"refused_no_evidence": 2, "turns_by_rules": 1}
    assert set(begun.texts().values()) == {"Drinks tea.", COFFEE}
    assert done.cost == {"llm_calls": 1, "tokens": 70, "ms": 5}


def test_items_and_diary_name_the_turns_that_they_rest_on(begun):
    line = DiaryLine(content="They spoke of drinks.", event_at="2026-07-10", evidence=("t1", "t2"))
    end(begun, drawn(candidate(evidence=("t2",)), diary=(line,)))
    assert begun.item("drinks:tea").source.turns == ("t2",)
    (entry,) = [item for item in begun.scope.snapshot().items.values() if item.layer == "diary"]
    assert (entry.source.id, entry.source.turns, entry.event_at[:10]) == ("c", ("t1", "t2"), "2026-07-10")


def test_an_item_that_can_not_be_one_is_counted_and_the_others_are_kept(begun):
    done = end(begun, drawn(candidate(name="a" * 900), candidate(), candidate(name="empty", content=" ")))
    assert (list(begun.texts()), done.counts) == (["drinks:tea"], {"refused_invalid": 2})


def test_a_diary_that_can_not_be_written_leaves_nothing_of_the_answer(begun):
    line = DiaryLine(content="x" * 100_000, event_at=None, evidence=("t1",))
    done = end(begun, drawn(candidate(), diary=(line,)))
    assert done.reason.startswith("invalid: ")
    assert list(begun.texts().values()) == [COFFEE]
    assert [record.op for record in begun.records()].count("extraction_failed") == 1


def test_what_was_known_already_is_not_written_again(begun):
    end(begun, drawn(candidate()))
    begun.operation = begun.memorize("Tea, as ever", extract="llm")
    done = end(begun, drawn(candidate()))
    assert [one["action"] for one in done.items] == ["unchanged"]
    assert len(begun.texts()) == 1


def test_without_a_turn_left_nothing_is_made_of_them(begun):
    begun.erase(lambda batch: erase.select_source(batch, "c"))
    done = end(begun, drawn(candidate()))
    assert (done.outcome, begun.texts(), done.reason) == ("nothing", {}, "the turns were erased before their turn came")


def test_what_was_scrubbed_from_turns_and_answer_is_counted_together(begun):
    secret = "AKIA" + "IOSFODNN7" + "EXAMPLQ"
    begun.operation = begun.memorize(f"My key is {secret}", extract="llm")
    done = end(begun, drawn(candidate(content=f"Has the key {secret}")))
    assert sum(done.scrubbed.values()) >= 2
    assert secret not in str(begun.content())


def test_an_end_that_can_not_be_written_is_given_up_with_the_reason(begun):
    done = begun.write(lambda batch: give_up(batch, begun.operation.id, QuotaError.code))
    assert (done.status, done.outcome) == ("failed", "failed")
    assert done.reason == "quota_exceeded: the turns are stored; what was made of them can't be"


def test_a_scope_without_a_diary_has_none_by_a_model_either(begun):
    begun.set(diary=False)
    assert not by_model.question(begun.scope.snapshot(), begun.operation, "app").diary
    end(begun, Failed("timeout"))
    assert begun.texts("diary") == {}
