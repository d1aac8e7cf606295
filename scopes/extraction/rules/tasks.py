"""Text that a turn hands over to be worked on: it is material, whoever the `I` in it is."""

import re

__all__ = ["without_material"]

_WORKED_ON = (
    r"translate|proof-?read|correct|summari[sz]e|paraphrase|re-?phrase|rewrite|polish|edit|fix|continue|finish|"
    r"complete|"
    r"fill in|shorten|convert|turn|draft|reply|respond|write(?! (?:this|that|it) down)|compose|caption|explain|"
    r"analy[sz]e|grade|review"
)
_WORK = re.compile(
    r"(?ims)^\W*(?:(?:please|pls|can|could|would|you|help|me|now|then|and|"
    rf"to) )*(?:{_WORKED_ON})\b[^.!?\n:：]{{0,80}}[:：].*"
    rf"|^[^\n.!?]{{0,60}}\b(?:dialogue|monologue|script|scene|essay|letter|cover letter|bio|poem|lyrics|quote|text|"
    rf"paragraph|sentence|review|email)\b[^.!?\n:：]{{0,30}}[:：].*"
)
_WORK_CHINESE = re.compile(
    r"(?ms)^[^。！？\n]{0,16}(?:翻译|润色|改写|改成|改为|缩写|扩写|续写|仿写|校对|修改|概括|总结|造句|点评|评价|分析|"
    r"生成|根据以下|以下信息|写(?:一)?[段篇首封个份句]|病句|这(?:句话?|段话?|条评论|篇作文|封信|"
    r"文章)|简历|候选人|应聘者|自我介绍|人设|人物|角色|开场白|文案|稿子|演讲|旁白|作文|范文|例句|短文|阅读理解|示例|"
    r"标题|口号|广告)[^。！？\n：:]{0,30}[：:].*"
)
_FICTION = re.compile(
    r"(?i)\b(?:once upon a time|what am i\?|who am i\?|riddle|continue the story|next line|"
    r"my (?:\S+ ){0,2}(?:paladin|character|protagonist|avatar)|"
    r"role-?play|pretend (?:you|to be|that)|act as|you are (?:a|an|the|my|now) |imagine (?:you|that|i)|"
    r"(?:write|compose|give me|for) (?:me )?(?:a|an|the|some|my)? ?(?:\w+ )?(?:poem|haiku|story|monologue|dialogue|"
    r"song|"
    r"limerick|sonnet|screenplay|play|novel|scene)\b|haiku version|role: ?system|dummy data|fake (?:data|names|"
    r"profiles?|persona)|placeholder|example sentence|sample sentence|lorem ipsum|how do (?:you|i) say|grammatical|"
    r"here's my (?:poem|story|song))"
    r"|男主|女主|主角是|打一[字物个动成]|猜谜|谜面|角色扮演|演(?:一下|个|一?段)|"
    r"你(?:现在)?是[^，,。？?]{1,10}[，,]\s*我是|你现在是|扮演|独白|"
    r"剧本[：:]|小说里|"
    r"接着往下写|续写|写首[诗歌]|编个?(?:故事|段子)|造句|例句|范文|模板|病句|谜语|下联|对联|脑筋急转弯|(?:测试|"
    r"假)数据|虚构|假身份|举个?例|怎么翻|用\S{1,3}[语文]怎么说|我的诗[：:]|从前有|很久很久以前"
)
_PAIR = re.compile(r"(?m)^[ \t]*[\w-]+: \S+$")  # two of them are a configuration
_CODE_LINE = re.compile(
    r"(?m)^[ \t]*(?:def |class \w+[:(]|import |from \w+ import|const |let |var |SELECT |export |return |function |"
    r"File \"|"
    r"Traceback|[{}<]|#\s|\w+\s*=\s*\S|[\w.]+\([^)\n]*\)\s*;?$|\d{4}-\d\d-\d\d \d\d:\d\d).*$"
)

_SCRIPT_LINE = re.compile(
    r"(?m)^[ \t]*(?:(?!TODO|NOTE|FYI|PS|BTW|EDIT|UPDATE|TLDR)[A-Z]{3,12}: |(?i:customer|client|user|me|them|him|her|"
    r"interviewer|narrator|boss|from|subject|to): |"
    r"(?:网友|客户|楼主|评论|用户|记者|老师|老板|甲方?|乙方?|丙|旁白|主持人|观众)[：:]).*$"
)


def without_material(content: str) -> str:
    """The turn without the text that it gives to be translated, corrected or continued, and without code; nothing of a
    turn that asks for fiction or a part to play."""
    if _FICTION.search(content):
        return ""
    if ":" in content or "：" in content:
        content = _WORK_CHINESE.sub("", _WORK.sub("", content))
    if len(_PAIR.findall(content)) > 1:
        content = _PAIR.sub("", content)
    return _CODE_LINE.sub("", _SCRIPT_LINE.sub("", content))
