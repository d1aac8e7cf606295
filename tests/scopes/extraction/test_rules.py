"""The rules keep what somebody says of himself, in both languages, and nothing else."""

import datetime as dt
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.extraction import rules
from scopes.extraction.candidates import Said

NOW = dt.datetime(2026, 7, 15, 10, tzinfo=dt.UTC)  # a Wednesday


def extract(*texts, speaker=None, role="user", at=None):
    turns = [Said(f"t{number}", role, text, speaker, at) for number, text in enumerate(texts, 1)]
    return rules.extract(turns, now=NOW, zone=dt.UTC)


def kinds(*texts, **more):
    return [(one.kind, one.name) for one in extract(*texts, **more).candidates]


@pytest.mark.parametrize(
    ("text", "kind", "file", "name"),
    [
        ("I really love the sea.", "preference", "preferences", "likes-the-sea"),
        ("I'm allergic to peanuts, all of them.", "constraint", "constraints", "allergic-to-peanuts"),
        ("My sister Amy is a nurse.", "relation", "people", "sister-amy"),
        ("I moved from Leeds to York.", "place", "places", "home"),
        ("我对花生过敏。", "constraint", "constraints", "对花生过敏"),
        ("我妹妹小雨在杭州上大学。", "relation", "people", "妹妹小雨"),
        ("我们决定用PostgreSQL。", "decision", "decisions", "决定用PostgreSQL"),
    ],
)
def test_a_statement_becomes_an_item_with_a_readable_name(text, kind, file, name):
    (found,) = extract(text).candidates
    assert (found.kind, found.file, found.name, found.evidence) == (kind, file, name, ("t1",))
    assert found.confidence >= 0.6 and found.why.partition(": ")[2] in text.replace("’", "'")


@pytest.mark.parametrize(
    "text",
    [
        "Do you like mushrooms?",
        "If I had a dog I'd call it Max.",
        "My friend said he hates olives.",
        "I'd kill for a coffee.",
        "I own a castle. Just kidding!",
        '"I never eat meat," she answered.',
        "> I am allergic to shellfish",
        "Here is what I remember:\n- I live in Prague",
        "<memory>I have a dog called Rex</memory>",
        "如果我有一艘船，我就去马尔代夫。",
        "他说我喜欢吃辣。",
        "我要不要辞职呢？",
        "以下是我记得的内容：\n- 我住在布拉格",
    ],
)
def test_what_is_no_statement_of_the_speaker_s_own_is_left(text):
    assert extract(text).candidates == ()


@pytest.mark.parametrize("role", ["assistant", "system", "tool", "Assistant"])
def test_only_people_have_memories(role):
    assert extract("I live in Rome.", role=role).candidates == ()


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("I want to learn Rust this year, can you recommend a book?", "I want to learn Rust this year"),
        ("I live in Oslo, ok?", "I live in Oslo"),
        ("我住在南京，对吧？", "我住在南京"),
        ("I live in Bangkok?", None),
        ("我住在南京吗？", None),
        ("我家的网好吗？", None),
    ],
)
def test_a_question_at_the_end_takes_no_letter_of_what_is_said(text, content):
    assert [one.content for one in extract(text).candidates] == ([] if content is None else [content])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Note: the side gate sticks.", "the-side-gate-sticks"),
        ("Remember that the gate key is under the blue pot.", "the-gate-key-is-under-the-blue-pot"),
        ("Write that down: the boiler man is called Piet.", "the-boiler-man-is-called-piet"),
        ("Don't forget: the bins are brown this week.", "the-bins-are-brown-this-week"),
        ("The spare fuse is in the drawer. Remember that.", "the-spare-fuse-is-in-the-drawer"),
        ("记住：备用钥匙在花盆底下。", "备用钥匙在花盆底下"),
        ("别忘了：备用钥匙在花盆底下。", "备用钥匙在花盆底下"),
    ],
)
def test_what_is_ordered_to_be_kept_is_a_note_named_after_what_it_says(text, name):
    (found,) = extract(text).candidates
    assert (found.kind, found.name) == ("note", name) and found.confidence >= 0.9


@pytest.mark.parametrize("text", ["Remember when we met?", "Remember me", "Do you remember the gate?", "我记住了"])
def test_who_only_speaks_of_remembering_orders_nothing(text):
    assert extract(text).candidates == ()


def test_a_rule_that_knows_what_is_ordered_to_be_kept_goes_first():
    assert kinds("Remember that I'm allergic to nuts.") == [("constraint", "allergic-to-nuts")]
    assert kinds("Remember to buy milk.") == [("todo", "buy-milk")]


@pytest.mark.parametrize("text", ["My wife's birthday is 4 May.", "我老婆的生日是5月4日。"])
def test_a_day_that_comes_back_each_year_is_no_event(text):
    (found,) = extract(text).candidates
    assert found.event_at is None and "2026" not in found.content


def test_an_appointment_with_a_dentist_is_no_relation():
    (found,) = extract("I have a dentist appointment on Tuesday.").candidates
    assert (found.kind, found.event_at) == ("goal", "2026-07-21")


def test_what_looked_like_a_memory_is_counted_by_reason():
    found = extract("I own a castle. Just kidding!", "Unless I move, I live in Madrid.")
    assert found.refused == {"joke": 1, "supposition": 1}


