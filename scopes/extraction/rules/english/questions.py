"""English questions, by the kind of thing that they ask for."""

import re

from scopes.extraction.rules.questions import Questions

__all__ = ["QUESTIONS"]

_SIGNS = (
    ("preference", r"^\W*[\w ]{2,20} or [\w ]{2,20}\?$"),
    ("constraint", r"\b(?:what time works|when are you free|how many (?:people|of you))\b"),
    ("possession", r"\b(?:pets?|cats?|dogs?)\b|\b(?:do you|you) (?:own|drive|have an? (?!minute|moment|plan|idea|"
    r"favou?rite|good|second))\w*"
    r"|what (?:car|bike|phone|laptop|camera|guitar|computer|console)|\bgot an? (?:car|bike|pet|printer)"),
    ("constraint", r"\b(?:allerg\w+|dietary|diet|restrictions?|intoleran\w+|can'?t (?:you )?eat|budget|limit|"
    r"deadline|avoid|off limits|how many days)\b|anything (?:else )?i should (?:know|avoid|keep)|"
    r"\banything you (?:don'?t|can'?t)"),
    ("relation", r"\b(?:baby|kid|child|son|daughter|wife|husband|partner|brother|sister|siblings?|mum|mom|dad|"
    r"parents|girlfriend|boyfriend|boss)\b(?:'s|s)?\b.*"
    r"(?:name|called|do\b|live|old)|\b(?:any|have) (?:kids|children|siblings)|\bare you (?:married|single)|"
    r"who do you live with"),
    ("profile", r"what(?:'s| is| should i| do (?:people|they|i)) (?:your (?:full |last |first )?name|call you)|"
    r"what do (?:you|u) do\b|your (?:job|profession|age|birthday|height|blood type|pronouns|native|"
    r"first language)|how old are you|when(?:'s| is| were) (?:your birthday|you born)|"
    r"what (?:languages?) do you|what (?:do|did) you study|where do you work|still at the|are you (?:a |"
    r"an )?(?:student|working|retired|left-handed)"),
    ("place", r"\bwhere (?:do|are|were|did) (?:you|u|ya)\b.*(?:live|from|based|writing|grow|born|moving|move|"
    r"staying|these days|located|at\b)|\bwhere(?:'s| is) (?:home|your (?:office|flat|house))|how(?:'s|"
    r" is) (?:the |your )?(?:new )?(?:place|flat|house|apartment|city)\b|(?:what|which) (?:city|town|country|"
    r"timezone|time zone)|\bwhere (?:you|u) (?:at|from)|^where(?:abouts)?(?: now| exactly| to)?$"),
    ("preference", r"\b(?:favou?rite|prefer|your (?:usual|poison|go-to|order|drink|type)|rather|how do (?:you|"
    r"u) (?:like|take)|do you like|tea or coffee|coffee or tea|which do you like|^\W*[\w ]{2,20} or [\w ]{2,20}\?|"
    r"what kind of (?:music|food|films?|movies?|books?) do|what do you (?:like|drink|eat|listen))\b"),
    ("interest", r"\b(?:hobb(?:y|ies)|free time|spare time|for fun|instruments?|sports?|into (?:these days|lately)|"
    r"what do you play|been learning|are you (?:reading|watching|playing)|reading (?:these days|now|lately|"
    r"right now))\b"),
    ("project", r"\bwork(?:ing)? on\b|\byour (?:project|thesis|startup|side project)|what are you (?:building|"
    r"making|writing)"),
    ("habit", r"\bhow often\b|\b(?:work out|exercise|train)\b|\bwhat time do you\b|\bwhen do you (?:usually|"
    r"normally|wake|get up|go to bed|train|"
    r"eat)|\bhow do you (?:get to|commute)|\byour routine|\bhow (?:many|much) .* (?:a|per) (?:day|week)|"
    r"\bevery (?:day|week)"),
    ("decision", r"\b(?:verdict|decid\w+|which (?:one|vendor|option|library|framework)s? (?:do|did|are|shall|"
    r"should) we|do we|did we|are we|so we|final call|go with)\b"),
    ("todo", r"\bwho(?:'s| is| will| can| wants to)(?: be| going to)? (?:tak\w+|do\w*|handl\w+|call\w*|send\w*|"
    r"book\w*|bring\w*|own\w*|present\w*|writ\w+)|what(?:'s| is) left|anything left to do"),
    ("goal", r"\b(?:what(?:'s| are| is) (?:your|the|you) (?:plan|plans|goal|goals|up to)|any plans|plans for|"
    r"^(?:so |and |ok |oh |hey )*when (?:is|are|'s|do you|does)|what time is|when(?:'s)? (?:your|the)|"
    r"what are you saving|training for|moving to|what(?:'s| is) next for|where are you (?:going|off|"
    r"flying))"),
    ("fact", r"\b(?:what|which|where)(?:'s| is| are| does| do)? .*\b(?:framework|language|database|db|version|port|"
    r"branch|repo|server|cluster|stack|frontend|backend|api|hosting|provider|format|style|password policy|"
    r"wifi|office|room|school|team|company|license|os|distro|editor|bank|plan)\b|\bwho (?:owns|maintains|"
    r"runs|leads|reviews|approves)\b"),
)  # fmt: skip

