"""One place where a secret stands, and what patterns of such places are made of.

A match of `pattern` holds the secret in the group `secret` and, in lower case, one of `hints`: a Latin one as a
word, another literally. `strong` says that words are no secret there. Every quantifier is bounded, and only a
`\\n` in a pattern reaches over the end of a line.
"""

import msgspec

COMMAND = r"[^\n|;&]{0,200}?"
GIVEN = (
    r"""(?P<quote>["']?)(?P<secret>(?<=["'])(?:[^"'\n\\]|\\.){1,128}(?=(?P=quote))"""
    r"""|(?<!["'])[^\s"'`|;<>()，。；：（）“”、]{1,200})"""
)
# Without a quote around it, and without what ends the sentence.
ASCII_GIVEN = r"(?P<secret>[!#-&(-~]{3,127}[#-&*+/-9=@-Z^_a-z~!](?![0-9A-Za-z]))"
# Long, and with two digits or a digit and a sign: no product with its version.
VIVID = r"(?=[^\s]{7})(?=[^\s\d]{0,60}\d[^\s]{0,60}[\d!@#$%^&*])"
AFTER_COLON = r"""(?P<quote>["']?)[^\s:"'`|;<>()]{1,64}:(?P<secret>[^\s"'`|;<>()，。；]{1,200})"""


class Shape(msgspec.Struct, frozen=True):
    """One place where a secret stands; a text with it also holds one of `also`, and `before` is shortly before it.

    `random` says that a name with a number in it is no secret there either.
    """

    rule: str
    hints: tuple[str, ...]
    pattern: str
    strong: bool = False
    also: tuple[str, ...] = ("",)
    before: str = ""
    random: bool = False


def shape(
    rule: str,
    hints: str,
    pattern: str,
    *,
    strong: bool = False,
    also: str = "",
    before: str = "",
    random: bool = False,
) -> Shape:
    """A shape; in `hints` and `also`, separated by spaces, `_` stands for a space."""
    return Shape(rule, _words(hints), pattern, strong, _words(also) or ("",), before, random)


def _words(hints: str) -> tuple[str, ...]:
    return tuple(hint.replace("_", " ") for hint in hints.split())
