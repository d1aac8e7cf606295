"""Chinese sentences as clauses: who is spoken of, also where he is not named again, and what is said."""

import re
from collections.abc import Iterator

from scopes.extraction.rules.clause import Clause

__all__ = ["clauses", "gist", "slug"]

_SPLIT = re.compile(
    r"[，,；;]+|(?<!待办)(?<!备忘)(?<!任务)(?<!备注)(?<!注意)(?<!事项)(?<!结论)(?<!\d)[：:]+|"
    r"(?<=[\u3400-\u9fff]{8})(?=然后|但是|不过|所以|因为|而且|不知道|我想|我打算)|"
    r"(?<=[\u3400-\u9fff])\s+(?=[\u3400-\u9fff])|——+|…+"
)
_FILLER = re.compile(
    r"(?:(?:嗯+|哦+|噢|啊+|哈+|嘿+|呵+|唉+|哎呀?|诶|欸|哇+|嗨|你好|您好|大家好|好的|好吧|好啊|"
    r"是的|是啊|对的|对啊|对了|没错|当然|其实|说实话|老实说|"
    r"讲真|不瞒你说|那么|然后|而且|并且|另外|还有|顺便说一?下?|顺便提一下|但是|但|不过|可是|所以|"
    r"因为|由于|毕竟|反正|总之|首先|确实|的确|"
    r"谢谢|谢谢你|哈喽|朋友|话说|说起来|说到这个|记住|请记住|帮我记一下|帮我记住|记一下|备注|"
    r"提醒一下|补充一下|跟你说|告诉你|我跟你说|我告诉你|只是|就是|"
    r"同时|于是|结果|原来|最后|幸好|可惜|不好意思|抱歉|没事|行啊|嗯嗯|早上好|晚上好|晚安)[，,、。！!～~ ]*)+"
)
# Four times at most, for much of it can be read in several ways.
_LEAD = (
    r"(?:(?:今天|明天|后天|大后天|昨天|前天|今晚|明晚|昨晚|今早|明早|每天|每周|每月|每年|每晚|"
    r"每早|每逢|平时|平常|周末|最近|近来|现在|目前|如今|当前|"
    r"(?:上|下|本|这)周(?![一二三四五六日天末])|上个?月|下个?月|这个月|本月|去年|今年|明年|前年|"
    r"后年|早上|中午|晚上|下午|上午|凌晨|睡前|饭后|下班后?|放学后?|从小|小时候|大学时|"
    r"[坐吃喝住买用穿选]\S{1,4}(?=我)|毕业后|以前|之前|后来|刚才|刚刚|一般|通常|经常|以后|将来|"
    r"未来|从\S{1,8}(?:起|开始)|自从\S{1,10}|到\S{1,6}|(?:上|下|这|本)?(?:周|星期|"
    r"礼拜)[一二三四五六日天末]|\d{1,2}月(?:\d{1,2}[日号])?|\d{1,2}[日号]|"
    r"\d{4}年|[一二三四五六七八九十两几\d]{1,4}(?:天|周|个?星期|个?月|年)(?:后|前|之后|之前|以后|"
    r"以前)|月底|月初|年底|年初|暑假|寒假|国庆|春节|五一|元旦|中秋|端午|过年|(?:早|晚|下|上|"
    r"中)[上午]?[\d一二三四五六七八九十]{1,3}点半?|[\d一二三四五六七八九十]{1,3}点半?|每(?:个?(?:周|星期|"
    r"礼拜))[一二三四五六日天末]?|的?(?:早上|晚上|下午|上午|中午)){1,4})"
)
_OPENING = re.compile(
    rf"(?P<lead>{_LEAD})?(?P<subject>我们家|家里|我们|咱们|咱|俺|我家|我|本人|他们|她们|他|她|它|"
    r"你们|你|您|大家|请)(?P<rest>.*)",
    re.DOTALL,
)
_LEAD_ONLY = re.compile(rf"(?P<lead>{_LEAD})(?P<rest>.+)", re.DOTALL)
_ADVERB = re.compile(
    r"(?:真的|真是|真|特别|非常|十分|超级|超|很|也|还是|还|就是|就|都|其实|一直以来|一直都?|"
    r"从小就?|比较|挺|蛮|更|尤其|确实|的确|向来|"
    r"个人|自己|本人|平时|平常|现在|目前|如今|最近|近来|今天|当然|又|只是|倒是|是真|已经(?!不)|"
    r"刚刚|刚|才|终于|早就|[特贼巨太老可](?=喜欢|爱|想|怕|讨厌|不)|呢|啊|呀|嘛|这几年|这两年|"
    r"这阵子|有点|有些|算是|始终|仍然|依然|天生|好(?=喜欢|想|爱|讨厌|怕)|可能|大概|也许|估计)"
)
_PAST = re.compile(r"经常|常常|总是|有时|偶尔|以前(?!后)|小时候|大学时|曾|当年|那时")
_HEDGE = re.compile(r"^(?:我(?:觉得|感觉|想|猜|估计)(?=我)|可能|也许|或许|大概|说不定|好像|估计|似乎)+[，,]?")
_PARTICLES = re.compile(r"(?:[啊呀呢哦噢嘛啦喔哈咯呗哟诶了的～~！!。.…\s]|(?<![酒网贴书])吧)+$")
_UNNAMED = re.compile(r"[^\w+#·.-]+")
_PHRASES = re.compile(r"(?<=[，,。；;、：:!！?？—])")
_LONGEST_NAME = 20
# A name ends before a word that joins, and not behind one, nor behind one of degree.
_JOINS = re.compile(r"以及|并且|或者|因为|比如|尤其|[和与或跟像在把]")
_OPEN_END = re.compile(r"(?:非常|特别|十分|比较|以及|[很太最的和与或跟像在把被])+$")
# "一个风景优美，空气清新的地方": a comma within a phrase, whose noun comes last.
_UNFINISHED = re.compile(r"一[个种家座处条份款][^的，,了过]{2,8}$")
_FINISHED = re.compile(r"[^我你他她它是有的，,]{2,8}的[\u3400-\u9fff]{1,6}(?=[，,。！!]|$)")


