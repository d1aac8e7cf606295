"""Clauses that leave out their `I`, as messages do: "got a new bike", "allergic to nuts", "been vegan for years"."""

import re

from scopes.extraction.rules.english.belongings import PET
from scopes.extraction.rules.english.people import RELATIVE

__all__ = ["restored"]

_STATES = (
    r"(?:allergic|vegan|vegetarian|lactose|gluten|diabetic|colou?r-?blind|pregnant|married|single|divorced|retired|"
    r"scared|afraid|terrified|obsessed|addicted|hooked|tired of|sick of|into|based|raised|on a|on the|based out|"
    r"back in (?=[a-z]+ (?:since|for|now))|big on|(?:way )?too into|deep in|deep into|half (?=[a-z]+ half)|down to|"
    r"up at|used to (?=\w+ing)|over the moon|down the|not|between|in (?=[A-Z])|self-employed|unemployed|left-handed)\b"
)
_DID = (
    r"(?:got|bought|moved|switched|quit|stopped|started|adopted|deleted|dropped|sold|broke|left|finished|signed|booked|"
    r"learn(?:t|ed)|picked up|gave up|joined|grew up|inherited|became|decided|settled|built|hired|ordered|deleted|"
    r"uninstalled|cancelled|canceled|ditched|swapped|replaced|named|went (?:vegan|with|back)|just turned|used to|"
    r"prefer|own|need (?:an?|new|to)|could not care|picked up|chose|voted to|can never|love|hate|enjoy|adore|"
    r"despise|detest|dislike|live|speak|collect|can not (?!stand (?:up|straight|there|"
    r"still)|wait|believe|help|see|tell|find|seem|get(?! enough))|would rather|hope|plan|"
    r"need to|have to|got to|want|wanted|wish|do not (?:like|eat|drink|own|have|drive|smoke|do)|play|work|"
    r"never (?:miss|eat|drink|learned|had|owned|drive|sleep)|always (?:eat|drink|order|take|had|wanted|sleep)|"
    r"make (?=\d))\b"
)
_GERUND = (
    r"(?!(?:thing|nothing|something|anything|everything|king|ring|morning|evening|during|according|regarding|bring|"
    r"spring|"
    r"string|being|loving|sounding|looking|considering|including|following|speaking of|wondering|asking|thanking|"
    r"depending|missing|sending|seeing|hearing)\b)[a-z]{2,}ing\b"
)
_FAN = (
    r"(?:an? )?(?:(?:big|huge|massive|lifelong|long-?time|proud|total|die-?hard|devoted) )+[\w' -]{0,24}?"
    r"(?:fan|supporter|lover|believer|reader|user|drinker|eater|member|person)\b"
)
_ELLIPTIC = re.compile(
    r"(?P<lead>(?:(?:finally|just|recently|also|honestly|currently|mostly|nowadays|lately|now|still|usually|"
    r"officially|"
    rf"always|really|only|then|even) )*)(?:(?P<am>{_STATES}|{_GERUND}|{_FAN}|(?:an?|the) (?:lifelong|former|retired) )"
    rf"|(?P<been>been\b)|(?P<did>{_DID}))"
)

_MAY_BE_NOUN = re.compile(r"(?:\w+ )*(?:\w+ing|love|hate|play|work|plan|hope|want|wish)\b")
# "Restoring boats is slow": what looks like a verb is the subject.
_GOVERNED = re.compile(
    r"[^,;]{0,110}?\b(?:is|are|was|were|makes|helps|can|does|feels|has|keeps|means|takes|sounds|seems|should|would|could|might|may|will|must|"
    r"(?:let|bring|give|create|open|teach|show|allow|require|involve)s)\b"
)
# Somebody else as the subject, and verbs that would have the same form after him as after `I`.
_OF_ANOTHER = re.compile(
    rf"(?i)(?:he|she|they|(?:my|our|his|her|their|the) (?:[\w-]+ )?(?:{RELATIVE}|{PET}|one|guy|girl|boy|man|woman|"
    r"team))"
    r"(?:'s|'re|’s|’re)?\b(?! and (?:i|me)\b)"
)
_SHARED = re.compile(r"\w+(?:ing|ed)\b|(?:been|got|bought|quit|left|sold|broke|grew|became|built|chose|went)\b")


def restored(lower: str, before: str) -> str:
    """The clause with the `I` that is left out in front of it; itself where none is, and where the clause `before`
    speaks of somebody else, who is then more likely meant."""
    found = _ELLIPTIC.match(lower)
    if found is None or (_OF_ANOTHER.match(before) and _SHARED.match(found[0], found.end("lead"))):
        return lower
    if _MAY_BE_NOUN.match(found[0]) is not None and _GOVERNED.match(lower, found.end()) is not None:
        return lower
    verb = "am " if found["am"] else "have " if found["been"] else ""
    return f"i {verb}{lower[found.end('lead') :]}"
