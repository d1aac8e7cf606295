"""What reads files by the settings, and what is told to be lacking."""

import importlib.util
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from ops.reading.choice import degraded_by_reading, reader_of
from ops.settings import Settings, load_settings
from scopes.errors import UnavailableError
from tests import written_documents as written


def test_without_an_endpoint_the_captioner_is_told_to_be_lacking():
    assert reader_of(Settings()).captioner is None
    assert [entry.component for entry in degraded_by_reading(Settings(), None, "now")] == ["captioner"]


def test_with_an_endpoint_nothing_is_lacking_until_it_fails():
    variables = {"MUNIMENT_CAPTIONER_URL": "http://127.0.0.1:1/v1", "MUNIMENT_CAPTIONER_MODEL": "eyes"}
    settings = load_settings(variables)
    reader = reader_of(settings)
    assert degraded_by_reading(settings, reader, "now") == []
    for _ in range(5):
        assert reader.read("a.png", None, b"\x89PNG\r\n\x1a\n").text is None
    assert [entry.reason for entry in degraded_by_reading(settings, reader, "now")] == [
        "its endpoint failed several times in a row"
    ]
    reader.close()


def test_a_missing_package_is_told_with_the_formats_that_it_reads(monkeypatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "python_calamine" else found(name))
    entry = degraded_by_reading(Settings(), None, "now")[0]
    assert entry.component == "documents" and "xlsx, ods" in entry.used and "docx" not in entry.used
    assert "muniment[documents]" in entry.remedy


def test_what_is_read_when_the_service_stops_is_cut_off_and_not_called_damaged(reader):
    one = reader()
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(one.read, "a.html", None, b"<b></b>" * 2_000_000)
        time.sleep(0.3)
        started = time.monotonic()
        one.close()
        with pytest.raises(UnavailableError):
            slow.result()
    assert time.monotonic() - started < 2
    with pytest.raises(UnavailableError):
        one.read("a.epub", None, written.book())
