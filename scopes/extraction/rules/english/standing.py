"""English words that need others: pronouns and what they may mean, and words that say nothing by themselves."""

import re

from scopes.extraction.rules.english.clauses import spelled_out
from scopes.extraction.rules.english.hollow import HOLLOW, HOLLOW_OF
from scopes.extraction.rules.english.sign_words import KIN
from scopes.extraction.rules.standing import Standing

__all__ = ["STANDING"]

_NO_ANTECEDENT = HOLLOW | {"name"}
_PEOPLE = re.compile(rf"\b(?:{KIN}|famil(?:y|ies)|fam)\b")
_WORD = re.compile(r"[\w'+#&-]+")
_NOUN = re.compile(
    r"\b(?:an?|my|our|his|some|two|three|four|five|\d+|the|of|called|named) (?:[\w'-]+ ){0,3}?(?P<noun>[\w'+#-]{3,})"
)
_NAME = re.compile(r"(?<=[\w,;] )(?!I\b)[A-Z][\w'-]+|^(?!(?:I|We|My|Our|The|A|An|It|That|This)\b)[A-Z][a-z]+(?= [a-z])")
_PLURAL = re.compile(r"\b(?!(?:always|besides|perhaps|sometimes|this|thus|does)\b)(?P<noun>[a-z]{3,}(?<!s)s)\b")
_TIME = (
    r"(?:year|month|week|weekend|morning|afternoon|evening|spring|summer|autumn|fall|winter|season|term|semester|"
    r"christmas|time|day|days|weekends|coming|past|last|\w+day|january|february|march|april|may|june|july|august|"
    r"september|october|november|december)\b"
)

_PERSONAL = (
    r"(?:him|her|she|he|them|they|'em|hers|his|its|their)\b|"
    r"it(?! (?:is|was|has been|would be) (?:my|our|\w+ (?:to|that|when|for me))|(?: \w+)? (?:takes|took|costs?) me\b|"
    r" (?:when|if|that)\b|(?: is)? raining|(?: \w+){0,2} hard to)\b|"
    r"there(?! (?:is|are|was|were|will|has|have)\b|'s|’s|'re)\b"
)
_POINTS = re.compile(rf"(?i)(?<![\w'])(?:{_PERSONAL})")

# What is bare and at hand: no sentence before it says what it was.
_DEICTIC = re.compile(
    r"(?i)(?<!like )(?<!after )(?<!before )\b(?:this|these|those(?! (?:with|in|at|on|for)\b)|"
    r"that(?! (?:at|in|on|for|with|when|before|after|now|until)\b))(?=[,.;!]|$| (?:at|in|on|for|by|with|because|since|"
    r"cause|and|but|too|when|before|after|again|every|each|until|now)\b)"
    r"|\b(?:pick(?:ed)?|choose|chose|decided on|writ(?:e|ing|ten)|wrote|us(?:e|ing)|mak(?:e|ing)|made|try(?:ing)?|"
    r"love|like|enjoy|prefer|hate|join(?:ed|ing)?|support(?:ing)?) (?:this|these|those)"
    rf"(?! {_TIME}| (?:way|area|city|town|country|company|job|in|of|with|who|that)\b|[\w ]{{1,20}}:)"
    r"|\b(?:get|got|have|having|want|wanted|need|buy|try|find|keep|making|share) "
    r"(?:any|some|ones?|both|another|more|either)(?=[,.;!]|$| (?:because|since|and|but|too|now|soon|someday)\b)"
    r"|^(?:and |but |so |also )?the (?:name|reason|result|rest|first|last|same|whole thing|others?|idea|one)\b"
    r"(?! of\b| that\b| (?:i|we) )"
)
_COMMON = (
    r"(?:sea|seaside|ocean|beach\w*|mountains?|forests?|woods|outdoors|countryside|city|country|desert|rain|snow|sun|"
    r"sunshine|cold|heat|winter|summer|autumn|fall|spring|theat(?:er|re)|cinema|movies|opera|ballet|piano|violin|guitar|"
    r"cello|drums|flute|harmonica|gym|news|internet|moon|stars|nights?|mornings?|evenings?|quiet|silence|dark|water|lake|"
    r"river|park|zoo|library|holidays|weekends?|kitchen|garden|court|field|pitch|pool|studio|office|stage|couch|road|train|"
    r"bus|subway|car|bike|house|bath|shower|phone|table|world|wild|day|week|month|year|time|past|future|same|most|least|"
    r"arts|floor|house|way|internet|computer|job|dog|cat|kids|family|boys|girls|community|team|blues|weather)"
)
# "The color and texture": of what, only whoever looks at it knows.
_DEFINITE = re.compile(
    rf"(?<!of )\b[Tt]he (?!(?:[a-z'-]+ )?{_COMMON}(?=$|[,.;!]|\W-| (?:and|or|but|in|on|at|too|so|with|because|"
    r"since)\b))"
    r"(?:(?!(?:i|we|who|that|of|for|from|with|in|on|at|about|to) )[a-z'-]+ ){0,2}?(?!(?:i|we)\b)[a-z'-]+"
    r"(?: on top| in (?:this|that|here|it))?(?:,? and (?:the )?(?:[a-z'-]+ )?[a-z'-]+)?"
    r"(?=$|[,.;!—–]| - | (?:here|too|so|because|since)\b)"
)
_LIKING = re.compile(r"(?i)\b(?:i|we)(?: [a-z]+)? (?:love|like|enjoy|adore|hate|prefer)\b")
# The subject of a clause, which a pronoun for what is done to something does not mean.
_SUBJECT = re.compile(r"(?i)^(?:my|our|the|his|her|their) (?:[\w'-]+ )?[\w'-]+(?= [a-z]+ $)")
_GOES_ON = re.compile(r"(?i)(?:then|next|after that|afterwards),? (?:add|put|mix|bake|pour|stir|cook|place|let)\b")
_BREAKS = re.compile(r"[,.;:!—–]| - |\b(?:and|but|because|since|cause|so|which|when|if|while|though|that)\b")


def _full(text: str, kind: str) -> bool:
    """Whether it holds a name, a number or a word that means something by itself."""
    plain = spelled_out(text)
    if kind in ("relation", "fact") and not _NAME.search(plain):
        plain = _PEOPLE.sub("", plain.lower())
    hollow = HOLLOW | HOLLOW_OF.get(kind, frozenset())
    words = (word.strip("'-").lower() for word in _WORD.findall(plain))
    return any((len(word) > 1 and word not in hollow) or word.isdigit() for word in words)


def _names(text: str) -> bool:
    """Whether something that can be meant is named in it: by a noun behind an article, a plural or a name."""
    plain = _SUBJECT.sub("", spelled_out(text))
    if _NAME.search(plain):
        return True
    lower = plain.lower()
    return any(
        not _NO_ANTECEDENT & {found["noun"], found["noun"].removesuffix("s")}
        for pattern in (_NOUN, _PLURAL)
        for found in pattern.finditer(lower)
    )


STANDING = Standing(
    points=_POINTS,
    deictic=_DEICTIC,
    definite=_DEFINITE,
    liking=_LIKING,
    goes_on=_GOES_ON,
    breaks=_BREAKS,
    names=_names,
    full=_full,
)
