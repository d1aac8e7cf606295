"""A narrow table knows how one tells and asks where one lives and works, one's name and one's age."""

import pytest

from scopes.retrieval.own_facts import facts_asked, facts_told

HOME, WORK, NAME, AGE = (1 << bit for bit in range(4))
TOLD = {
    HOME: [
        "User lives in Lisbon",
        "I've moved to Lisbon",
        "Lives with Ann in Oslo",
        "用户住在柏林",
        "我上个月搬到上海了",
    ],
    WORK: ["I work at Google", "I just started a new job at Spotify", "Joined Bosch", "我跳槽去字节了"],
    NAME: ["My name is Ben", "Call me Ben", "User's name is Leonie", "我叫王芳"],
    AGE: ["I'm 34.", "I just turned 34", "User is 34 years old", "我今年28岁"],
    0: [
        "My sister lives in Rome",
        "Ann works at Google",
        "My cat is 4",
        "我女儿五岁",
        "我妈妈在医院上班，住在成都",
        "I have 3 cats",
    ],
}
ASKED = {
    HOME: ["where do i live now?", "in which city do i live?", "where's my home?", "我现在住哪", "我家在哪"],
    WORK: ["where do i work now?", "who do i work for?", "what is my job?", "我在哪家公司上班"],
    NAME: ["what's my name?", "我叫什么名字"],
    AGE: ["how old am i?", "我今年多大了？", "我几岁"],
    0: ["where does ann live?", "what is my dog's name?", "我妈妈住在哪", "我女儿几岁", "where did we meet?"],
}


@pytest.mark.parametrize(("fact", "text"), [(fact, text) for fact, texts in TOLD.items() for text in texts])
def test_a_note_tells_a_fact_of_its_own_person(fact, text):
    assert facts_told(text) == fact


@pytest.mark.parametrize(("fact", "text"), [(fact, text) for fact, texts in ASKED.items() for text in texts])
def test_a_question_asks_for_a_fact_of_who_asks(fact, text):
    assert facts_asked(text) == fact
