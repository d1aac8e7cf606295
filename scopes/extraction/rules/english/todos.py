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
        r"(?:please )?(?:do not|never) (?:let me forget|forget)(?: to| about| that| the)? (?P<o>.+)",
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
        r"(?:to-?do|todo list|action item|reminder|task|note to self|next steps?|"
        r"homework)s?\s*:\s*(?P<o>.+)",
        "{o}",
        0.9,
        task,
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
        r"(?:still |really |also )*(?:need|have|have got|ought|am supposed|have yet|must remember|"
        r"need to remember|am meant|got) to (?:remember to |quickly |finally |go and |go |also |"
        rf"still |first )*(?P<o>{_ERRAND}\b.+)",
        "{o}",
        0.84,
        task,
        ahead=True,
    ),
    rule(
        "must",
        "todo",
        "i we",
        r"(?:must|should|had better|better|would better|can not forget to|must not forget to|"
        r"should not forget to) (?:not forget to |really |also |still |finally |"
        rf"remember to )*(?P<o>{_ERRAND}\b.+)",
        "{o}",
        0.78,
        task,
        ahead=True,
    ),
    rule(
        "must",
        "todo",
        "i we",
        r"(?:need|have|must|have got|should|ought)(?: to)? (?P<o>\w+ .+ (?:by|before|until|"
        r"no later than) (?:the )?(?:end|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
        r"tomorrow|tonight|next|noon|midnight|january|february|march|april|may|june|july|august|"
        r"september|october|november|december|\d).*)",
        "{o}",
        0.82,
        task,
        ahead=True,
    ),
    rule(
        "due",
        "todo",
        "my our the",
        r"(?P<o>[\w' -]{3,50}) (?:is|are) (?:due|overdue)\b.*",
        "{o}-due",
        0.82,
        thing,
        ahead=True,
    ),
)
