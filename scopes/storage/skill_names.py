"""What a file beside a skill may be called, and which paths are those of skills."""

from collections.abc import Iterable

from scopes.errors import InvalidError
from scopes.storage import names
from scopes.storage.front_matter import check_name
from scopes.storage.names import check_item
from scopes.storage.places import SKILL_FILE, SKILLS

RESOURCE_BYTES = 100  # with the skill's name and what is appended in `prev/` below NAME_MAX
DEPTH = 4  # folders below `skill/skills/`, the skill's own included

_FORBIDDEN = frozenset('%@~\\:*?"<>|#[]')


def check_resource(path: str, field: str = "resource") -> str:
    """The path of a file beside a skill, as `references/forms.md`; returned as it is or refused."""
    check_item(path, field)
    if len(path.encode()) > RESOURCE_BYTES:
        raise InvalidError(f"{field} is longer than {RESOURCE_BYTES} bytes", field=field, limit=RESOURCE_BYTES)
    if bad := sorted(_FORBIDDEN & set(path)):
        raise InvalidError(f"{field} must not contain {' '.join(bad)}", field=field)
    parts = path.split("/")
    if len(parts) > DEPTH or any(_is_bad(part) for part in parts):
        raise InvalidError(f"{field} is no path of a file below the skill's folder", field=field)
    if parts[0].casefold() == SKILL_FILE.casefold():
        raise InvalidError(f"{field} must not be {SKILL_FILE}: that is the skill itself", field=field)
    return path


def check_apart(paths: Iterable[str], field: str = "resource") -> None:
    """InvalidError where one of the paths would have to be a folder for another's sake."""
    folded = {names.fold(path) for path in paths}
    for path in sorted(folded):
        parts = path.split("/")
        if any("/".join(parts[:depth]) in folded for depth in range(1, len(parts))):
            raise InvalidError(f"{field}: one path is both a file and a folder of another", field=field)


def _is_bad(part: str) -> bool:
    return not part or part != part.strip() or part[0] in ".-" or part[-1] == "." or part.endswith(".new")


def is_path(path: str) -> bool:
    """Whether a path found on disk is that of a skill or of a file beside one."""
    name, _, rest = path.removeprefix(SKILLS).partition("/")
    try:
        check_name(name)
        return rest == SKILL_FILE or bool(check_resource(rest))
    except InvalidError:
        return False
