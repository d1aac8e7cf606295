"""What is to be done: errands, and what somebody wants to be reminded of."""

from scopes.extraction.rules.english.things import task, thing
from scopes.extraction.rules.rule import rule

_ERRAND = (
    r"(?:call|ring|phone|buy|book|pay|send|finish|email|e-mail|mail|renew|pick up|drop off|submit|"
    r"fix|schedule|reschedule|write|clean|order|return|"
    r"cancel|prepare|review|register|sign|file|collect|print|wash|water|pack|confirm|replace|"
    r"repair|update|upload|download|apply|transfer|"
    r"deposit|withdraw|charge|refill|visit|contact|get (?:a|an|my|some|our)|go to the|take (?:the|"
    r"my|our|a)|set up|organi[sz]e|"
    r"arrange|invite|order|post|deliver|feed|walk|bring|return|reply to|answer|draft|translate|"
    r"proofread|revise|study for|practice|paint|"
    r"assemble|install|move|sell|donate|vacuum|iron|mow|defrost|bake|cook|make (?:an appointment|"
    r"a reservation|a list|a dentist|a cake)|see (?:the|a|my) (?:doctor|dentist|vet|lawyer)|"
    r"do (?:the|my|our)|hand in|turn in|check in|look for a|"
    r"change (?:the|my|our)|switch (?:my|our|the)|complete|test|deploy|merge|back up|migrate|"
    r"refactor|document|rotate|bump|upgrade|release|ship|hire|meet|attend|be at)"
)
KEEP = (
    r"(?i)\W*(?:(?:please|pls|ok(?:ay)?|hey|and|also|so|can you|could you|i want you to|you should|you must),? )*"
    r"(?:(?:remember|do(?: not|n['’]t) forget|never forget|(?:keep|bear) in mind|(?:make|take) (?:a )?note|note)"
    r"(?: (?:this|that|it|for me))?\s*(?:[:：—–]|- )|"
    r"(?:(?:write|jot|note) (?:this|that|it) down|note to self|for (?:later|future reference)|"
    r"(?:remember|note|save) (?:this|that|it)(?: for (?:later|me))?)\s*(?:[:：—–,.!]|- |$)|"
    r"(?:remember|do(?: not|n['’]t) forget|never forget|(?:keep|bear) in mind|(?:make|take) (?:a )?note) that "
    r"(?!(?:time|day|night|one|guy|movie|song|show|game|feeling)\b)|"
    r"remember (?=(?:the|my|our) (?!(?:time|days?|night|moment|first|last|feeling)\b)[^,]+? (?:is|are|has|have|"
    r"needs?|must|goes|opens|closes)\b))\s*"
)
"""An order to keep what follows it."""

RULES = (
    rule(
        "remind",
        "todo",
        "- please you",
        r"(?:can you |could you |please )*(?:remind|nudge|ping|alert|prod) me (?:again |tomorrow |"
        r"later |tonight |on \w+ |in [\w ]+ |at [\w: ]+ |every \w+ |next \w+ )*(?:to|about|that|of|"
        r"when|on|before) (?P<o>.+)",
        "{o}",
        0.92,
        task,
        ahead=True,
        addressed=True,
    ),
    rule(
        "remind",
        "todo",
        "- please you",
        r"(?:please )?(?:(?:do not|never) (?:let me forget|forget)(?: to| about| that| the)?|remember to) (?P<o>.+)",
        "{o}",
        0.84,
        thing,
        ahead=True,
        addressed=True,
    ),
    rule(
        "remind",
        "todo",
        "- please",
        r"(?:please )?(?:add|put) (?P<o>.+) (?:to|on|onto) (?:my|the|our) (?:to-?do|todo|shopping|"
        r"grocery|task)s?(?: list)?(?: .*)?",
        "{o}",
        0.9,
        task,
        ahead=True,
        addressed=True,
    ),
    rule(
        "must",
        "todo",
        "i we",
        r"(?:still |really |also )*(?:(?:need|have|have got|ought|am supposed|have yet|am meant|got) to|must|should|"
        r"(?:had |would )?better|(?:can|must|should) not forget to) (?:remember to |quickly |finally |go and |go |"
        rf"also |still |first |really |not forget to )*(?P<o>{_ERRAND}\b.+)",
        "{o}",
        0.82,
        task,
        ahead=True,
    ),
)