def clauses(sentence: str) -> Iterator[Clause]:
    """The clauses of a sentence, in their order; one without a subject has the last one's, or ''."""
    subject = ""
    for words in _parts(sentence):
        words = words.strip(" 。！!～~.、\"'“”")
        if not words:
            continue
        clause = _read(words, subject)
        if clause.words:
            subject = clause.subject
            yield clause


def _parts(sentence: str) -> Iterator[str]:
    start = 0
    for cut in _SPLIT.finditer(sentence):
        if _UNFINISHED.search(sentence, start, cut.start()) and _FINISHED.match(sentence, cut.end()):
            continue
        yield sentence[start : cut.start()]
        start = cut.end()
    yield sentence[start:]


def _read(words: str, before: str) -> Clause:
    filler = _FILLER.match(words)
    if filler is not None and filler.end() < len(words):
        words = words[filler.end() :]
    plain = _HEDGE.sub("", words).replace(" ", "_")
    opening = _OPENING.fullmatch(plain)
    if opening is not None:
        subject, lead, body, dropped = _person(opening["subject"]), opening["lead"] or "", opening["rest"], False
    else:
        subject, lead, body, dropped = before, "", plain, True
    body = _without_adverbs(body)
    if (led := _LEAD_ONLY.fullmatch(body)) is not None:
        lead, body = lead + led["lead"], _without_adverbs(led["rest"])
    rest = _PARTICLES.sub("", body)
    return Clause(words, subject, _forms(lead, rest), rest, dropped)


def _forms(lead: str, rest: str) -> tuple[str, ...]:
    """What is said, without and with when; what was so in another time is told by both together alone."""
    if not rest or not lead:
        return (rest or lead,)
    return (lead + rest,) if _PAST.search(lead) else (rest, lead + rest)


def _person(word: str) -> str:
    if word in ("我", "俺", "本人"):
        return "我"
    if word == "家里":
        return "我家"
    return "我们" if word in ("我们", "咱们", "咱") else word


def _without_adverbs(text: str) -> str:
    at = 0
    while (adverb := _ADVERB.match(text, at)) is not None and adverb.end() < len(text):
        at = adverb.end()
    return text[at:]


def gist(text: str) -> str:
    """What a name is made of: the words without particles at their end."""
    return _PARTICLES.sub("", text)


def slug(text: str) -> str:
    """The words without punctuation: all of them, or as many as end a phrase."""
    found = ""
    for phrase in _PHRASES.split(text):
        longer = found + _UNNAMED.sub("", phrase).replace("_", "-")
        if found and len(longer) > _LONGEST_NAME:
            break
        found = longer
    if len(found) > _LONGEST_NAME:
        end = max((at.start() for at in _JOINS.finditer(found, 6, _LONGEST_NAME + 1)), default=_LONGEST_NAME)
        found = found[:end]
    return _OPEN_END.sub("", found).strip("-.·")
