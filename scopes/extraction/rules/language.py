"""What the reading of a turn needs to know of a language."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.rule import Table
from scopes.extraction.rules.speech import Speech

__all__ = ["Language"]


class Language(NamedTuple):
    """`personal`: a word without which no rule can match; `tail`: a question that hangs on a statement; `past`: a sign
    that what is told was so in another time; `mention`: a relation named in passing; `gist`: what a name is made of;
    `slug`: the name; `event`: whether something happened in a clause. The last are what content and names are put
    together with."""

    code: str
    speech: Speech
    personal: re.Pattern[str]
    clauses: Callable[[str], Iterator[Clause]]
    table: Table
    tail: re.Pattern[str]
    past: re.Pattern[str]
    mention: re.Pattern[str]
    gist: Callable[[str], str]
    slug: Callable[[str], str]
    event: Callable[[Clause], bool]
    joint: str
    colon: str
    dated: str
