"""English sentences as clauses: who is spoken of, and what is said, with contractions written out."""

import re
from collections.abc import Iterator

from scopes.extraction.rules.clause import Clause
from scopes.extraction.rules.english.elliptic import restored

__all__ = ["clauses", "gist", "slug", "spelled_out"]

_SUBJECT = (
    r"(?:i|we|my|our|you|your|he|she|it|they|his|her|their|there|that|this|these|those|the|who|"
    r"what|how|let's|please)"
    r"(?:'\w+)?\b"
)
_CONJUNCTION = (
    r"(?:and|but|so|because|since|cause|cuz|though|although|plus|while|then|which is why|"
    r"that's why|or|yet)"
)
_SPLIT = re.compile(
    r"(?<!todo)(?<!to-do)(?<!item)(?<!reminder)(?<!task)(?<!self)(?<!decision)(?<!note)"
    r"(?<!fyi)[;:—–]+\s+|\s-{1,2}\s+|(?<=[a-z])-{1,2}\s+(?=(?:i|we|my|our)\b)|"
    rf",\s+(?:(?:{_CONJUNCTION}\s+)*(?={_SUBJECT})|(?={_CONJUNCTION}\s+(?:now|also|never|always|"
    r"decided|moved|work|live)\b))|"
    rf"\s{_CONJUNCTION}\s+(?=(?:now )?(?:i|we|my|our)\b)|"
    r",\s+(?=(?:got|been|moved|bought|started|switched|quit|can't|don't|never|prefer|"
    r"love(?! and\b|,)|hate(?! and\b|,)|need to|have to|also|"
    r"currently|now|still|going|mostly|just|no|not|make|left|born|usually)\b)|"
    r"\s(?=im\b)|,\s+so\s+|\s+so\s+(?=(?:no|please|pls|larger|only|keep|go easy|skip|use|don't|"
    r"never)\b)",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"\W*(?:todos?|to-?do|notes?|fyi|decision|action items?|reminder|allerg\w+|meds|diet|budget)\b[^:]{0,40}",
    re.IGNORECASE,
)
_LEAD_WORDS = (
    r"(?:every|each|on|in|at|for|after|before|since|until|by|during|these|this|next|last|tomorrow|"
    r"today|tonight|yesterday|"
    r"now(?! and)|currently|nowadays|lately|recently|one day|some day|someday|once|twice|most|right|most|as|"
    r"besides|apart|due|despite|from|as of|to|when it comes to)"
)
_LEAD = re.compile(rf"{_LEAD_WORDS}\b[^,;:]{{0,50}}", re.IGNORECASE)
_FILLER = re.compile(
    r"(?:(?:yes|yeah|yep|yup|no(?=\s*[,.!])|nope|nah|ok|okay|well|oh|ah|aww?|hmm+|um+|uh|"
    r"ha(?:ha)*|wow|hey|hi|hello|thanks(?: \w+)?|"
    r"thank you(?: so much)?|sure|right|true|honestly|actually|anyway|anyways|basically|frankly|"
    r"sadly|luckily|fortunately|"
    r"unfortunately|btw|by the way|fyi|also|plus|and|but|so|because|since|though|although|then|"
    r"still|as for me|for me|"
    r"personally|speaking of which|to be honest|tbh|in fact|indeed|of course|absolutely|"
    r"definitely|totally|great|cool|nice|"
    r"sorry|look|listen|you know|i mean|like|for the record|just so you know|one more thing|note|"
    r"side note|also|"
    r"good question|same here|me too|not really|guess what|turns out|i(?: will|'ll| have to|"
    r" must)? (?:admit|confess)(?: that)?|in general|"
    r"for what it's worth|as you know|as i said|let me tell you|i (?:just )?wanted to (?:say|"
    r"mention|let you know) that|"
    r"(?:please )?remember(?! to)(?: that)?|keep in mind(?: that)?|don't forget that|i should mention(?: that)?|"
    r"did i (?:tell|mention)[^,?]*that)\b[\s,.!:—–-]*)+",
    re.IGNORECASE,
)
_TRAILERS = (
    "way",
    "btw",
    "fyi",
    "haha",
    "lol",
    "though",
    "actually",
    "you know",
    "record",
    "honest",
    "tbh",
    "honestly",
)
_TRAILER = re.compile(
    r"(?i)(?:,? (?:by the way|btw|fyi|haha+|lol|though|actually|(?:as )?you know|for the record|"
    r"to be honest|tbh|honestly))+$"
)
_VOCATIVE = re.compile(r"[A-Z][a-z]{1,14}(?:,|!)\s+(?=[A-Za-z])")
_ADVERBS = (
    r"(?:really|also|just|still|actually|absolutely|totally|definitely|honestly|personally|truly|"
    r"simply|certainly|"
    r"especially|particularly|basically|genuinely|kinda|kind of|sort of|both|all|mostly|mainly|"
    r"finally|recently|"
    r"currently|now|even|so|quite|pretty much|very much|sincerely|already|ultimately|obviously|"
    r"first|myself|do(?= (?:like|love|enjoy|hate|prefer|want|need|believe|know|think|have|own)\b))"
)
_OPENING = re.compile(
    rf"(?:(?P<lead>{_LEAD_WORDS}\b[^,;:]{{0,50}}?,? )(?=(?:i|we) ))?(?P<subject>i|we|my|our|the|"
    r"you|he|she|they|it|your|his|her|their|please)\b(?P<rest> .*)"
)
_ADVERB = re.compile(rf"(?: {_ADVERBS})+(?= )")
_BE_ADVERB = re.compile(rf"^(am|are|is|was|were|have|has|will|would|do)(?: {_ADVERBS})+(?= )")
_HEDGE = re.compile(
    r"^(?:(?:i (?:think|guess|believe|suppose|feel like|reckon)(?: that)?|maybe|perhaps|probably|"
    r"possibly|hopefully|tentatively),? )+",
    re.IGNORECASE,
)
_EXPLANATION = re.compile(
    r"(?:,? (?:because|since|although|though|but|which|who|whom|whose|so|if|unless|while|as(?! (?:an?|the|my)\b)|when|"
    r"where|even|except|especially|thanks to|"
    r"and (?:i|we|my|it|he|she|they|that|have|am|was|the)|ever|right now|at the moment|these days|"
    r"in general|now|too|as well|maybe|perhaps|"
    r"though|lately|recently|again|a lot|very much|so much|the most|more than anything)\b|[;!(—–]|:(?!\w)|\.\s| - )",
)
_CONTRACTION = re.compile(
    r"(?i)\b(\w+?)(n't)\b|(?<=\w)'(m|re|ve|ll|d)\b|\b(it|that|he|she|there|what|who|name|let|mine|here|where|"
    r"everyone)'s\b"
)
_SLANG = re.compile(r"(?i)\b(gonna|wanna|gotta|cannot|favourite|im|ive|dont|cant|neighbour|colour)\b")
_PLAIN = {
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "got to",
    "cannot": "can not",
    "favourite": "favorite",
    "im": "I am",
    "ive": "I have",
    "dont": "do not",
    "cant": "can not",
    "neighbour": "neighbor",
    "colour": "color",
}
_ENDINGS = {"m": " am", "re": " are", "ve": " have", "ll": " will", "d": " would"}
_NEGATED = {"ca": "can not", "wo": "will not", "ai": "is not", "sha": "shall not"}

