"""Edits by hand are listed until somebody accepts them, each by its number, and the journal says who."""

import pytest

from scopes.errors import InvalidError
from scopes.governance import acceptance
from scopes.storage.journal import cite, cited


def typed(home, until, name):
    """A section that a person adds, once it is taken in."""
    document = home.root / "chat/wiki/facts.md"
    document.write_text(document.read_text() + f"\n## {name}\n\ntyped\n")
    until(lambda: home.item(f"facts:{name}") is not None and not home.scope.unadopted())
    return list(until(lambda: acceptance.unattested(home.scope.room)))


def accept(home, seqs=None):
    waiting = acceptance.unattested(home.scope.room)
    return home.write(lambda batch: acceptance.accept(batch, waiting, seqs))


def listed(home):
    return [edit["seq"] for edit in home.scope.verify().unattested]


def test_an_edit_is_listed_until_it_is_accepted(home, until):
    home.put("facts", "x")
    (seq,) = typed(home, until, "by-hand")
    assert listed(home) == [seq]
    assert accept(home, (seq,)).seqs == (seq,)
    assert listed(home) == []
    (record,) = home.records("accept")
    assert (record.cites, record.actor) == (str(seq), "key")


def test_what_comes_later_is_listed_again(home, until):
    home.put("facts", "x")
    typed(home, until, "one")
    accept(home)
    typed(home, until, "two")
    assert len(listed(home)) == 1
    assert accept(home).seqs and not accept(home).seqs
    assert len(home.records("accept")) == 2


@pytest.mark.parametrize("seqs", [(1,), (999,), (0, 2)])
def test_a_number_under_which_no_edit_waits_is_refused(home, until, seqs):
    home.put("facts", "x")
    typed(home, until, "one")
    with pytest.raises(InvalidError) as error:
        accept(home, seqs)
    assert error.value.field == "seqs" and home.records("accept") == []


def test_an_edit_that_is_refused_is_listed_too(home, until):
    home.put("facts", "x")
    home.set(hand_edits="refuse")
    home.scope.close()
    document = home.root / "chat/wiki/facts.md"
    document.write_text(document.read_text() + "\n## by-hand\n\ntyped\n")
    until(lambda: home.scope.snapshot() and home.records("refused_edit"))
    assert [edit["op"] for edit in home.scope.verify().unattested] == ["refused_edit"]


@pytest.mark.parametrize(("seqs", "text"), [((), ""), ((3,), "3"), ((9, 3, 4, 5), "3-5,9"), ((1, 2), "1-2")])
def test_numbers_are_cited_in_spans(seqs, text):
    assert cite(seqs) == text
    assert [seq for span in cited(text) for seq in span] == sorted(seqs)


def test_what_is_no_number_cites_nothing():
    assert list(cited("x,-,1-x,³,99999999999999999999")) == []
