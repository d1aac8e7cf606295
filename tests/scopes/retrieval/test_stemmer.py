"""The stemmer is Snowball's, plus irregular forms."""

import itertools

import pytest
import Stemmer
from hypothesis import given
from hypothesis import strategies as st

from scopes.retrieval.irregular import IRREGULAR
from scopes.retrieval.stemmer import porter2, stem

_SUFFIXES = """
s es ed ing ly ness ful al ational tional ation ator ize izer ization ism ist ogist logy ive iveness iviti ous
ously ousness ment ement ent entli ence enci ance able ably abli ability ible ic ical icate iciti ies ied eed
eedly ingly edly y li l less lessly fully fulness alize alism aliti ative ion er e ' 's 's'
"""
SUFFIXES = _SUFFIXES.split()
ROOTS = [
    "".join(parts) for parts in itertools.product(("", "b", "st", "y", "succ"), ("a", "o", "y", "ie", "u"), "tlnpdsyw")
]
IRREGULAR_TO_SNOWBALL = """
skis skies idly gently ugly early only singly sky news howe atlas cosmos bias andes inning outing canning herring
earring evening proceed exceed succeed dying lying tying vying generate communal arsenic pasted pasting universe
lateral emergency organization international added egging offed hopping hoped
"""
SNOWBALL = Stemmer.Stemmer("english")


def test_every_suffix_on_every_shape_of_root_is_stemmed_as_by_snowball():
    words = [root + suffix for root in ROOTS for suffix in SUFFIXES]
    words += [root + middle + suffix for root in ROOTS[::7] for middle in ("atic", "ution") for suffix in SUFFIXES]
    assert [porter2(word) for word in words] == SNOWBALL.stemWords(words)


def test_words_with_rules_of_their_own_are_stemmed_as_by_snowball():
    words = IRREGULAR_TO_SNOWBALL.split()
    assert [porter2(word) for word in words] == SNOWBALL.stemWords(words)


@given(st.text("aeiouylstpdngr'", max_size=9), st.sampled_from(["", *SUFFIXES]))
def test_any_word_is_stemmed_as_by_snowball(root, suffix):
    assert porter2(root + suffix) == SNOWBALL.stemWord(root + suffix)


@pytest.mark.parametrize(("form", "plain"), [("went", "go"), ("bought", "buying"), ("children", "child"), ("is", "be")])
def test_irregular_forms_share_the_stem_of_their_plain_form(form, plain):
    assert stem(form) == stem(plain)


def test_no_form_leads_to_another_form():
    assert not set(IRREGULAR.values()) & set(IRREGULAR)
