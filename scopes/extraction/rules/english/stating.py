"""What of an English sentence states something: without the question it ends in, requests, moods and compliments."""

import re

from scopes.extraction.rules.clause import Clause

__all__ = ["POINTS", "REQUEST", "sought", "stated"]

_ASKING = (
    r"(?:wh(?:at|ich|o|ose|om|ere|en|y)|how|is|are|am|was|were|do(?! not|n't)|does|did|can(?! ?not|'t|’t)|"
    r"could(?!n't| not)|should|shall|would|"
    r"will|any(?!thing)|anyone|"
    r"anything|anybody|has|have(?= (?:you|i|we|they|any))|may|might|must|thoughts|ideas|tips|suggestions|"
    r"recommendations|"
    r"recs|ok(?:ay)?|right|possible|normal|worth|good idea|bad idea|help|opinions|advice)(?:'s|’s)?\b"
)
_QUESTION_TAIL = re.compile(
    rf"(?is)(?P<said>.{{6,}}?)(?:\s*[,;:—–]\s*|\s+-+\s+|\s+(?=(?:so|but|and|or|then|now)\s))(?:(?:so|but|and|or|"
    r"then|now|ok|also|like|"
    rf"plus|pls|please|just wondering|any idea) )*(?:{_ASKING}|(?:[\w'-]+ ){{0,3}}[\w'-]+\?)[^;]*\?+\W*"
)
_QUESTION = re.compile(
    r"(?is)\W*(?:(?:so|but|and|or|then|now|ok|hey|hi|also|sorry|quick q\w*|pls|please|well|wait|um+|"
    rf"hmm+),? )*{_ASKING}"
)
_SURPRISE = re.compile(r"(?<![?!])(?:\?\?+|\?!|!\?)\s*$")
REQUEST = re.compile(
    r"(?i)(?:(?:please|pls|so|and|then|now|ok|just|also|maybe|but) )*(?:(?:can|could|would|will) you|write|give|"
    r"tell me|show|explain|"
    r"translate|summari[sz]e|help|find|suggest|recommend|list|create|generate|check|draft|describe|compare|define|"
    r"continue|correct|proofread|rewrite|rephrase|calculate|solve|convert|pretend|imagine|cite|send (?:sources|me)|"
    r"design|plan (?:a|an|me|my|the)|make (?:me|it|a|the|this|that)|thanks|thank|congrats|wish me|guess|look at|"
    r"check out|let me|(?:call|ring|phone|text|ping|message|e-?mail|meet|wake) me (?:up )?(?=(?:back|at|when|if|in|on|"
    r"after|before|around|by|later|tomorrow|tonight|this|next)\b)|"
    r"tips|advice|thoughts|ideas|any (?:tips|ideas|advice|thoughts)|who|what|which|where|when|why|how)\b"
)
POINTS = re.compile(r"(?i)\b(?:it|that|them|there|those|this one|that one)\b")
_SECOND_PERSON = re.compile(r"(?i)\b(?:you|your|yours|u|ur|yourself)\b")
_STANDING = re.compile(r"\b(?:always|every|everything|from (?:now|here) on|stop \w+ing|whatever|never|pls|please)\b")
_MOOD = re.compile(
    r"(?:i|we) (?:(?:am|feel|am feeling|felt|are|was|were|have been) )(?:(?:so|very|really|just|super|pretty|"
    r"kind of|kinda|a bit|"
    r"a little|too|absolutely|truly|incredibly|extremely|also|still|feeling|now) )*(?:happy|sad|glad|excited|"
    r"thrilled|proud|"
    r"grateful|thankful|lucky|blessed|sorry|sure|tired|exhausted|stressed|nervous|worried|overwhelmed|honou?red|"
    r"stoked|pumped|"
    r"okay|ok|fine|good|great|doing (?:well|great|ok|okay|fine|good|my best|all right)|ready|curious|confused|bored|"
    r"upset|angry|mad|lost|stuck|done|impressed|inspired|touched|"
    r"amazed|surprised|relieved|hopeful|optimistic|confident|motivated|determined to|looking forward|here|"
    r"off(?! every| on)|back|"
    r"late|"
    r"hungry|cold|hot|dying|crying|laughing|kidding|joking|serious|wondering|thinking|trying to say|talking|saying|"
    r"asking|"
    r"guessing|blah|glad|all ears|rooting|on the same page|open to|busy|swamped)\b"
    r"|(?:i|we) (?:(?:really|also|just|totally|so|do|still|always|never|completely|absolutely|definitely) )*(?:hope|"
    r"agree|think|"
    r"guess|know|see|understand|get it|bet|wonder|mean|appreciate|thank|believe|imagine|wish|suppose|remember|"
    r"forgot|heard|"
    r"told|said|promise|admire|relate|miss you|love (?:you|that|it|this|how|the way|your))\b"
    r"|(?:that|it|this|what)(?:'s| is| was| sounds| looks)? |sounds |looks |good luck|no worries|same here|me too"
)
_FULL = re.compile(r"[a-z][a-z'+#-]{2,}|\d")
_MOST_WORDS = 45
_PASSING = re.compile(r"\b(?:rn|brb|literally|running late|on my way|right now|gtg|after that|omw|atm lol)\b")
_TASK = re.compile(
    r"\b(?:version|columns?|option \w|typo|arrays?|error message|paragraph|"
    r"triangle|induction|\d\d\d error|404|sentence|given (?:an?|the)|understanding|guess|meant|"
    r"(?:second|first|third|last|this) one|[a-z] = \d|keep getting|realized|i swear|only human)\b"
)
_OTHERS_PAST = re.compile(
    r"(?:my|our) [\w']+(?: (?!is\b|are\b|has\b)[\w']+)? (?:just |also )?(?!raised|died|passed|moved|retired|"
    r"inherited|married|adopted|got (?:stolen|married))"
    r"(?:[a-z]{2,}ed|ate|got|had|went|was|were|did|said|made|took|came)\b"
)
_POINTED = re.compile(r"\b(?:with|about|of|into|for|to|on|at|from) (?:it|that|this|those|these|them)(?: \w+)?$")
_GERUND = re.compile(
    r"(?:[a-z]+, )?(?!morning|evening|nothing|something|during|king)[a-z]{2,}ing\b[^,;]{3,90}?\b(?:is|are|was|makes|"
    r"helps|can|feels|has|means)\b"
)
_FEELING = re.compile(
    r"\b(?:amaz\w+|awesome|inspir\w+|support\w*|journey|positiv\w+|memor(?:y|ies|able)|joy|grateful|bless\w*|"
    r"motivat\w+|dreams?|"
    r"passion\w*|growth|encourag\w+|reward\w*|empower\w*|incredibl\w+|wonderful|courage|strength|resilien\w+|happiness|"
    r"connect\w*|meaningful|proud|exciting|excited|fun|blast|cool|special|difference|challeng\w+|important|"
    r"beautiful|creativ\w+|"
    r"key|tough|silly|atmosphere|bond\w*|vibes?|energy|adventure\w*)\b"
)
_EXACT = re.compile(r"\d|(?<=[a-z,] )(?!I\b|I')[A-Z]\w+")
_PAST = re.compile(
    r"(?:i|we) (?:(?:just|also|really|even|finally|actually|recently|never|only) )*(?:(?!need|feed|breed)\w{2,}ed|"
    r"went|had|got|saw|took|made|met|felt|did|"
    r"was|were|ran|won|lost|found|gave|came|thought|knew|tried|spent|ate|drank|read|told|heard|left|began|fell|"
    r"fought|hung|"
    r"kept|sat|swam|drew|sang|wore|bought|saw|could|would)\b"
)
_LASTING = re.compile(
    r"\b(?:switched|moved|quit|stopped|deleted|dropped|ditched|uninstalled|bought|inherited|adopted|got|left me|"
    r"started|joined|care less|picked up|"
    r"born|grew|decided|agreed|chose|picked|settled|swapped|migrated|converted|relocated|gave up|signed|broke|"
    r"diagnosed|"
    r"learn(?:t|ed)|took up|hooked|used to|would (?:rather|order|pick|choose)|rescued|retired|graduated|married|"
    r"promoted)\b"
)


