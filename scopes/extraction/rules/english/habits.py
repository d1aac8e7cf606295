"""What somebody does again and again, and what he stopped doing."""

from scopes.extraction.rules.english.things import action, task, thing
from scopes.extraction.rules.rule import anything, rule

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_TIMES = (
    r"(?:every (?:single )?(?:other )?(?:day|morning|night|evening|afternoon|week|weekend|month|"
    rf"year|summer|winter|spring|autumn|fall|\w+ (?:days|weeks|months|hours)|christmas|{_DAY}s?|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    rf"lunch break|chance)|each (?:day|morning|night|evening|week|month|year|{_DAY})|daily|weekly|"
    rf"nightly|on (?:most )?(?:weekends|weekdays|{_DAY}s)|"
    r"(?:once|twice|three times|four times|five times|\w+ times|\d+ (?:times|days|hours|minutes|"
    r"miles|km)) (?:a|per|each|every) (?:day|week|month|year|night)|"
    r"in the (?:mornings|evenings|afternoons)|before (?:bed|work|breakfast|dinner|sunrise|school)|"
    r"after (?:work|dinner|lunch|school|breakfast)|for breakfast|at weekends|most (?:days|"
    r"mornings|evenings|nights|weekends)|first thing in the morning)"
)
_VERB = (
    r"(?!\w+ed\b|am\b|was|were|have (?:been|never|had)|had|do not|did|went|saw|got|made|took|met|"
    r"came|would|could|will|can\b|want|need|think|know|feel|love|like|hope|thought|felt|tried|"
    r"hate|enjoy)"
)

CHANGES = (
    rule(
        "again",
        "habit",
        "i we",
        r"(?:have )?(?:(?:am|started|am back to|went back to|have been) )?(?:drink|drinking|eat|eating|smoke|smoking) "
        r"(?P<o>.+?) again(?: (?:now|these days))?",
        "back-to-{o}",
        0.82,
        thing,
        replaces="avoids-{o}|gave-up-{o}|gave-up-drinking-{o}|gave-up-eating-{o}",
    ),
    rule(
        "stopped",
        "habit",
        "i we",
        r"(?:have )?(?:stopped|quit|gave up|given up|kicked|dropped) (?P<o>(?:\w+ing|the habit of) .+|"
        r"\w+ing)",
        "stopped-{o}",
        0.82,
        thing,
        replaces="{o}",
    ),
    rule(
        "no longer",
        "habit",
        "i we",
        r"(?:no longer|do not(?=.* any ?(?:more|longer)$)) (?P<o>(?!live|work|have|own|like|love|want|am|eat|drink|"
        r"know|think|feel|see|need|get|mind|care)\w+ .+?)(?: any ?(?:more|longer))?",
        "no-longer-{o}",
        0.8,
        action,
        replaces="{o}",
    ),
    rule(
        "used to",
        "habit",
        "i we",
        r"(?:used to|no longer) (?P<o>(?!be\b|think|have|love|live|work|like|feel|believe|want|know|"
        r"it|that|the|say|hate)\w+ .+)",
        "used-to-{o}",
        0.68,
        action,
    ),
)

RULES = (
    rule("habit", "habit", "i we", rf"(?P<o>{_VERB}\w+\b.*?\b{_TIMES}\b.*)", "{o}", 0.82, task),
    rule(
        "usually",
        "habit",
        "i we",
        r"(?:usually|normally|typically|generally|always|often|tend to|regularly|mostly|"
        r"am in the habit of|make a point of|make sure to|try to always|religiously|nearly always|"
        r"make it a rule to|am used to) (?P<o>(?!been\b|thought|wanted|loved|knew|had|felt|was|were|"
        r"have (?:been|a|the|each|you|to)|be\b|remember|hope|wonder|think|feel|find|say|tell|know|"
        r"get\b|love|like|enjoy|here|there|hear|believe|dreamed|want|appreciate|happy|so|look|seem|"
        r"end up|cherish|support|in|on|up|a|the|treasure|need|try|stay|keep|see|for|liked|hated|"
        r"admired|trying|looking|thinking|learning|find)[\w].+)",
        "{o}",
        0.78,
        task,
    ),
    rule(
        "wakes",
        "habit",
        "i we",
        r"(?P<o>(?:wake up|get up|go to bed|go to sleep|go running|go swimming|work out|exercise|"
        r"meditate|journal|commute|eat breakfast|have breakfast|have dinner|have lunch|sleep|"
        r"start work|finish work|run|walk|swim|cycle|bike) (?:at|around|about|before|after|by|until|"
        r"on|to|every|daily|in|for|from) (?:work|\d|six|five|seven|eight|nine|ten|noon|midnight|dawn|"
        r"sunrise|bed|the|about|around|half|early|an hour).*)",
        "{o}",
        0.76,
        anything,
    ),
    rule(
        "have been doing",
        "habit",
        "i we",
        r"have (?:been )?(?P<o>(?!been|a|to|you|doing (?:great|well|good|fine|ok|okay|alright|really|"
        r"so)|waiting|thinking|meaning|trying|wondering|feeling|looking|having|dealing|there|busy|"
        r"going through|learning|studying|practi[cs]ing|getting|working on|planning|seeing|"
        r"hearing)\w+ing .*(?:since|for (?:\d+|many|"
        r"\w+) (?:years|months|weeks|decades)).*)",
        "{o}",
        0.76,
        action,
    ),
    rule(
        "have been doing",
        "habit",
        "i we",
        r"(?:have )?(?:started|got into the habit of|have begun|began|took to|"
        r"have got into) (?P<o>(?!to |feeling|caring|looking|thinking|noticing|wondering|"
        r"understanding|believing|appreciating|having|crying|getting|being|making|coming|talking|"
        r"doing|to think|to wonder|to see|to realize|realizing|seeing|off|out|my|a|the|over|with|"
        r"working|learning|taking)\w+ing .+)",
        "started-{o}",
        0.72,
        action,
    ),
)