def test_a_hedge_lowers_confidence():
    (sure,), (unsure,) = extract("I moved to York.").candidates, extract("Maybe I moved to York.").candidates
    assert unsure.confidence < 0.6 < sure.confidence
    (unsure,) = extract("I think I might like jazz, maybe.").candidates
    assert unsure.name == "likes-jazz" and unsure.confidence < 0.6


@pytest.mark.parametrize(
    ("text", "name"),
    [("我的狗昨天死了。", "狗死了"), ("我家的猫走丢了。", "猫走丢了"), ("我喜欢去酒吧。", "喜欢去酒吧")],
)
def test_chinese_names_keep_what_happened_and_whole_words(text, name):
    (found,) = extract(text).candidates
    assert found.name == name and found.confidence >= 0.8


@pytest.mark.parametrize(
    ("text", "replaced"),
    [
        ("I no longer drink coffee.", "likes-coffee"),
        ("I don't like jazz anymore.", "likes-jazz"),
        ("I switched from Vim to Emacs.", "uses-vim"),
        ("我不再喝咖啡了。", "喜欢喝咖啡"),
    ],
)
def test_a_change_names_what_it_replaces(text, replaced):
    (found,) = extract(text).candidates
    assert replaced in found.replaces


def test_a_memory_belongs_to_its_speaker():
    turns = [Said("a", "user", "I love jazz.", "Mara"), Said("b", "user", "我喜欢爵士乐。", "小林")]
    mara, lin = rules.extract(turns, now=NOW, zone=dt.UTC).candidates
    assert (mara.name, mara.content, mara.owner) == ("mara-likes-jazz", "Mara: I love jazz", "Mara")
    assert (lin.name, lin.content) == ("小林-喜欢爵士乐", "小林：我喜欢爵士乐")


def test_people_among_themselves_give_the_assistant_no_orders():
    order = "Never call me before nine."
    assert kinds(order) == [("constraint", "instruction-never-call-me-before-nine")]
    assert kinds(order, speaker="Mara") == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Please never suggest shrimp recipes.", "instruction-never-suggest-shrimp-recipes"),
        ("Don't ever recommend horror films.", "instruction-do-not-recommend-horror-films"),
        ("Always reply in French.", "instruction-reply-in-french"),
        ("请不要推荐虾。", "不要推荐虾"),
    ],
)
def test_the_name_of_an_order_not_to_do_something_says_so(text, name):
    assert kinds(text) == [("constraint", name)]


def test_a_sentence_may_hold_several_facts():
    found = extract("我叫小雨，今年25岁，对花生过敏。").candidates
    assert [one.content for one in found] == ["我叫小雨", "我今年25岁", "我对花生过敏"]


def test_what_is_said_of_a_pet_is_not_said_of_its_owner():
    assert kinds("我养了一只橘猫，叫豆包，今年三岁。") == [("possession", "有一只橘猫")]


def test_secrets_that_the_notary_took_out_make_no_memory():
    found = extract("My favourite password is [REDACTED:password].")
    assert (found.candidates, found.refused) == ((), {"redacted": 1})
    assert extract("Remember: the door code is [REDACTED:code].").refused == {"redacted": 1}


@pytest.mark.parametrize(
    ("asked", "answer", "content"),
    [
        ("Should I remember that you're allergic to peanuts?", "Yes, please.", "I am allergic to peanuts"),
        ("我记住，你对花生过敏，对吗？", "对的", "我对花生过敏"),
        ("Should I remember that you're allergic to peanuts?", "Yes, but tell me why first", None),
        ("You could move to Rome. Shall we look at flights?", "Yes", None),
    ],
)
def test_a_short_yes_to_a_direct_proposal_confirms_it(asked, answer, content):
    turns = [Said("a", "assistant", asked), Said("b", "user", answer)]
    found = rules.extract(turns, now=NOW, zone=dt.UTC).candidates
    assert [one.content for one in found] == ([] if content is None else [content])
    assert all(one.evidence == ("a", "b") for one in found)


def test_events_go_to_the_diary_with_their_day():
    told = ("I visited my aunt yesterday.", "上周五我去了云台山，风景很美。", "Last weekend we climbed a hill.")
    found = extract(*told, at="2026-07-15T09:00:00Z")
    assert [(line.event_at, line.evidence) for line in found.diary] == [
        ("2026-07-14", ("t1",)),
        ("2026-07-10", ("t2",)),
        ("2026-07-11", ("t3",)),
    ]


@given(st.lists(st.text(max_size=200), max_size=4))
def test_no_text_breaks_it(texts):
    extract(*texts)


@given(
    st.lists(
        st.sampled_from(["I", "我", "love", "喜欢", "my", "，", ". ", "?", " ", "不", "at", "5", '"', "`"]), max_size=30
    )
)
def test_what_is_kept_has_content_and_a_name(words):
    for one in extract("".join(words), " ".join(words)).candidates:
        assert one.content.strip() and one.name.strip() and 0 < one.confidence <= 1


@pytest.mark.parametrize(
    "text",
    [
        "I love the sea. " * 4000,
        "我喜欢海。" * 6000,
        "[image: " * 8000,
        "remember:\n- x" * 4000,
        " " * 32_000 + "I like tea" + "\t" * 30_000,
        "I like tea" + " \n\t" * 20_000,
    ],
)
def test_a_pasted_document_takes_no_long_time(text):
    started = time.monotonic()
    assert len(extract(text).candidates) <= 1
    assert time.monotonic() - started < 2
