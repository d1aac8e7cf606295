"""Links and uses as signals: of no strength unless it is given, bounded, and shown in explain."""

import datetime as dt

import pytest

from scopes.errors import InvalidError
from scopes.retrieval.policy import load_policy
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.usage.uses import Use

NOW = dt.datetime(2026, 7, 21, 12, tzinfo=dt.UTC)
DAY = 86_400


def asked(shelf, query, uses=None, **strength):
    """The answer, with factors on signals."""
    retriever = Retriever(load_policy().adjusted(strength, 0.0), clock=lambda: NOW)
    request = RetrieveQuery(query=query, explain=True, expand_links=False, limit=50)
    return retriever.retrieve(shelf, shelf.index, request, uses=uses)


def told(answer, signal, feature):
    """A feature of each hit, by its name."""
    return {hit.name: hit.explain.signals[signal].features.get(feature, 0.0) for hit in answer.hits}


@pytest.fixture
def notes(shelf, make):
    """Notes of the sea, some of which are linked."""
    return shelf(
        make("sea sea sea", "best", links=("places:porto", "notes:target", "notes:best")),
        make("a walk by the sea with friends", "target"),
        make("the sea was cold on that day", "back", links=("notes:best",)),
        make("they sold fish by the sea and bread", "alike", links=("places:porto",)),
        make("nothing but sea for three long days", "alone"),
    )


def test_an_item_is_linked_by_either_way_and_half_by_a_shared_target(notes):
    found = told(asked(notes, "sea", links=1.0), "links", "linked")
    assert (found["target"], found["back"], found["alone"]) == (1.0, 1.0, 0.0)
    assert found["alike"] == 0.5
    assert 0 < found["best"] < 1  # by those that link to it or are linked, which fit less; not by its link to itself


def test_links_of_a_view_are_its_own_whatever_comes_later(shelf, make):
    first = make("sea breeze", "a")
    old = shelf(first, make("sea", "best"))
    linking = make("sea and sand", "b", links=("notes:a",))
    new = shelf(first, make("sea", "best"))
    new.index = old.index.apply([linking])
    new.items = {**old.items, linking.id: linking}
    assert told(asked(old, "sea", links=1.0), "links", "linked")["a"] == 0
    assert told(asked(new, "sea", links=1.0), "links", "linked")["a"] > 0


def test_links_stay_with_their_items_when_closed_slots_are_cleared(shelf, make):
    gone = [make(f"sea {number}", f"gone{number}") for number in range(200)]
    kept = [make("sea", "best", links=("notes:target",)), make("the sea at night", "target")]
    notes = shelf(*gone, *kept)
    notes.index = notes.index.apply([], [item.id for item in gone])
    notes.items = {item.id: item for item in kept}
    assert len(notes.index.rows) == 2
    assert told(asked(notes, "sea", links=1.0), "links", "linked")["target"] == 1.0


def test_a_use_counts_by_how_often_and_how_lately(notes):
    now = int(NOW.timestamp())
    names = ("best", "target", "back", "alike")
    uses = [Use(100, now), Use(1, now), Use(100, now - 30 * DAY), Use(10**6, now + 5)]
    found = told(
        asked(notes, "sea", dict(zip([f"wiki/notes/{name}" for name in names], uses, strict=True)), usage=1.0),
        "usage",
        "used",
    )
    assert (found["best"], found["back"], found["alike"], found["alone"]) == (1.0, 0.5, 1.0, 0.0)
    assert 0.1 < found["target"] < 0.2


def test_what_is_used_or_linked_goes_first_among_equals_once_it_is_given_strength(shelf, make):
    stock = shelf(*(make("sea", f"n{number}") for number in range(5)))
    last = asked(stock, "sea").hits[-1]
    uses = {last.id: Use(3, int(NOW.timestamp()))}
    assert asked(stock, "sea", uses, usage=0.5).hits[0].name == last.name
    assert [hit.name for hit in asked(stock, "sea", uses).hits] == [hit.name for hit in asked(stock, "sea").hits]


@pytest.mark.parametrize("prior", ["recency", "links", "usage"])
def test_a_prior_takes_part_only_with_a_strength_and_says_at_most_that_much(notes, prior):
    uses = dict.fromkeys(notes.items, Use(10**9, int(NOW.timestamp())))
    assert prior not in {use.name for use in asked(notes, "sea", uses).signals}
    answer = asked(notes, "sea", uses, **{prior: 0.7})
    assert (prior, 0.7) in {(use.name, use.weight) for use in answer.signals}
    assert all(0 <= hit.explain.signals[prior].share <= 0.7 for hit in answer.hits)


@pytest.mark.parametrize("signals", [("recency",), ("words", "usage")])
def test_a_signal_without_strength_can_t_be_asked_for(notes, signals):
    with pytest.raises(InvalidError) as refusal:
        notes.ask("sea 海", signals=signals)
    assert (refusal.value.field, signals[-1] in str(refusal.value)) == ("signals", True)
    given = Retriever(load_policy().adjusted({"recency": 1.0, "usage": 1.0}, None))
    assert notes.ask("sea", given, signals=signals).signals
