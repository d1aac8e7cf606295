"""Likes and dislikes, favourites, interests."""

from scopes.extraction.rules.english.things import liked, thing
from scopes.extraction.rules.rule import rule

_LIKE = (
    r"(?:like|love|enjoy|adore|cherish|dig|appreciate good|have a soft spot for|"
    r"have a (?:real )?thing for|have a weakness for)"
)

CHANGES = (
    rule(
        "no longer",
        "preference",
        "i we",
        rf"(?:(?:no longer|(?:do|can) not(?=.* any ?(?:more|longer)$)) (?:{_LIKE}|care for|prefer)|"
        r"(?:have|am) (?:gone off|grown out of|tired of|fed up with|sick of|done with)) (?P<o>.+?)"
        r"(?: any ?(?:more|longer))?",
        "no-longer-likes-{o}",
        0.8,
        thing,
        replaces="likes-{o}|prefers-{o}",
    ),
)

RULES = (
    rule(
        "used to like",
        "preference",
        "i we",
        rf"used to (?:{_LIKE}|hate|dislike) (?P<o>.+)",
        "used-to-like-{o}",
        0.65,
        thing,
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
        replaces="likes-{from}|prefers-{from}|uses-{from}|has-{from}",
    ),
    rule(
        "beats", "preference", "-", r"nothing (?:beats|is better than|compares to) (?P<o>.+)", "likes-{o}", 0.76, thing
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
    rule(
        "dislikes",
        "preference",
        "i we",
        r"(?:(?:do not|did not use to|never) (?:much |really |particularly |even |actually )*(?:like|love|enjoy|"
        r"care for|care much for|get on with)|hate|have always hated|dislike|despise|detest|loathe|resent|"
        r"can not (?:stand(?! up| straight| there| still)|bear|abide|tolerate)|could never stand|"
        r"(?:am|was|have) (?:not|never)(?: been)? (?:really |much of |exactly |particularly |that |so |very |too |"
        r"such )*(?:a (?:big |huge |great )?fan of|into|keen on|fond of|crazy about|big on|one for)) (?P<o>.+)",
        "dislikes-{o}",
        0.85,
        thing,
        replaces="likes-{o}",
    ),
    rule(
        "likes",
        "preference",
        "i we",
        rf"(?:(?:always |do |might |may )*{_LIKE}|"
        r"(?:am|have(?: always)? been) (?:(?:such )?a (?:big |huge |massive |lifelong |real |total )*fan of|fond of|"
        r"crazy about|mad about|nuts about|obsessed with|addicted to|hooked on|partial to|keen on|big on|a sucker for|"
        r"all about|in love with)) (?P<o>.+)",
        "likes-{o}",
        0.85,
        liked,
        replaces="no-longer-likes-{o}|dislikes-{o}",
    ),
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
