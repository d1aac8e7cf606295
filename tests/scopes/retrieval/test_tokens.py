"""What text becomes before it is compared."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@given(st.text(min_size=1))
def test_a_text_is_found_by_itself_if_by_anything(text):
    assert bool(TOKENS.index(text)) == bool(shared(text, text))


@pytest.mark.parametrize("run", ["a", "1", "一", "a.", "あ", "ก", "'a", "é"])
def test_a_run_of_a_hundred_thousand_characters_costs_no_more_than_its_length(run):
    began = time.perf_counter()
    TOKENS.index(run * (100_000 // len(run)) + " 1")
    assert time.perf_counter() - began < 5
