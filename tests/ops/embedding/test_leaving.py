"""No secret leaves the house, in a query or in a stored text; nor does more of a text than the model reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ops.embedding.batches import batches, cut
from scopes.governance.rules import NotaryRules, Pattern
from scopes.retrieval.budget import estimate

SECRET = "sk-" + "ant-api03-" + "a1B2c3D4e5F6g7H8" * 5 + "-AbCdEf" + "AA"
HIDDEN = "p\u200ba\u2060ss"


@pytest.mark.parametrize("ask", ["documents", "query"])
def test_a_planted_secret_never_reaches_the_endpoint(endpoint, embedder, ask):
    text = f"remember the key {SECRET} and {HIDDEN}"
    model = embedder(query_prefix="query: ", document_prefix="passage: ")
    model.query(text) if ask == "query" else model.documents(["harmless", text])
    sent = endpoint.asked[0]["input"][-1]
    assert SECRET not in sent and "REDACTED" in sent and "\u200b" not in sent and "remember the key" in sent


def test_a_secret_at_the_cut_goes_before_the_cut(endpoint, embedder):
    embedder(text_tokens=16).documents(["x" * 40 + " " + SECRET])
    assert SECRET[:12] not in endpoint.asked[0]["input"][0]


def test_an_operators_own_patterns_hold_too(endpoint, embedder):
    model = embedder()
    model._rules = NotaryRules(False, (Pattern("employee", "EMP-[0-9]{6}"),))
    model.query("ask EMP-123456")
    assert endpoint.asked[0]["input"] == ["ask [REDACTED:employee]"]


def test_what_the_notary_refuses_stays(endpoint, embedder):
    embedder().documents(["half \ud800", "whole"])
    assert endpoint.asked[0]["input"] == ["-", "whole"]


@given(st.text(max_size=300), st.integers(1, 60))
def test_a_cut_is_the_longest_beginning_that_fits(text, tokens):
    kept = cut(text, tokens)
    assert text.startswith(kept) and estimate(kept) <= tokens
    assert kept == text or estimate(text[: len(kept) + 1]) > tokens


@given(st.lists(st.text(max_size=12), max_size=20), st.integers(1, 6), st.integers(1, 30))
def test_batches_hold_every_text_once_in_order_and_both_bounds(texts, most_texts, most_characters):
    found = list(batches(texts, most_texts, most_characters))
    assert [text for batch in found for text in batch] == texts
    assert all(len(batch) <= most_texts for batch in found)
    assert all(len(batch) == 1 or sum(map(len, batch)) <= most_characters for batch in found)
