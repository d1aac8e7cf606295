"""Which sentences state nothing of their speaker: questions, suppositions, others' words, jokes, stories."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from scopes.extraction.rules.clause import Clause

__all__ = ["CHINESE", "ENGLISH", "Speech"]


class Speech(NamedTuple):
    """A language's signs of each: what has one is refused, under its name; a hedge lowers confidence."""

    refused: tuple[tuple[str, re.Pattern[str]], ...]
    hedge: re.Pattern[str]
    withdrawn: re.Pattern[str]
    opens: re.Pattern[str]

    def refusal(self, sentence: str, clauses: Sequence[Clause], at: int) -> str | None:
        """Why a clause of the sentence is no statement of its speaker's; None where it may be one.

        A story or a joke is one as a whole, a supposition is whatever follows its sign or what it is hung on, others'
        words reach one clause further, and a question or a figure of speech is its own clause alone.
        """
        for reason, sign in self.refused:
            if sign.search(self._reach(reason, sentence, clauses, at)):
                return reason
        return None

    def _reach(self, reason: str, sentence: str, clauses: Sequence[Clause], at: int) -> str:
        if reason in ("story", "joke"):
            return sentence
        last = at + 1
        if reason == "supposition":
            hung = last < len(clauses) and self.opens.match(clauses[last].words)
            return "\n".join(one.words for one in clauses[: last + bool(hung)])
        first = max(0, at - 1) if reason == "reported" else at
        return "\n".join(one.words for one in clauses[first:last])


ENGLISH = Speech(
    refused=(
        ("question", re.compile(r"\?")),
        (
            "supposition",
            re.compile(
                r"(?i)\b(?:if (?!not\b|(?:that|it) helps|that matters|you need|anyone|i (?:eat|touch|drink|smell|"
                r"skip|sleep|do not|don't|so much as|even)\b)|"
                r"unless|i wish|wish (?:i|we)|if only|imagine|suppose|supposing|pretend|let'?s say|"
                r"what if|win the lottery|would(?:n't)? have|would'?ve|could have|could'?ve|should'?ve|should have|"
                r"might have|"
                r"(?:i|we) (?:almost|nearly)|"
                r"as though|hypothetically|in theory|in another life|were i to|had i (?:known|been)|someone like me|"
                r"i(?:'d| would) be (?:a|an|the|so|very)|whether i)\b"
            ),
        ),
        (
            "reported",
            re.compile(
                r"(?i)\b(?:(?:he|she|they|who|people|someone|somebody|(?:my|our|his|her|the|a|your) (?:\w+ ){1,3}|"
                r"(?!nobody\b|I\b|We\b|i\b|we\b|you\b|that\b|which\b|everyone\b|everybody\b)[a-z]+ )"
                r"(?:just |also |always |once |never )*(?:said|says|told|tells|asked|asks|mentioned|claims?|"
                r"claimed|thinks?|thought|believes?|insists?|"
                r"insisted|swears?|swore|joked|jokes|wrote|writes|replied|reckons|suggested|suggests|"
                r"recommended|keeps? (?:saying|telling)|"
                r"announced|complains?|complained)\b"
                r"|according to|apparently|rumou?r has it|i(?:'ve)? (?:heard|read) (?:that|about|on|in)|"
                r"supposedly|reportedly|"
                r"(?:was|were|am|is|'m|been) told|quote|used to say|they say|as the saying goes|word is)"
            ),
        ),
        (
            "story",
            re.compile(
                r"(?i)\b(?:my (?:character|avatar|protagonist|hero|dnd)|in (?:the|my|this|that|a) (?:game|"
                r"story|novel|book|movie|film|"
                r"play|show|dream|nightmare|song|script|scene|series|episode|role)\b(?! industr| business)|"
                r"the main character|the protagonist|"
                r"i dream(?:ed|t) (?:that|i|last)|plays? (?:the role|a character)|role-?play|as a (?:joke|"
                r"pirate|wizard)|lyrics?)"
            ),
        ),
        (
            "joke",
            re.compile(
                r"(?i)\b(?:(?:i'd|i would|i could|would|could) (?:kill|die|sell my|give my|give anything|"
                r"murder|marry|eat a|sleep for)|"
                r"just kidding|jk\b|kidding|joking|as a joke|my (?:evil|secret) twin|"
                r"million dollars|to death|"
                r"a billion|forever alone|live under a rock|yeah right|as if\b|sarcasm|world domination)|/s\b|😜|🙃"
            ),
        ),
    ),
    hedge=re.compile(
        r"(?i)\b(?:maybe|perhaps|possibly|probably|might|may be|i guess|i suppose|i think|i believe|"
        r"i feel like|not (?:entirely |quite |"
        r"so |too )?sure|kind of|kinda|sort of|somewhat|thinking (?:about|of)|considering|tempted|"
        r"tentatively|who knows|"
        r"i don't know|could be|i'm not certain)\b"
    ),
    withdrawn=re.compile(
        r"(?i)^\W*(?:haha,? )?(?:just kidding|jk|kidding|i'm (?:just )?(?:kidding|joking)|not really|"
        r"scratch that|never mind|nah,? just)"
    ),
    opens=re.compile(r"(?i)(?:and |but |only )?(?:if|unless|provided)\b"),
)