QUESTIONS = Questions(
    sentence=re.compile(
        r"(?s)(?:^|[.!?…]\s+|\n)(?P<o>[^.!?\n]{4,120}\?|(?i:what|where|who|which|how|when|any|"
        r"do you|are you|have you|got)\b[^.!?\n]{4,90}?)[^\w]*(?:lol|haha\w*)?\W*$"
    ),
    kinds=tuple((kind, re.compile(f"(?i){sign}")) for kind, sign in _SIGNS),
    passed=re.compile(
        r"(?i)^(?:(?:so|and|ok|hey|well),? )*(?:did|have you considered|have you thought|was|were|have you ever|had|"
        r"should|shall|can|could|may|want me|would you like me|"
        r"(?:does|do|is|are|has|have|will) (?:that|this|these|those|she|he|they))\b"
        r"|\b(?:used to|growing up|childhood|as a kid|did you|was your|were you)\b(?!.*\b(?:born|grow)\b)"
    ),
    whole=re.compile(
        r"(?i)\W*(?:(?:yeah|yes|yep|well|oh|so|and|actually|honestly|yup),? )*(?:they|he|she|it|that|this|there|"
        r"you)\b(?!,)"
        r"|(?:no|nope|nah|none|never|not)\b(?:\W+\S+){0,6}\W*$|.*\b(?:i|i'm|i've|we|my|our)\b(?!,)"
    ),
    empty=re.compile(
        r"(?i)\W*(?:(?:yes|yeah|yep|yup|no|nope|nah|not|sure|ok|okay|fine|good|great|thanks|maybe|dunno|hm+|uh|um|"
        r"lol|haha\w*|well|why|"
        r"what|who|rather not|i(?:'d| would) rather not|i(?:'m| am) not sure|not sure|no idea|never mind|none of|"
        r"that'?s|it'?s|depends|"
        r"i don'?t know|i do|i am|i did|of course|definitely|absolutely|totally|nothing(?: much| really)?|"
        r"not (?:really|now|yet|much|that)|"
        r"tell me|ask me|guess|you know|same|me too|idk|none|really|wait|sorry|cool|right|exactly|nice|wow|aww?|oh|"
        r"ah|hey|hi|say|much|too|"
        r"all|bad|so|so far|i|think|guess|pass|next|question|later|now|as an ai|for sure|pfft|woohoo|sounds|sure thing|"
        r"whatever|works|"
        r"none of your business|secret|joking|kidding|idc)\b[\s,.!?…:;'’-]*)+"
    ),
)
