"""Digests of files that grow: the same whichever way the bytes came, and good enough to say where one changed."""

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from scopes.storage.sums import BLOCK, Sum

PIECES = st.lists(st.binary(max_size=3 * BLOCK), max_size=6)


@given(PIECES)
def test_it_does_not_matter_in_which_pieces_the_bytes_came(pieces):
    whole, grown = b"".join(pieces), Sum()
    for piece in pieces:
        grown.add(piece)
    assert grown.sealed() == Sum(whole).sealed()
    assert grown.sha256 == hashlib.sha256(whole).hexdigest()
    assert len(grown.marks) == -(-len(whole) // BLOCK)


@given(st.binary(min_size=1, max_size=4 * BLOCK), st.data())
def test_a_changed_byte_is_placed_within_its_block(raw, data):
    at = data.draw(st.integers(0, len(raw) - 1))
    changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
    start, end = Sum(raw).sealed().spoilt(changed)
    assert start <= at < end <= len(raw) and end - start <= BLOCK
    assert Sum(raw).sealed().spoilt(raw + b"more") is None


def test_bytes_that_are_missing_are_placed_at_the_end():
    raw = b"x" * (3 * BLOCK)
    assert Sum(raw).sealed().spoilt(raw[: BLOCK + 1]) == (BLOCK, 3 * BLOCK)
