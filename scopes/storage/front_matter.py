"""The front matter of a SKILL.md: the lines between `---` at its top, of which name and description are read.

Everything else in it stays as it was written and is nobody's business here, but for `metadata`, of which plain entries
are read. The form and its limits are those of https://agentskills.io/specification.
"""

import re

import msgspec

from scopes.errors import InvalidError
from scopes.storage import yaml_text
from scopes.storage.yaml_text import YamlTextError

__all__ = ["DESCRIPTION_CHARACTERS", "NAME_CHARACTERS", "FrontMatter", "check_name", "read", "render", "unescaped"]

NAME_CHARACTERS, DESCRIPTION_CHARACTERS, COMPATIBILITY_CHARACTERS = 64, 1024, 500

_FENCE = re.compile(r"---[ \t]*")
_MEMBER = re.compile(r"(?P<name>[A-Za-z0-9_][\w.-]*)[ \t]*:(?:[ \t]+(?P<value>.*))?", re.ASCII)
_NAME = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MOST_LINES = 500

Members = dict[str, tuple[str, list[str]]]


class FrontMatter(msgspec.Struct, frozen=True):
    """What is read of it; `metadata` holds the entries of it that are plain text."""

    name: str
    description: str
    license: str | None = None
    metadata: dict[str, str] = {}


def read(text: str) -> tuple[FrontMatter, str]:
    """The front matter of a SKILL.md and the text behind it. InvalidError names the field that is wrong."""
    lines = text.removeprefix("\ufeff").split("\n")
    if not _FENCE.fullmatch(lines[0].rstrip("\r")):
        raise InvalidError("a SKILL.md begins with a line ---, then name and description", field="skill")
    ends = (at for at, line in enumerate(lines[1 : _MOST_LINES + 1], 1) if _FENCE.fullmatch(line.rstrip("\r")))
    end = next(ends, None)
    if end is None:
        told = f"no line --- ends the front matter, within {_MOST_LINES} lines"
        raise InvalidError(told, field="skill", limit=_MOST_LINES)
    return _checked(_members([line.rstrip("\r") for line in lines[1:end]])), "\n".join(lines[end + 1 :])


def unescaped(text: str) -> str:
    """The front matter with the characters that its escapes of YAML name, for whoever looks for what they may hide."""
    lines = text.removeprefix("\ufeff").split("\n")
    end = next((at for at, line in enumerate(lines[1:], 1) if _FENCE.fullmatch(line.rstrip("\r"))), 0)
    return yaml_text.unescaped("\n".join(lines[:end]))


def render(found: FrontMatter) -> str:
    """A front matter that `read` reads as this."""
    lines = ["---", f"name: {yaml_text.write(found.name)}", f"description: {yaml_text.write(found.description)}"]
    if found.license is not None:
        lines.append(f"license: {yaml_text.write(found.license)}")
    if found.metadata:
        lines += ["metadata:", *(f"  {name}: {yaml_text.write(value)}" for name, value in found.metadata.items())]
    return "\n".join([*lines, "---", ""])


def check_name(name: str, field: str = "name") -> str:
    """A skill's name, which is its folder's too; returned as it is or refused."""
    if len(name) > NAME_CHARACTERS:
        raise InvalidError(f"{field} is longer than {NAME_CHARACTERS} characters", field=field, limit=NAME_CHARACTERS)
    if not _NAME.fullmatch(name):
        raise InvalidError(f"{field} is to be of a-z, 0-9 and single hyphens between them", field=field)
    return name


def _members(lines: list[str]) -> Members:
    """The members at the left margin, each with what stands behind its colon and the lines below that belong to it."""
    found: Members = {}
    below: list[str] = []
    for number, line in enumerate(lines, 2):
        if "\t" in line[: len(line) - len(line.lstrip())]:
            raise InvalidError(f"line {number} is indented by a tab, which YAML forbids", field="skill")
        if not line or line.startswith((" ", "#", "- ")):
            below.append(line)
            continue
        member = _MEMBER.fullmatch(line)
        if member is None:
            raise InvalidError(f"line {number} is no `name: value`", field="skill")
        if member["name"] in found:
            raise InvalidError(f"{member['name']} stands there twice", field=_sane(member["name"]))
        below = []
        found[member["name"]] = (member["value"] or "", below)
    return found


def _checked(members: Members) -> FrontMatter:
    name, description = _text(members, "name"), _text(members, "description")
    if name is None or description is None:
        missing = "name" if name is None else "description"
        raise InvalidError(f"the front matter has no {missing}", field=missing)
    _limit(description, "description", DESCRIPTION_CHARACTERS)
    _limit(_text(members, "compatibility") or "", "compatibility", COMPATIBILITY_CHARACTERS)
    return FrontMatter(check_name(name), description, _text(members, "license"), _metadata(members))


def _text(members: Members, field: str) -> str | None:
    """A member that is text; None where there is none."""
    if field not in members:
        return None
    first, below = members[field]
    while below and (not below[-1].strip() or below[-1].startswith("#")):
        below = below[:-1]
    try:
        if any(line and not line.startswith(" ") for line in below):
            raise YamlTextError("is followed by a list or a comment")
        text = yaml_text.read(first, below).strip()
    except YamlTextError as error:
        raise InvalidError(f"{field} {error}", field=field) from None
    if not text:
        raise InvalidError(f"{field} is empty", field=field)
    return text


def _limit(text: str, field: str, characters: int) -> None:
    if len(text) > characters:
        raise InvalidError(f"{field} is longer than {characters} characters", field=field, limit=characters)


def _metadata(members: Members) -> dict[str, str]:
    """Entries of `metadata` that are plain text on one line; others may stand there and are not read."""
    found: dict[str, str] = {}
    first, below = members.get("metadata", ("", []))
    if first.strip():
        return found
    indent = next((len(line) - len(line.lstrip(" ")) for line in below if line.strip()), 0)
    for line in below:
        member = _MEMBER.fullmatch(line[indent:]) if line.strip() and not line[:indent].strip() else None
        try:
            if member is not None:
                found[member["name"]] = yaml_text.read(member["value"] or "")
        except YamlTextError:
            continue
    return found


def _sane(name: str) -> str:
    return name if name in ("name", "description", "license", "compatibility", "metadata") else "skill"
