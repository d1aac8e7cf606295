"""The words that English signs are put together from."""

from scopes.extraction.rules.english.people import RELATIVE

__all__ = [
    "ABSTRACT",
    "AMOUNT",
    "BODY",
    "IS_SO",
    "KIN",
    "MAKING",
    "ME",
    "NOW",
    "OFTEN",
    "ORDER",
    "OWNED",
    "PRAISE",
    "STANDING",
]

ME = r"\b(?:i|we|my|our|me|us|mine)\b"
NOW = r"(?:also |still |now |currently |just |mostly |only |have |am |are |usually |always |actually )*"
KIN = rf"(?:{RELATIVE}|folks|hubby|wifey|missus|mate|kiddo|toddler|newborn|teen|in-laws)"
DAYS = (
    r"(?:day|morning|afternoon|evening|night|week|weekend|month|year|mon\w*|tues?\w*|wed\w*|thurs?\w*|fri\w*|sat\w*|"
    r"sun\w*)"
)
OFTEN = (
    rf"(?:every (?:other |single |second |few |\d+ )?{DAYS}s?|(?:most|each) {DAYS}s|(?:mon|tues|wednes|thurs|fri|"
    r"satur|sun)days|"
    r"\d+ ?(?:x|times?) (?:a|per) \w+|(?:once|twice|three times|four times) an? (?:day|week|month|year)|"
    r"night shifts?|daily|weekly|nightly|"
    r"weeknights|on weekends|on weekdays|before bed|first thing in the morning)"
)
AMOUNT = (
    r"(?:\d|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|hundred|"
    r"half an?)\b)"
)
BODY = (
    r"(?:knees?|back|hips?|shoulders?|wrists?|ankles?|eyes?|eyesight|hearing|heart|stomach|gut|lungs?|skin|teeth|"
    r"thyroid|"
    r"blood pressure|throat|hands?|feet|foot|legs?|arms?|ears?|neck)"
)
STANDING = (
    r"(?:from (?:here|now|this point|today) on(?:wards?)?|going forward|in (?:the )?future|always|ever|every ?time|"
    r"each time|"
    r"everything|everywhere|all (?:your|the) \w+|please|pls|anymore|any more|at all)"
)
ORDER = (
    r"^(?:please |pls |so |and |then )*(?:no|never|do not|stop|avoid|skip|only|always|use|keep|write|answer|reply|call|"
    r"format)\b"
)
OWNED = r"(?:an?|the|my|our|two|three|four|some|\d+) "
ABSTRACT = (
    r"(?:day|life|heart|mind|bad|god|turn|point|fault|pleasure|opinion|hero|rock|inspiration|head|brain|code|"
    r"question|essay|journey|understanding|guess|previous|planet|flight|dream|goal|experience|"
    r"time|words?|story|passion|hope|love|support|way|own|next|first|favou?rite|best|biggest|family|friends?|"
    r"community|team)"
)
PRAISE = (
    r"(?:so|very|really|too|great|good|nice|amazing|awesome|going|just|always|killing|full|over|all|the best|"
    r"everything|fine|ok|"
    r"done|up|important|not|such|been|getting|super|still|also|what|where|why|how|an? (?:great|good|bit|lot|mess|"
    r"big|huge|"
    r"true|real|constant|reminder|blast|joy|treat))"
)
MAKING = (
    r"(?:working on|building|restoring|renovating|developing|writing|designing|prototyping|coding|converting|"
    r"refurbishing|"
    r"translating|recording|knitting|sewing|filming|researching|maintaining|founding|organi[sz]ing|running)"
)
IS_SO = (
    r"(?:is|are|changes?|runs?|fires?|rotates?|expires?|moves?|starts?|ends?|closes?|opens?|takes?|uses?|lives?|"
    r"sits?|costs?|needs?|"
    r"deploys?|listens?|has|have|allows?|goes|leaves|lasts?|falls?|holds?|stays?|wants?|says|keeps?)"
)
