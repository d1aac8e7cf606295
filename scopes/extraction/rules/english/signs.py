"""Signs of a memory that may stand anywhere in a clause: what is tried where no rule knows the whole of it."""

from scopes.extraction.rules.english.aims import AHEAD
from scopes.extraction.rules.english.belongings import PET
from scopes.extraction.rules.english.sign_words import (
    ABSTRACT,
    AMOUNT,
    BODY,
    IS_SO,
    KIN,
    MAKING,
    ME,
    NOW,
    OFTEN,
    ORDER,
    OWNED,
    PRAISE,
    STANDING,
)
from scopes.extraction.rules.english.trades import TRADE
from scopes.extraction.rules.english.work import THE_PROJECT
from scopes.extraction.rules.rule import WEAK, Sign, sign

__all__ = ["NOTE", "SIGNS"]

_WEAK = (
    r"^(?!i |thank|love|wow)\S+(?: \S+){1,} my \w+|"
    r"\b(?:my|our) (?!\w+'s \w+(?: (?:got|had|is|was|has|just)|'s)|code|questions?|head|brain|script|essay|function|"
    r"homework|sentence|draft|point|mind|god|life|day\b)[\w'-]+(?: \S+){2}|"
    r"(?: \S+)+ (?!kill|trust|help|excuse|tell|blame|fight|believe|let|give|new|old|show|remind|forgive|"
    r"ask)\S+ me\b|^(?!\d|an? |the (?:new|latest|bus|train|weather|movie|price|game)|"
    r"\S+ (?:has|have|had|boils|won|scored|earned|is the|was|were|leaves|freezes|costs)\b)"
    r"\S+(?: \S+){2,} .*\d(?!.*\b(?:people|mph|degrees|celsius|late)\b)|\b(?:i|we) (?!will|can|could|would|should|"
    r"might|may|shall|want|need|have (?:no|to|not|a (?:question|problem|doubt|feeling|headache|bug))|"
    r"am (?:going|in the|starting|just|about|sure|not|at|here|back|off)|are (?:going|just)|do not (?:know|think|"
    r"want|get|even|mind|"
    r"care|see|have any|understand)|got (?:it|this|that)|had|was|were|did|guess)[a-z]+(?: \S+){3}"
)

