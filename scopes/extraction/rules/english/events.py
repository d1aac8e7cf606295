"""Whether an English clause tells that something happened to its speaker: what he did, and when."""

import re

from scopes.extraction.rules.clause import Clause

__all__ = ["is_dated", "is_event"]

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
_NOT_DONE = (
    r"(?!(?:need|feed|bleed|breed|speed)\b|(?:want|need|lov|lik|hop|realiz|realis|seem|miss|enjoy|wish|hat|worri|car|"
    r"mention|ask|talk|chatt|agre|appear|remember|expect|suppos|wonder|notic|us|decid|believ|guess|struggl|stress|look|"
    r"pray|promis|doubt|sound|mean|interest)ed\b|"
    r"had (?:to|been|so|such|some|no|not|never|a (?:lot|good|great|bad|rough|tough|hard|blast|long|nice|feeling|dream|"
    r"fun|wonderful|fantastic|ton))\b|got (?:to|so|really|it|back to|tired|sick|stuck|my|this|that)\b|did not\b)"
)
"""What is felt, said or wished, and how a day was: past verbs that tell nothing that happened."""
_DID = re.compile(
    rf"(?:(?:just|finally|also|even|already|actually) )*{_NOT_DONE}"
    r"(?:\w{2,}ed|went|ran|had|met|saw|ate|drank|took|got|made|gave|found|left|came|slept|read|wrote|drove|flew|rode|bought|sold|lost|won|broke|fell|taught|swam|sang|drew|"
    r"built|caught|spoke|spent|swept|did|dug|fed|hung|cut|paid|sent|brought) (?!that\b|it\b|this\b|so\b|like\b).+"
)
_CLEARLY = re.compile(
    r"(?i)\b(?:yesterday|this (?:morning|afternoon|evening)|earlier today|today|last (?:night|week|weekend|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day)|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:two|three|four|a few|a couple of) days ago)\b"
)
_LEFT_OUT = re.compile(
    r"(?:went|had|ran|met|saw|took|visited|bought|finished|watched|cooked|baked|called|played|walked|hiked|climbed|swam|"
    r"got|spent|drove|flew|moved|attended|celebrated) "
)


def is_event(clause: Clause) -> bool:
    """Whether something happened in a clause."""
    rest = clause.rests[0]
    if _SECOND_PERSON.search(clause.words):
        return False
    told = clause.subject in ("i", "we") and len(clause.words.split()) >= 5 and _EVENT.match(rest) is not None
    if told and (_STRONG.match(rest) is not None or _WHEN.search(clause.words) is not None):
        return True
    return is_dated(clause)


def is_dated(clause: Clause) -> bool:
    """Whether a clause tells what its speaker did on a day that it names, also where it leaves out its `I`."""
    rest = clause.rests[0]
    if _SECOND_PERSON.search(clause.words):
        return False
    told = clause.subject in ("i", "we") or (clause.subject == "" and _LEFT_OUT.match(rest) is not None)
    long = len(clause.words.split()) >= 4
    return told and long and _CLEARLY.search(clause.words) is not None and _DID.fullmatch(rest) is not None
