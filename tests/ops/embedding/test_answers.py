"""Whatever bytes come back, there are rows of length 1, one for each text, or one error."""

import json

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ops.embedding.answers import read_rows, to_unit
from scopes.errors import UnavailableError

numbers = st.floats(width=64) | st.integers(-(2**70), 2**70)
leaves = st.none() | st.booleans() | numbers | st.text(max_size=6)
row = st.fixed_dictionaries({"index": st.integers(-1, 3) | leaves, "embedding": st.lists(numbers, max_size=4) | leaves})
bodies = st.fixed_dictionaries({"data": st.lists(row | leaves, max_size=4) | leaves}).map(json.dumps).map(str.encode)

vectors_of_3 = st.lists(st.floats(-1e30, 1e30).filter(bool), min_size=3, max_size=3)
GOOD_HEAD = b"HTTP/1.1 200 OK\r\n"
heads = st.sampled_from([b"", GOOD_HEAD, GOOD_HEAD + b"Transfer-Encoding: chunked\r\n\r\n"])


def is_sound(rows, count, dim):
    return rows.shape == (count, dim or rows.shape[1]) and np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


@given(st.binary(max_size=60) | bodies, st.integers(1, 3), st.integers(0, 4))
def test_no_body_gets_through_as_anything_else(body, count, dim):
    try:
        rows = read_rows(body, count, dim)
    except UnavailableError:
        return
    assert is_sound(rows, count, dim)


@given(st.lists(vectors_of_3, min_size=1, max_size=5), st.randoms())
def test_rows_find_their_texts_in_any_order(vectors, random):
    data = [{"index": index, "embedding": vector} for index, vector in enumerate(vectors)]
    random.shuffle(data)
    try:
        found = read_rows(json.dumps({"data": data}).encode(), len(vectors), 3)
    except UnavailableError:  # smaller than float32 can hold
        assert any(np.abs(np.float32(vector)).max() == 0 for vector in vectors)
        return
    expected = np.array(vectors, np.float32).astype(np.float64)
    np.testing.assert_allclose(found, expected / np.linalg.norm(expected, axis=1)[:, None], atol=1e-5)


@pytest.mark.parametrize("scale", [1e-38, 1e-20, 1, 1e20, 3e38])
def test_a_row_of_any_size_becomes_one_of_length_1(scale):
    assert is_sound(to_unit(np.array([[scale, 0, scale]], np.float32)), 1, 3)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=80), heads)
def test_no_bytes_on_the_wire_are_another_error(endpoint, embedder, noise, beginning):
    def speak(handler, _texts):
        handler.wfile.write(beginning + noise)
        handler.close_connection = True

    endpoint.behaviour = speak
    with pytest.raises(UnavailableError):
        embedder().query("x")