SIGNS: tuple[Sign, ...] = (
    sign(
        "health",
        "constraint",
        r"(?:allerg(?:y|ic|ies)|intoleran\w+|co?eliac|diabet\w+|epi-?pen|anaphyla\w+|"
        r"wheelchair|hard of hearing|colou?r-?blind|dyslexi\w+|pacemaker|insulin|chemo\w*|dialysis|hearing aids?|"
        r"prosthe\w+|vegan|vegetarian|halal|kosher|pescatarian|teetotal|alcoholic)\b|^(?:allergies|meds|diet)\b",
        0.74,
        near=rf"{ME}|^(?:allerg|lactose|gluten|meds|diet|vegan|no )|{KIN}",
    ),
    sign(
        "reaction",
        "constraint",
        rf"\b(?:makes?|gives?|turns?) (?:me|my {BODY}) (?:swell|itch|sick|ill|throw up|break out|bloated|hives|"
        r"migraines?|"
        rf"an? (?:rash|headache|migraine)|puke|sneeze|nauseous|dizzy|burn)|\bmy {BODY} (?:swells?|itch\w*|closes?)\b|"
        r"\b(?:i|we) get (?:(?:sea|car|motion|air) ?sick|(?:hives|a rash|sick|migraines|dizzy) (?:if|when|from))\b",
        0.74,
    ),
    sign(
        "body",
        "profile",
        rf"\bmy (?:\w+ )?{BODY}(?:'s| is| are| has| have) .*\b(?:bad|awful|terrible|weak|broken|surgery|operation|"
        r"replaced|"
        rf"minus|blind|deaf|since|acts? up|hurts?)\b|\bbroke my\b|\bmy (?:left|right|bad) {BODY}\b",
        0.68,
    ),
    sign(
        "forbidden",
        "constraint",
        r"\b(?:my|our|the) [\w' -]{2,30} (?:does not|do not|will not) (?:allow|let|permit)\b"
        r"|\b(?:i am|we are|is|are) not (?:allowed|permitted)\b|\bstrictly no\b|\boff limits\b",
        0.74,
    ),
    sign(
        "limit",
        "constraint",
        rf"(?:keep|stay|budget|spend|max|cost|price|{ME}).*\b(?:no more than|at most|under|below|max(?:imum)?|"
        r"up to|less than|"
        rf"not over|tops)\b.{{0,14}}{AMOUNT}|{AMOUNT}.{{0,14}}\b(?:max|tops|at most|limit)\b",
        0.7,
    ),
    sign("order", "constraint", rf"{ORDER} .*\b{STANDING}\b", 0.66, addressed=True),
    sign(
        "order",
        "constraint",
        r"\byou (?:could |can |would )?(?:please )?stop \w+ing\b|^(?:so |and )?(?:max|at most) \d|"
        r"^[a-z][\w -]{2,24} (?:only|everything)\b(?:,|$| please| pls)|^(?:so |and )?(?:go easy on|larger font|"
        r"step-free|"
        r"day first)\b"
        r"|^(?:please )?(?:keep|make) (?:the |your |all )?(?:answers?|repl(?:y|ies)|responses?|things|messages|"
        r"explanations)\b"
        r"|^(?:so )?no [\w' -]+ (?:please|pls|in (?:the|my|any|your) \w+)",
        0.66,
        addressed=True,
    ),
    sign(
        "likes",
        "preference",
        r"\b(?:i|we) .{0,30}\b(?:soft spot for|fans? of|obsessed with|addicted to|crazy about|sick of|fed up with|"
        r"partial to|"
        r"sworn off|sucker for|scared of|afraid of|terrified of|live on|swear by|can not resist|prefer|come around to|"
        r"converted to|would (?:rather(?! not)|order|pick|choose)|am (?:more of )?an? [\w-]+ person|"
        r"can not (?:stand(?! up|"
        r" straight| there| here| still| by)|bear|do (?!it|this|that|any|much|more)[a-z]+|live without|"
        r"deal with|do without))\b|\b(?:will take .+ any ?day|any day of the week|nothing beats|bores? me|"
        r"freaks? me out|"
        r"drives? me (?:mad|nuts|crazy|up)|gets? on my nerves|(?:is|are) (?:just )?not (?:for me|my (?:thing|style|"
        r"cup of tea))"
        r"|(?:is|are) my (?:\w+ )?(?:go-to|favou?rites?|thing|jam|comfort \w+|guilty pleasure|happy place|nemesis)"
        r"|my (?:all-?time )?(?:go-to|poison|comfort food|guilty pleasure)\b|hot take|hard pass|no from me|"
        r"deal-?breaker|stress(?:es)? me|do not get along|not care less|get enough of|my weakness is|"
        r"the only [a-z]+ i [a-z]+ is|unpopular opinion)",
        0.7,
    ),
    sign(
        "temper",
        "profile",
        r"\b(?:morning|night|dog|cat|coffee|tea|people|beach|mountain|city|country|train|window|outdoor|"
        r"indoor) person\b"
        r"|\bnight owl|\bearly (?:bird|riser)|\bintrovert|\bextrovert|\bhomebody",
        0.72,
    ),
    sign(
        "supports",
        "preference",
        r"\b(?:lifelong|long-?time|die-?hard) [\w' -]{2,30}(?:supporter|fan|user|reader|listener|vegetarian|vegan)\b"
        r"|\buser since\b",
        0.72,
    ),
    sign(
        "into",
        "interest",
        r"(?:(?:really|super|too|weirdly|big|deep|way|gotten|been|so|quite|heavily) into "
        r"(?!an? |the |it\b|this|that)|rabbit hole|deep in(?:to)?|fascinat\w+ (?:by|me)|hooked on|taken up|took up|"
        r"am learning "
        r"(?!a |so|more|how|that)|learn(?:t|ed) (?:to )?(?!a |so|more|how|that|about|from|to)|dabbl\w+|tinker\w*|"
        r"nerd(?:ing|ed)"
        r"|geek(?:ing|ed)|hobby|hobbies|side hustle|obsession|over the moon about)\b|\brabbit hole\b|what(?:'s|"
        r" is) fascinating me",
        0.68,
        near=ME,
    ),
    sign(
        "ended",
        "habit",
        r"(?:any ?more|no longer|stopped \w+ing|quit \w+ing|gave up \w+|given up \w+)\b"
        r"|^(?:i am )?not [\w' ]+ any ?more\b|\b(?:smoke|alcohol|sugar|drug|caffeine)-free (?:for|since)\b|"
        r"\bsober (?:for|since)\b",
        0.68,
        near=r"\b(?:i|we)\b",
    ),
    sign(
        "switched",
        "preference",
        r"\b(?:i|we) .{0,20}(?:switched|swapped|migrated|converted|changed over|went back)\b.{0,40}\b(?:to|for|from)\b"
        r"|\bi (?:finally |just |have |recently )*(?:deleted|uninstalled|ditched|unsubscribed|got rid of|"
        r"quit (?!on))\b",
        0.7,
    ),
    sign(
        "home",
        "place",
        rf"\b(?:i|we) {NOW}(?:live|living|reside|back|moving|moved|relocating|relocated|settled|based|grew up|"
        r"was born|"
        r"were born|"
        r"come from|from|originally|stuck|renting|rent|work from|between) (?:here |back |out |over )?(?:in|of|to|at|"
        r"near|from|off|on|"
        r"outside|with|[a-z]+ and|an?) .+|\bnow (?:i am|we are|we am) in [a-z]+|\bi am (?:based|currently) in .+"
        r"|\b(?:i|we) (?:live (?:alone|abroad|on my own)|work (?:from home|remotely|nights|night shifts|part-time))\b",
        0.7,
    ),
    sign(
        "plan",
        "goal",
        r"\bi (?:am|have been) (?:\w+ )?(?:trying|hoping|dreaming|planning|saving|training|aiming|studying|"
        r"applying) (?:to|"
        r"for|up)\b "
        r"(?!be |help|say|stay|figure|understand|see|get (?:used|back|better|through|it)|find|keep|make|do |stay)\w+.+"
        r"|\bi am dreaming of .+|\b(?:i|we) (?:am|are) (?:going|about) to (?:learn|study|move|travel|apply|adopt|"
        r"retire|marry|become|train|build|buy an?) .+|\bmy (?:goal|dream|target|plan|ambition) (?:is|for)\b.+|"
        r"\btarget is\b|\bthis is the year\b",
        0.66,
        ahead=True,
    ),
    sign(
        "errand",
        "todo",
        r"\b(?:i|we) (?:still |really |also )*(?:need|have|have got|got|ought|am supposed|must) (?:to )?(?:sort|"
        r"book|call|buy|"
        r"send|fix|pay|renew|finish|write|submit|email|pick|return|file|register|cancel|clean|print|order|pack|replace|"
        r"schedule|ask|apply)\b.+|\b(?:to-?do|todos?)\b.*:"
        r"|\bi will (?:send|call|email|write|bring|fix|book|buy|order|pay|ship|draft|prepare|update|push|review)\b .+",
        0.68,
        ahead=True,
    ),
    sign(
        "kin",
        "relation",
        rf"(?<!of )\b(?:my|our) (?!friends\b|.*\b(?:played|seen|done|read|love|loved) it\b)(?!\w+'s (?:\w+'s|{KIN}|"
        rf"{PET}))(?:[\w-]+ )?{KIN}(?: [a-z]+)?(?:'s(?! ok| fine|"
        r" great| so)|,(?! and| but| so)| is| are| has|"
        r" have| turns| lives| works| uses| can| does|"
        r" do| left| died| got| hates?| loves?| eats?| runs?| takes?| plays?| lost| just| who| starts?| wants?|"
        r" keeps?| was"
        r" (?:born|diagnosed|promoted)| were born) .+|\b(?:mine|he|she|they) (?:is|are) (?:called|named)\b|\b(?:his|"
        r"her|their) name is [a-z]+"
        rf"|\bmy (?:twin|ex|best mate|best friend)\b,? .+|^(?:the )?{KIN}(?:'s| is| are) (?:called|named|allergic|"
        r"diabetic|"
        r"\d|vegan|vegetarian|deaf|blind)\b|\bthere (?:is|are) \w+ of us\b|^(?:the )?(?:best (?:friend|mate)\b.*,|"
        r"twins|kids|wife|husband|hubby|gran|grandma|dad|mom|mum)(?:'s| is| are| turns?| have| has) .+",
        0.68,
    ),
    sign(
        "pet",
        "possession",
        rf"^(?:the )?{PET}(?: \([^)]*\))?(?:'s| is| has| needs| eats| hates| keeps| \(|,) .+|"
        rf"\b(?:i|we) {NOW}(?:have|got(?! to)|adopted|rescued|foster\w*|own|raise|keep|breed)\b.*\b{PET}\b"
        rf"|\b(?:my|our) (?:[\w-]+ )?{PET}(?:'s|,| is| are| has| just| keeps| eats| hates| loves| needs| sleeps| won|"
        r" [a-z]+ (?:is|has|eats|hates|loves|keeps)) .+",
        0.68,
    ),
    sign(
        "owns",
        "possession",
        rf"\b(?:i|we) {NOW}(?:own|drive|ride|carry|inherited|bought|down to|play on|shoot with|cycle on|type on|"
        r"use|run on) "
        rf"{OWNED}.*|\b(?:is|are) mine\b|\bleft me (?:an?|the|his|her|their|\d+|two|three) .+|\b(?:i|"
        rf"we) {NOW}(?:have|got|keep|"
        r"picked up) "
        r"(?:an?|the|two|three|my|\d+) (?:[\w-]+ )?(?:old|new|used|vintage|second-?hand|beat up|rusty|spare|\d{4}|"
        r"tiny|cheap) .+",
        0.66,
    ),
    sign(
        "of mine",
        "possession",
        rf"\bmy (?!{ABSTRACT}\b)(?:[\w-]+ ){{1,3}}(?:is|runs|uses|got stolen|broke|crashed) (?!{PRAISE}\b)\w+.*",
        0.62,
    ),
    sign(
        "trade",
        "profile",
        r"^(?!.*\b(?:is|are)\b)(?:i am )?(?:now |also |currently |"
        rf"just )?(?:an? )?(?:[\w-]+ ){{0,2}}?(?:{TRADE})(?:,? (?:at|in|on|for|"
        r"by|here|"
        rf"myself|from|since|of)\b.*)?$|^[\w' ]{{2,24}}, \d\d?, .*|\bi (?:am |was )?(?:work|working|start|starting|"
        r"freelanc\w+|"
        r"trained|training|moonlight\w*|volunteer\w*) (?:.{0,30} )?as an? .+|\bi (?:am )?(?:freelanc\w+|"
        r"self-employed|between jobs|"
        r"on (?:disability|parental leave|maternity leave|paternity leave)|retired|unemployed)\b",
        0.66,
    ),
    sign(
        "self",
        "profile",
        r"\bi am (?:\d|(?:half|originally|officially|legally) [a-z]+|(?:about|around|nearly|almost) \d|"
        r"[a-z]+, \d+)[\w' ,-]*"
        r"|\bi (?:have been|am) (?:\w+ )?(?:blind|deaf|dyslexic|autistic|adhd|pregnant|married|single|divorced|widowed|"
        r"engaged|trans|gay|bilingual)\b|\bmy (?:pronouns|mother tongue|native language|blood type|shoe size|"
        r"birthday|nickname|username|major|degree) .*|\bcalls? me [a-z]+$"
        r"|^(?!.*\b(?:is|are|am|anyone|nothing|someone|new|right|over|down|out)\b)(?:an? )?[\w' -]{3,30} here(?:,|$|"
        r" so)|\bpronouns (?:are )?\w+/\w+|\bi (?:make|earn|weigh|measure|pay) .{0,12}\d.*|\bi speak .+"
        r"|\b(?:citizen(?:ship)?|green card|permanent residen\w+)\b.*|\bspelled [a-z]+"
        r"|\b(?:it is|my name is|name is|call me) [a-z]+,? (?:not|with)\b",
        0.66,
    ),
    sign(
        "project",
        "project",
        rf"\b(?:i|we) (?:\w+ )?(?:am|are|have been|started) (?:\w+ )?{MAKING} (?:an?|my|our|the) .+"
        r"|\bmy (?:thesis|dissertation|novel|startup|side project|podcast|band|newsletter|zine|blog|channel) .+",
        0.68,
    ),
    sign(
        "decided",
        "decision",
        r"\b(?:decided (?:to|on|against|that)|settled on|(?:i|we) (?:pick|picked|choose|chose)|went with|(?:let us|"
        r"we are|"
        r"we am|i am) "
        r"(?:going|sticking) with|let(?:'s| us| is) (?:go|stick) with|dropped support|not using|moves? to|pushed to|"
        r"slips? to|stays? at|"
        r"becomes|renamed? to|verdict is|final answer is|agreed (?:on|to|that)|signed off on|ruled out)\b .+",
        0.66,
        ahead=True,
    ),
    sign(
        "owner",
        "fact",
        r"\b[a-z]+ (?:owns|is responsible for|is in charge of|handles|leads|maintains) (?!it\b|me|my|us)\w+.*"
        r"|\bis (?:owned|maintained|handled|led) by .+",
        0.66,
    ),
    sign(
        "coming",
        "goal",
        rf"\b(?:i am|we are|we am|i will|we will|i start|i have|we have|i fly|i leave|my|our) .*\b{AHEAD}"
        r"|\b(?:turns \d+|due|deadline|launch\w*|closed?|expires?|interview|exam|flight|wedding|surgery|"
        rf"appointment)\b.{{0,30}}{AHEAD}",
        0.66,
        ahead=True,
    ),
    sign(
        "so it is",
        "fact",
        r"\b(?:the|our) (?!new |latest |average |whole |bus|train|traffic|weather|world|movie|film|game|capital|"
        rf"population|price)(?:[\w'-]+ ){{1,4}}{IS_SO} .*(?:{AMOUNT}|:\d\d|\bport\b|\b(?:mon|tues|wednes|thurs|"
        r"fri|satur|sun)days?\b)"
        rf"|^{THE_PROJECT} {IS_SO} (?!{PRAISE}\b).*(?:{AMOUNT}|needed|only|required|protected)|\b(?:our|the|"
        rf"this) {THE_PROJECT} {IS_SO} (?!{PRAISE}\b).+"
        rf"|\bour (?!{ABSTRACT}\b)(?:[\w'-]+ ){{1,3}}(?:is|are|uses?|runs?|only|closes?|opens?|"
        rf"starts?) (?!{PRAISE}\b)\w+.*"
        r"|\b(?:the|our) (?:[\w'-]+ ){1,3}(?:lives?|sits?|is (?:stored|kept|hosted|located|deployed)|runs?|"
        r"belongs?) (?:in|on|at|under|"
        r"behind|with|to) .+|\b(?:rent|mortgage|salary|insurance|tuition)(?:'s| is)? .{0,12}\d.*",
        0.64,
    ),
    sign("often", "habit", rf"{OFTEN}\b", 0.66, near=ME),
    sign(WEAK, "fact", _WEAK, 0.62, addressed=True),
)
NOTE = (
    r"(?i)(?!.*\bfor you\b)\b(?:write (?:that|this|it) down|note (?:to self|that|this)|for later:|for future reference|"
    r"don'?t let me (?:lose|forget)|"
    r"before i forget|park (?:it|this|that) somewhere|remember (?:this|that) for|jot (?:this|that|it) down|future me|"
    r"save (?:this|that) for|keep (?:this|that) for)\b|\bnote:|\bfor later:"
)