CHINESE = Speech(
    refused=(
        (
            "question",
            re.compile(
                r"[?？]|(?:吗|呢|么)[。.!！~～]*$|是不是|有没有(?!什么)|能不能|可不可以|要不要|会不会|好不好|"
                r"为什么|怎么(?!也|都)(?:样|办|做|才)"
            ),
        ),
        (
            "supposition",
            re.compile(
                r"如果|要是|假如|假装|假设|若是|倘若|万一|除非|就好了|恨不得|巴不得|差点|差一点|本来想|早知道|换作|"
                r"换成我|"
                r"要不是|哪怕|即使|无论|不管|(?<![讲说写])的话|想象一下|打个比方|比如说我是|好像要|仿佛"
            ),
        ),
        (
            "reported",
            re.compile(
                r"(?:他|她|它|他们|她们|人家|别人|有人|大家|老师|医生|同事|朋友|老板|领导|妈妈?|爸爸?|妹妹?|"
                r"姐姐?|哥哥?|弟弟?|"
                r"同学|室友|老公|老婆|男友|女友|奶奶|爷爷|外婆|客户|网友|专家|书上|新闻|电视|网上)[^，。,我]{0,6}"
                r"(?:说|讲|问|告诉|觉得|认为|建议|提到|表示|抱怨|声称|以为|劝|推荐|嘱咐|吹嘘)|听说|据说|传说|"
                r"[^我，,]说我|一般来说|都说|据报道|传闻|俗话|常言|所谓|有句话"
            ),
        ),
        (
            "story",
            re.compile(
                r"(?:小说|故事|游戏|电影|剧本|电视剧|剧|梦|书|歌|漫画|动漫|戏)(?:里|中)(?!面?的?(?:配乐|"
                r"音乐))|我的角色|主角|主人公|扮演|台词|歌词|梦见|梦到|我写的人物"
            ),
        ),
        (
            "joke",
            re.compile(r"开玩笑|逗你|说笑|骗你的|哄你|闹着玩|狗头|🐶"),
        ),
        (
            "figure",
            re.compile(
                r"废物|打工人|干饭人|笑死|饿死|累死|气死|困死|热死|冷死|烦死|吓死|想死|馋死|愁死|能吃下一头|"
                r"吃下一整?头|下辈子|"
                r"八百年|一万年|统治世界|拯救世界|上天了|要疯了|要命|做牛做马|当场去世|原地"
            ),
        ),
    ),
    hedge=re.compile(
        r"可能|也许|大概|好像|或许|说不定|估计|应该是|应该会|(?<!预)算是|似乎|不一定|不确定|考虑|琢磨|"
        r"犹豫|在想|我(?:觉得|感觉)(?!\S{1,10}(?:特别|很|太|真|最|非常)(?:[难好][吃喝听看闻]|恶心|"
        r"无聊))|我猜|没准|有点想|将来|以后有机会|有机会|有空|(?<![酒网贴书])吧[。!！~～]*$"
    ),
    withdrawn=re.compile(r"^\W*(?:哈+，?)?(?:开玩笑|逗你|骗你|说着玩|我瞎说|不是啦|当我没说)"),
    opens=re.compile(r"如果|要是|假如|除非"),
)
