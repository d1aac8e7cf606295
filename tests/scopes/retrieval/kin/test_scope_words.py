"""A scope's words become known in the background once it is asked by meaning, and are known to that scope alone."""

import pytest

from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.retriever import Retriever
from tests.scopes.retrieval.kin.conftest import Meanings

QUESTION = "which instrument"


@pytest.fixture
def asked(until):
    """Ask a home by meaning, and wait until its items have vectors and their words are known."""

    def asked(home, question=QUESTION):
        home.scope.read().prepare(question)
        return until(lambda: filled(home, len(home.scope.read().index)))

    return asked


def filled(home, texts):
    """The view, once every item has its vector and so many texts were read."""
    home.scope.tend()
    view = home.scope.read()
    there = view.vectors is not None and not len(view.vectors.missing(view.index))
    known = view.words.kinship(1)
    return view if there and (0 if known is None else len(known)) >= texts else None


def retrieve(view, question=QUESTION):
    return Retriever().retrieve(
        view, view.index, RetrieveQuery(query=question, explain=True), Meanings().query(question)
    )


def first_by_kin(result):
    return max(result.hits, key=lambda hit: hit.explain.signals["kin"].features.get("kin", 0.0)).name


def test_nothing_is_read_before_a_question_is_asked_by_meaning(home, meanings, until):
    for _ in range(3):
        home.scope.tend()
    assert home.scope.read().words.kinship(3) is None and meanings.told == []


def test_a_text_that_says_it_in_another_word_is_found_by_that(home, asked):
    assert first_by_kin(retrieve(asked(home))) == "n0"


def test_words_that_come_later_are_learned_too(home, asked):
    asked(home)
    home.put("a", "later", "she sold her cello")
    home.remove("a:n0")
    assert first_by_kin(retrieve(asked(home))) == "later"


def test_a_word_is_made_a_row_of_once(home, asked, meanings):
    asked(home)
    asked(home, "which violin, which instrument")
    home.put("a", "again", "the violin in Lisbon")
    asked(home)
    assert sorted(meanings.told) == sorted(set(meanings.told))


def test_an_erasure_drops_every_word(home, asked, until):
    before = asked(home).words.kinship(1)
    home.remove("a:n0", hard=True)
    until(lambda: home.scope.read().words.kinship(1) is not before)
    shown = asked(home, "which hill").words.kinship(2)
    assert "violin" not in shown.numbers and "violin" not in shown.asked and "lisbon" in shown.numbers


def test_a_look_at_a_question_makes_no_rows(home):
    prepare = home.scope.read().prepare
    assert [prepare(QUESTION, make=make) for make in (False, False, True, False)] == [False, False, True, True]


def test_no_scope_knows_the_words_of_another(home, open_home, asked):
    other = open_home("bob")
    other.put("a", "one", "a cello of her own")
    alice, bob = asked(home).words.kinship(1), asked(other, "which drum").words.kinship(1)
    assert "violin" in alice.numbers and "cello" in bob.numbers
    assert not alice.numbers.keys() & bob.numbers.keys() and not alice.asked.keys() & bob.asked.keys()


def test_words_that_can_not_be_had_cost_that_signal_alone_and_are_told(home, meanings, until):
    meanings.silent = True
    home.scope.read().prepare(QUESTION)
    result = retrieve(until(lambda: filled(home, 0)))
    assert [one.name for one in result.signals if one.name in ("kin", "meaning")] == ["meaning"]
    assert [one.reason for one in result.degraded if one.component.endswith("kin")] == [
        "rows of words can't be had: UnavailableError"
    ]


def test_rows_that_are_none_count_as_a_failure(home, meanings):
    meanings.words = lambda words: [[float("nan")] * 4] * len(words)
    words = home.scope._vectors.words
    words._rows = meanings.words
    words.prepare(home.scope.read().index.tokenizer, QUESTION)
    assert words.failing == "rows of words can't be had: ValueError"


def test_memory_is_counted(home, asked):
    before = home.scope.nbytes
    asked(home)
    assert home.scope.nbytes > before
