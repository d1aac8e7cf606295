"""English, as a turn is read: its signs, its clauses, and all its rules in the order in which they are tried."""

import re

from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.english import (
    aims,
    belongings,
    bounds,
    clauses,
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
from scopes.extraction.rules.english.standing import STANDING
from scopes.extraction.rules.language import Language
from scopes.extraction.rules.rule import Signs, Table
from scopes.extraction.rules.speech import ENGLISH as SPEECH

__all__ = ["ENGLISH"]

_EVENT = re.compile(
    r"(?:have (?:just )?|finally |just )*(?:went|visited|bought|finished|started|moved|met|"
    r"got (?:a|an|the|my|our|married|engaged|promoted|hired|accepted)|won|lost|signed|adopted|"
    r"had (?:a|an|my|our|the|dinner|lunch|surgery) |took (?:a|an|my|our|the|part)|saw (?:a|an|the|"
    r"my)|watched|ran (?:a|my|the)|joined|attended|celebrated|graduated|quit|returned|flew|drove|"
    r"hiked|climbed|camped|swam|painted|baked|cooked|made (?:a|an|my|some)|built|planted|"
    r"published|performed|presented|gave (?:a|birth)|received|broke (?:my|up|a|the)|fell|sold|"
    r"passed|failed|applied|"
    r"interviewed|hosted|organized|volunteered|donated|tried (?:a|an|the|out|making)|completed|"
    r"submitted|launched|opened|closed|travell?ed|spent (?:the|a|two|three|last|this)|discovered|"
    r"was (?:promoted|hired|born|fired)|recorded)\b"
)
_STRONG = re.compile(
    r"(?:have (?:just )?|finally |just )*(?:visited|bought|adopted|won|signed|graduated|"
    r"got (?:married|engaged|promoted|hired|accepted)|moved (?:to|into)|passed (?:my|the)|joined|"
    r"published|finished (?:my|the|writing|reading)|"
    r"went to (?:a|an|the|my)|started (?:a|my)|completed|quit my|launched|opened (?:a|my|our)|"
    r"was (?:promoted|hired|fired)|broke (?:my|up)|attended|celebrated|volunteered at)\b"
)
_WHEN = re.compile(
    r"(?i)\b(?:yesterday|today|this (?:morning|afternoon|evening|week|weekend|month|year)|"
    r"last (?:\w+)|\w+ (?:days?|weeks?|months?|years?) ago|on (?:mon|tues|wednes|thurs|fri|satur|"
    r"sun)day|recently|in (?:january|february|march|april|may|june|july|august|september|october|"
    r"november|december|20\d\d)|the other day|earlier)\b"
)
_SECOND_PERSON = re.compile(r"(?i)\b(?:you|your)\b")


def _is_event(clause: Clause) -> bool:
    rest = clause.rests[0]
    return (
        clause.subject in ("i", "we")
        and _EVENT.match(rest) is not None
        and (_STRONG.match(rest) is not None or _WHEN.search(clause.words) is not None)
        and len(clause.words.split()) >= 5
        and _SECOND_PERSON.search(clause.words) is None
    )


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
    event=_is_event,
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
