"""Likes and dislikes, favourites, interests."""

from scopes.extraction.rules.english.things import liked, thing
from scopes.extraction.rules.rule import rule

_LIKE = (
    r"(?:like|love|enjoy|adore|cherish|dig|appreciate good|have a soft spot for|"
    r"have a (?:real )?thing for|have a weakness for)"
)
_O = r"(?P<o>.+)"

CHANGES = (
    rule(
        "no longer",
        "preference",
        "i we",
        rf"(?:do not|no longer|can not) {_LIKE} {_O} (?:any ?more|any longer)",
        "no-longer-likes-{o}",
        0.85,
        thing,
        replaces="likes-{o}|prefers-{o}|drinks-{o}|eats-{o}",
    ),
    rule(
        "no longer",
        "preference",
        "i we",
        rf"no longer (?:{_LIKE}|care for|prefer) {_O}",
        "no-longer-likes-{o}",
        0.85,
        thing,
        replaces="likes-{o}|prefers-{o}",
    ),
)

RULES = (
    rule(
        "gone off",
        "preference",
        "i we",
        rf"(?:have|am) (?:gone off|grown out of|tired of|fed up with|sick of|done with) {_O}",
        "no-longer-likes-{o}",
        0.7,
        thing,
        replaces="likes-{o}",
    ),
    rule(
        "used to like", "preference", "i we", rf"used to (?:{_LIKE}|hate|dislike) {_O}", "used-to-like-{o}", 0.65, thing
    ),
    rule(
        "switched",
        "preference",
        "i we",
        r"(?:have )?(?:switched|changed|moved over|"
        r"converted) (?:over )?from (?P<from>.+?) to (?P<o>.+)",
        "switched-to-{o}",
        0.85,
        thing,
        replaces="likes-{from}|prefers-{from}|uses-{from}|drinks-{from}|has-{from}",
    ),
    rule(
        "switched", "preference", "i we", r"(?:have )?switched (?:over )?to (?P<o>.+)", "switched-to-{o}", 0.75, thing
    ),
    rule(
        "no longer",
        "preference",
        "i we",
        r"(?:have )?(?:stopped|quit) (?:liking|enjoying|loving|caring for|listening to|watching|"
        r"playing|using) (?P<o>.+)",
        "no-longer-likes-{o}",
        0.8,
        thing,
        replaces="likes-{o}",
    ),
    rule(
        "finds",
        "preference",
        "i we",
        r"find (?P<o>.+?) (?:\w+ly |so |really |quite |a bit |very )?(?:disgusting|boring|gross|"
        r"delicious|relaxing|annoying|exhausting|overrated|soothing|irritating|comforting|repulsive|"
        r"calming|dull|tedious|fascinating)",
        "finds-{o}",
        0.8,
        thing,
    ),
    rule(
        "beats", "preference", "-", r"nothing (?:beats|is better than|compares to) (?P<o>.+)", "likes-{o}", 0.76, thing
    ),
    rule(
        "chooses",
        "preference",
        "i we",
        r"would (?:always |rather )?(?:choose|pick|take|go for) (?P<o>.+) over .+",
        "prefers-{o}",
        0.82,
        thing,
    ),
    rule(
        "enough of",
        "preference",
        "i we",
        r"(?:can not|could never) (?:get enough of|live without|resist|say no to|do without) (?P<o>.+)",
        "likes-{o}",
        0.8,
        thing,
    ),
    rule(
        "prefers",
        "preference",
        "i we",
        r"(?:much |would )?prefer (?P<o>.+?)(?: to .+| over .+| rather than .+| instead of .+)?",
        "prefers-{o}",
        0.88,
        thing,
    ),
    rule("would rather", "preference", "i we", r"would (?:much )?rather (?P<o>.+) than .+", "prefers-{o}", 0.7, thing),
    rule(
        "more of a",
        "preference",
        "i we",
        r"am (?:more of )?(?:a|an) (?P<o>[\w -]{2,30}?) (?:person|lover|fanatic|addict|aficionado|"
        r"enthusiast|type)(?: .*)?",
        "{o}-person",
        0.78,
        thing,
    ),
    rule(
        "dislikes",
        "preference",
        "i we",
        r"(?:do not|did not use to|never) (?:much |really |particularly |even |actually )*(?:like|"
        rf"love|enjoy|care for|care much for|get on with) {_O}",
        "dislikes-{o}",
        0.85,
        thing,
        replaces="likes-{o}",
    ),
    rule(
        "dislikes",
        "preference",
        "i we",
        r"(?:hate|dislike|despise|detest|loathe|resent|can not (?:stand|bear|abide|tolerate)|"
        r"could never stand|have always hated) (?P<o>.+)",
        "dislikes-{o}",
        0.85,
        thing,
        replaces="likes-{o}",
    ),
    rule(
        "not a fan",
        "preference",
        "i we",
        r"(?:am|was|have) (?:not|never)(?: been)? (?:really |much of |exactly |particularly |that |"
        r"so |very |too |such )*(?:a (?:big |huge |great )?fan of|into|keen on|fond of|crazy about|"
        r"big on|one for) (?P<o>.+)",
        "dislikes-{o}",
        0.82,
        thing,
        replaces="likes-{o}",
    ),
    rule(
        "fan of",
        "preference",
        "i we",
        r"(?:am|have(?: always)? been) (?:(?:such )?a (?:big |huge |massive |lifelong |real |"
        r"total )*fan of|fond of|crazy about|mad about|nuts about|obsessed with|addicted to|hooked on|"
        r"partial to|keen on|big on|a sucker for|all about|in love with) (?P<o>.+)",
        "likes-{o}",
        0.82,
        liked,
    ),
    rule(
        "likes",
        "preference",
        "i we",
        r"(?:have )?(?:always |do )*(?:loved|enjoyed|adored) (?P<o>.+)",
        "likes-{o}",
        0.5,
        liked,
    ),
    rule("likes", "preference", "i we", rf"(?:always |do )*{_LIKE} {_O}", "likes-{o}", 0.85, liked),
    rule(
        "favourite",
        "preference",
        "my our",
        r"(?:absolute |all-time |all time |personal |current )*favorite (?P<k>(?!one|part|thing|"
        r"memory|moment|time)[\w' -]{2,40}?) (?:is|are|has to be|would be|would have to be|"
        r"will always be|has always been) (?P<o>.+)",
        "favorite-{k}",
        0.88,
        thing,
    ),
    rule(
        "favourite",
        "preference",
        "my our",
        r"(?:absolute |all-time |all time |personal )*favorites? (?:is|are|has to be) (?P<o>.+)",
        "favorite-{o}",
        0.7,
        thing,
    ),
    rule(
        "favourite",
        "preference",
        "- the",
        r"(?P<o>[\w' -]{3,50}) (?:is|are) (?:still |definitely |probably |hands down |by far )*(?:my|"
        r"one of my) (?:absolute |all-time |personal )*(?:favorite|go-to|comfort)s?(?: .*)?",
        "favorite-{o}",
        0.8,
        thing,
    ),
    rule(
        "go-to",
        "preference",
        "my our",
        r"(?:go-to|usual|preferred|comfort|guilty|pet) (?P<k>[\w' -]{2,40}?) (?:is|are) (?P<o>.+)",
        "go-to-{k}",
        0.82,
        thing,
    ),
    rule(
        "taste",
        "preference",
        "i we",
        r"take (?:my|our) (?P<k>coffee|tea|eggs|steak|whisky|toast) (?P<o>.+)",
        "takes-{k}-{o}",
        0.82,
        thing,
    ),
    rule(
        "give me",
        "preference",
        "-",
        r"give me (?P<o>.+?) over .+? any ?(?:day|time)(?: .*)?",
        "prefers-{o}",
        0.8,
        thing,
    ),
    rule(
        "fascinates",
        "interest",
        "- the",
        r"(?P<o>[\w' -]{3,50}?) (?:has always fascinated|have always fascinated|fascinates?|"
        r"intrigues?|has always interested|really interests?) me(?: .*)?",
        "interested-in-{o}",
        0.82,
        thing,
    ),
    rule(
        "interested in",
        "interest",
        "i we",
        r"(?:am|have(?: always)? been|have become|became|got) (?:very |super |deeply |increasingly |"
        r"always |genuinely |quite |so )*(?:interested in|fascinated by|passionate about|"
        r"curious about|into|intrigued by|drawn to|enthusiastic about) (?P<o>.+)",
        "interested-in-{o}",
        0.8,
        thing,
    ),
    rule(
        "getting into",
        "interest",
        "i we",
        r"(?:am|have)(?: been)? (?:getting|gotten|got) (?:really |more |back )*into (?P<o>.+)",
        "getting-into-{o}",
        0.78,
        thing,
    ),
    rule(
        "takes up",
        "interest",
        "i we",
        r"(?:have )?(?:taken up|took up|started learning|started taking|signed up for(?=.* (?:class|"
        r"lesson|course|club|team|league))|joined(?! (?:him|her|them|in|us|by))) (?P<o>(?:a |an |"
        r"the )?[\w' -]+(?: (?:class|classes|lessons|course|club|team|choir|league|band|group|"
        r"society)\b.*)?)",
        "takes-up-{o}",
        0.72,
        thing,
    ),
    rule(
        "learning",
        "interest",
        "i we",
        r"(?:am|have been) (?:(?:currently|slowly|now|also) )*(?:learning|studying|teaching myself|"
        r"reading (?:up on|a lot about)|practicing|practising|taking(?= [\w ]*(?:class|lesson|"
        r"course)))(?: how to| to)? (?P<o>.+)",
        "learning-{o}",
        0.78,
        thing,
    ),
    rule(
        "hobby",
        "interest",
        "my our",
        r"(?:main |biggest |new |other |only |favorite )*(?:hobby|hobbies|passion|passions|pastime|"
        r"interest|interests) (?:is|are|include|includes) (?P<o>.+)",
        "hobby-{o}",
        0.86,
        thing,
    ),
    rule(
        "hobby",
        "interest",
        "-",
        r"(?P<o>[\w' ,-]{3,60}) (?:is|are) (?:\w+ ){0,2}(?:my|one of my) (?:\w+ )?(?:hobby|hobbies|"
        r"passions?|pastimes?|interests?|things?)",
        "hobby-{o}",
        0.84,
        thing,
    ),
    rule(
        "spare time",
        "interest",
        "i we",
        r"(?P<o>(?!\w+ed\b|went|saw|had|got|made|took|did|was).+) (?:in my (?:free|spare) time|"
        r"as a hobby|for fun|on the side)",
        "spare-time-{o}",
        0.72,
        thing,
    ),
    rule(
        "collects",
        "interest",
        "i we",
        r"(?P<v>collect|do a lot of|follow|play(?! with| a (?:big|key|role|part))) (?P<o>.+)",
        "{v}-{o}",
        0.7,
        thing,
    ),
)
