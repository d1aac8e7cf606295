"""How an assistant is to behave from now on."""

from scopes.extraction.rules.rule import rule

_FOR_YOU = (
    r"(?:calling me|using|recommending|asking me|sending me|suggesting|adding|ending|repeating|"
    r"mentioning|reply|replies|respond|answer|call me|address|use|write|speak|talk to me|send|"
    r"message|text|remind|include|add|give me|format|keep (?:it|your|the|answers|responses|"
    r"replies|messages)|explain|"
    r"recommend|suggest|mention|bring up|ask me|show me|translate|start (?:your|the|every)|"
    r"end (?:your|every)|tell me|schedule|book|share|refer|quote|assume|commit|push|deploy|run|"
    r"delete|"
    r"change|edit|merge|rebase|interrupt|wake me|contact|ping|order|buy|lecture|apologi[sz]e|"
    r"sugarcoat|summari[sz]e|spoil|plan)"
)

RULES = (
    rule(
        "instruction",
        "constraint",
        "- please",
        r"(?:please )?(?P<o>(?:keep my [\w ]+? (?:private|secret|confidential|to yourself)|"
        r"do not (?:share|tell anyone|reveal|mention) (?:my|about my) .+))",
        "instruction-{o}",
        0.84,
        addressed=True,
    ),
    rule(
        "instruction",
        "constraint",
        "- please",
        r"(?:(?:please |from now on,? |going forward,? |in (?:the )?future,? |in general,? |when you \w+ )*(?:always|"
        r"only|(?P<not>never|do not (?:ever)?|stop|no more|avoid)|make sure (?:you |to )(?:always|(?P<nor>never))) ?|"
        r"(?:please )?(?:from now on|going forward|in (?:the )?future),? (?:please )?)"
        rf"(?P<o>{_FOR_YOU}(?:ing)?\b.+)",
        "instruction-{not}{nor}-{o}",
        0.84,
        replaces="instruction-{o}|instruction-never-{o}",
        addressed=True,
    ),
    rule(
        "instruction",
        "constraint",
        "i",
        r"(?:would like|want|need|prefer|would prefer|expect) you to (?P<o>(?:always|never|only|stop|"
        r"avoid|use|reply|answer|respond|write|speak|call|keep|be (?:brief|concise|direct|blunt|"
        r"honest)|address) ?.*)",
        "instruction-{o}",
        0.8,
        addressed=True,
    ),
)
