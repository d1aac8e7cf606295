"""The words that the baselines are given."""

import pytest

from ops.bench.words import indexed_words, query_words
from scopes.model import Item


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("When did Melanie's sister bake?", ["melanie", "sister", "bake"]),
        ("我在公园跑了", ["公", "园", "跑", "在公", "公园", "园跑", "跑了"]),
        ("What is that?", ["what", "is", "that"]),
        ("?!", []),
    ],
)
def test_a_query_loses_stop_words_unless_nothing_is_left(query: str, words: list[str]) -> None:
    assert query_words(query) == words


def test_an_item_gives_the_words_of_all_that_the_service_indexes_it_by() -> None:
    item = Item(
        id="1",
        layer="source",
        file="S1",
        name="t1",
        address="S1:t1",
        content="The dog’s bone\n[image: a bone]",
        speaker="Ana",
        event_at="2023-05-08",
    )
    words = indexed_words(item)
    assert words[:7] == ["the", "dog", "bone", "image", "a", "bone", "ana"]
    assert {"2023", "8", "may"} <= set(words)
