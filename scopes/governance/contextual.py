"""Finds secrets by what announces them: `password = …`, `"apiKey": "…"`, `my password is …`, “密码改成了……”.

Never run on other readings of a text: what an escape hides announces nothing. Linear: every pattern is bounded, and
what was taken for a value isn't read again.
"""

import re
from collections.abc import Iterator

from scopes.governance import labels, values
from scopes.governance.values import How

Found = tuple[str, int, int]

_CLOSERS = (
    r"""(?:[-_. ]?(?:prod|dev|test|staging|value|text|plain|raw"""
    r"""|[0-9]{1,2}(?![0-9a-z!#-&*+./@^_-])))?(?:(?!['’]s )\\{0,3}["'`\]*”’」』]|\)){0,4}"""
)
_ASIDE = r"(?:[ \t]?[（(\[【](?![\"'])[^()（）\[\]【】\n]{1,24}[)）\]】]|\\{1,3}[\"'])?"
_WHOSE = r"(?: (?:for|of|on|to|at|in|from) (?:[a-z0-9_.@'/:-]{1,32} ){0,4}?[a-z0-9_.@'/-]{1,32}?)?"
_IS = r",? (?:which )?(?:is|was|are|will be|would be|should be|used to be|has to be|remains|became|becomes)"
_NOW = (
    r"(?: now| currently| still| just| simply| also| actually| probably| set to| changed to| reset to| updated to"
    r"| going to be){0,2}:?[ \t]{1,3}"
)
_HAN_ADVERBS = (
    "我你他她它们咱已经刚才现在目前都还就也又被统一暂时的先给帮改设重新置更变换修定默认值记下"
    "了，,一直应该大概好像可能后来最终依旧然仍原本其实新老昨今天刚早晚周月"
)
# What may stand between a label and its value, the first that fits; and how much it says.
SEPARATORS: tuple[tuple[How, str], ...] = (
    # {"name": "DB_PASSWORD", "value": "…"}, and the same in YAML and XML
    ("equals", r"""[,;]?[ \t]{0,8}\n?[ \t]{0,20}(?:- )?\\{0,3}["']?value\\{0,3}["']?[ ]{0,2}[:=][ ]{0,2}"""),
    # password: str = "…"
    ("equals", r"[ ]?:[ ]?[a-z][a-z0-9_.]{0,20}(?:\[[^\]\n]{1,30}\])?(?: ?\| ?none)?[ ]?=(?!=)[ ]?"),
    ("compared", r"[ \t]{0,8}===?[ \t]{0,8}"),
    ("equals", r"[ \t\u3000]{0,8}(?::=|=>|<-|[=＝])[ \t\u3000]{0,8}"),
    # variable "db_password" { default = "…" }
    ("equals", r"[ ]?\{[^{}]{0,120}?default[ ]{0,8}=[ ]{0,4}(?=[\"'])"),
    # define("DB_PASSWORD", "…"), setPassword("…")
    ("equals", r"(?:(?<=[\"']),[ ]?|\()(?=[\"'])"),
    # <password>…</password>
    ("equals", r"(?:[ ][^<>\n]{1,100})?>(?:<!\[cdata\[)?(?=[^<>\n]{1,256}(?:\]\]>)?</)"),
    # cells of a table, but not of its head
    ("colon", r"[ \t]{0,8}[|｜](?![^\n]{0,200}\n[ \t]{0,4}[|:][|: -]{2})[ \t]{0,8}"),
    (
        "colon",
        r":?</(?:b|strong|td|th|dt|label|span|em|p)>[ \t]{0,4}:?[ \t\n]{0,8}(?:<(?:td|dd|span|code"
        r"|b|em|p)(?: [^<>\n]{0,60})?>)?",
    ),
    (
        "colon",
        rf"{_WHOSE}[ \t\u3000]{{0,8}}(?:->|→|[:：])[*_]{{0,3}}[ \t\u3000]{{0,8}}(?:\n[ \t]{{0,8}})?(?:是|为|is )?",
    ),
    (
        "verb",
        rf"(?:['’]s|{_IS}){_NOW}",
    ),
    ("said", rf"{_WHOSE}{_IS}{_NOW}"),
    (
        "said",
        rf"{_WHOSE}(?:,? (?:has been|was|is|got|i|we|just|now)){{0,2}} (?:changed|set|reset|updated"
        rf"|rotated|switched)(?: it)? (?:back )?to:?[ ]",
    ),
    (
        "verb",
        rf"[ ]?[{_HAN_ADVERBS}]{{0,10}}?(?:是|为|為|叫|成|用|填|输入|输|从|给你|發你|发你|如下|在这"
        rf"|暂定|默认|一律|就一个|在此)[了的叫做你您吧啊哈给一下发过来是]{{0,5}}"
        r"[ ]?[:：,，]?[ \t\n]{0,2}",
    ),
    ("bare", r" from "),
    ("bare", r"[，,][ ]?(?=[!-~]{7})(?=[!-~]{0,40}[!@#$%^&*])"),
    ("bare", r"[ \t]{1,3}[-–—]{1,2}[ \t]{1,3}"),
    # on the next line, but for the rows of a table
    ("bare", r"[ \t\u3000]{0,2}(?:\n(?![^\n,]{0,64},))?"),
)
_SEPARATOR = re.compile(
    _CLOSERS + _ASIDE + "(?:" + "|".join(f"(?P<_{at}>{pattern})" for at, (_, pattern) in enumerate(SEPARATORS)) + ")"
)
# What goes on with a label in plain words; any other word there is the sentence's.
_WORDS_ON = (
    "is was are will should remains became becomes which has i we just now got changed set reset updated rotated "
    "switched reads for of on to at in from value text prod dev test staging plain raw"
)
_GOES_ON = frozenset(_WORDS_ON.split())
_NEXT_WORD = re.compile(r" ([a-z]{1,20})(?=[ \n]|[.,;!?](?!\S)|\Z)")
_IN_MARK = re.compile(r"\[redacted:[a-z0-9-]{0,30}\Z")
# What is done to a password before `to`: the label itself is followed by the new value only.
_CHANGE = re.compile(r"(?:set|chang|reset|updat|rotat|switch)[a-z]{0,4}[^.\n]{0,40}\Z")
_TO = re.compile(rf"{_WHOSE} to:?[ \t]{{1,3}}")
# In JSON a string that a colon follows is the next field's name, whatever the string before it ends with; and one that
# is more than a name ("Reset the password") announces little of the next string.
_KEY = re.compile(r"""\\{0,3}(["'])[^"'\\\n]{1,64}\\{0,3}\1\s{0,4}:""")
_SENTENCE = re.compile(r"""["'][^"'\n]{0,78} [^"'\s]{0,20}\Z""")
_ENDS_STRING = re.compile(r"""(?:\\{0,3}["'`\]*”’」』)]){0,3}\\{0,3}["'],""")
_REACH = 100
# 密码是我的生日…
_MADE_OF = re.compile(f"[ ]?[{_HAN_ADVERBS}]{{0,6}}?(?:是|为|用)[一-鿿]{{1,12}}[:：]?[ ]?(?=[!-~])")


