"""A skill as it lies on this machine: a SKILL.md alone, or a folder with the files beside it."""

import os
from pathlib import Path

from ops.cli.named_files import STANDARD, read_named
from scopes.errors import InvalidError
from scopes.lines.skill_request import SkillRequest
from scopes.storage.places import SKILL_FILE

__all__ = ["read_skill"]


def read_skill(path: str) -> SkillRequest:
    """The skill in a folder, or in a file (- for stdin), which leaves files beside it as they are."""
    if path == STANDARD or not os.path.isdir(path):
        return SkillRequest(_text(path))
    beside = {name: _text(os.path.join(path, name)) for name in _below(path) if name != SKILL_FILE}
    return SkillRequest(_text(os.path.join(path, SKILL_FILE)), beside)


def _below(folder: str) -> list[str]:
    """Paths of the regular files below a folder; hidden ones and links are passed over."""
    found: list[str] = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = (os.path.join(place, name) for name in names if not name.startswith("."))
        found += [Path(os.path.relpath(one, folder)).as_posix() for one in paths if not os.path.islink(one)]
    return sorted(found)


def _text(path: str) -> str:
    try:
        return read_named(path, "path").decode()
    except UnicodeDecodeError:
        raise InvalidError(f"only text is kept beside a skill, in UTF-8: {path}", field="path") from None
