"""The time words of Chinese but for those that begin with a number."""

import re
from collections.abc import Sequence

from scopes.retrieval.timewords import days, narrowing, seasons
from scopes.retrieval.timewords.neighbours import (
    DIGITS,
    NO_DAY,
    NO_FAR_DAY,
    NO_MONTH,
    NO_WEEK,
    NO_YEAR,
    OWN,
    SURNAMES,
    WEEKDAY,
)
from scopes.retrieval.timewords.words import (
    DAY,
    MONTH,
    PART,
    SPOILT,
    YEAR,
    Rule,
    Word,
    choice,
    groups,
    nothing,
    rooted,
    says,
)

__all__ = ["RULES", "START"]

_DAYS = {"前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大前": -3, "大后": 3}
_YEARS = {"前": -2, "去": -1, "今": 0, "本": 0, "明": 1, "后": 2, "大前": -3, "大后": 3}
_AWAY = {"上": -1, "这": 0, "本": 0, "下": 1}
_WEEKDAYS = {day: number for number, day in enumerate("一二三四五六日")} | {"天": 6}
_PARTS = {
    **dict.fromkeys(("早上", "早晨", "清晨", "上午", "一早", "大清早", "早", "晨"), (5, 12)),
    **dict.fromkeys(("中午", "正午"), (11, 14)),
    **dict.fromkeys(("下午", "午后"), (12, 18)),
    **dict.fromkeys(("晚上", "夜里", "夜晚", "夜间", "晚间", "深夜", "半夜", "傍晚", "晚", "夜"), (18, 30)),
    "凌晨": (0, 6),
}
_SEASONS = {"春": 0, "夏": 1, "秋": 2, "冬": 3}
_THIRDS = {"上": 0, "中": 1, "下": 2}
_HOLIDAYS = {
    "国庆": seasons.NATIONAL_DAY,
    "十一": seasons.NATIONAL_DAY,
    "春节": seasons.SPRING_FESTIVAL,
    "中秋": seasons.MID_AUTUMN,
    "元旦": seasons.NEW_YEAR,
    "五一": seasons.LABOUR_DAY,
    "圣诞": seasons.CHRISTMAS,
}


def _day(text: str) -> Sequence[Word]:
    return rooted(days.days_away(_DAYS[text[:-1]]), DAY)


def _day_and_part(text: str) -> Sequence[Word]:
    return (*rooted(days.days_away(_DAYS[text[0]]), DAY), *_part(text[1:]))


def _part(text: str) -> Sequence[Word]:
    return says(narrowing.hours(*_PARTS[text]), PART, firm=False)


_IN_WEEK = re.compile("([上这本下]+)一?个?(?:周|星期|礼拜)(.?)")


def _week(text: str) -> Sequence[Word]:
    away, day = groups(_IN_WEEK, text)
    week = rooted(days.weeks_away(_away(away or "")), MONTH)
    if not day:
        return week
    return (*week, *says(narrowing.weekend if day == "末" else narrowing.weekday(_WEEKDAYS[day]), DAY))


def _lone_weekday(text: str) -> Sequence[Word]:
    return says(narrowing.weekday(_WEEKDAYS[text[-1]]), DAY, firm=False)


def _month_or_quarter(text: str) -> Sequence[Word]:
    away = _away(text.rstrip("一个月季度"))
    return rooted(days.months_away(away) if text[-1] == "月" else seasons.quarters_away(away), MONTH)


def _year_away(text: str) -> Sequence[Word]:
    return rooted(days.years_away(_YEARS[text[:-1]]), YEAR)


def _away(text: str) -> int:
    return len(text) * _AWAY[text[0]]


def _third(text: str) -> Sequence[Word]:
    return says(narrowing.third(_THIRDS[text[0]]), DAY, firm=False)


def _edge(text: str) -> Sequence[Word]:
    return says(narrowing.edge(end=text[-1] != "初"), DAY, firm=text[0] == "月")


def _half_year(text: str) -> Sequence[Word]:
    return says(seasons.half(1 if text[0] == "上" else 2), MONTH)


def _season(text: str) -> Sequence[Word]:
    return says(seasons.season(_SEASONS[text[0]]), MONTH, firm=False)


def _holiday(text: str) -> Sequence[Word]:
    return says(_HOLIDAYS[text[:2]], MONTH)


def _spoilt(_: str) -> Sequence[Word]:
    return SPOILT


_WEEK = "(?:个?星期|个?礼拜(?![堂寺])|周)"
_AWAY_WORD = f"[上这本下](?=[上下一个周星礼月季]){OWN}(?:(?<=上)上|(?<=下)下){{0,2}}+"
_NO_NUMBER_BEFORE = f"(?<![0-9.{DIGITS}])"

START = (
    f"(?=[{DIGITS}每逢那某农阴正腊闰大前后昨今明去本这上下初底末中春夏秋冬国元圣双先赶改时早清午傍晚夜深半凌周星礼]"
    "|月[初底末]|[年月日]复)"
)
"""Each rule begins here."""

RULES = (
    # What only looks like a time.
    Rule("后天(?:性|养|习得|努力|形成|获得|免疫|因素|教育|失明|环境|发育|培养|下之)|先天后天", nothing),
    Rule("今日(?:头条|说法)|明日(?:方舟|香|之|帝国|黄花)|昨日(?:重现|之)|[赶改]明儿|时至今日|早知今日", nothing),
    Rule("月复一月|年复一年|日复一日|双十国庆|圣诞(?:老人|树|帽|歌|卡|岛)", nothing),
    # What spoils the time after it.
    Rule(f"[每逢](?:逢|到|隔|一|个){{0,3}}(?:{_WEEK}(?:[一二三四五六日天]|末)?|周末|年|月|天|日)?的?", _spoilt),
    Rule("[那某]一?年|农历|阴历|正月|腊月|闰", _spoilt),
    # Days, weeks, months and years from today.
    Rule(f"大?[前后]{OWN}天{NO_FAR_DAY}|[昨今明]{OWN}(?:天{NO_DAY}|日|儿)", _day),
    Rule(f"前{OWN}晚上?|[昨今明]{OWN}(?:晚上|晚(?![报婚辈])|[早夜晨])", _day_and_part),
    Rule(f"{_AWAY_WORD}一?(?:{_WEEK}(?:{WEEKDAY}|末)?|个周末){NO_WEEK}", _week),
    Rule(f"{_AWAY_WORD}(?:一?个)?(?:月{NO_MONTH}|季度)", _month_or_quarter),
    Rule(f"(?:大?[前后]|[去今本明]){OWN}年{NO_YEAR}", _year_away),
    # Parts of a month, a year, a week and a day.
    Rule("[上中下]旬", _third),
    Rule("月?(?:初(?![中步级期次])|[底末])", _edge),
    Rule("[上下]半年", _half_year),
    Rule("[春夏秋冬][天季]", _season),
    Rule(f"国庆(?<![{SURNAMES}]国庆(?!节|假))节?|元旦|圣诞节?", _holiday),
    Rule(f"春(?<![立青新开早初迎]春)节|中(?<![集其空当手心{SURNAMES}]中)秋节?", _holiday),
    Rule(f"{_NO_NUMBER_BEFORE}五一(?![广大路十百号街支村班回眼]|[一二三四五六七八九](?!天)|天[^气]|劳动奖)", _holiday),
    Rule(f"{_NO_NUMBER_BEFORE}十一(?=假期|黄金周|长假)", _holiday),
    Rule(choice(part for part in _PARTS if len(part) > 1), _part),
    Rule(f"(?:周|星期|礼拜){WEEKDAY}", _lone_weekday),
)
