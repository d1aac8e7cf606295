"""Decisions, projects, and what is so in a project."""

from scopes.extraction.rules.english.things import choice, thing
from scopes.extraction.rules.rule import anything, rule

THE_PROJECT = (
    r"(?:[\w-]+ ){0,2}?(?:project|app|application|repo|repository|codebase|code base|service|api|"
    r"backend|back end|frontend|front end|website|web site|site|"
    r"database|db|server|servers|cluster|deadline|release|launch|build|pipeline|ci|tests|"
    r"test suite|staging|production|prod|branch|main branch|schema|stack|tech stack|"
    r"team|standup|stand-up|sprint|sprints|roadmap|budget|client|customer|contract|invoice|report|"
    r"documentation|docs|spec|prototype|product|startup|company|"
    r"library|framework|package|module|endpoint|dashboard|login|config|configuration|port|domain|"
    r"license|version|migration|backup|backups|logs|queue|cache|cron job|kickoff|milestone|beta|"
    r"workflow|rollout|feature flag|on-call rotation|data warehouse|monorepo|ticket|bug|"
    r"payment provider|hosting|data|model|rate limit|timeout|style guide|design system|newsletter|"
    r"warehouse|printer|office|retrospective|weekly sync|meeting room|wifi|curriculum|syllabus|"
    r"manuscript|meeting|policy|shop|library)"
)
_STATES = (
    r"(?:wants?|prefers?|expects?|insists?|is|are|uses?|runs?|(?:has|have)(?= (?:an?|no|two|three|"
    r"four|five|six|\d+|only|to|moved|been (?:moved|renamed|deployed|released|postponed|"
    r"archived)) )|lives?|requires?|supports?|ships?|depends?|relies|needs?|targets?|stores?|"
    r"handles?|sits|consists?|returns?|listens|costs?|expires?|deploys?|goes out|closes|opens|"
    r"takes|must|was|were|"
    r"starts?|ends?|contains?|writes?|reads?|accepts?|talks to|connects?|falls|will be|can not|"
    r"does not|do not|no longer|exports?|imports?|logs|allows?|only|meets|happens?|covers?)"
)
_WEAK = (
    r"(?!(?:is|are|was|were|has been|have been|will be) (?:going|great|good|fun|amazing|"
    r"coming along|so|really|almost|awesome|nice|cool|incredible|wonderful|fantastic|beautiful|"
    r"hard|tough|tricky|a mess|a (?:blast|great|lot|big|huge|good|tough|nightmare|real|bit)|done|"
    r"over|looking|getting|important|very|pretty|too|not|just|super|perfect|exciting|something|my|"
    r"the best|what|where|why|how|also|like|fine|ok|okay|up|worth|about|here|there|still|kind|"
    r"always|full)\b)"
)

DECISIONS = (
    rule(
        "decision",
        "decision",
        "i we",
        r"(?:have )?(?:chose|chosen|picked|selected|settled on|settled for|landed on|committed to|"
        r"standardi[sz]ed on|am going with|are going with|went with|will go with|opted for|ruled out|"
        r"ditched|ended up (?:going with|choosing|picking)) (?P<o>(?!out|up|it|on|off|each|him|her|"
        r"me)[\w].+)",
        "decided-{o}",
        0.8,
        choice,
        ahead=True,
    ),
    rule(
        "decision",
        "decision",
        "i we",
        r"(?:have )?(?:made|made up) (?:my|our) (?:mind|minds|choice|decision)(?: up)?(?: to| about|"
        r" on|:|,)? (?P<o>.+)",
        "decided-{o}",
        0.84,
        choice,
        ahead=True,
    ),
    rule(
        "switched",
        "decision",
        "we",
        r"(?:have )?(?:switched|moved|migrated|changed|replaced) (?:\w+ )?(?:from |"
        r"over from )(?P<from>.+?) (?:to|with) (?P<o>.+)",
        "uses-{o}",
        0.86,
        thing,
        replaces="uses-{from}",
    ),
    rule(
        "fact",
        "fact",
        "we",
        r"(?:always |only |now )*(?P<o>(?:deploy|release|ship|roll out|publish|have (?:a |"
        r"our )?(?:stand-?up|retro|sprint|planning|sync)s?)\b.*)",
        "{o}",
        0.8,
        thing,
    ),
)

PROJECTS = (
    rule(
        "project",
        "project",
        "i we",
        r"(?:am|are|have been|started|have started|am currently|began|will be) (?:\w+ )?(?:working on|building|"
        r"developing|designing|prototyping|coding|writing|creating|composing|renovating|restoring|"
        r"launching|producing|directing|filming|programming|translating|researching|editing|knitting|"
        r"sewing|crocheting|painting|constructing|compiling|recording|making|rebuilding|redesigning|"
        r"rewriting|refactoring|remodeling|illustrating|curating) (?P<o>(?:a|an|my|our|the|some|two) "
        r"(?!(?:(?:new|big|cool|exciting|secret|special) )*project$|lot|note|difference|list|mistake|fool|big|effort|"
        r"point|bit|few|way|couple|same|next)[\w].+)",
        "project-{o}",
        0.8,
        thing,
    ),
    rule(
        "project",
        "project",
        "my our",
        r"(?!favorite|dream)(?:\w+ ){0,2}?(?P<k>project|thesis|dissertation|startup|side project|"
        r"novel|book|screenplay|podcast|research|paper|game|blog|album|film|documentary|"
        r"youtube channel|app|course project|capstone|hobby project|comic) (?:is|focuses on|explores|"
        r"deals with|looks at|covers) (?:called |named |about |on )?(?P<o>(?!going|coming|great|good|"
        r"so|done|finished|almost|really|out|not|a (?:mess|bit|lot|great|big|huge)|very|finally|still|"
        r"amazing|due|my|over|on my|what|the best|getting|doing|pretty)[\w].+)",
        "project-{o}",
        0.82,
        thing,
    ),
)

RULES = (
    rule(
        "uses",
        "fact",
        "we",
        r"(?:always |only |all |mostly |still |now )*(?:use|deploy|host|store|ship|release|rely on|"
        r"depend on|target|bill|sync|cache|lint|run(?= (?:on|our|the|all|everything|nightly|weekly|"
        r"a))|track(?= (?:our|all|time|bugs|issues|tasks))|keep(?= (?:our|all|the) (?:code|docs|data|"
        r"logs|backups|secrets|config))) (?P<o>(?!out|it|each|into|up|away|together|to\b)[\w].+)",
        "uses-{o}",
        0.76,
        thing,
    ),
    rule(
        "uses",
        "fact",
        "i",
        r"(?:use|rely on|code in|program in|write (?:most of )?my code in|work with) (?P<o>(?!it|that|"
        r"this|them|my (?:imagination|time)|to\b)[\w].+)",
        "uses-{o}",
        0.72,
        thing,
    ),
    rule(
        "fact",
        "fact",
        "the our",
        rf"{_WEAK}(?P<o>{THE_PROJECT}) (?:now |still |currently |always |only |also |"
        rf"usually )*(?P<p>{_WEAK}{_STATES}\b .+)",
        "{o}",
        0.78,
        anything,
    ),
)
