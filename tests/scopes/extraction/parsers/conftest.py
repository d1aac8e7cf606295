"""Files as other systems would write them, read by the parser that is found for them."""

import io
import json

import pytest

from scopes.extraction.parsers.bounds import HEAD_BYTES
from scopes.extraction.parsers.detection import detect
from scopes.extraction.parsers.formats import FORMATS
from scopes.extraction.parsers.parsed import Conversation, Skipped


def encoded(content):
    """Bytes as they are, a text in UTF-8, anything else as JSON."""
    if isinstance(content, bytes):
        return content
    return (content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)).encode()


def parsed(content, name, wanted):
    raw = encoded(content)
    assert detect(raw[:HEAD_BYTES], name) == wanted
    return list(FORMATS[wanted].parse(io.BytesIO(raw), name))


@pytest.fixture
def read():
    """All that a file holds; its format is found out, and must be the one that is expected."""
    return parsed


@pytest.fixture
def talks():
    """The conversations of a file, each as (who, what, when), and the places of what was passed over."""

    def talks(content, name, wanted):
        found = parsed(content, name, wanted)
        said = [
            [(turn.name or turn.role, turn.content, turn.at) for turn in one.turns]
            for one in found
            if isinstance(one, Conversation)
        ]
        return said, [one.place for one in found if isinstance(one, Skipped)]

    return talks
