"""What text becomes before it is compared."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.retrieval.said_times import said_days
from scopes.retrieval.segmenter import Segmenter, warm
from scopes.retrieval.tokens import Tokenizer

TOKENS = Tokenizer()


def shared(query, text):
    """The tokens of a query that a text holds."""
    return {token.token for token in TOKENS.query(query)} & set(TOKENS.index(text))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("猫", "我养了一只猫"),
        ("肉", "他不吃肉"),
        ("王五", "王五来了"),
        ("图书馆", "在北京大学图书馆学习"),
        ("5月2日", "5月2号去了博物馆"),
        ("iPhone手机", "买了IPHONE"),
        ("running", "She ran and ran"),
        ("Caroline’s class", "the class of Caroline"),
        ("café", "a CAFE in town"),
        ("C++", "he writes c++ daily"),
        ("CVE-2024-1234", "fixed cve-2024-1234."),
        ("user_id", "the field user_id is set"),
        ("user id", "the field user_id is set"),
        ("Ｆｕｌｌｗｉｄｔｈ", "fullwidth"),
        ("猫が好き", "犬も猫も好きです"),
        ("コーヒー", "毎朝コーヒーを飲む"),
        ("고양이", "고양이를 좋아해요"),
        ("แมว", "ฉันชอบแมวมาก"),
        ("кошка", "Моя КОШКА спит"),
        ("القطط", "أحب القِطط"),
        ("बिल्ली", "मुझे बिल्ली पसंद है"),
        ("γάτα", "η ΓΑΤΑ μου"),
        ("台湾", "他在臺灣"),
        ("台灣", "去台湾玩"),
        ("頭髮", "剪了头发"),
        ("圖書館", "在图书馆"),
        ("这里面", "這裡麵"),
        ("Tromso", "we flew to Tromsø"),
        ("Straße", "the strasse"),
        ("Lodz", "born in ŁÓDŹ"),
        ("cafés", "one cafe"),
        ("🐈", "my 🐈 is asleep"),
        ("👍", "好的👍🏽"),
        ("❤️", "I ❤ it"),
        ("👩‍🍳", "hired a 👩🏿‍🍳!"),
        ("🇯🇵", "back from 🇯🇵"),
        ("1,500", "about 1500 steps"),
        ("1500", "花了１，５００元"),
        ("getUserName", "call get_user_name()"),
        ("user name", "call getUserName()"),
        ("parser", "see HTMLParser"),
        ("main.py", "open src/app/main.py"),
        ("nextjs", "it's a Next.js app"),
        ("Node.js", "NodeJS is installed"),
        ("node.js", "nodejs 18"),
        ("1.2.3", "released v1.2.3"),
        ("docs.example.org", "https://docs.example.org/guide/3"),
        ("anna@example.org", "mail Anna@Example.org."),
        ("21", "on the 21st"),
        ("5 kg", "lost 5kg"),
    ],
)
def test_a_query_finds_text_in_its_own_script(query, text):
    assert shared(query, text)


@pytest.mark.parametrize(("query", "text"), [("art", "a party"), ("cat", "category"), ("猫", "狗"), ("मन", "मान")])
def test_other_words_are_not_taken_for_a_word(query, text):
    assert not shared(query, text)


def test_stop_words_are_cut_from_a_query_and_kept_in_an_index():
    assert [token.token for token in TOKENS.query("What did the cats do, and don't they've fur?")] == ["cat", "fur"]
    assert [token.token for token in TOKENS.query("我们的猫是什么")] == ["猫", "的猫", "猫是"]
    assert TOKENS.index("The cat") == ["the", "cat"]


@pytest.mark.parametrize("query", ["who are you", "the", "你是谁"])
def test_a_query_of_stop_words_alone_is_asked_as_it_is(query):
    assert [token.token for token in TOKENS.query(query)] == list(dict.fromkeys(TOKENS.index(query)))


def test_query_tokens_are_distinct_and_keep_the_words_they_came_from():
    tokens = TOKENS.query("Dancing dances danced")
    assert [(token.token, token.surface) for token in tokens] == [("danc", "dancing")]


def test_each_emoji_is_one_token_without_skin_tone_and_selector():
    assert TOKENS.index("👍🏽❤️🐈") == ["👍", "❤", "🐈"]
    assert TOKENS.index("👩🏿‍🍳🇯🇵") == ["👩", "🍳", "🇯🇵"]


@pytest.mark.parametrize(
    ("word", "text", "found"),
    [
        ("machine learning", "Machine  learning? MACHINE LEARNING.", True),
        ("art house", "a smart house", False),
        ("C罗", "昨晚C罗进球", True),
        ("绿禾公園", "在绿禾公园", True),
        ("The Who", "saw the who live", True),
        ("will", "Will called", True),
    ],
)
def test_a_user_word_counts_whole_and_is_no_stop_word(word, text, found):
    own = Tokenizer([word])
    whole = own.query(word)[-1].token
    assert (whole in own.index(text)) is found


@given(st.lists(st.text(min_size=1, max_size=6), max_size=5), st.text())
def test_any_words_may_be_a_scope_s_own(words, text):
    assert set(TOKENS.index(text)) <= set(Tokenizer(words).index(text))


def test_user_words_are_found_beside_the_dictionary_s():
    plain, taught = Tokenizer().index("他住在绿禾公园旁"), Tokenizer(["绿禾公园"]).index("他住在绿禾公园旁")
    assert "绿禾公园" not in plain
    assert taught == [*plain, "绿禾公园"]


def test_without_a_dictionary_characters_and_pairs_remain():
    bare = Tokenizer(segmenter=Segmenter("none", degraded=warm().degraded))
    assert bare.index("图书馆") == ["图", "书", "馆", "图书", "书馆"]
    assert "图书馆" in TOKENS.index("图书馆")


@given(st.text())
def test_any_text_gives_the_same_tokens_twice_and_none_of_them_empty(text):
    tokens = TOKENS.index(text)
    assert tokens == TOKENS.index(text)
    assert all(tokens)


@given(st.lists(st.text(st.sampled_from("abI12 .,'+#-_/@\n\uffff月日号中文臺かナ，é🐈한"), max_size=20), max_size=5))
def test_texts_that_are_cut_together_give_what_each_gives_alone(texts):
    together = TOKENS.index_all(texts)
    assert together == [TOKENS.index(text) for text in texts]


@given(st.text(st.sampled_from("abI12 .,'+#-_/@\n月日号中文かナ，。「“"), max_size=40))
def test_a_word_of_another_script_beside_it_changes_no_token_of_a_text(text):
    assert sorted(TOKENS.index(text + "\né")) == sorted([*TOKENS.index(text), "e"])


@given(st.text(min_size=1))
def test_a_text_is_found_by_itself_if_by_anything(text):
    assert bool(TOKENS.index(text)) == bool(shared(text, text))


@pytest.mark.parametrize(
    "run", ["a", "1", "一", "a.", "あ", "ก", "'a", "é", "aA", "A", "1a", "1,", "7月", "上", "🐈", "臺", "may 1 "]
)
def test_a_run_of_a_hundred_thousand_characters_costs_no_more_than_its_length(run):
    began = time.perf_counter()
    text = run * (100_000 // len(run)) + " 1 aA last week"
    Tokenizer([run * 2]).index(text)
    said_days(text, "2026-07-21")
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The violins weren't Ann's, in 2024!", {"violin": "violins", "ann": "ann"}),
        ("我喜欢钢琴", {"喜欢": "喜欢", "钢琴": "钢琴"}),
        ("x a 1st ab12 🐱", {}),
        ("Скрипка и café", {"скрипка": "скрипка", "cafe": "café"}),
    ],
)
def test_words_of_a_text_are_those_of_dictionaries_by_their_tokens(text, words):
    assert Tokenizer.shared().words(text) == words
    assert words.keys() <= {*Tokenizer.shared().index(text)}
