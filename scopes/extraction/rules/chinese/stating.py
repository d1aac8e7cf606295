"""分句里哪些在陈述: what of a Chinese sentence states something, without what it asks and what it asks for."""

import re

from scopes.extraction.rules.clause import Clause

__all__ = ["POINTS", "REQUEST", "sought", "stated"]

_ASKING = re.compile(
    r"[?？]|(?:吗|么|没有?|不)[啊呀呢]?[?？]|什么|怎么|怎样|咋|哪|谁|几[个点岁]|多少|多大|多久|为啥|为什么|是不是|"
    r"能不能|要不要|行不行|"
    r"会不会|可不可以|好不好|有没有|合不合适|够不够|行吗|可以吗|可行吗|吗[。！~～]*$|呢[?？。！~～]*$|(?<![们习究])如何|"
    r"求(?=推荐|助|问|解|教|\S{2,4}$)|请问|帮我|想问|问下|问问|"
    r"推荐(?:一下|下|点|个|几|入门|款)|给(?:点|个|些)(?:建议|方案|推荐)|谁懂|多少钱|啥|"
    r"[\u3400-\u9fff]{3}不[。~～\s]*$|干嘛|有\S+没[。~～\s]*$|好使不"
)
_PARTS = re.compile(
    r"[^，,；;。！!?？]+?(?:[，,；;。！!?？]+|(?<=[\u3400-\u9fff]{8})(?=然后|但是|不过|所以|因为|而且|不知道|我想|"
    r"我打算)|$)"
)
REQUEST = re.compile(
    r"(?:请|麻烦|求|帮|给我(?:写|推荐|讲|来一?[个段篇]|列|出)|写(?:一)?(?:段|篇|首|个)|翻译|解释|推荐|告诉|看看|"
    r"讲讲|说说|谢谢|感谢|"
    r"想问|请问|问下|有没有|能不能|怎么|如何|为什么|哪|什么|谁|算算|谢啦|多谢|讲个|假装|编[个一]|出个|起个|改改|"
    r"算一?下|"
    r"再解释|你|您|[^，,我没不能]{0,8}(?:给我打个?电话|打(?:个?电话)?给我|叫醒我|叫我(?:起床|一?声|$)|联系我|提醒我))"
)
POINTS = re.compile(r"^(?:就|也|还|都|但|而且|所以|那|这|超|不然|叫)|[他她它]|这个|那个|这样|那样")
_SECOND = re.compile(r"[你您]")
_MOOD = re.compile(
    r"(?:我|我们)?(?:真的?|也|很|好|太|有点|特别|非常|十分|今天|最近|感到|觉得|感觉|一直|总|都|还|就|是)*"
    r"(?:开心|高兴|难过|伤心|焦虑|紧张|担心|害怕|生气|累|困|烦|郁闷|孤独|无聊|迷茫|沮丧|失落|压力|感动|激动|兴奋|"
    r"期待|幸福|满足|"
    r"想哭|崩溃|emo|无语|服了|不知道|明白|懂|知道|同意|相信|记得|感谢|谢谢|祝|加油|努力|一定会|会试|试试|我的意思|"
    r"我是认真|我先|会好好|"
    r"会努力|会考虑|去看看)"
)

_THIRD = frozenset({"他", "她", "它", "他们", "她们", "你", "你们", "您", "大家"})
_OTHERS = re.compile(
    r"(?:小[红明华刚丽强军]|李雷|韩梅梅|张三|李四|老王|隔壁|人家|楼[上下]|公司楼下|别人|有人|某|这届|大妈|南方|北方|"
    r"古人|《)"
)
_DEICTIC = re.compile(r"我\S{1,4}的\S{1,4}的|[这那](?:种|样|些|里|儿|边|么|个(?!月|周末|学期|仓库|项目|号))")


def stated(sentence: str) -> str:
    """The sentence without the parts that ask; nothing of one that only asks."""
    if _ASKING.search(sentence) is None:
        return sentence
    parts: list[str] = _PARTS.findall(sentence)
    kept = "".join(part for part in parts if _ASKING.search(part) is None)
    return kept.rstrip("，,；; ")


def sought(clause: Clause) -> str:
    """The clause as signs are sought in it; nothing of one that asks, requests, thanks or tells a mood."""
    words = clause.words.replace(" ", "_")
    if (
        len(words) < 2
        or clause.subject in _THIRD
        or REQUEST.match(words)
        or _SECOND.search(words)
        or _MOOD.match(words)
        or _DEICTIC.search(words)
        or _OTHERS.match(words)
    ):
        return ""
    return words
