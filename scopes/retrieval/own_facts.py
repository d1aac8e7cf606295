"""What one has one of and asks for in other words than one tells it: home, workplace, name and age.

Narrow on purpose, on both sides: what is missed is ranked by its words as all else is. Texts are case-folded.
"""

import re

__all__ = ["facts_asked", "facts_told"]

_LONGEST_READ = 200

_OWN = "[^妈爸姐哥弟妹爷奶叔姨舅姑婆老妻夫儿女孩友事狗猫她他它，。,]"
# By bits. Who is asked about is the asker, in each.
_ASKED = (
    re.compile(
        r"\b(?:where|which (?:city|town|country)|what (?:city|town|country))\b.{0,12}"
        r"\b(?:do|am|are) (?:i|we)\b.{0,12}\b(?:liv(?:e|ing)|stay(?:ing)?|resid(?:e|ing)|based|at home)\b"
        r"|\b(?:where|what)(?: is|['’]?s) (?:my|our) (?:home|house|apartment|flat|(?:home )?address)\b"
        rf"|我{_OWN}{{0,8}}住(?!的){_OWN}{{0,4}}(?:哪|什么地方|什么城市)|我(?:的?家|们家){_OWN}{{0,4}}哪"
    ),
    re.compile(
        r"\b(?:where|who|which company|what company)\b.{0,8}\b(?:do|am|are) (?:i|we)\b.{0,12}"
        r"\b(?:work(?:ing)?|employed)\b(?! with\b)"
        r"|\b(?:what|where|who)(?: is|['’]?s) my (?:\w+ )?(?:employer|workplace|job|company)\b"
        rf"|我{_OWN}{{0,8}}哪{_OWN}{{0,5}}(?:上班|工作|任职|就职)"
    ),
    re.compile(
        r"\bwhat(?: is|['’]?s) my (?:full |first )?name\b|\bwhat am i called\b|我(?:的?名字)?[是叫]+(?:什么|啥)"
    ),
    re.compile(rf"\bhow old am i\b|\bwhat(?: is|['’]?s) my age\b|我{_OWN}{{0,6}}(?:多大|几岁|多少岁)(?![的码号])"),
)
_ITSELF = (
    r"(?:^|[.!;,] |\b(?:i|we|user|i['’]m|i['’]ve|we['’]re) )(?:(?:am|is|are|have|has|just|now|currently|recently) )*"
)
_TOLD = (
    re.compile(
        rf"{_ITSELF}(?:lives?|living|reside[sd]?|based|settled|staying|stays?|mov(?:ed|ing)|relocat(?:ed|ing))"
        r" (?:back |over |here |with (?:my )?\w+ )?(?:in|to|into|at|on|near|from)\b"
        r"|^(?:my|our) (?:home|house|address)\b"
        rf"|(?:^|[我，。]|用户){_OWN}{{0,8}}(?:住[在到]?|搬[到去来]|定居|安家|家在)"
    ),
    re.compile(
        rf"{_ITSELF}(?:works?|working|worked|employed|joined|start(?:ed|ing)) .{{0,24}}\b(?:at|for|with|in|by|job)\b"
        rf"|{_ITSELF}joined\b|\bnew job\b|^(?:my|our) (?:\w+ )?(?:employer|workplace|job|company)\b"
        rf"|(?:^|[我，。]|用户){_OWN}{{0,8}}(?:上班|工作|[就任供入]职|跳槽)"
    ),
    re.compile(
        r"\bmy (?:full |first )?name\b|^user['’]s name\b|\b(?:call me|i['’]m called|i am called|goes by)\b"
        r"|我(?:改名)?叫|我的?名字"
    ),
    re.compile(
        rf"{_ITSELF}(?:i['’]m )?(?:turn(?:s|ed|ing)? )?\d{{1,3}}(?: years old)?(?=$|[.!,;])|^(?:my|user['’]s) age\b"
        r"|(?:^|[我，。]|用户)(?:今年|现在|已经?|刚?满)*[\d一二三四五六七八九十]{1,3}岁"
    ),
)

_OF_ANOTHER = re.compile(
    r"(?:my|our|his|her|their) (?!(?:\w+ )?(?:home|house|address|employer|workplace|job|company|name|age)\b)"
    r"|(?:我们?|用户)?的?[老外奶]?(?:[妈爸姐哥弟妹爷奶叔姨舅姑婆妻夫]|公(?!司)|[男女]?朋?友|同[事学]|儿子|女儿|小?[狗猫])"
)
# A text that tells a fact has one of these in it; most have none, and to look for them costs a tenth.
_HINTS = (
    *(
        tuple(words.split())
        for words in (
            "live living reside based settled stay moved moving relocat home house address 住 搬 定居 安家 家在",
            "work employ joined started starting job company 上班 工作 就职 任职 供职 入职 跳槽",
            "name call goes 叫 名字",
        )
    ),
    ("my age", "s age", "岁", *"0123456789"),
)


def facts_asked(question: str) -> int:
    """Bits of the facts that who asks a question wants to know of himself; 0 for nearly all questions."""
    return sum(1 << bit for bit, pattern in enumerate(_ASKED) if pattern.search(question))


def facts_told(content: str) -> int:
    """Bits of the facts that a note of the wiki may tell of its own person."""
    text = content[:_LONGEST_READ].casefold()
    hinted = [bit for bit, hints in enumerate(_HINTS) if any(map(text.__contains__, hints))]
    if not hinted or _OF_ANOTHER.match(text):
        return 0
    return sum(1 << bit for bit in hinted if _TOLD[bit].search(text))
