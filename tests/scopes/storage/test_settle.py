"""When a file counts as saved, and how long a superseded form is remembered."""

import os
import time

import pytest

from scopes.config import EngineConfig
from scopes.storage import settle
from scopes.storage.documents import Document, Section
from scopes.storage.files import Files

CONFIG = EngineConfig(data="", settle_seconds=10, missing_seconds=50)


@pytest.fixture
def wait(tmp_path):
    """Seconds that a file with these bytes, last changed so long ago, is still to be waited for."""
    settling = settle.Settling(CONFIG)

    def wait(raw, age=0.0):
        path = tmp_path / "a.md"
        path.unlink(missing_ok=True)
        if raw is not None:
            path.write_bytes(raw)
            os.utime(path, (time.time() - age,) * 2)
        return settling.wait(str(path), *Files().read(str(path)))

    return wait


def test_a_file_counts_once_it_was_quiet(wait):
    assert 9 < wait(b"text") <= 10
    assert wait(b"text", age=11) == 0


def test_an_empty_file_is_waited_for_longer(wait):
    assert 38 < wait(b"", age=11) <= 39
    assert wait(b"", age=51) == 0


def test_a_missing_file_is_waited_for_from_when_its_folder_changed(wait, tmp_path):
    assert 49 < wait(None) <= 50
    other = settle.Settling(CONFIG)
    os.utime(tmp_path, (time.time() - 60,) * 2)
    assert other.wait(str(tmp_path / "gone.md"), None, None) == 0


def test_a_time_in_the_future_is_not_believed(wait):
    assert 9 < wait(b"text", age=-3_600) <= 10


def test_forms_a_person_changed_are_no_superseded_ones():
    old = Document("p", "d", (Section("a", "a", b"## a"), Section("b", "b", b"## b")), 8)
    gone = settle.forms_gone(old, None, ["a"])
    assert gone == {"b": old.sections[1].digest}


def test_a_person_s_change_lets_a_section_return_to_any_form():
    superseded = {}
    settle.remember_forms(superseded, "p", {"a": "1", "b": "2"}, [], 1.0)
    settle.remember_forms(superseded, "p", {"b": "3"}, ["a"], 2.0)
    assert superseded == {"p": {"b": {"2": 1.0, "3": 2.0}}}


def test_old_forms_and_all_but_the_newest_of_many_are_dropped():
    superseded = {"p": {"a": {str(at): float(at) for at in range(200)}, "b": {"x": 1.0}}, "q": {"c": {"y": 2.0}}}
    settle.prune(superseded, oldest=10.0)
    assert superseded == {"p": {"a": {str(at): float(at) for at in range(136, 200)}}}
