"""English, as a turn is read: its signs, its clauses, and all its rules in the order in which they are tried."""

import re

from scopes.extraction.rules.english import (
    aims,
    belongings,
    bounds,
    clauses,
    events,
    habits,
    instructions,
    people,
    places,
    questions,
    selves,
    signs,
    stating,
    taste,
    todos,
    trades,
    work,
)
from scopes.extraction.rules.english.lasting import LASTING
from scopes.extraction.rules.english.standing import STANDING
from scopes.extraction.rules.language import Language
from scopes.extraction.rules.rule import Signs, Table
from scopes.extraction.rules.speech import ENGLISH as SPEECH

__all__ = ["ENGLISH"]

ENGLISH = Language(
    code="en",
    speech=SPEECH,
    standing=STANDING,
    personal=re.compile(r"[^\W\d_]"),
    clauses=clauses.clauses,
    table=Table(
        (
            *instructions.RULES,
            *bounds.RULES,
            *work.DECISIONS,
            *people.RULES,
            *selves.RULES,
            *trades.RULES,
            *places.RULES,
            *belongings.RULES,
            *work.PROJECTS,
            *habits.CHANGES,
            *taste.CHANGES,
            *habits.RULES,
            *aims.RULES,
            *todos.RULES,
            *taste.RULES,
            *work.RULES,
        )
    ),
    tail=re.compile(
        r"(?i)(?:,|;| -|—|\band\b|\bso\b|\.)?\s*(?<!\w)(?:(?:how|what) about (?:you|yours?\b[\w ]*)|"
        r"(?:and )?you|right|you know|ok(?:ay)?|isn't it|remember|"
        r"do(?:n't)? you(?: too)?|have you|are you|got it|(?:and )?you know what|alright|yeah|huh|eh|"
        r"know what i mean|you see)\s*\?+\s*$"
    ),
    past=re.compile(
        r"(?i)\b(?:when (?:i|we) (?:was|were)|as a (?:kid|child|teen\w*|boy|girl|student)|growing up|"
        r"back then|back in|used to have|the old (?:office|days|job|place|house|school)|in those days|"
        r"in my (?:youth|twenties|teens|childhood)|at the time)\b"
    ),
    mention=re.compile(people.MENTION),
    gist=clauses.gist,
    slug=clauses.slug,
    event=events.is_event,
    dated_event=events.is_dated,
    lasting=LASTING,
    signs=Signs(signs.SIGNS),
    note=re.compile(signs.NOTE),
    keep=re.compile(todos.KEEP),
    questions=questions.QUESTIONS,
    sought=stating.sought,
    stated=stating.stated,
    request=stating.REQUEST,
    points=stating.POINTS,
    resumes=re.compile(r"(?i)(?:(?:he|she|they|it)(?:'s|'re|’s|’re)?|his|her|its|their) "),
    self_word="",
    others=re.compile(r"(?!)"),
    fleeting=re.compile(
        r"(?i)\b(?:today|tonight|this (?:morning|afternoon|evening)|just now|yesterday|last (?:night|week|weekend))\b"
    ),
    exact=re.compile(r"\d|(?<=[a-z,] )(?!I\b|I')[A-Z][a-z]+"),
    orders=re.compile(r"(?i)^(?:please|do not|don't)\b"),
    first_person=re.compile(r"(?i)\b(?:i|we|me|us|my|our)\b"),
    joint="-",
    mention_joint="-",
    colon=": ",
    dated=" ({})",
    stop=". ",
)
