"""A signal that breaks or dawdles costs itself: the answer comes, with what is ready, and names what it lacks."""

import time

import msgspec
import pytest

from scopes.errors import UnavailableError
from scopes.retrieval.left_out import signals_left_out
from scopes.retrieval.policy import load_policy
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.signals import SIGNALS

USUAL = [signal for signal in SIGNALS if signal.name not in ("kin", "meaning")]
EVERY = load_policy().adjusted({signal.name: 1.0 for signal in SIGNALS if signal.prior}, 0.0)
FAULTS = [
    UnavailableError("down"),
    OSError("gone"),
    ValueError("shapes"),
    IndexError("slot"),
    ZeroDivisionError("none"),
]


def retriever(name, measure):
    """One whose signal of that name measures otherwise."""
    changed = (msgspec.structs.replace(one, measure=measure) if one.name == name else one for one in SIGNALS)
    return Retriever(EVERY, tuple(changed))


@pytest.fixture
def talk(shelf, make):
    """A short conversation."""
    said = ["Where is the boat?", "The boat lies in Porto.", "A good harbour.", "Yes."]
    return shelf(*(make(text, f"t{n}", layer="source", file="s", speaker="Ann") for n, text in enumerate(said)))


@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("name", [signal.name for signal in USUAL])
def test_a_broken_signal_costs_itself_and_is_named_without_a_word_of_the_text(talk, name, error):
    def broken(_):
        raise error

    answer = talk.ask("Where does the boat lie?", retriever(name, broken))
    assert {"t0", "t1"} <= {hit.name for hit in answer.hits}
    assert signals_left_out(answer.degraded) == [name]
    assert [entry.reason for entry in answer.degraded] in (["down"], [type(error).__name__])
    assert {use.name for use in answer.signals} == {signal.name for signal in USUAL} - {name}


def test_all_signals_may_break(talk):
    def broken(_):
        raise ValueError

    signals = tuple(msgspec.structs.replace(signal, measure=broken) for signal in USUAL)
    answer = talk.ask("boat", Retriever(EVERY, signals))
    assert len(answer.hits) == len(talk.items) and answer.signals == ()
    assert signals_left_out(answer.degraded) == [signal.name for signal in USUAL]


@pytest.mark.parametrize("name", [signal.name for signal in USUAL])
def test_past_the_deadline_a_slow_signal_is_the_last_that_is_asked(talk, name):
    (slow,) = [signal for signal in SIGNALS if signal.name == name]
    began = time.monotonic()
    answer = talk.ask("boat", retriever(name, lambda near: time.sleep(0.2) or slow.measure(near)), deadline_ms=150)
    names = [signal.name for signal in USUAL]
    assert [use.name for use in answer.signals] == names[: names.index(name) + 1]
    assert signals_left_out(answer.degraded) == names[names.index(name) + 1 :]
    assert answer.hits and time.monotonic() - began < 1


def test_a_row_of_no_number_is_no_evidence(talk):
    (words,) = [signal for signal in SIGNALS if signal.name == "words"]
    answer = talk.ask("boat", retriever("words", lambda near: words.measure(near) * float("nan")), explain=True)
    assert answer.hits and all(hit.explain.signals["words"].share == 0 for hit in answer.hits)
