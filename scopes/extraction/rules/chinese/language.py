"""Chinese, as a turn is read: its signs, its clauses, and all its rules in the order in which they are tried."""

import re

from scopes.extraction.rules.chinese import (
    aims,
    belongings,
    bounds,
    clauses,
    events,
    habits,
    people,
    places,
    questions,
    selves,
    signs,
    stating,
    taste,
    work,
)
from scopes.extraction.rules.chinese.lasting import LASTING
from scopes.extraction.rules.chinese.standing import STANDING
from scopes.extraction.rules.language import Language
from scopes.extraction.rules.rule import Signs, Table
from scopes.extraction.rules.speech import CHINESE as SPEECH

__all__ = ["CHINESE"]

CHINESE = Language(
    code="zh",
    speech=SPEECH,
    standing=STANDING,
    personal=re.compile(r"[\u3400-\u9fff]"),
    clauses=clauses.clauses,
    table=Table(
        (
            *aims.REMINDERS,
            *bounds.RULES,
            *work.DECISIONS,
            *people.RULES,
            *selves.RULES,
            *places.RULES,
            *belongings.RULES,
            *work.FACTS,
            *habits.RULES,
            *work.PROJECTS,
            *aims.RULES,
            *taste.RULES,
            *work.RULES,
        )
    ),
    tail=re.compile(
        r"(?:[，,。！!]?(?:你呢|您呢|你也是吗|对吧|对不对|是吧|你知道吗|你觉得呢|你说呢|记住了吗)|"
        r"[，,。！!](?:好吗|可以吗|行吗|好不好|怎么样|懂吗|明白吗))[?？]+$"
    ),
    past=re.compile(
        r"去年就想|当时|那天|本来想|小时候|当年|那时候|那会儿|童年|年轻的?时候?|上学那|读书那|大学时|"
        r"高中时|初中时|来着"
    ),
    mention=re.compile(people.MENTION),
    gist=clauses.gist,
    slug=clauses.slug,
    event=events.is_event,
    dated_event=events.is_dated,
    lasting=LASTING,
    signs=Signs(signs.SIGNS),
    note=re.compile(signs.NOTE),
    keep=re.compile(aims.KEEP),
    questions=questions.QUESTIONS,
    sought=stating.sought,
    stated=stating.stated,
    request=stating.REQUEST,
    points=stating.POINTS,
    resumes=re.compile(r"[他她它](?!们|妈)"),
    self_word="我",
    others=re.compile(
        r"(?<![吉其])[他她]|^(?:小[红明华刚丽强军]|[王李张刘陈赵周吴]\S?(?:大爷|大妈|阿姨|叔|总|师傅)|这家|那家|"
        r"隔壁|人家|南方|北方)|^(?!我|咱|俺)\S{0,6}(?<![和跟与同])(?:同事|同学|室友|邻居|朋友|哥们|网友|明星|主播|演员|"
        r"某人|老板|领导)"
        r"|^我们?的?(?:新|前|老|好|大学|高中|小学|健身|钢琴)?(?:上司|老板|领导|经理|主管|同事|老师|教练|导师|医生|房东|室友|同学|"
        r"朋友|邻居|客户)(?!们?(?:说|讲|问|推荐|送|给|和|跟|都))|^(?:那|这)?(?:里|儿)?是一[家座部款间所本]"
    ),
    fleeting=re.compile(r"今天|昨天|昨晚|前天|刚才|今早|今晚|这几天|感觉|心情|记得|聊"),
    exact=re.compile(r"[\dA-Za-z《]|[二三四五六七八九十百千万两][\u4e00-\u9fff]"),
    orders=re.compile(r"不要|别(?!人|墅|的)|请"),
    first_person=re.compile(r"[我咱俺]|本人|家里"),
    joint="-",
    mention_joint="",
    colon="：",
    dated="（{}）",
    stop="。",
)
