"""When a key was last used."""

import datetime as dt
import os

from ops.key_usage import FILE, KeyUsage
from scopes.model import utc_now


def test_uses_of_several_processes_are_merged(tmp_path):
    one, two = KeyUsage(str(tmp_path)), KeyUsage(str(tmp_path))
    one.touch("a")
    two.touch("b")
    one.flush()
    two.flush()
    assert set(KeyUsage(str(tmp_path)).read()) == {"a", "b"}


def test_a_use_is_known_to_the_hour_and_written_once_an_hour(tmp_path):
    usage = KeyUsage(str(tmp_path))
    usage.touch("a")
    usage.flush()
    used = usage.read()["a"]
    assert (used.minute, used.second) == (0, 0) and utc_now() - used < dt.timedelta(hours=1)
    before = os.stat(tmp_path / FILE).st_ino
    usage.touch("a")
    usage.flush()
    assert os.stat(tmp_path / FILE).st_ino == before


def test_a_damaged_file_is_replaced(tmp_path):
    (tmp_path / FILE).write_text("{")
    usage = KeyUsage(str(tmp_path))
    usage.touch("a")
    usage.flush()
    assert "a" in usage.read()