def stated(sentence: str) -> str:
    """The sentence without the question at its end; nothing of one that asks from its beginning."""
    if "?" not in sentence:
        return sentence
    if _QUESTION.match(sentence) is not None:
        return ""
    if _SURPRISE.search(sentence) is not None:
        return sentence.rstrip("?! ")
    found = _QUESTION_TAIL.fullmatch(sentence)
    return "" if found is None else found["said"]


def sought(clause: Clause) -> str:
    """The clause as signs are sought in it; nothing of one that asks, requests, greets or tells a mood."""
    plain = f"{clause.subject} {clause.rests[0]}" if clause.subject else clause.rests[0]
    if (
        REQUEST.match(clause.words)
        or _QUESTION.match(clause.words)
        or (_SECOND_PERSON.search(plain) and not _STANDING.search(plain))
        or _MOOD.match(plain)
        or _PASSING.search(plain)
        or _POINTED.search(plain)
        or (_TASK.search(plain) and clause.subject != "our")
        or _OTHERS_PAST.match(plain)
        or _GERUND.match(plain)
        or len(_FULL.findall(plain)) < 2
        or plain.count(" ") > _MOST_WORDS
        or (_FEELING.search(plain) and not _EXACT.search(clause.words))
        or (_PAST.match(plain) and not _LASTING.search(plain))
    ):
        return ""
    return plain
