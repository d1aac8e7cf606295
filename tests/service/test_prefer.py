"""The Prefer header."""

import pytest

from service.prefer import Preferences, read_preferences


def prefer(*values):
    return read_preferences([(b"prefer", value.encode()) for value in values], 30)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ((), Preferences()),
        (("wait=5",), Preferences(5)),
        (('respond-async, Wait="5"',), Preferences(5)),
        (("wait=5; x=y", "strict"), Preferences(5, True)),
        (("wait=5, wait=9",), Preferences(5)),
        (("wait=600",), Preferences(30)),
        (("wait=0",), Preferences(0)),
        (("wait=-1",), Preferences()),
        (("wait=soon",), Preferences()),
        (("wait",), Preferences()),
        (("wait=1e9",), Preferences()),
        (("colour=green",), Preferences()),
    ],
)
def test_preferences_are_read_or_ignored(values, expected):
    assert prefer(*values) == expected


def test_what_was_granted_is_said():
    assert Preferences(5, True).applied() == {"Preference-Applied": "wait=5, strict"}
    assert Preferences().applied() == {}
