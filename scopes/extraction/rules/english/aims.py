"""Goals and dreams, plans with a day, things to be done."""

from scopes.extraction.rules.english.things import action, task, thing
from scopes.extraction.rules.rule import rule

_GOING = (
    r"(?:flying|moving|travelling|traveling|going (?!to (?!the|a|an|see|visit|my|our|[A-Z]))|"
    r"meeting|visiting|starting|getting|having|leaving|taking|seeing|driving|running|hosting|"
    r"attending|"
    r"heading|throwing|performing|presenting|giving|playing|graduating|marrying|launching|opening|"
    r"joining|returning|coming back|staying|camping|hiking|"
    r"celebrating|picking up|interviewing|sitting|competing|teaching|speaking|releasing|shipping|"
    r"entering|signing|closing|retiring|adopting|spending|catching|having surgery|expecting|"
    r"renovating|racing|exhibiting|dining)"
)
AHEAD = (
    r"(?:tomorrow|tonight|next (?:\w+day|week|month|quarter|sprint|year|weekend|spring|summer|fall|autumn|winter|"
    r"january|february|march|april|may|june|july|august|september|october|november|december|"
    r"semester|term)|"
    r"this (?:weekend|week|month|year|summer|winter|spring|fall|autumn|\w+day|evening|afternoon|"
    r"coming)|(?:on|by|before|until) (?:the )?(?:\w+day|\d|january|february|march|april|may|june|"
    r"july|august|september|october|november|december|\w+teenth|\w+ieth|\w+(?:first|second|third|"
    r"th) of|christmas|new year|easter)|"
    r"in (?:a couple of|a few|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|"
    r"\d+) (?:days?|weeks?|months?|years?|hours?)|in (?:early |late |mid-?)?(?:january|february|"
    r"march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|"
    r"fall|winter|20\d\d)|"
    r"later this (?:week|month|year)|over (?:christmas|easter|the (?:weekend|summer|holidays))|"
    r"(?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\.?) \d|\d(?:st|nd|rd|th)|for christmas|"
    r"at the end of|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b(?! night fever))"
)
_APPOINTMENT = (
    r"(?:appointment|meeting|interview|exam|test|flight|reservation|booking|surgery|"
    r"operation|check-?up|wedding|concert|recital|"
    r"gig|audition|presentation|conference|trip|holiday|vacation|party|date|dinner|lunch|brunch|"
    r"call|class|lesson|game|match|race|marathon|"
    r"competition|tournament|hearing|viewing|viva|defen[cs]e|performance|show|festival|ticket|"
    r"tickets|train|shift|session|scan|visit|demo|review|retreat|workshop|reunion|graduation|"
    r"exhibition)"
)

RULES = (
    rule(
        "no longer",
        "goal",
        "i we",
        r"(?:am (?:no longer|not) (?:planning|going|hoping|aiming)|(?:no longer|do not) (?:want|plan|intend|hope)) to "
        r"(?P<o>.+?)(?: any ?(?:more|longer)| after all)?",
        "no-longer-plans-{o}",
        0.76,
        action,
        replaces="wants-{o}|plans-{o}",
    ),
    rule(
        "called off",
        "goal",
        "my our",
        r"(?P<o>[\w' -]{3,50}) (?:was|is|has been|got|will be) (?:cancel+ed|postponed|called off|"
        r"rescheduled|moved|pushed)\b.*",
        "changed-{o}",
        0.76,
        thing,
        ahead=True,
    ),
    rule(
        "goal",
        "goal",
        "my our",
        r"(?:\w+ ){0,3}?(?:goal|goals|dream|ambition|aim|target|resolution|new year's resolution|"
        r"objective|plan|bucket list|lifelong dream|wish) (?:for [\w ]+ |this [\w ]+ |"
        r"right now )?(?:is|are|has always been|includes?) (?:now |still |always )*(?:to |"
        r"for )?(?P<o>.+)",
        "goal-{o}",
        0.86,
        thing,
        ahead=True,
    ),
    rule(
        "goal",
        "goal",
        "i we",
        r"(?:am|have been) (?:\w+ )?(?:aiming|working|striving|pushing|shooting) (?:to|for|"
        r"towards?) (?P<o>.+)",
        "goal-{o}",
        0.76,
        thing,
        ahead=True,
    ),
    rule(
        "saving",
        "goal",
        "i we",
        r"(?:am|have been|have started|started) (?:\w+ )?(?:saving(?: up| money)?|training|preparing|"
        r"studying|practicing|revising|fundraising|applying|getting ready) (?:for|to) (?P<o>.+)",
        "preparing-for-{o}",
        0.82,
        thing,
        ahead=True,
    ),
    rule(
        "dream",
        "goal",
        "i we",
        r"(?:dream|have (?:always )?dreamed|have (?:always )?dreamt|am dreaming) (?:of|"
        r"about) (?P<o>\w+ing .+)",
        "dreams-of-{o}",
        0.8,
        action,
        ahead=True,
    ),
    rule(
        "plans",
        "goal",
        "i we",
        r"(?:am )?(?:plan|planning|intend|intending|aim|set out|am set|am hoping|am due|am scheduled|"
        r"am about|am determined|have plans|am preparing|have signed up|have registered|have enrolled|"
        r"signed up|registered) (?:to|on) (?P<o>.+)",
        "plans-{o}",
        0.84,
        action,
        ahead=True,
    ),
    rule(
        "plans",
        "goal",
        "i we",
        r"am (?:planning|organi[sz]ing|arranging|hosting) (?P<o>(?:a|an|my|our|the) .+)",
        "plans-{o}",
        0.8,
        thing,
        ahead=True,
    ),
    rule(
        "wants",
        "goal",
        "i we",
        r"(?:have always wanted|really want|want|am hoping|hope|would like|would love|am dying|"
        r"am eager|am keen|long|wish|am looking|am trying) to (?:one day |some ?day |eventually |"
        r"finally |really |also )*(?P<o>.+)",
        "wants-{o}",
        0.74,
        action,
        ahead=True,
    ),
    rule(
        "appointment",
        "goal",
        "i we",
        r"(?:have|have got|booked|have booked|scheduled|made|got) (?P<o>(?:a|an|my|our|another|two|"
        r"three)? ?(?:(?!picture|photo|lot|great|good|nice|it|to|from|had|been|some|"
        rf"of)[\w'-]+ ){{0,4}}?{_APPOINTMENT}\b.*?(?:{AHEAD}|coming up|with (?:my|the|a|dr)).*)",
        "{o}",
        0.84,
        task,
        ahead=True,
    ),
    rule(
        "appointment",
        "goal",
        "my our the",
        rf"(?P<o>(?:[\w'-]+ ){{0,3}}?{_APPOINTMENT}) (?:is|are|starts|leaves|departs|begins|takes off|"
        r"lands|falls|will be) (?:(?:scheduled|booked|set|planned|now|moved|on|at|for|"
        rf"from) )*{AHEAD}.*",
        "{o}",
        0.84,
        task,
        ahead=True,
    ),
    rule("going", "goal", "i we", rf"(?:am|will be|are) (?P<o>{_GOING}\b.*{AHEAD}.*)", "{o}", 0.82, task, ahead=True),
    rule(
        "leaves",
        "goal",
        "i we",
        r"(?P<o>(?:leave|fly|start|move|graduate|retire|depart|get married|finish) (?=(?:for|to|on|in|at|"
        rf"next|my|tomorrow|out|the|this|from|work|school|a) ).*?{AHEAD}.*)",
        "{o}",
        0.8,
        task,
        ahead=True,
    ),
)
