"""Log lines: JSON, and no text that somebody stored."""

import json
import logging
import logging.config
import sys

import pytest

from ops.logs import JsonFormatter, TextFormatter, fields_of, logging_config
from ops.sections import Logs
from scopes.errors import IntegrityError

SECRET = "小明喜欢海边"


def record(**more):
    made = logging.makeLogRecord({"name": "scopes.room", "levelname": "WARNING", "msg": "a thing", **more})
    return json.loads(JsonFormatter().format(made))


def test_a_line_has_the_constant_event_and_its_data():
    line = record(scope="abc", n=3)
    assert (line["event"], line["level"], line["logger"]) == ("a thing", "warning", "scopes.room")
    assert (line["scope"], line["n"]) == ("abc", 3)
    assert line["ts"].endswith("Z")


def test_an_exception_is_told_without_its_message():
    try:
        try:
            raise ValueError(SECRET)
        except ValueError as cause:
            raise IntegrityError(SECRET) from cause
    except IntegrityError:
        line = record(exc_info=sys.exc_info(), msg="failed: %s", args=(SECRET,))
    assert SECRET not in json.dumps(line, ensure_ascii=False)
    assert line["event"] == "failed: %s"
    assert (line["error"]["type"], line["error"]["code"]) == ("IntegrityError", "integrity")
    assert line["error"]["cause"] == "ValueError"
    assert "test_logs.py" in line["error"]["at"][-1]


def test_one_record_is_one_line():
    made = logging.makeLogRecord({"msg": "two\nlines\u2028", "levelname": "INFO", "what": b"\xff"})
    assert "\n" not in JsonFormatter().format(made)
    assert "what=" in TextFormatter().format(made)


def test_both_forms_can_be_configured():
    for form in ("json", "text"):
        configured = logging_config(Logs(format=form))
        logging.config.DictConfigurator(configured).configure_formatter(configured["formatters"]["line"])


@pytest.mark.parametrize("lead", ["", "  + Exception Group "])
def test_a_traceback_in_a_message_of_the_server_is_cut_off(lead):
    text = f"startup failed: {lead}Traceback (most recent call last):\n  File x\nKeyError: 'what somebody stored'"
    record = logging.LogRecord("gunicorn.error", logging.ERROR, "", 0, "%s", (text,), None)
    assert fields_of(record)["event"] == "startup failed"