_EDGES = " ,.!;:-'\""
_TELLS = re.compile(r"(?i)^(?!i'm$|we're$|it's$)(?=.*[a-z\d+#]{2})(?!(?:i|we|my|our|the|it|you) ?\w{0,5}$)")
_LONGEST_NAME, _MOST_WORDS, _LEAST_WORDS = 70, 12, 4  # characters, words, words
# Words that begin a phrase: a name may end before one and not behind it.
_JOINS = re.compile(
    r"a|an|the|and|or|but|so|to|of|in|on|at|by|for|from|with|without|about|into|like|as|than|because|cause|while|when|"
    r"if|that|which|who|my|our|his|her|their|your|its|i|we|is|are|was|were|be|not|it's|i'm"
)


def spelled_out(text: str) -> str:
    """The text with contractions and a few slang forms written out."""
    if "’" in text:
        text = text.replace("’", "'")
    if "'" in text:
        text = _CONTRACTION.sub(_expanded, text)
    return _SLANG.sub(lambda found: _PLAIN[found[1].lower()], text)


def _expanded(found: re.Match[str]) -> str:
    verb, negation, ending, pronoun = found.groups()
    if negation:
        return _NEGATED.get(verb.lower(), f"{verb} not")
    return _ENDINGS[ending.lower()] if ending else f"{pronoun} is"


