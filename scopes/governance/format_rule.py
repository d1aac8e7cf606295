r"""One credential format that can be told from its shape alone, and what the tables of formats are made of.

A pattern is bounded and possessive, so that no text makes it slow, and has no boundaries of its own: `credentials`
adds `(?<![A-Za-z0-9])…(?![A-Za-z0-9])`, because Python's `\b` sees none between 钥 and `AKIA`. A group `secret` says
that only this part goes.
"""

import msgspec

UUID = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"


class Format(msgspec.Struct, frozen=True):
    """One format: every match contains one of `hints` literally, or of `sign` as a pattern that is quick to seek.

    `wraps` tells that it may be sought across lines; `digit` that a match without a digit is none.
    """

    rule: str
    hints: tuple[str, ...]
    pattern: str
    wraps: bool = True
    digit: bool = False
    sign: str = ""


def form(rule: str, hints: str, pattern: str, *, wraps: bool = True, digit: bool = False, sign: str = "") -> Format:
    """A format; its hints are separated by spaces."""
    return Format(rule, tuple(hints.split()), pattern, wraps, digit, sign)
