"""A name that somebody gives when he greets: "Hi, I'm Mia", 你好，我是陈静.

Without a greeting, or words behind the name that go on about its bearer, "I'm Fine" would be a name.
"""

import re

from scopes.extraction.rules.language import Language
from scopes.extraction.rules.rule import rule
from scopes.extraction.rules.statements import Statement

__all__ = ["introduced"]

_NAME = r"(?P<o>[A-Z][a-z'’-]{1,14}(?: [A-Z][a-z'’-]{1,14})?)"
_GREETING = r"(?:hi|hello|hey|hiya|greetings|good (?:morning|afternoon|evening)|nice to meet you)"
_GREETED = re.compile(rf"(?i:\W*{_GREETING}(?: there| everyone| everybody| all| again)?\W*)$")
_ENGLISH = re.compile(
    rf"(?P<greeting>(?i:\W*{_GREETING}(?: there| everyone| everybody| all| again)?\b[\s,.!:—–-]*))?"
    rf"(?P<said>(?i:i['’]?m|i am) {_NAME})"
    r"(?:(?P<on> and (?i:i\b|i['’]m)|, (?i:i\b|i['’]m|from ))|[.,!;]|\s(?i:from|here)\b|$)"
)
_NO_NAMES = re.compile(
    r"\w+(?:ian|ean|ish|ese|ch|ing|ed|ful|less|ous|ive)\b|(?:Fine|Good|Great|Ok|Okay|Sorry|Sure|Happy|Sad|Ready|Sick|"
    r"Ill|Tired|Busy|Late|Back|Done|Here|Home|New|Free|Lost|Alone|Single|Vegan|Hungry|Cold|Hot|Not|Just|So|Very|Really|"
    r"Also|Still|Always|From|In|On|At|Currently|Now|Glad|Curious|Confused|Stuck|Well|Bad|Mad|Angry|Broke|Old|Young|"
    r"German|American|Mexican|African|Korean|Thai|Greek|Swiss|Iraqi|Israeli|Pakistani|Filipino|Muslim|Hindu|Catholic|"
    r"Jew|Atheist|Gay|Trans|Bi|Autistic|Diabetic|Monday|Batman|God|Your|The|An?)\b"
)
_CHINESE = re.compile(
    r"\W*(?:(?:你|您|大家|各位)好|哈喽|嗨|hi|hello)[啊呀哦！!，,。、 ]*(?P<said>我是(?P<o>"
    r"(?:[王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘"
    r"杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段钱汤尹黎易常武乔贺赖龚文]|"
    r"欧阳|司马|上官|诸葛|[小阿])[\u4e00-\u9fff]{1,2}|[A-Z][a-z]+))(?=[，,。.！!～~ ]|$)",
    re.IGNORECASE,
)
_NO_CHINESE_NAMES = re.compile(
    r"[小阿][白学红编厨贩孩偷组]|(?![小阿]).*(?:老师|医生|总|经理|先生|女士|师傅|[生员人师者系族控派手工科客领管座姐哥叔星级层])$"
)
_RULES = {
    "en": rule("introduces", "profile", "", "", "name", 0.84),
    "zh": rule("自报", "profile", "", "", "名字", 0.84),
}


def introduced(sentence: str, before: str, language: Language) -> Statement | None:
    """The name that a sentence gives for its speaker; `before` is the sentence before it, which may be a greeting."""
    found = _CHINESE.match(sentence) if language.code == "zh" else _english(sentence, before)
    if found is None or _NO_CHINESE_NAMES.match(found["o"]) or _NO_NAMES.match(found["o"]):
        return None
    by = _RULES[language.code]
    return Statement(by, {"o": found["o"]}, language, found["said"], found["said"], by.confidence)


def _english(sentence: str, before: str) -> re.Match[str] | None:
    found = _ENGLISH.match(sentence)
    if found is None or not (found["greeting"] or found["on"] or _GREETED.match(before)):
        return None
    return found
