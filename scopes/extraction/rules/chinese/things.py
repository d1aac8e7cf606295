"""Whether the words a pattern caught say enough to be remembered by themselves."""

import re

__all__ = ["action", "matter", "thing"]

_DEICTIC = re.compile(
    r"(?:你|您|他|她|它|这(?!种风格)|那(?!不勒斯)|此|其|什么|哪|谁|怎|啥|多少|自己$|别人$|大家|"
    r"一下|一点|东西$|事情?$|所有$|一切$|一样|一起$|很(?!多)|太(?!阳|极|空|平|原)|不|就|了|过|得|的|着|到$|上$|"
    r"这样|那样|如此|里面|上面|其中|听|说|和你|跟你|给你|看到你|能|会(?!计|议|员|展)|可以|是|有$|"
    r"做$|去$|来$|想$|要$|好$|看$|吃$|玩$|学$|用$|聊|死|分享|推荐|建议|谢|帮|问|知道|感觉|觉得|被|"
    r"把|让|人$)"
)
_SECOND = re.compile(r"[你您]")
_VAGUE = re.compile(
    r"(?:(?:去|来|做|吃|看|玩|学|试|想|用|听|买|找|说|聊|等|走|跑|睡|休息|放松|努力|加油|尝试|"
    r"试试|看看|想想|问问|聊聊|说说|走走|玩玩|变好|坚持|继续|改变|开始|学习|工作|生活|活动|东西|"
    r"事情|事|时候|方法|方式|建议|感觉|心情|问题|一下|一次|一些|一点|很多|更多|多|自己|新的?|"
    r"好的?|的|了|着|过|下去|起来|出去|回来|回去|这个|那个)+)$"
)
_VAGUE_ACTION = re.compile(
    r"(?:说|问|知道|告诉|谢|感谢|请教|请问|听|看看你|和你|跟你|给你|帮你|分享|聊|了解|表达|道歉|"
    r"静静|哭|笑|吐|躺|睡|休息|放松一?下?$|试试|尝试一?下?$|想想|考虑|看看$|去$|做$|"
    r"努力|加油|坚持下去|继续|好好|改变|变得|成为更好|让自己|找个人|找人聊|找点|找些|多和|多跟|"
    r"做点|做些|干点|干嘛|怎么|如何|什么|做到|做得|更好|保持|面对|克服|相信|珍惜|享受|提高自己|"
    r"提升自己|调整|要|能|会(?!计|议|员|展)|可以|不|回复|回答|它|这|那|他|她)"
)


_UNCLEAR = re.compile(
    r"这个|那个|这样|那样|这边|那边|这种|那种|它|(?<![吉其])他|她|这家|那家|这里|那里|这儿|那儿|"
    r"这事|那事|这些|那些|这么|那么|什么|怎么"
)
_DATE = re.compile(
    r"今天|明天|后天|大后天|今晚|明晚|明早|[上下这本]*个?(?:周|星期|礼拜)[一二三四五六日天末]?|"
    r"[上下这本]个?月|[明后今去]年|月[底初]|年[底初]|\d+[月日号点]|"
    r"[一二三四五六七八九十]+[月日号点]|[上下]午|晚上|早上|中午|两|半"
)
_DAILY = re.compile(
    r"(?:去|先|再|要)?(?:吃饭|吃晚饭|吃午饭|吃早饭|睡觉|睡|洗澡|上班|下班|回家|出门|休息|起床|"
    r"回去|走)$"
)


def thing(text: str) -> bool:
    """A noun phrase or what one does, named so that it can be understood later."""
    return (
        1 <= len(text) <= 60
        and _DEICTIC.match(text) is None
        and _SECOND.search(text) is None
        and _UNCLEAR.search(text) is None
        and _VAGUE.fullmatch(text) is None
    )


def action(text: str) -> bool:
    """Something to do that is more than a phrase of conversation."""
    return (
        2 <= len(text) <= 60
        and len(_DATE.sub("", text)) >= 2
        and _VAGUE_ACTION.match(text) is None
        and _UNCLEAR.search(text) is None
        and _DAILY.fullmatch(text) is None
        and _SECOND.search(text) is None
        and _VAGUE.fullmatch(text) is None
    )


def matter(text: str) -> bool:
    """What was decided, or what is done again and again: anything that points nowhere else."""
    return 2 <= len(text) <= 60 and _SECOND.search(text) is None and _UNCLEAR.search(text) is None
