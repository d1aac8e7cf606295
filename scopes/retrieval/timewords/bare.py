"""Questions that ask of nothing but a time: "what happened yesterday?", 上周聊了些什么."""

import re

from scopes.retrieval.stopwords import is_english_stop

__all__ = ["asks_only_when"]

_WORD = re.compile(r"[^\W\d_]+(?:'[a-z]+)?")
_HAN = re.compile(r"[\u3400-\u9fff]+")
_HAPPENING = """
anything chat chatted day days did discuss discussed else event events everything go going happen happened happening
happens know list mention mentioned new news remember said say show something speak spoke stuff summarise summarize
summary talk talked talking tell thing things told went
"""
_ASKING = frozenset(_HAPPENING.split())
# What is left of a Chinese question without its time: who, that it was, and that something was done or said.
_DONE = re.compile(
    r"(?:我们|你们|咱们|大家|我|你|咱|都|有|又|还|那天|当天|这天|天|里|发生|经历|做|干|聊|谈|讲|说|提|记得|记录|告诉|总结|回顾"
    r"|一下|过|了|的|些|哪些|什么|啥|事情|事儿|事|内容|话题|东西|情况|吗|呢|呀|啊|吧|请|和|跟|在|是|怎么样|如何)*\Z"
)


def asks_only_when(rest: str) -> bool:
    """Whether a question without its words of time names nothing else that could be looked for."""
    words = [word.casefold() for word in _WORD.findall(_HAN.sub(" ", rest.replace("’", "'")))]
    han = "".join(_HAN.findall(rest))
    if any(character.isdigit() for character in rest):
        return False
    return all(word in _ASKING or is_english_stop(word) for word in words) and bool(_DONE.match(han))
