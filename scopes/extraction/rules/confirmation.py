"""A short yes to a direct proposal: the one way in which an assistant's words become a memory of the user."""

import re

from scopes.extraction.rules.english.clauses import spelled_out

__all__ = ["confirmed"]

_YES = re.compile(
    r"(?i)\W*(?:yes|yep|yeah|yup|correct|exactly|right|that's right|that is right|yes please|"
    r"please do|sure|indeed|yes,? (?:exactly|please|that's right|i am|i do|correct|of course))\W*"
)
_YES_CHINESE = re.compile(
    r"\W*(?:是的?|对的?|没错|是啊|对啊|对对+|嗯+是的?|好的?，?(?:记住|记下来)吧?|记住吧|是这样的?|"
    r"嗯+，?对)\W*"
)
_PROPOSAL = re.compile(
    r"(?i)(?:^|[.!]\s+)(?:(?:ok|okay|got it|so|just to confirm|to confirm|then)[,:]? )*"
    r"(?:(?:should|shall|can|may) i (?:remember|note|save|record|write down|keep in mind) that |"
    r"so |just to confirm,? |am i right that |is it (?:right|correct|true) that |"
    r"do i understand (?:right|correctly) that )"
    r"(?P<o>you[^.?!\n]{4,160})\?\s*$"
)
_PROPOSAL_CHINESE = re.compile(
    r"(?:^|[。！!，,\n])(?:要不要|需要)?(?:我|帮你)?(?:记住|记下|记录一?下|确认一?下|也就是说|"
    r"所以|那)[，,：:]?(?P<o>你[^。？?\n你]{3,60}?)[，,]?(?:，?(?:对吗|对吧|是吗|是吧|没错吧|"
    r"吗))?[？?]\s*$"
)
_TURNED = {"you": "I", "your": "my", "yours": "mine", "yourself": "myself", "are": "am", "were": "was"}
_WORD = re.compile(r"(?i)\b(you|your|yours|yourself)\b(?: (are|were)\b)?")


def confirmed(proposal: str, answer: str) -> str | None:
    """What the user would have said himself, had he been the one to say it; None where nothing was confirmed."""
    if len(answer) > 40:
        return None
    if _YES.fullmatch(answer) and (asked := _PROPOSAL.search(spelled_out(proposal.strip()))) is not None:
        return _WORD.sub(_turned, asked["o"]) + "."
    if _YES_CHINESE.fullmatch(answer) and (asked := _PROPOSAL_CHINESE.search(proposal.strip())) is not None:
        return asked["o"].replace("你", "我") + "。"
    return None


def _turned(found: re.Match[str]) -> str:
    return " ".join(_TURNED[word.lower()] for word in found.groups() if word)
