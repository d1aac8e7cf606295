"""Whether the words a pattern caught say enough to be remembered by themselves."""

import re

__all__ = ["action", "choice", "liked", "named", "occupation", "task", "thing"]

_DEICTIC = re.compile(
    r"(?:it|this|that|these|those|them|him|her|he|she|they|us|me|myself|you|your|yours|his|their|"
    r"its|what|how|who|when|where|why|which|whatever|"
    r"(?:an?|the) (?:\w+ )?(?:version|column|second|first|table|paragraph)\b|option \w\b|the (?:way|idea|sound|look|"
    r"fact|feeling|thought|part|one|ones|same|vibe|result|whole thing|"
    r"most|best|rest|part)|"
    r"one|ones|some|any|all|everything|anything|nothing|something|stuff|things?|more|most|a lot|"
    r"so|such|another|both|either|here|there|"
    r"much|many|to (?:help|think|say|see|hear|know|believe|be|do|have|get|go)|being here|"
    r"seeing you|hearing|talking|seeing (?:you|how|them|him|her|that)|"
    r"a (?:bit|little|lot)|every (?:bit|minute|second|moment|part))\b"
)
_SECOND_PERSON = re.compile(r"\b(?:you|your|yours|yourself|u)\b")
_ENDS_OPEN = re.compile(
    r"\b(?:it|this|that|them|him|her|there|here|so|too|one|ones|the|a|an|of|to|with|and|or|for|in|"
    r"at|on|something|anything|stuff|things?)$"
)
_VAGUE = frozenset(
    re.findall(
        r"\w+",
        """
        few couple ton tons bunch hard ok oh as up go it this that these those them him her there here one ones
        some any all everything anything nothing something stuff thing things lot bit more most much many time
        times day days way ways good great nice fun new really very so too just about with from into for and the
        a an of to in on at by or my our his their its is are was be been have has had do does did get got going
        make made take keep see know think say try start moment today tomorrow soon again back out off down over
        now then people person better best same other another already even well idea part kind sort little big
        sure able also both what how who when where will would can could should not own such every each while
        still yet ever never always between after before during since until week month year next last journey
        experience experiences chance opportunity support goals goal dream dreams difference life world
        """,
    )
)
_LINK = re.compile(r"(?:to|that|on|against|for|in favor of)\b ?(?:go (?:with|for)|use|do|be|have|get|keep|try|take)?")
_VAGUE_ACTION = re.compile(
    r"(?:say|know|ask|tell|thank|share|need|take a look|make (?:sure|it|that|a difference|"
    r"the (?:best|most))|check|help|be (?:here|there|able|honest|a part|part|clear|like|more|"
    r"better|in|on|with|sure|careful|happy|friends|okay|ok|done|back|the)|"
    r"let|think|believe|give (?:it|up|him|her|them|that|this|back)|keep|hold|give|hear|see (?:how|"
    r"what|if|it|that|where|you|them|him|her|more|the)|talk|chat|catch|do (?:it|that|this|so|more|"
    r"something|better|the|my best|what)|"
    r"try (?:it|that|this|to|my|harder|again|new|something|out|and)|go (?:ahead|back|now|on|"
    r"for it|there|home|again|out|with|to (?:sleep|bed)|through)|come|get (?:back|there|it|going|"
    r"better|some|to|this|that|out|started|into|through|my|up|ready|used|over)|have (?:it|that|"
    r"this|some|a (?:good|great|look|chat|think|break|rest|moment)|fun|to|you|more|one|them|time)|"
    r"take (?:it|that|this|care|a (?:break|look|moment|breath|nap)|some|time|my time|the time|"
    r"the things)|look|wait|stop|mention|point|add|note|remember|understand|figure|sleep|rest|"
    r"relax|"
    r"start (?:it|that|this|by|with|over|somewhere)|use (?:it|that|this|my)|put|show|bring|spread|"
    r"hope|wish|sit|stay|hug|cry|scream|laugh|vent|feel|focus|find (?:a way|out|it|that|some|time|"
    r"the|something)|"
    r"work (?:on it|it|things|hard|harder|out)|live up|continue|grow|improve|become better|"
    r"inspire|encourage|express|reach out|support|hang|spend|enjoy|explore|push|raise|prove|"
    r"reflect|reply|answer|apologi[sz]e)\b"
)
_NOT_OCCUPATIONS = re.compile(
    r"(?:(?:big|huge|bit|little|great|total|massive|real|true|firm|strong|complete|nervous|happy|"
    r"sad|lucky|mess|wreck|fan|lot|few|better|"
    r"good|bad|terrible|fast|slow|quick|different|new man|new woman|changed|kind|sort|member|part|"
    r"person|man|woman|girl|guy|boy|human|friend|"
    r"failure|winner|loser|beginner|believer|sucker|lover|idiot|fool|genius|monster|ghost|zombie|"
    r"walking|proud|whole|different|step|day|week|month|year|disaster|"
    r"witness|success|burden|sponge|tourist|guest|regular|stranger|survivor|dreamer|worrier|"
    r"reader of minds|work in progress)\b)"
)


