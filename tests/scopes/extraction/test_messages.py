"""Messages are read as people type them: without an I, in run-on clauses, with a question behind."""

import datetime as dt
import time

import pytest

from scopes.extraction import rules
from scopes.extraction.candidates import Said

NOW = dt.datetime(2026, 7, 15, tzinfo=dt.UTC)


def kept(text, speaker=None):
    found = rules.extract([Said("t1", "user", text, speaker)], now=NOW, zone=dt.UTC).candidates
    return [(one.kind, one.content) for one in found if one.confidence >= 0.6]


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("trying to get my German to B2 by Christmas", "goal", "B2 by Christmas"),
        ("finally deleted Instagram for good 🎉 what do people do in queues", "preference", "deleted Instagram"),
        ("I run 5 km every morning, is that too much?", "habit", "5 km every morning"),
        ("my bike is an old Peugeot, steel frame. which tyres fit?", "possession", "steel frame"),
        ("my dad's 82. he's hard of hearing", "relation", "hard of hearing"),
        ("最近迷上了篆刻，求推荐入门的石料", "interest", "迷上了篆刻"),
        ("编辑器从 VS Code 换成了 Zed，快是快", "preference", "Zed"),
        ("女儿叫桃桃，四岁半，上中班，怎么跟她解释天为什么是蓝的", "relation", "四岁半"),
        ("怕忘，写这儿：儿童房墙漆色号 NH-307", "note", "NH-307"),
    ],
)
def test_what_is_said_in_passing_is_kept_with_what_belongs_to_it(text, kind, words):
    assert any(one == kind and words in content for one, content in kept(text))


@pytest.mark.parametrize(
    "text",
    [
        "translate to French: I am 29 and I have two dogs",
        "Dialogue for my play.\nMAUD: I hate tea.\nRALPH: You married a tea merchant.",
        "My character lives in a lighthouse and never sleeps. Give him a flaw.",
        "my neighbour's kid got into Harvard",
        "Restoring old boats is slow work.",
        "I feel kinda blah this afternoon",
        "I can't stand up straight",
        "帮我润色：我是一名有五年经验的会计，热爱工作。",
        "角色扮演：我是唐朝的胡商，家住西市",
        "你是淘宝客服，我是买家，我的快递丢了",
        "小红每天跑三公里，一周跑多少",
    ],
)
def test_material_parts_to_play_and_other_people_bring_nothing(text):
    assert kept(text) == []


def test_people_among_themselves_leave_no_small_talk():
    assert kept("my company has people in both offices", "Mara") == []
    assert kept("my company has people in both offices") != []


def test_a_batch_of_long_turns_is_read_in_part_and_that_is_counted():
    turns = [Said(str(number), "user", "I like green tea. " * 4000) for number in range(100)]
    started = time.monotonic()
    found = rules.extract(turns, now=NOW, zone=dt.UTC)
    assert found.refused["long"] >= 100 and time.monotonic() - started < 10
