"""One form for what people write in several."""

import importlib.resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.retrieval.folding import fold, fold_all, without_diacritics


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("ABC", "abc"),
        ("ＡＢＣ　１", "abc 1"),
        ("Caroline’s", "caroline's"),
        ("臺灣的頭髮", "台湾的头发"),
        ("二十一日，十月", "21日,10月"),
        ("三个", "三个"),
        ("1,500,000 and 1,50", "1500000 and 1,50"),
        ("１，５００", "1500"),
        ("0.1,500", "0.1,500"),
    ],
)
def test_text_is_folded(written, folded):
    assert fold(written) == folded


@pytest.mark.parametrize(
    ("word", "plain"),
    [("tromsø", "tromso"), ("łódź", "lodz"), ("café", "cafe"), ("ægir", "aegir"), ("\u0301", "\u0301")],
)
def test_letters_lose_their_marks(word, plain):
    assert without_diacritics(word) == plain


def test_no_form_leads_to_another():
    lines = importlib.resources.files("scopes.retrieval").joinpath("variants.txt").read_text("utf-8").splitlines()
    groups = [group for line in lines if not line.startswith("#") for group in line.split()]
    variants = [variant for group in groups for variant in group[1:]]
    assert len(set(variants)) == len(variants) > 2_900
    assert not set(variants) & {group[0] for group in groups}
    assert all(fold(variant) == group[0] for group in groups for variant in group[1:])


@given(st.text(alphabet="臺灣头發ABé1,2 ，．月十日", max_size=30))
def test_folding_twice_is_folding_once(text):
    assert fold(fold(text)) == fold(text)


@given(st.lists(st.text(st.sampled_from("aA 1,日月十臺ＡİＳß\u0301\uffff\n"), max_size=8), max_size=5))
def test_texts_that_are_folded_together_are_folded_as_each_alone(texts):
    assert [text.replace("\uffff", "\n") for text in fold_all(texts)] == [
        fold(text).replace("\uffff", "\n") for text in texts
    ]