_COMMON = re.compile(
    r"(?:sea|seaside|ocean|beach|beaches|mountains?|forest|woods|outdoors|countryside|city|"
    r"country|desert|rain|snow|sun|sunshine|cold|heat|winter|summer|autumn|fall|spring|"
    r"smell|sound|taste|colou?r|theat(?:er|re)|cinema|movies|opera|ballet|piano|violin|guitar|"
    r"cello|gym|news|internet|moon|stars|night|morning|mornings|quiet|silence|"
    r"dark|water|lake|river|park|zoo|library|beatles|stones|holidays|weekend|weekends|harry|lord|"
    r"hobbit|great|old|early|nba|nfl|arts|[a-z]+ (?:series|books?|films?|movies?|band|team)|"
    r"fifties|sixties|seventies|eighties|nineties)\b"
)
_UNCLEAR = re.compile(
    r"\b(?:it|this(?! (?:year|week|weekend|month|summer|winter|spring|autumn|fall|evening|"
    r"afternoon|morning|coming|season|term|semester|christmas|\w+day)\b)|that(?! (?:is|are|was|"
    r"were|has|have|had|can|will|would|i|we|my|the|tom|\w+s|\w+ed)\b)|these|those|them|there|here|"
    r"him|one of|other one|looks? forward|like that)\b"
)


def _is_full(text: str) -> bool:
    """Whether it holds a word that means something by itself."""
    return any(word not in _VAGUE and len(word) > 1 for word in re.findall(r"[\w'+#-]+", text)) or bool(
        re.search(r"\d", text)
    )


def thing(text: str) -> bool:
    """A noun phrase or what one does, named so that it can be understood later."""
    return (
        0 < len(text) <= 160
        and _DEICTIC.match(text) is None
        and _SECOND_PERSON.search(text) is None
        and _UNCLEAR.search(text) is None
        and _is_full(text)
        and _ENDS_OPEN.search(text) is None
    )


def action(text: str) -> bool:
    """A verb with what it is done to: more than a phrase of conversation."""
    words = text.split()
    return (
        2 <= len(words) <= 40
        and _VAGUE_ACTION.match(text) is None
        and _SECOND_PERSON.search(text) is None
        and _ENDS_OPEN.search(text) is None
        and _DEICTIC.match(text) is None
        and _UNCLEAR.search(text) is None
        and _is_full(" ".join(words[1:]))
    )


def occupation(text: str) -> bool:
    """What somebody may be by trade, calling or descent: not a mood, not a compliment."""
    return (
        len(text.split()) <= 10
        and _NOT_OCCUPATIONS.match(text) is None
        and _SECOND_PERSON.search(text) is None
        and _is_full(text)
    )


def choice(text: str) -> bool:
    """What was decided, with its subject or the verb that it begins with."""
    matter = _LINK.sub("", text)
    return task(matter) and _is_full(matter) and _DEICTIC.match(matter) is None


def task(text: str) -> bool:
    """What is to be done or what takes place, without a word that points elsewhere."""
    return (
        _SECOND_PERSON.search(text) is None
        and _UNCLEAR.search(text) is None
        and _ENDS_OPEN.search(text) is None
        and _is_full(text)
    )


def liked(text: str) -> bool:
    """A thing that may be liked for good: what is called by "the" must be of the kind that everybody knows."""
    return thing(text) and (not text.startswith("the ") or _COMMON.match(text, 4) is not None)


def named(text: str) -> bool:
    """A name of a person, place or firm: one that is written with a capital is asked for where the rule is read."""
    return 0 < len(text) <= 80 and _DEICTIC.match(text) is None and _SECOND_PERSON.search(text) is None
