"""The form of a key."""

import re

import pytest

from ops.tokens import digest, key_id, new_token


def test_a_key_has_the_documented_form_and_carries_its_id():
    token = new_token()
    assert re.fullmatch(r"mun_[a-z2-7]{8}_[0-9A-Za-z]{49}", token)
    assert key_id(token) == token[4:12]


def test_keys_differ():
    assert len({new_token() for _ in range(1000)}) == 1000


def test_any_changed_character_breaks_the_checksum():
    token = new_token()
    for at in range(13, len(token)):
        other = "A" if token[at] != "A" else "B"
        assert key_id(token[:at] + other + token[at + 1 :]) is None


@pytest.mark.parametrize("text", ["", "mun_", "mun_aaaaaaaa_" + "0" * 49, "\ud800", "é" * 62])
def test_anything_else_is_no_key(text):
    assert key_id(text) is None
    assert len(digest(text)) == 64
