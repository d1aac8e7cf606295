"""What an endpoint answers well becomes rows of length 1; what it answers badly becomes one error that says why."""

import base64
import json
import struct
import time

import numpy as np
import pytest

from scopes.errors import UnavailableError


def rows(handler, *values, order=None, raw=None):
    data = [{"index": i, "embedding": value} for i, value in enumerate(values)]
    handler.answer(raw or {"data": [data[i] for i in order or range(len(data))]})


def answering(*values, **more):
    return lambda handler, _texts: rows(handler, *values, **more)


def test_rows_come_in_the_order_of_texts_with_length_1(endpoint, embedder):
    endpoint.behaviour = answering([3, 4], [0, 2], [-5, 0], order=(2, 0, 1))
    model = embedder()
    found = model.documents(["a", "b", "c"])
    assert found.dtype == np.float32 and model.dim == 2
    np.testing.assert_allclose(found, [[0.6, 0.8], [0, 1], [-1, 0]], atol=1e-6)


def test_base64_is_asked_for_and_read(endpoint, embedder):
    endpoint.behaviour = answering(base64.b64encode(struct.pack("<3f", 0, 3, 4)).decode())
    np.testing.assert_allclose(embedder(encoding="base64").query("x"), [0, 0.6, 0.8], atol=1e-6)
    assert endpoint.asked[0]["encoding_format"] == "base64"


def test_model_key_and_prefixes_are_sent(endpoint, embedder):
    model = embedder(key="s3same", query_prefix="query: ", document_prefix="passage: ")
    model.query("where"), model.documents(["there"])
    assert [(said["input"], said["key"], said["path"], said["model"]) for said in endpoint.asked] == [
        (["query: where"], "Bearer s3same", "/v1/embeddings", "m"),
        (["passage: there"], "Bearer s3same", "/v1/embeddings", "m"),
    ]
    assert model.model == "m [passage: ]"


def test_a_connection_serves_many_requests_and_one_that_was_closed_is_replaced(endpoint, embedder):
    model = embedder()
    for word in "abc":
        model.query(word)
    assert len({said["peer"] for said in endpoint.asked}) == 1

    def leave(handler, _texts):
        rows(handler, [1, 0, 0, 0])
        handler.close_connection = True

    endpoint.behaviour = leave
    model.query("d")
    time.sleep(0.05)
    model.query("e")
    assert len({said["peer"] for said in endpoint.asked}) == 2


def test_an_answer_that_nobody_asked_for_is_nobodys(endpoint, embedder):
    def twice(handler, _texts):
        rows(handler, [1, 0])
        rows(handler, [0, 1])

    endpoint.behaviour = twice
    model = embedder()
    for _ in range(3):
        np.testing.assert_allclose(model.query("a"), [1, 0])
        time.sleep(0.02)


def test_texts_go_in_batches_of_both_bounds(endpoint, embedder):
    found = embedder(batch_texts=3, batch_characters=10).documents(["aa"] * 4 + ["b" * 9, "c" * 40])
    assert [[len(text) for text in said["input"]] for said in endpoint.asked] == [[2, 2, 2], [2], [9], [40]]
    assert found.shape == (6, 4)


def test_no_texts_are_no_request(endpoint, embedder):
    assert embedder(dim=4).documents([]).shape == (0, 4) and not endpoint.asked


def test_a_text_is_cut_to_its_tokens_and_an_empty_one_is_not_sent_empty(endpoint, embedder):
    embedder(text_tokens=8).documents(["海" * 100, "word " * 100, "", "  "])
    assert endpoint.asked[0]["input"] == ["海" * 8, ("word " * 100)[:32].strip(), "-", "-"]


WRONG = {
    "an error": (lambda handler, _: handler.answer({"error": "no"}, 401), "401"),
    "a moved address": (lambda handler, _: handler.answer(b"", 307, Location="/elsewhere"), "307"),
    "no JSON": (answering(raw=b"<html>"), "no list of vectors"),
    "invalid UTF-8": (answering(raw=b'{"data": "\xff"}'), "no list of vectors"),
    "other JSON": (answering(raw={"embeddings": [[1]]}), "no list of vectors"),
    "deep JSON": (answering(raw=b"[" * 50_000), "no list of vectors"),
    "text for numbers": (answering(["a", "b"]), "no list of vectors"),
    "a null": (answering([None, 1.0]), "no list of vectors"),
    "NaN": (answering(raw=b'{"data":[{"index":0,"embedding":[NaN,1]}]}'), "no list of vectors"),
    "NaN in base64": (answering(base64.b64encode(struct.pack("<2f", float("nan"), 1)).decode()), "not finite"),
    "infinity": (answering([1e39, 1.0]), "not finite"),
    "nothing": (answering([0.0, 0.0]), "null"),
    "an empty row": (answering([]), "have 0 numbers"),
    "odd base64": (answering("A" * 7), "neither lists nor base64"),
    "half a number": (answering(base64.b64encode(b"12345").decode()), "neither lists nor base64"),
    "too many rows": (answering([1], [2]), "2 vectors"),
    "too few rows": (answering(), "0 vectors"),
    "a wrong index": (answering(raw=b'{"data":[{"index":7,"embedding":[1]}]}'), "or others"),
    "another dimension": (answering([1.0] * 5), "have 5 numbers"),
    "a huge body": (answering(raw=b'{"data": "' + b"x" * 2_000_000 + b'"}'), "too large"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_is_no_vector_is_refused_at_once_and_named(endpoint, embedder, counted, kind):
    endpoint.behaviour, said = WRONG[kind]
    model = embedder(dim=5 if kind == "nothing" else 4 if kind == "another dimension" else 2)
    if kind in ("an empty row", "a wrong index", "nothing"):
        model.dim = 0
    with pytest.raises(UnavailableError, match=said) as caught:
        model.documents(["x"])
    assert caught.value.retry_after is None and len(endpoint.asked) == 1
    outcome = "failed" if said.isdigit() else "invalid"
    assert counted()["muniment_embedding_requests_total", "documents", outcome] == 1


def test_the_first_answer_fixes_the_dimension(endpoint, embedder):
    endpoint.then(answering([1, 0, 0]), answering([1, 0]))
    model = embedder()
    model.query("a")
    with pytest.raises(UnavailableError, match="have 2 numbers"):
        model.query("b")


def test_rows_of_several_lengths_are_refused(endpoint, embedder):
    endpoint.behaviour = answering([1, 0], [1, 0, 0])
    with pytest.raises(UnavailableError, match="have 3 numbers"):
        embedder().documents(["a", "b"])


def test_a_key_never_shows_in_an_error(endpoint, embedder):
    endpoint.behaviour = lambda handler, texts: handler.answer({"error": "bad key " + json.dumps(texts)}, 403)
    with pytest.raises(UnavailableError) as caught:
        embedder(key="s3same").query("what I asked")
    assert str(caught.value) == "the endpoint answered 403"
