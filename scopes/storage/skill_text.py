"""What a SKILL.md says of itself: its description, and the service's own comment at its end.

Whatever a person typed is read: of a front matter that is refused elsewhere the `description:` counts as it stands, and
a file without one speaks through its first paragraph.
"""

import re

import msgspec

from scopes.errors import InvalidError
from scopes.storage import front_matter, markdown
from scopes.storage.front_matter import DESCRIPTION_CHARACTERS

__all__ = ["SkillText", "parsed", "read", "with_comment", "without_comment"]

_BLOCK = re.compile(r"\ufeff?---[ \t]*\r?\n(?P<block>.*?)^---[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE)
_DESCRIPTION = re.compile(r"^description[ \t]*:[ \t]*(?P<text>[^|>\s].*)$", re.MULTILINE)
_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n")


class SkillText(msgspec.Struct, frozen=True):
    """What a skill is found by, and the fields of the comment, still quoted."""

    description: str
    fields: dict[str, str]


def with_comment(text: str, fields: dict[str, str]) -> str:
    """A text with the service's comment on a line of its own at the end; `without_comment` gives it back unchanged."""
    return f"{text}\n{markdown.render_comment(fields)}\n" if fields else text


def without_comment(text: str) -> str:
    """A text without the service's comment at its end, and without the line break that parts the two."""
    return text[: text.rstrip().rfind("\n") + 1].removesuffix("\n") if _comment(text) else text


def read(text: str) -> SkillText:
    """Take a SKILL.md apart; never raises, whatever a person typed."""
    bare = without_comment(text)
    try:
        description = front_matter.read(bare)[0].description
    except InvalidError:
        description = _as_it_stands(bare)
    return SkillText(description[:DESCRIPTION_CHARACTERS], _comment(text))


def parsed(raw: bytes) -> markdown.Parsed:
    """The item of a SKILL.md: its content is the description, its name the folder's."""
    found = read(raw.decode("utf-8", "surrogateescape"))
    return markdown.Parsed("", found.description, found.fields)


def _comment(text: str) -> dict[str, str]:
    last = text.rstrip().rpartition("\n")[2]
    return markdown.parse_comment(last) if last.startswith("<!--") else {}


def _as_it_stands(text: str) -> str:
    match = _BLOCK.match(text)
    told = None if match is None else _DESCRIPTION.search(match["block"])
    if told is not None:
        return told["text"].strip().strip("'\"")
    body = text if match is None else text[match.end() :]
    paragraphs = (part.strip() for part in _PARAGRAPHS.split(body))
    return next((part for part in paragraphs if part and part[0] != "#"), "")
