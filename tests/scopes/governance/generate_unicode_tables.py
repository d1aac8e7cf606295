"""Writes `scopes/governance/unicode_tables.py` from the properties that the `regex` package carries.

Run `python tests/scopes/governance/generate_unicode_tables.py` after an upgrade of `regex`; a test compares the two.
"""

import textwrap
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import regex

EVERYTHING = "".join(map(chr, range(0x110000)))
TARGET = Path(__file__).parents[3] / "scopes" / "governance" / "unicode_tables.py"

HEADER = '''"""Code point ranges that the notary decides by; generated from the `regex` package, not edited by hand.

Inclusive hexadecimal ranges, unassigned and default-ignorable code points left out unless the name says otherwise.
"""
'''

JOINING_SCRIPTS = (
    "Adlm Ahom Arab Bali Batk Beng Bhks Brah Cakm Cham Chrs Deva Diak Dogr Gong Gonm Gran Gujr Guru Java Kawi Khar "
    "Khmr Khoj Knda Kthi Lana Lepc Limb Mahj Mand Mani Marc Mlym Modi Mong Mtei Mult Mymr Nand Newa Nkoo Orya Ougr "
    "Phag Phlp Rohg Saur Shrd Sidd Sind Sinh Sogd Sogo Soyo Sund Sylo Syrc Takr Taml Telu Tibt Tirh Tutg Zanb"
)
SPACELESS_SCRIPTS = "Thai Laoo Khmr Mymr Tale Talu Lana Tavt Java Bali Tibt"
# Accents that those scripts share with Latin: after them a joiner has no business in Latin text.
SHARED = r"[\u02bc\u0300-\u036f]"


def script_extensions(scripts: str) -> str:
    """A character class body: every code point used with one of the scripts."""
    return "".join(rf"\p{{scx={script}}}" for script in scripts.split())


PROPERTIES = {
    "EMOJI": (r"\p{Emoji}", "Emoji=Yes: what a text or emoji presentation selector may follow."),
    "PICTOGRAPHIC": (r"\p{Extended_Pictographic}", "Extended_Pictographic, reserved ones too: what a joiner may bind."),
    "UNIFIED_IDEOGRAPH": (r"\p{Unified_Ideograph}", "What an ideographic variation selector may follow."),
    "JOINING": (
        rf"[[\p{{L}}\p{{M}}]&&[{script_extensions(JOINING_SCRIPTS)}]--\p{{DI}}--{SHARED}]",
        "Letters and marks of scripts whose shaping a joiner or non-joiner steers.",
    ),
    "SPACELESS": (
        rf"[[\p{{L}}\p{{M}}]&&[{script_extensions(SPACELESS_SCRIPTS)}]--\p{{DI}}--{SHARED}]",
        "Letters and marks of scripts that mark word breaks with a zero-width space.",
    ),
    "MONGOLIAN": (r"[\p{L}&&\p{scx=Mong}]", "Mongolian letters: what a free variation selector may follow."),
    "DUPLOYAN": (r"[[\p{L}\p{M}]&&\p{scx=Dupl}--\p{DI}]", "Duployan letters and marks."),
    "RIGHT_TO_LEFT": (
        r"[[\p{bc=R}\p{bc=AL}]--\p{Cn}--\p{Cs}--[\u061c\u200f]]",
        "Strong right-to-left characters, the invisible marks not counted.",
    ),
    "MARK": (r"[\p{M}--\p{DI}]", "Visible combining marks."),
    "UNASSIGNED": (r"[\p{Cn}--\p{Noncharacter_Code_Point}]", "Code points that no character has yet."),
}


def compatible(character: str) -> bool:
    """Whether NFKC makes of a non-ASCII character something that a credential may contain."""
    plain = unicodedata.normalize("NFKC", character)
    return not character.isascii() and (plain in "_-./@+=~" or any(c.isascii() and c.isalnum() for c in plain))


def ranges(pattern: str) -> str:
    """Every code point that the pattern matches, as hexadecimal ranges."""
    runs = regex.compile(f"{pattern}+", regex.VERSION1).finditer(EVERYTHING)
    return " ".join(span(match.start(), match.end() - 1) for match in runs)


def span(first: int, last: int) -> str:
    """One inclusive range."""
    return f"{first:x}" if first == last else f"{first:x}-{last:x}"


def compatible_ranges() -> str:
    """Every code point that `compatible` is true of, as hexadecimal ranges."""
    return ranges("[" + "".join(filter(compatible, EVERYTHING)) + "]")


def tables() -> Iterator[tuple[str, str, str]]:
    """Name, comment and ranges of each table."""
    for name, (pattern, comment) in PROPERTIES.items():
        yield name, comment, ranges(pattern)
    yield (
        "COMPATIBLE",
        "Non-ASCII characters that NFKC turns into letters, digits or joints of a token.",
        compatible_ranges(),
    )


def render() -> str:
    """The whole module."""
    parts = [HEADER]
    for name, comment, body in tables():
        lines = "\n".join(f"    {line}" for line in textwrap.wrap(body, 116, break_on_hyphens=False))
        parts.append(f'\n# {comment}\n{name} = """\n{lines}\n"""\n')
    return "".join(parts)


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
