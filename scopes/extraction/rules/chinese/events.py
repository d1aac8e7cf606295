"""分句里说话人遇到或做了什么: whether a Chinese clause tells that something happened to its speaker."""

import re

from scopes.extraction.rules.clause import Clause

__all__ = ["is_dated", "is_event"]

_EVENT = re.compile(
    r".{0,14}?(?:去了|去过|去看了|买了|买到|看了|看完|参加了|完成了|搬到了|搬家了|吃了|收到了?|"
    r"见了|见到了?|认识了|学会了|拿到了?|拿了|得了|获得了?|赢了|输了|考了|考上了?|考过了|通过了|"
    r"失败了|丢了|摔了|生病了|"
    r"住院了|结婚了|分手了|毕业了|入职了|辞职了|升职了|离职了|跑了|爬了|游了|逛了|拍了|写完|读完|"
    r"做了|开了|领养了|养了|种了|办了|举办了|组织了|打了|练了|报了名|报名了|出发了|回了|回到了?|"
    r"来到|换了|卖了|租了|签了|去世了|出生了|搬进了?|聚了|聚餐|约了|寄了|交了|修好了|弄坏了|"
    r"遇到了?|碰到了?)"
)

_NO_EVENT = re.compile(r"你|没|不|学到|感受到|体会到|困难|问题|烦恼|麻烦|有用的|很多|朋友圈")
# 一个过去的时间，接着做了什么: a day that is over, and a verb of doing with 了 behind it.
_CLEAR = re.compile(
    r"(?:今天|今早|昨天|昨晚|前天|前晚|上周末?|上个?周末|上?(?:周|星期|礼拜)[一二三四五六日天]|前几天|前两天)"
    r"(?:早上|上午|中午|下午|傍晚|晚上)?(?:我们?|咱们?|俺)?(?:刚|刚刚|终于|又|还|也|就|才|一个人|自己|一起|专门|特意)*"
    r"(?:去|和|跟|带|陪|在|给|看|吃|买|做|参加|见|打|跑|爬|学|写|收到|坐|骑|开|请|约|加班|搬|拍|画|练|游|逛|洗|修|交|"
    r"办|完成|考|读|种|喝|接|送|拿|取|剪|拔|钓|踢|包|烤|炒|煮|领|体检|面试|复查|签)"
    r"(?!上|起来)[\u4e00-\u9fffA-Za-z0-9]{0,16}?了(?![解吗呢])[\u4e00-\u9fffA-Za-z0-9]{0,14}"
)
_FEELING = re.compile(
    r"[累困饿忘烦懂火疯够]了|心情|感觉|觉得|想(?!念馆)|开心|高兴|难过|怎么|什么|听说|聊天?了|[他她它]|得很|下雨|太|一些|很久|建议|"
    r"[你您]"
)


def is_event(clause: Clause) -> bool:
    """Whether something happened in a clause."""
    if _NO_EVENT.search(clause.words):
        return False
    told = clause.subject in ("我", "我们", "我家") and not clause.dropped and len(clause.words) >= 8
    return (told and _EVENT.match(clause.rests[-1]) is not None) or is_dated(clause)


def is_dated(clause: Clause) -> bool:
    """Whether a clause tells what its speaker did on a day that it names, also where it leaves out its 我."""
    words = clause.words
    return (
        _NO_EVENT.search(words) is None
        and len(words) >= 6
        and _CLEAR.fullmatch(words) is not None
        and _FEELING.search(words) is None
    )
