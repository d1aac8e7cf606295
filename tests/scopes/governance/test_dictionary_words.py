"""A word of the dictionary goes with the last that holds it, whatever held it and whichever way that was removed."""

import pytest

from scopes.governance import erase
from scopes.lines import chat, files, workspace
from scopes.lines.precondition import Always
from scopes.storage import journal

WORD = "qwyzzle"
PATH = "chat/wiki/f.md"


@pytest.fixture
def words(home):
    """A scope with a word of its own and an item without it; the words that are left, by what stands on disk."""
    home.set(dictionary=(WORD, "sea"))
    home.put("likes", "shore", "likes the sea")
    return lambda: (home.scope.snapshot().settings.dictionary, WORD in (home.root / "scope.json").read_text())


def file_of(name, text):
    return workspace.NewFile(name, workspace.digest_of(text.encode()), len(text), "text/plain", "text", text)


def test_a_document_takes_its_words_along(home, words):
    home.put("f", "one", f"the {WORD} is here")
    home.erase(lambda batch: erase.select_document(batch, files.find(batch, PATH, Always()).path))
    assert words() == (("sea",), False)


@pytest.mark.parametrize("fields", [{"owner": WORD}, {"kind": WORD}, {"tags": (WORD,)}, {"metadata": {"a": [WORD]}}])
def test_a_field_is_a_place_where_a_word_stands(home, words, fields):
    home.put("f", "one", "some text", **fields)
    home.remove("f:one", hard=True)
    assert words() == (("sea",), False)


def test_a_word_in_a_field_of_what_stays_stays(home, words):
    home.put("f", "one", f"the {WORD} is here")
    home.put("g", "two", "some text", owner=WORD)
    home.remove("f:one", hard=True)
    assert words() == ((WORD, "sea"), True)


def test_a_word_of_the_name_of_a_source_goes_with_the_source(home, words):
    request = chat.MemorizeRequest((chat.Message("user", "some text", "t1"),), f"about {WORD}", extract="verbatim")
    home.write(chat.memorize(request, home.config, journal.mint_id()))
    home.erase(lambda batch: erase.select_source(batch, f"about {WORD}"))
    assert words() == (("sea",), False)


def test_the_last_file_with_a_word_takes_it_along(home, words):
    for name in ("a.txt", "b.txt"):
        home.write(lambda batch, name=name: workspace.put(batch, file_of(name, f"the {WORD}"), Always(), home.config))
    home.erase(lambda batch: workspace.select(batch, ["a.txt"]))
    assert words() == ((WORD, "sea"), True)
    home.erase(lambda batch: workspace.select(batch, ["b.txt"]))
    assert words() == (("sea",), False)


def test_a_link_to_what_goes_keeps_no_word(home, words):
    home.put("f", WORD, "some text")
    home.put("g", "two", f"see [[f:{WORD}]]")
    home.remove(f"f:{WORD}", hard=True)
    assert words() == (("sea",), False) and home.item("g:two").content == "see [[erased]]"
