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
