"""Settings: part of the journal, kept in scope.json, followed by every process."""

import json

import pytest

from scopes.errors import InvalidError
from scopes.settings import ScopeSettings


def test_a_setting_is_changed_journalled_and_followed_by_others(open_home):
    home, other = open_home(), open_home()
    home.put("f", "x")
    assert other.content()[3] == ScopeSettings()
    home.set(time_zone="Asia/Tokyo", diary=False)
    expected = ScopeSettings(time_zone="Asia/Tokyo", diary=False)
    assert home.content()[3] == other.content()[3] == expected
    home.scope.close()
    assert open_home().content()[3] == expected
    assert home.records("settings")[0].note == {"diary": "False", "time_zone": "Asia/Tokyo"}


def test_what_stays_the_same_is_not_journalled(home):
    home.put("f", "x")
    home.set(diary=True)
    assert home.records("settings") == []


@pytest.mark.parametrize("zone", ["", "Mars/Olympus", "../UTC", "x" * 300])
def test_a_zone_that_is_none_is_refused(home, zone):
    home.put("f", "x")
    with pytest.raises(InvalidError) as refusal:
        home.set(time_zone=zone)
    assert (refusal.value.field, refusal.value.detail) == ("time_zone", "time_zone is not an IANA zone")


def test_members_of_a_later_version_stay_in_the_file(home):
    home.put("f", "x")
    path = home.root / "scope.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), "later": [1]}))
    home.set(diary=False)
    assert json.loads(path.read_text())["later"] == [1]


def test_words_of_a_scope_s_own_are_counted_in_the_journal_not_told(home):
    home.put("f", "x")
    home.set(dictionary=("绿禾公园", "machine learning"))
    assert open_settings(home)["dictionary"] == ["绿禾公园", "machine learning"]
    assert home.records("settings")[0].note == {"dictionary": "2"}


@pytest.mark.parametrize(
    ("words", "field"),
    [
        (("x",) * 1_001, "dictionary"),
        (("good", "x" * 65), "dictionary[1]"),
        (("",), "dictionary[0]"),
        (("two\nlines",), "dictionary[0]"),
        (("hid\u200bden",), "dictionary[0]"),
    ],
)
def test_a_dictionary_that_can_t_be_kept_is_refused(home, words, field):
    home.put("f", "x")
    with pytest.raises(InvalidError) as refusal:
        home.set(dictionary=words)
    assert refusal.value.field == field


def test_a_new_dictionary_makes_the_index_anew(home):
    home.put("f", "saw The Who in Leeds")
    index = home.scope.read().index
    assert len(index.bm25.score(["the who"]).top(1)[0]) == 0
    home.set(dictionary=("The Who",))
    for handle in (home, home):
        found = handle.scope.read().index
        assert [found.bm25.id_of(slot) for slot in found.bm25.score(["the who"]).top(1)[0]]
    home.set(dictionary=())
    assert len(home.scope.read().index.bm25.score(["the who"]).top(1)[0]) == 0


def open_settings(home):
    return json.loads((home.root / "scope.json").read_text())["settings"]
