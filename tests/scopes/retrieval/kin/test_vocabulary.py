"""What is kept of words is bounded, and of a text the rarest."""

import numpy as np
import pytest

from scopes.retrieval.kin import vocabulary as bounds
from scopes.retrieval.kin.kinship import MOST, NO_WORD
from scopes.retrieval.kin.vocabulary import Vocabulary

KEYS = np.arange(9, dtype=np.uint64)


def rows(count, dim=8):
    return np.random.default_rng(count).standard_normal((count, dim), np.float32)


@pytest.fixture
def known():
    """A vocabulary that read some texts."""

    def known(*texts):
        made = Vocabulary()
        words = {word: word for text in texts for word in text}
        made.learn(made.lacking(words), rows(len(words)))
        made.read(KEYS[: len(texts)], texts)
        return made

    return known


def test_of_a_long_text_the_rarest_words_are_kept(known):
    common = [f"w{number}" for number in range(MOST)]
    shown = known(common, common, [*common, "rare", "odd"]).shown
    kept = {token for token, number in shown.numbers.items() if number in shown.texts[2]}
    assert {"rare", "odd"} <= kept and len(kept) == MOST


def test_past_the_bounds_words_and_texts_take_no_part(known, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_WORDS", 2)
    monkeypatch.setattr(bounds, "MOST_TEXTS", 2)
    made = known(["one", "two", "three"], ["three"])
    assert set(made.shown.numbers) == {"one", "two"} and not made.lacking({"four": "four"})
    assert made.shown.texts[1].tolist() == [NO_WORD] * MOST and not made.unread(KEYS).any()


def test_of_words_that_were_only_asked_for_the_last_are_kept(known, monkeypatch):
    monkeypatch.setattr(bounds, "MOST_ASKED", 2)
    made = known(["one"])
    for word in ("a", "b", "c"):
        made.ask([word], rows(1))
    assert made.unasked({word: word for word in ("one", "a", "b", "c")}) == {"a": "a"}


def test_a_text_is_read_once(known):
    made = known(["one"], ["two"])
    assert made.unread(KEYS).tolist() == [False, False, *[True] * 7]


def test_a_word_asked_for_lies_where_the_same_word_of_a_text_does(known):
    made = known([f"w{number}" for number in range(9)])
    made.ask(["asked"], rows(9)[3:4])
    pair = made.shown._rows_of(["w3", "asked"])
    assert pair[0] @ pair[1] == pytest.approx(1, abs=1e-3)


def test_nothing_is_near_a_word_without_a_row(known):
    assert not known(["one"]).shown._rows_of(["never said"]).any()
