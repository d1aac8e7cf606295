"""What signals measure about candidates."""

import datetime as dt

import msgspec
import numpy as np
import pytest

from scopes.retrieval.features.surroundings import Surroundings
from scopes.retrieval.gate import Gate
from scopes.retrieval.kin.kinship import keys_of
from scopes.retrieval.kin.vocabulary import Vocabulary
from scopes.retrieval.policy import load_policy
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.search import Search, ask
from scopes.retrieval.signals import SIGNALS
from scopes.retrieval.vectors.view import VectorView

NOW = dt.datetime(2026, 7, 21, 12, tzinfo=dt.UTC)


@pytest.fixture
def talk(shelf, make):
    """A short conversation in two sessions."""
    said = [
        ("Ann", "Which instrument did you pick?", "2026-07-01T10:00:00Z"),
        ("Bob", "The violin, two years ago", "2026-07-01T10:01:00Z"),
        ("Ann", "Lovely.", "2026-07-01T10:02:00Z"),
        ("Bob", "My sister moved to Lisbon", "2026-07-10T10:00:00Z"),
    ]
    return shelf(
        *(
            make(text, f"t{n}", layer="source", file="s", speaker=who, event_at=at)
            for n, (who, text, at) in enumerate(said)
        ),
        make("Bob plays in an orchestra", "music"),
    )


def measured(shelf, text, vector=None, kinship=None):
    """Each feature, by the names of the items."""
    query = RetrieveQuery(query=text)
    search = Search(shelf, shelf.index, query, Gate(query, NOW), load_policy(), NOW, vector)
    _, question, _ = ask(search)
    question = msgspec.structs.replace(question, kinship=kinship)
    slots = np.arange(len(shelf.items))
    near = Surroundings(question, slots)
    names = [item.name for item in shelf.items.values()]
    return {
        feature: dict(zip(names, row.tolist(), strict=True))
        for signal in SIGNALS
        if not (signal.name == "meaning" and vector is None) and not (signal.name == "kin" and kinship is None)
        for feature, row in zip(signal.features, signal.measured(near), strict=True)
    }


def test_an_answer_without_a_shared_word_is_seen_by_the_question_before_it(talk):
    found = measured(talk, "What instrument did Bob pick?")
    assert found["bm25"]["t1"] == 0
    assert found["bm25_before"]["t1"] == found["bm25_answered"]["t1"] == found["bm25"]["t0"] > 0
    assert found["asks_before"] == {"t0": 0, "t1": 1, "t2": 0, "t3": 0, "music": 0}
    assert found["window_1"]["t1"] == pytest.approx(found["bm25"]["t0"])


def test_a_named_speaker_counts_by_who_speaks_and_not_as_a_word(talk):
    found = measured(talk, "What instrument did Bob pick?")
    assert found["named"] == {"t0": 0, "t1": 1, "t2": 0, "t3": 1, "music": 1}
    assert found["coverage"]["t3"] == 0


def test_a_word_of_kindred_meaning_is_seen_beside_it_too_and_the_word_itself_is_nearest(talk):
    learned = Vocabulary()
    learned.learn(["violin", "instrument", "lisbon"], np.array([[1, 0, 0.2], [1, 0, -0.2], [0, 1, 0]], np.float32))
    keys = keys_of(talk.index.rows)
    learned.read(keys, [["instrument"], ["violin"], [], ["lisbon"], []])
    found = measured(talk, "instrument", kinship=learned.shown)
    assert found["kin"]["t0"] > found["kin"]["t1"] > found["kin"]["t2"] == found["kin"]["t3"] == 0
    assert found["kin_3"]["t2"] == found["kin_3"]["t0"] == 1 and found["kin_3"]["music"] == 0


def test_a_long_silence_ends_a_session(talk):
    assert measured(talk, "instrument")["first"] == {"t0": 1, "t1": 0, "t2": 0, "t3": 1, "music": 0}
    best = measured(talk, "instrument")["session_best"]
    assert best["t2"] == best["t0"] > best["t3"] == 0


@pytest.mark.parametrize(
    ("question", "feature", "name"),
    [
        ("When was it?", "time_wanted", "t1"),
        ("Where is she?", "place_wanted", "t3"),
        ("Who moved?", "person_wanted", "t3"),
    ],
)
def test_the_kind_of_answer_that_is_wanted_is_seen(talk, question, feature, name):
    assert measured(talk, question)[feature][name] == 1
    assert not any(measured(talk, "Tell me about it")[feature].values())


def test_a_time_in_the_question_is_held_against_the_events(talk):
    assert measured(talk, "What did we say on 10 July 2026?")["in_period"]["t3"] == 1
    assert not any(measured(talk, "What did we say?")["in_period"].values())


def test_meaning_counts_from_the_scopes_own_mean_and_0_without_a_vector(talk):
    ids = list(talk.items)
    rows = {ids[0]: [1, 0], ids[1]: [0.6, 0.8], ids[2]: [-0.6, 0.8]}
    talk.vectors = VectorView.of(talk.index, {key: np.array(row, np.float32) for key, row in rows.items()})
    found = measured(talk, "anything", np.array([1, 0], np.float32))
    assert found["cosine"]["t1"] == pytest.approx(0.6)
    assert found["nearness"]["t0"] > 0 > found["nearness"]["t2"]
    assert found["nearness"]["t3"] == 0
    assert found["nearness_before"]["t1"] == pytest.approx(found["nearness"]["t0"])
