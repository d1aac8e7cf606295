"""English words for what does not last: hotels, journeys, what is to come."""

import re

from scopes.extraction.rules.lasting import Lasting

__all__ = ["LASTING"]

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_PERIOD = rf"(?:\w+day|week|weekend|month|quarter|semester|term|year|spring|summer|fall|autumn|winter|{_MONTH})"
_NEXT = (
    rf"(?:next {_PERIOD}|tomorrow|soon|(?:in|within) (?:an?|a few|a couple of|two|three|four|five|six|\d+) "
    r"(?:days?|weeks?|months?|years?)|later this (?:week|month|year))\b"
)

LASTING = Lasting(
    dwells=re.compile(r"(?i)\b(?:live|living|stay|staying|reside|based|sleeping|renting|rent|moved|settled)\b"),
    lodging=re.compile(
        r"(?i)\bstaying\b|^(?:(?!\b(?:near|next to|above|opposite|behind|across from|close to)\b).)*\b"
        r"(?:hotel|inn|motel|hostel|resort|guest ?house|air ?bnb|b&b|bnb|hilton|marriott|hyatt|sheraton|ritz|radisson|"
        r"novotel|ibis|westin|four seasons|shangri-la)\b"
    ),
    journey=re.compile(
        rf"(?i)\b(?:in|to|for|at) [\w' ]{{2,30}} {_NEXT}|\b(?:on|for) (?:a |an |my |our )?(?:\w+ )?"
        r"(?:trip|holiday|vacation|honeymoon|business|conference|visit)\b|"
        r"\b(?:am|are|'m|'re|will be|'ll be) (?:\w+ )?(?:flying|travell?ing|visiting|heading|touring|backpacking|off) "
        r"|\b(?:fly|flies|flew|travel|travell?ed|head|headed) (?:out )?to\b"
    ),
    wont=re.compile(r"(?i)\b(?:often|usually|always|sometimes|every|love|like|enjoy|used to|never|each)\b"),
    nearby=re.compile(r"(?i)\b(?:living|staying|sleeping|based|renting)\b"),
    after=re.compile(r"(?i)\b(?:living|staying|sleeping|renting)\b"),
    coming=re.compile(
        rf"(?i)\b{_NEXT}|\b(?:will|shall|gonna|about to|plan(?:ning)? to|hop(?:e|ing) to|want to)\b|\w'll\b|"
        r"\b(?:am|are|is|'m|'re) (?:soon )?going to \w|"
        rf"\b(?:starting|beginning|effective|as of) (?:on |in |from )?(?:the )?(?:{_PERIOD}|{_NEXT}|\d)"
    ),
    joins=re.compile(r"(?i) (?:and|but|then) "),
    begins=re.compile(
        rf"(?i)(?:and )?(?:i )?(?:will )?(?:start|starts|starting|begin|beginning|from|as of|effective) "
        rf"(?:on |in |from |there )*(?:the )?(?:{_NEXT}|{_PERIOD}|\d)"
    ),
)