def hinted(text: str) -> bool:
    """Whether the text may hold a label."""
    return labels.hinted(labels.lowered(text))


def find(text: str) -> Iterator[Found]:
    """Rule, start and end of every secret that a label announces."""
    low = labels.lowered(text)
    if not labels.hinted(low):
        return
    position, marked = 0, "[redacted:" in low
    while label := labels.find(text, low, position):
        position = label.end
        if marked and _IN_MARK.search(low, max(0, label.start - 40), label.start):
            continue
        found = _behind(text, low, label)
        if found:
            yield found
            position = found[2]


def under(name: str, value: str) -> str | None:
    """The rule by which the value of a field of this name is a secret."""
    label = labels.named(name)
    whole = values.Value(0, len(value), value, True)
    return label.rule if label and values.is_secret(label.demand, "equals", whole, value) else None


def _behind(text: str, low: str, label: labels.Label) -> Found | None:
    ends_string = _ENDS_STRING.match(text, label.end) is not None
    for how, at in _places(low, label):
        value = values.read(text, at, label.demand)
        if value is None or (ends_string and _KEY.match(text, at)):
            continue
        if ends_string and _SENTENCE.search(text, max(0, label.start - _REACH), label.start):
            how = "bare"
        if values.is_secret(label.demand, how, value, text):
            return label.rule, value.start, values.whole(text, value).end
    return None


def _places(low: str, label: labels.Label) -> Iterator[tuple[How, int]]:
    """Where a value may begin, and how the label leads there."""
    following = low[label.end : label.end + 1]
    if following.isalpha() and following.isascii() and low[label.end - 1].isascii():
        return
    word = _NEXT_WORD.match(low, label.end)
    if word and word[1] not in _GOES_ON:
        return
    match = _SEPARATOR.match(low, label.end)
    if match and match.lastgroup and (match.end() > label.end or not low[label.end - 1].isascii()):
        yield SEPARATORS[int(match.lastgroup[1:])][0], match.end()
    to = _TO.match(low, label.end) if " to" in low[label.end : label.end + 180] else None
    if to and _CHANGE.search(low, max(0, label.start - 60), label.start):
        yield "said", to.end()
    made = None if low[label.end : label.end + 2].isascii() else _MADE_OF.match(low, label.end)
    if made:
        yield "bare", made.end()
