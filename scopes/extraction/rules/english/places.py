"""Where somebody lives, lived, works, comes from."""

from scopes.extraction.rules.english.things import thing
from scopes.extraction.rules.rule import rule

_WHERE = (
    r"(?P<o>(?!(?:the (?:moment|past|present|same|middle|future|now|dark)|this|that|my (?:head|"
    r"own|pajamas|mind)|fear|peace|a (?:bubble|world|way|dream|society)|harmony|constant|luxury|"
    r"misery|chaos|hope|your|which|it|there)\b)[\w].+)"
)
_HOUSING = (
    r"house|flat|apartment|village|town|city|suburb|suburbs|countryside|dorm|dormitory|studio|room|street|"
    r"area|neighborhood|cabin|farm|building|cottage|condo|bungalow|district|mountains|coast|"
    r"seaside|beach|desert|trailer|houseboat|basement|attic|north|south|east|west|outskirts|"
    r"county|state|country|island|borough|campus|"
    r"hostel|shelter|province|river|lake|park|station|downtown|center|centre|capital|valley"
)
_LIVING = (
    r"(?:live|am living|have been living|have lived|reside|am based|am staying|am located|"
    r"rent a (?!car|van|bike|boat|scooter|truck)\w+|"
    r"have a (?:place|flat|house|apartment)) (?:(?:here|there|right|alone|together|just|now|currently|happily|out|up|"
    r"down|over|with (?:my |our )?[\w-]+(?: (?!in |at |on |near |by )[\w-]+){0,4}|"
    r"a few \w+|full-time|part-time) )*(?:in|at|on|near|by|outside|above|next to|"
    r"across from|close to|just off|between|north of|south of|east of|west of|off)"
)

RULES = (
    rule(
        "moved",
        "place",
        "i we",
        r"(?:(?:have )?(?:just |recently )?(?:moved|relocated|emigrated|immigrated|settled)|am settled) "
        rf"(?:(?:here|back|out|down|up) )?(?:from .+? )?(?:in|to|into) {_WHERE}",
        "home",
        0.88,
        thing,
    ),
    rule(
        "lived",
        "place",
        "i we",
        r"(?:used to live|lived|have lived|was living|were living|spent (?:\w+ )*(?:years|months|"
        r"summers|a year) (?:living |working |studying )?)(?: for [\w ]+?)? ?(?:in|at|on|"
        rf"near) {_WHERE}",
        "lived-in-{o}",
        0.8,
        thing,
    ),
    rule(
        "no longer",
        "place",
        "i we",
        r"(?:no longer work|do not work|stopped working|quit working) (?:in|at|for|"
        r"with) (?P<o>.+?)(?: any ?more| any longer)?",
        "no-longer-works-at-{o}",
        0.84,
        thing,
        replaces="workplace",
    ),
    rule(
        "lives",
        "place",
        "i we",
        rf"{_LIVING} (?P<o>(?:.*\b(?:{_HOUSING})\b.*))",
        "home",
        0.88,
        thing,
    ),
    rule(
        "lives",
        "place",
        "i we",
        rf"{_LIVING} {_WHERE}",
        "home",
        0.88,
        thing,
        proper="o",
    ),
    rule(
        "origin",
        "place",
        "i",
        r"(?:grew up|was raised|was born|was brought up|was born and raised|"
        r"spent my childhood) (?:\w+ )?(?:in|on|near|outside|by) (?P<o>(?!a (?:bubble|rush)|"
        r"the (?:middle|same|eighties|nineties|seventies|sixties|fifties|church)|\d|an era|love|fear|"
        r"poverty|january|february|march|april|may|june|july|august|september|october|november|"
        r"december)[\w].+)",
        "from",
        0.84,
        thing,
    ),
    rule("origin", "place", "i", r"(?:come|hail|am originally|am) from (?P<o>.+)", "from", 0.84, thing, proper="o"),
    rule(
        "field",
        "profile",
        "i",
        r"(?:work|am working|have worked|have been working) (?:\w+ )?in (?P<o>(?:marketing|sales|"
        r"finance|it|tech|retail|logistics|healthcare|education|insurance|banking|advertising|"
        r"hospitality|construction|publishing|hr|human resources|accounting|law|real estate|security|"
        r"research|manufacturing|tourism|consulting|data science|customer service|public relations|"
        r"agriculture|film|television|the film industry|the music industry)\b.*)",
        "job",
        0.86,
    ),
    rule(
        "works",
        "place",
        "i",
        r"(?:work|am working|have worked|have been working|am employed|intern|am interning|volunteer|"
        r"teach|(?:have )?(?:have|got|found|landed|took|started|accepted) an? (?:\w+ )?"
        r"(?:job|position|role)|started (?:working )?|am based) (?:\w+ )?(?:at|for|"
        r"in) (?P<o>(?!(?:the (?:moment|same|morning|evening|afternoon|weekend)|night|home and|it|"
        r"least|this|that|my own|your|a team|teams|pairs|shifts|silence|progress|an? \w+ environment|"
        r"\d+|hours|years|months|a living|myself|free|now|weeks|days|all)\b)[\w].+)",
        "workplace",
        0.82,
        thing,
    ),
    rule(
        "sited",
        "place",
        "my our",
        r"(?P<k>(?:\w+ )?(?:hometown|home town|office|house|apartment|flat|home|studio|workshop|shop|"
        r"store|school|university|company|birthplace|cabin|gym|work|workplace|headquarters|family|"
        r"parents|new place|place|farm|cottage)) (?:is|are|lies|sits|live|lives) (?:\w+ )?(?:in|at|"
        r"near|on|by|from|located in|based in|next to|close to|called|outside|above) (?P<o>.+)",
        "{k}",
        0.84,
        thing,
    ),
    rule("sited", "place", "my our", r"(?P<k>hometown|home town|birthplace) is (?P<o>.+)", "from", 0.86),
)
