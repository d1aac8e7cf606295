"""中文里离不开别的词的词: words that point at what was named before, and words that say nothing by themselves."""

import re

from scopes.extraction.rules.chinese.people import RELATIVE
from scopes.extraction.rules.standing import Standing

__all__ = ["STANDING"]

_POINTS = re.compile(
    r"(?<![其吉])[他她它](?!妈)们?|[那这](?:里|儿(?!童|子|歌)|边)|[那这](?:个|些|种|样)(?=[，,。！!]|$|[就也很都是的])"
)
_DEICTIC = re.compile(r"^(?:[那这](?:个|些|种|样))(?=[，,。！!]|$)")
# "最喜欢的是第一个": of what was seen there.
_DEFINITE = re.compile(r"最(?:喜欢|爱)的?是?[这那]?(?:一|第\S)[件个幅座种首部款]|[这那]一?[件个幅座种首部款]$")
_LIKING = re.compile(r"喜欢|爱上|讨厌")
_GOES_ON = re.compile(
    r"^(?:最后|接着|随后|再|放(?:入|进)?|加(?:入|点)?|倒入|撒上|盖上|翻炒|焯水|腌制|蒸|煮|炒)[^，。]{0,8}"
    r"(?:锅|盐|油|水|火|蒸|煮|炒|腌|拌)"
)
_BREAKS = re.compile(r"[，,。；;、—]|但是?|不过|所以|因为|而且")
_HOLLOW_WORDS = re.findall(
    r"\S+",
    """
    我们 我 咱们 咱 俺 自己 你们 你 您 他们 她们 它们 大家 这 那 里 儿 边 个 些 种 样 其中 里面 一直 一些 一点 一下
    一次 一起 一门 一种 一个 一项 一样 一 两 几 第一 第二 第三 很多 许多 很少 更多 多 少 新的 新 好的 好 有趣 有意思
    不错 吃力 困难 难 重要 特别 非常 十分 比较 更 最 很 太 挺 真的 真 有点 最近 现在 目前 今天 以后 将来 未来 很快
    马上 回来 当然 可以 平时 有时候 有时 时候 时间 已经 还 也 都 又 才 就 再 先 正 但是 但 不过 所以 因为 而且 并且
    然后 如果 虽然 可是 只是 没有 没 不是 不 别 是 有 在 对 把 给 和 跟 与 或 及 的 地 得 了 着 过 呢 吧 啊 呀 嘛 哈
    应该 可能 也许 大概 能够 能 会 要 想要 想 需要 希望 打算 计划 准备 决定 开始 继续 尝试 试试 试 努力 觉得 感觉
    感到 知道 认为 发现 了解 明白 听说 听说过 喜欢 爱 学起来 学习 学 做 干 搞 弄 去 来 到 看看 看 找到 找 用 说 聊
    走 技能 东西 事情 事 项目 想法 目标 梦想 方法 方式 机会 挑战 问题 地方 过程 体验 经历 生活 人生 活动 改变 变化
    每天 每周 每月 每年 每次 经常 常常 总是 通常 一般
    """,
)
_HOLLOW = re.compile(
    r"(?<![吉其])[他她它]|[买写吃喝听找做说看][点些]|" + "|".join(sorted(_HOLLOW_WORDS, key=len, reverse=True))
)
# A wish of the day: what one does when there is nothing else to do.
_PASSING = re.compile(
    r"[今明后]天|今晚|晚上|下午|中午|周末|待会儿?|等下|早点|天气|心情|朋友们?|同事们?|家人|电影(?!院|节)|影片|观看|"
    r"户外(?!运动)|出去|外面|走走|玩儿?|逛逛?街?|散散?步|散心|放松|休息|睡觉|吃饭|聚餐|(?:餐厅|饭店|馆子)(?=吃|坐)|(?<=听)(?:音乐|歌)|"
    r"一本书(?=看|读)|(?<=看)书"
)
_KIN = re.compile(rf"{RELATIVE}|朋友们?|同事们?|家人")
_WORD = re.compile(r"[\u3400-\u9fffA-Za-z0-9]")
_LONG_WORD = re.compile(r"[\u3400-\u9fff]{2,}|[A-Za-z0-9]")
_SHORT = frozenset({"preference", "interest", "constraint", "habit"})


def _full(text: str, kind: str) -> bool:
    """Whether a word is left without those that say nothing: one of two characters, where a cat is not the matter."""
    if kind in ("goal", "fact"):
        text = _PASSING.sub("", text)
    elif kind == "relation":
        text = _KIN.sub("", text)
    word = _WORD if kind in _SHORT else _LONG_WORD
    return word.search(_HOLLOW.sub("", text)) is not None


def _names(text: str) -> bool:
    return _full(text, "")


STANDING = Standing(
    points=_POINTS,
    deictic=_DEICTIC,
    definite=_DEFINITE,
    liking=_LIKING,
    goes_on=_GOES_ON,
    breaks=_BREAKS,
    names=_names,
    full=_full,
)
