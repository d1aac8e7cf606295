"""Characters that stay but are pointed out."""

import pytest

from scopes.governance.oddities import find


@pytest.mark.parametrize(
    ("text", "rule", "span"),
    [
        ("a\ue000\ue001b", "odd-private-use", (1, 3)),
        ("a\U000f0000", "odd-private-use", (1, 2)),
        ("see \ufffc", "odd-object-replacement", (4, 5)),
        ("\u2800\u2800", "odd-braille-blank", (0, 2)),
        ("x\u0378y", "odd-unassigned", (1, 2)),
        ("Z" + "\u0301" * 9, "odd-stacked-marks", (1, 10)),
        ("log in to pаypal", "odd-lookalike", (10, 16)),  # a Cyrillic а
    ],
)
def test_odd_characters_are_pointed_out(text: str, rule: str, span: tuple[int, int]) -> None:
    assert find(text) == [(rule, *span)]


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "我们",
        "Привет, world",
        "5 kΩ, hν, μm, αx",
        "Z" + "\u0301" * 8,
        "👩\u200d🚀",
        "हिन्दी",
        "ΑΒΓ abc",
        "\U00020000",
    ],
)
def test_ordinary_writing_is_not(text: str) -> None:
    assert find(text) == []
