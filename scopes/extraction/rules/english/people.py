"""People around somebody, by what they are to him; pets go with possessions."""

from scopes.extraction.rules.english.things import thing
from scopes.extraction.rules.rule import anything, rule

RELATIVE = (
    r"(?:(?:older|younger|elder|little|big|twin|baby|half-?|step-?|late|eldest|oldest|youngest|"
    r"middle|only|new|old|best|good|close|dear|"
    r"childhood|school|college|longtime|former|ex-?|great-?|late|first|second|foster|adopted|host|great) ?)*"
    r"(?:sister-in-law|brother-in-law|mother-in-law|father-in-law|son-in-law|daughter-in-law|"
    r"in-laws|grand(?:mother|father|ma|pa|son|daughter|parents?|kids?|children)|god(?:mother|"
    r"father|son|daughter)|step(?:mother|father|mom|dad|son|daughter|sister|brother)|"
    r"sisters?|brothers?|siblings?|mother|mom|mum|mama|father|dad|papa|parents|wife|husband|"
    r"spouse|partner|girlfriend|boyfriend|fianc[eé]e?|"
    r"sons?|daughters?|kids?|children|child|baby|twins|triplets|aunt|auntie|uncle|nieces?|"
    r"nephews?|cousins?|grandma|grandpa|granny|gran|nana|friends?|buddy|pal|bff|roommates?|"
    r"flatmates?|housemates?|neighbors?|landlord|landlady|colleagues?|coworkers?|co-workers?|boss|"
    r"manager|supervisor|mentor|advisor|adviser|teacher|"
    r"coach|therapist|doctor|dentist|gp|tutor|professor|lawyer|accountant|assistant|classmates?|"
    r"deskmate|teammates?|co-?founder|nanny|babysitter|"
    r"trainer|physio|ex|crush|pen pal|band ?mates?|bandmates?|desk mate|stepmom|stepdad|"
    r"family doctor|hairdresser|vet|mechanic|agent|editor|business partner)"
)
_IS = (
    r"(?:is (?:[a-z]+(?:ish|ese|ian|ean|ench|erman)|a|an|the|\d|from|in|called|named|allergic|"
    r"married|based|studying|working|retired|pregnant|engaged|getting|turning|moving|vegan|"
    r"vegetarian|my|one of|originally|learning|training|afraid|also a|also an|years|half|deaf|"
    r"doing a|about to|expecting|left-handed|starting|due|older|younger|\w+teen|"
    r"twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|five|six|seven|eight|nine|ten|four|"
    r"three|two)\b.*"
    r"|are (?:both|a|an|the|from|in|called|named|allergic|married|based|retired|divorced|"
    r"getting (?:married|divorced|old)|moving|separated|\w+ and \w+|originally|"
    r"twins|doctors|teachers|farmers)\b.*"
    r"|(?:(?:also|still|just|only|recently|now|both|currently|always|never|usually) )*(?:works?|"
    r"lives?|studies|study|teaches|teach|runs?|owns?|plays?|loves?|likes?|hates?|speaks?|has (?:a|"
    r"an|two|three|been|\w+ (?:kids|children|allergy))|have (?:a|an|two|three)|moved|lived|"
    r"grew up|was born|were born|"
    r"graduated|turns|turned|passed away|died|got (?:married|engaged|a|divorced|promoted)|"
    r"can not eat|does not (?:eat|drink|like)|do not (?:eat|drink|like)|bakes?|paints?|sings|"
    r"drives|collects|retired|used to (?:be|work|live|play|teach)|taught me|prefers|writes|makes|"
    r"sells|goes to|attends|keeps|enjoys|adores|coaches|cooks|gardens|volunteers|served)\b.+"
    r"|(?:'s )?name is .+|and i (?:met|live|have been|got|are|were|have known)\b.*)"
)

RULES = (
    rule(
        "no longer",
        "relation",
        "i we",
        r"(?:broke up|split up|have broken up|have split|separated|got divorced|am divorced|fell out|"
        r"lost touch) (?:with|from) (?P<o>.+)",
        "split-from-{o}",
        0.82,
        thing,
        replaces="married-to-{o}",
    ),
    rule(
        "tie",
        "relation",
        "i",
        r"(?:am|have been|got|just got|was) (?P<k>married|engaged) to (?P<o>.+)",
        "{k}-to-{o}",
        0.88,
        thing,
    ),
    rule(
        "tie",
        "relation",
        "i we",
        r"(?:have|have got|am the \w+ of) (?P<o>(?:a|an|one|two|three|four|five|six|seven|no|several|"
        rf"\d+|twin)? ?(?:[\w-]+ )?(?P<k>{RELATIVE})\b(?!'s? | (?:appointment|visit|check-?up|meeting|bill)\b).*)",
        "{o}",
        0.84,
        thing,
    ),
    rule("kin", "relation", "my our", rf"(?P<o>{RELATIVE})(?:'s|s'|s)? name is (?P<n>[\w' -]+)", "{o}", 0.92),
    rule(
        "kin",
        "relation",
        "my our",
        rf"(?P<o>{RELATIVE}),? (?P<n>[a-z][\w'-]+(?: [a-z][\w'-]+)?),? {_IS}",
        "{o}-{n}",
        0.86,
        thing,
        proper="n",
    ),
    rule(
        "kin",
        "relation",
        "my our",
        rf"(?P<o>{RELATIVE}),? (?P<n>(?:mrs?\.? |ms\.? |dr\.? )?[a-z][\w'-]+),? (?!was|were|is|had|did|"
        r"would|could|said|says|told|thinks|thought|asked|and|or)\w+ .+",
        "{o}-{n}",
        0.78,
        thing,
        proper="n",
    ),
    rule("kin", "relation", "my our", rf"(?P<o>{RELATIVE}) {_IS}", "{o}", 0.82),
    rule(
        "kin",
        "relation",
        "- he she",
        r"(?P<n>(?!that|this|it|he|she|they|besides|there|here|who|what|and|but|"
        rf"so)[a-z][\w'-]+(?: [a-z][\w'-]+)?)(?: is|'s) (?P<k>my|our) (?P<o>{RELATIVE})(?: .*)?",
        "{o}-{n}",
        0.86,
        anything,
        proper="n",
    ),
)
MENTION = rf"\b(?:my|our) (?P<o>{RELATIVE}),? (?P<n>[A-Z][a-z]+(?:-[A-Z][a-z]+)?)\b(?!')"
"""A relation named in passing: \"with my sister Amy\"."""
