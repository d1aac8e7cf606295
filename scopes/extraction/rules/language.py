"""What the reading of a turn needs to know of a language."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.lasting import Lasting
from scopes.extraction.rules.questions import Questions
from scopes.extraction.rules.rule import Signs, Table
from scopes.extraction.rules.speech import Speech
from scopes.extraction.rules.standing import Standing

__all__ = ["Language"]


class Language(NamedTuple):
    """What content and names are put together with comes last.

    `personal`: without it no rule can match. `clauses`, `stated`: a sentence in clauses, and without what it asks;
    `tail`: a question that hangs on a statement. `table`, `signs`: the rules that know a whole clause and those that
    know a sign in one, which is looked for in what `sought` gives; `request`: a clause that only asks for something.
    `points`: a word that needs the clause before, `resumes`: a sentence that goes on about somebody just named.
    `self_word`: the subject that a clause without one has; `orders`: not where it orders. `others`: what follows is
    not about the speaker. `past`: what was so in another time; `fleeting`: what is so for a day;
    `exact`: a name or a number. `mention`: a relation named in passing; `note`: a wish to have something kept, `keep`:
    an order to keep what follows it; `gist`: what a name is made of; `slug`: the name; `event`: whether something
    happened in a clause, `dated_event`: whether its speaker did it on a day that it names; `lasting`: whether what is
    told of a home or a job is so now.
    """

    code: str
    speech: Speech
    standing: Standing
    personal: re.Pattern[str]
    clauses: Callable[[str], Iterator[Clause]]
    table: Table
    tail: re.Pattern[str]
    past: re.Pattern[str]
    mention: re.Pattern[str]
    gist: Callable[[str], str]
    slug: Callable[[str], str]
    event: Callable[[Clause], bool]
    dated_event: Callable[[Clause], bool]
    lasting: Lasting
    signs: Signs
    note: re.Pattern[str]
    keep: re.Pattern[str]
    questions: Questions
    sought: Callable[[Clause], str]
    stated: Callable[[str], str]
    request: re.Pattern[str]
    points: re.Pattern[str]
    resumes: re.Pattern[str]
    self_word: str
    others: re.Pattern[str]
    fleeting: re.Pattern[str]
    exact: re.Pattern[str]
    orders: re.Pattern[str]
    first_person: re.Pattern[str]
    joint: str
    mention_joint: str
    colon: str
    dated: str
    stop: str