def clauses(sentence: str) -> Iterator[Clause]:
    """The clauses of a sentence, in their order; one without a subject of its own has the subject ''."""
    sentence = sentence.rstrip(" .!…~)")
    start, before = 0, ""
    for end, after in (*_cuts(sentence), (len(sentence), len(sentence))):
        clause = _read(sentence[start:end], before)
        yield clause
        start, before = after, clause.words


def _cuts(sentence: str) -> Iterator[tuple[int, int]]:
    for number, found in enumerate(_SPLIT.finditer(sentence)):
        if (
            found.start() == 0
            or _HEADING.fullmatch(sentence, 0, found.start())
            or (number == 0 and _LEAD.fullmatch(sentence, 0, found.start()))
        ):
            continue
        yield found.span()


def _read(words: str, before: str) -> Clause:
    words = _without_filler(words.strip(" ,;:—–-\t"))
    if words.endswith(_TRAILERS):
        words = _TRAILER.sub("", words)
    if (name := _VOCATIVE.match(words)) is not None:
        words = _without_filler(words[name.end() :])
    cased = spelled_out(_HEDGE.sub("", words, count=1))
    lower = cased.lower() if len(cased.lower()) == len(cased) else cased
    opening = _OPENING.fullmatch(lower)
    if opening is None and (named := restored(lower, before)) != lower:
        cased = named[: -len(lower)] + cased if named.endswith(lower) else named
        lower = named
        opening = _OPENING.fullmatch(lower)
    if opening is None:
        return Clause(words, "", (lower,), cased)
    at = opening.start("rest")
    if (adverb := _ADVERB.match(lower, at)) is not None:
        at = adverb.end()
    rest, said = lower[at:].lstrip(), cased[at:].lstrip()
    if (adverb := _BE_ADVERB.match(rest)) is not None:
        verb = adverb[1]
        rest, said = verb + rest[adverb.end() :], verb + said[adverb.end() :]
    lead = (opening["lead"] or "").strip(" ,")
    return Clause(words, opening["subject"], _forms(rest, lead), f"{said} {lead}")


def _forms(rest: str, lead: str) -> tuple[str, ...]:
    """What is said, with when; then without what is only added behind a comma."""
    whole = f"{rest} {lead}" if lead else rest
    head, comma, _ = rest.partition(", ")
    return (whole, head) if comma and not lead else (whole,)


def _without_filler(words: str) -> str:
    filler = _FILLER.match(words)
    return words if filler is None or filler.end() >= len(words) else words[filler.end() :]


def gist(text: str) -> str:
    """What a name is made of: the words up to what only explains them, if that is something."""
    head = _EXPLANATION.split(text, maxsplit=1)[0].strip(_EDGES)
    return head if _TELLS.search(head) else text.strip(_EDGES)


def slug(text: str) -> str:
    """Lower-case words joined by hyphens: all of them, or as many as end a phrase."""
    words = re.findall(r"[\w+#]+(?:[.'’&][\w]+)*", text.lower())
    most = next((count for count in range(len(words), 0, -1) if len("-".join(words[:count])) <= _LONGEST_NAME), 0)
    count = min(most, _MOST_WORDS)
    if count < len(words):
        ends = (at for at in range(count, _LEAST_WORDS, -1) if _JOINS.fullmatch(words[at]))
        count = next(ends, count)
    while count > 1 and count < len(words) and _JOINS.fullmatch(words[count - 1]):
        count -= 1
    return "-".join(words[:count])[:_LONGEST_NAME].strip("-")
