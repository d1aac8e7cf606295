"""Whether a day that is told without its year is still to come: by the words around it, and by their tense."""

import re

__all__ = ["is_ahead"]

_PART = re.compile(r"[,;，；。！？!?]+|\.\s|\s(?:and|but|so|because)\s|但是?|不过|所以")
_DAY = re.compile(
    r"(?i)\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d|\b\d\d?(?:st|nd|rd|th)?(?: of)? "
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|\b\d\d?[/.]\d\d?\b|(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|"
    r"[\d一二三四五六七八九十]月|[\d一二三四五六七八九十][号日]|(?:周|星期|礼拜)[一二三四五六日天]"
)
_PRESENT = re.compile(
    r"(?i)\b(?:am|is|are|will|shall|'ll|going to|gonna|deadline|due|starts?|starting|begins?|leaves?|departs?|arrives?|"
    r"flies|fly|opens?|closes?|ends?|expires?|ships?|launch(?:es)?|flight|appointment|until|must|need(?:s)? to|"
    r"ha(?:ve|s) to|plan(?:s|ning)? to)\b|'(?:m|re|ll|s)\b"
)
_PAST = re.compile(
    r"(?i)\b(?:was|were|had|did|didn't|ago|last|yesterday|since|born|used to|went|got|bought|met|saw|took|came|left|"
    r"flew|ran|made|gave|began|became|won|lost|broke|fell|sold|told|said|heard|wrote|read|found|ate|drove|swam|sang|"
    r"spent|been|died|quit|cut)\b|"
    r"(?<=[a-z]) (?:\w+ly |just |first )?(?!need|feed|speed|breed|bleed)\w{2,}ed\b"
    r"(?<!scheduled)(?<!planned)(?<!booked)(?<!supposed)(?<!expected)(?<!fixed)(?<!reserved)(?<!moved)(?<!postponed)"
)
_PRESENT_CHINESE = re.compile(
    r"截止|到期|交付|出发|动身|起飞|航班|定在|安排|预约|预产期|考试|面试|答辩|手术|开始|入职|报到|开学|毕业|搬家|结婚|婚礼|"
    r"订婚|领证|上线|发布|开会|体检|复查|是\S{0,3}\d|之前|以前|前[交完提]|交|还款"
)
_INTENDED_CHINESE = re.compile(r"要|将|会(?![议员])|快|即将|打算|准备|计划")
_MOVED = re.compile(
    r"(?i)\b(?:moved|postponed|rescheduled|pushed|extended|put off) (?:back )?(?:to|until) (?:the )?(?:\d|"
    r"jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)|(?:改|推迟|延期?|提前|挪)到"
)
_PAST_CHINESE = re.compile(
    r"(?<![为除])了(?![解不])|过(?![期年去])|曾|当时|那[天年时]|以来|[去前]年|上个?月|时候|是[\d一二三四五六七八九十]{1,3}月[\d一二三四五六七八九十]{1,3}[号日](?=[\u4e00-\u9fff])"
)


def is_ahead(text: str) -> bool | None:
    """Whether the part of a text that names a day of a year or week speaks of what is to come; False for what has been,
    None where its words don't say."""
    part = next((part for part in _PART.split(text) if _DAY.search(part)), "")
    if _MOVED.search(part) or _INTENDED_CHINESE.search(part):
        return True
    if _PAST.search(part) or _PAST_CHINESE.search(part):
        return False
    return True if _PRESENT.search(part) or _PRESENT_CHINESE.search(part) else None
