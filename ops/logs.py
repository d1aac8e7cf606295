"""Logging: one JSON object a line on stderr. Constant event text, data in `extra`, never the text of a memory.

An exception is logged as its class, its code and where it was raised: its message may quote what somebody stored.
"""

import datetime as dt
import logging
import re
import traceback
from typing import Any

import msgspec

from ops.sections import Logs
from scopes.errors import MunimentError
from scopes.model import iso

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}
_FRAMES = 12
_TRACE = re.compile(r":?\s*(?:\+ Exception Group )?Traceback \(most recent call last\)")


class JsonFormatter(logging.Formatter):
    """A record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        return msgspec.json.encode(fields_of(record), enc_hook=str).decode()


class TextFormatter(logging.Formatter):
    """A record as one line for a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, without its end."""
        fields = fields_of(record)
        head = f"{fields.pop('ts')} {fields.pop('level'):7} {fields.pop('logger')}: {fields.pop('event')}"
        return " ".join([head, *(f"{name}={value}" for name, value in fields.items())])


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """What is written of a record, in order."""
    failed = record.exc_info is not None and record.exc_info[1] is not None
    fields: dict[str, Any] = {
        "ts": iso(dt.datetime.fromtimestamp(record.created, dt.UTC)),
        "level": record.levelname.lower(),
        "logger": record.name,
        # A template beside an exception is often filled with its message, and a message of the server with a traceback.
        "event": str(record.msg) if failed else _TRACE.split(record.getMessage())[0],
    }
    fields |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
    if record.exc_info is not None and record.exc_info[1] is not None:
        fields["error"] = _describe(record.exc_info[1])
    return fields


def logging_config(logs: Logs) -> dict[str, Any]:
    """The `logging.config` dictionary for the service and its server."""
    formatter = JsonFormatter if logs.format == "json" else TextFormatter
    level = logs.level.upper()
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": formatter}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}},
        "root": {"level": level, "handlers": ["stderr"]},
        "loggers": {
            "gunicorn.error": {"level": level, "handlers": ["stderr"], "propagate": False},
            # jieba tells each start about its dictionary
            "jieba": {"level": "WARNING"},
            "asyncio": {"level": "WARNING"},
            "filelock": {"level": "WARNING"},
        },
    }


def _describe(error: BaseException) -> dict[str, Any]:
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    described: dict[str, Any] = {
        "type": type(error).__qualname__,
        "at": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }
    if isinstance(error, MunimentError):
        described["code"] = error.code
    if error.__cause__ is not None:
        described["cause"] = type(error.__cause__).__qualname__
    return described
