"""Retrieve, from question to answer."""

import time

import msgspec
import pytest

from scopes.errors import UnavailableError
from scopes.model import Degraded, Provenance
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.period import TimeRange
from scopes.retrieval.policy import Mode, Policy, load_policy
from scopes.retrieval.retriever import Retriever
from scopes.retrieval.segmenter import Segmenter
from scopes.retrieval.signals import SIGNALS, Signal
from scopes.retrieval.tokens import Tokenizer


def as_json(value):
    """A value as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(value))


@pytest.fixture
def notes(shelf, make):
    """A few notes in two languages."""
    return shelf(
        make("喜欢海边，提到过想去海边玩。", "likes-the-sea", file="preferences", links=("daily_life:trip",)),
        make("Booked a hotel for the trip", "trip", file="daily_life"),
        make("养了一只猫，叫小白", "cat", file="pets"),
        make("She was running in the park", "sport", file="habits"),
    )


@pytest.mark.parametrize(
    ("query", "name"), [("海边", "likes-the-sea"), ("猫", "cat"), ("who runs?", "sport"), ("hotel 酒店", "trip")]
)
def test_a_shared_word_finds_an_item(notes, query, name):
    assert notes.names(query)[0] == name


def test_an_unrelated_query_finds_nothing(notes):
    answer = notes.ask("quantum chromodynamics")
    assert (answer.hits, answer.budget.used) == ((), 0)


@pytest.mark.parametrize("query", ["!!!", "😊", "\u200b.", "。", "%", "👍🏽"])
@pytest.mark.parametrize("items", [3, 3_000])
def test_a_query_without_words_finds_nothing(shelf, make, query, items):
    notes = shelf(*(make(f"apples and pears number {number}", f"n{number}") for number in range(items)))
    assert notes.names(query) == []


def test_a_hit_tells_what_it_is_and_why(shelf, make):
    item = make(
        "喜欢海边",
        "sea",
        layer="source",
        file="conv",
        speaker="Ann",
        event_at="2026-07-09",
        recorded_at="2026-07-10T03:00:00.000Z",
        source=Provenance("conv", ("t3",)),
    )
    hit = as_json(shelf(item, make("hill")).ask("他喜欢海边吗").hits[0])
    assert hit == {
        "id": item.id,
        "line": "chat",
        "layer": "source",
        "file": "conv",
        "name": "sea",
        "address": "conv:sea",
        "content": "喜欢海边",
        "score": hit["score"],
        "via": "search",
        "linked_from": None,
        "matched_terms": ["喜欢", "欢海", "海边"],
        "tokens": 4,
        "event_at": "2026-07-09",
        "recorded_at": "2026-07-10T03:00:00.000Z",
        "speaker": "Ann",
        "provenance": {"source_id": "conv", "turns": ["t3"]},
        "trust": None,
        "status": "approved",
        "contradicts": [],
        "explain": None,
    }


def test_links_come_on_top_of_the_limit_and_inside_the_budget(notes):
    answer = notes.ask("海边", limit=1)
    assert [(hit.name, hit.via) for hit in answer.hits] == [("likes-the-sea", "search"), ("trip", "link")]
    assert answer.hits[1].linked_from == answer.hits[0].id
    assert notes.names("海边", limit=1, expand_links=False) == ["likes-the-sea"]
    tight = notes.ask("海边", budget_tokens=answer.hits[0].tokens, explain=True)
    assert [hit.name for hit in tight.hits] == ["likes-the-sea"]
    assert [(dropped.address, dropped.reason) for dropped in tight.dropped] == [("daily_life:trip", "budget")]
    assert tight.budget.used == tight.budget.limit


def test_dangling_links_are_listed(shelf, make):
    answer = shelf(make("sea", "a", links=("notes:nowhere",))).ask("sea")
    assert as_json(answer.unresolved_links) == [{"address": "notes:nowhere", "linked_from": answer.hits[0].id}]


def test_a_turn_is_lifted_by_its_neighbours_and_can_be_found_through_them(shelf, make):
    words = ["What is your favourite instrument?", "Violin!", "I like the violin", *["weather"] * 20]
    talk = shelf(*(make(text, f"t{n}", layer="source", file="s") for n, text in enumerate(words)))
    assert {"t0", "t1"} <= {*talk.names("favourite instrument")[:3]}
    assert talk.names("favourite instrument", signals=("words",))[0] == "t0"


def test_of_equals_the_newest_goes_first(shelf, make):
    items = [make("sea", f"n{day}", recorded_at=f"2026-07-0{day}T00:00:00.000Z") for day in (2, 3, 1)]
    assert shelf(*items).names("sea") == ["n3", "n2", "n1"]


def test_explain_gives_every_part_of_a_score(notes):
    answer = notes.ask("running cat park", explain=True)
    best = answer.hits[0].explain
    assert best.signals["words"].features["bm25_of_best"] == 1
    assert best.signals["words"].features["coverage"] == pytest.approx(best.coverage, abs=1e-6)
    assert set(best.idf) == {"run", "park"}
    assert (
        set(best.signals)
        == {use.name for use in answer.signals}
        == {signal.name for signal in SIGNALS if not signal.prior} - {"kin", "meaning"}
    )
    assert answer.policy == load_policy().label
    assert notes.ask("running").hits[0].explain is None


def test_the_order_is_that_of_the_sums_of_the_shares(notes):
    hits = notes.ask("running hotel trip 猫", explain=True, expand_links=False).hits
    sums = [sum(part.share for part in hit.explain.signals.values()) for hit in hits]
    assert len(hits) > 2
    assert sums == sorted(sums, reverse=True)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)


def test_a_floor_keeps_out_what_holds_too_little_of_the_query(notes):
    assert notes.names("running park marathon shoes", floor=0.2) == ["sport"]
    answer = notes.ask("running park marathon shoes", floor=0.9, explain=True)
    assert answer.hits == ()
    assert [(dropped.address, dropped.reason) for dropped in answer.dropped] == [("habits:sport", "floor")]


def absent(_):
    raise UnavailableError("the endpoint is down")


def by_length(near):
    return near.rows["length"][None].astype(float)


def test_a_signal_that_is_not_at_hand_is_left_out_and_named(notes):
    retriever = Retriever(signals=(*SIGNALS, Signal("far", ("far",), absent)))
    answer = notes.ask("running", retriever)
    assert answer.hits[0].name == "sport"
    assert "far" not in [use.name for use in answer.signals]
    assert [(entry.component, entry.reason) for entry in answer.degraded] == [("signal:far", "the endpoint is down")]


def test_another_signal_joins_with_its_weight(shelf, make):
    notes = shelf(make("a boat", "short"), make("a boat, a boat and another boat in the wind", "long"))
    policy = Policy(version="test", lexical=Mode({"length": 1.0}), meaning=Mode({}), strength={"length": 3.0})
    answer = notes.ask("boat", Retriever(policy, (*SIGNALS, Signal("length", ("length",), by_length))), explain=True)
    assert answer.hits[0].name == "long"
    assert answer.hits[0].explain.signals["length"].share == 3 * len(answer.hits[0].content)
    assert ("length", 3.0) in [(use.name, use.weight) for use in answer.signals]


def test_a_request_names_the_signals_that_rank(notes):
    answer = notes.ask("running", signals=("words", "tags"))
    assert [use.name for use in answer.signals] == ["words", "tags"]


def test_below_the_threshold_nothing_is_found_and_that_is_told(notes):
    assert notes.names("running park", threshold=0) == ["sport"]
    answer = notes.ask("running park", threshold=1, explain=True)
    assert answer.hits == ()
    assert [(dropped.address, dropped.reason) for dropped in answer.dropped] == [("habits:sport", "threshold")]


def test_past_its_deadline_a_request_is_answered_by_words(notes):
    slow = Signal("words", SIGNALS[0].features, lambda near: time.sleep(0.003) or SIGNALS[0].measure(near))
    answer = notes.ask("running", Retriever(signals=(slow, *SIGNALS[1:])), deadline_ms=1)
    assert [use.name for use in answer.signals] == ["words"]
    assert answer.hits[0].name == "sport"
    assert {entry.component for entry in answer.degraded} >= {"signal:neighbourhood", "signal:session"}


def test_a_missing_dictionary_is_reported_in_the_answer(make, shelf):
    assert shelf(make("sea")).ask("sea").degraded == ()
    fallback = Degraded(
        "segmenter", "the dictionary", "characters", "ImportError", "2026-07-21T00:00:00.000Z", "install it"
    )
    bare = shelf(make("sea"))
    bare.index = ScopeIndex.empty(Tokenizer(segmenter=Segmenter("none", degraded=fallback))).apply(bare.items.values())
    assert bare.ask("sea").degraded == (fallback,)


def test_an_answer_of_an_older_view_is_the_same_after_later_changes(notes, make):
    before = notes.ask("running park")
    notes.index.apply([make("running running park", "x") for _ in range(50)], list(notes.items))
    assert notes.ask("running park") == before


def test_a_turn_and_its_verbatim_diary_entry_are_one_hit(shelf, make):
    told = Provenance("conv", ("t1",))
    turn = make("we sailed to the island", "t1", layer="source", file="conv", kind="turn", source=told)
    entry = make("we sailed to the island", "14:30", layer="diary", file="2026-07-21", kind="turn", source=told)
    note = make("sailed to the island once", "sailing", source=told)
    answer = shelf(turn, entry, note).ask("sailed to the island", explain=True)
    assert sorted(hit.content for hit in answer.hits) == [note.content, turn.content]
    assert [dropped.reason for dropped in answer.dropped] == ["copy"]


@pytest.mark.parametrize(
    ("said", "kept"), [("Sailed to the island", "sailing"), ("sailed to the island twice", "both")]
)
def test_an_item_that_repeats_its_turn_stands_for_it(shelf, make, said, kept):
    told = Provenance("conv", ("t1",))
    turn = make(f"{said}!", "t1", layer="source", file="conv", kind="turn", source=told, speaker="user")
    note = make("sailed to the island", "sailing", source=told)
    other = make("Ann sailed to the island", "ann", source=Provenance("conv", ("t2",)))
    answer = shelf(turn, note, other).ask("sailed to the island", explain=True)
    assert {hit.name for hit in answer.hits} == ({"sailing", "ann"} if kept == "sailing" else {"t1", "sailing", "ann"})
    assert [dropped.id for dropped in answer.dropped] == ([turn.id] if kept == "sailing" else [])


def test_as_many_are_found_as_are_asked_for(shelf, make):
    assert len(shelf(*(make(f"a boat number {number}") for number in range(250))).ask("boat", limit=200).hits) == 200


def test_equals_are_in_one_order_whatever_the_order_they_came_in(shelf, make):
    items = [make("a boat on the sea", f"n{number}", recorded_at="2026-01-01T00:00:00Z") for number in range(20)]
    assert shelf(*items).names("boat", limit=20) == shelf(*reversed(items)).names("boat", limit=20)


def test_a_listed_day_is_in_the_order_of_its_headings(shelf, make):
    entries = [
        make("text", name, layer="diary", file="2026-07-21", event_at="2026-07-21T14:30:00Z")
        for name in ("14:30-10", "14:30-2", "14:30")
    ]
    day = {"time_range": TimeRange(from_="2026-07-21", to="2026-07-22")}
    assert shelf(*entries).names("", **day) == ["14:30", "14:30-2", "14:30-10"]
