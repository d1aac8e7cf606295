"""What stands where in a scope's directory: the line of a path, what kind of document it is and what it is called.

A line is a folder of its own. Documents of the chat and workspace lines lie flat in their folders and are made of
sections. The skill line has a folder a skill; each file in it is kept whole.
"""

from typing import get_args

from scopes.model import Line

WIKI, DIARY, ARCHIVE = "chat/wiki/", "chat/diary/", "chat/archive/"
PAGES, SKILLS = "workspace/pages/", "skill/skills/"
FLAT_FOLDERS = (WIKI, DIARY, ARCHIVE, PAGES)
SKILL_FILE = "SKILL.md"
LINES: tuple[Line, ...] = get_args(Line)
_OWN: dict[str, Line] = {line: line for line in LINES}  # the very strings of the defaults, which are left out of files
LAYERS = {WIKI: "wiki", DIARY: "diary", ARCHIVE: "archive", PAGES: "page"}
RESOURCE = "resource"  # a file beside a skill: a document without items


def line_of(path: str) -> Line:
    """The line that a file of a scope belongs to, by its first folder."""
    return _OWN.get(path.partition("/")[0], "chat")


def layer_of(path: str) -> str | None:
    """wiki, diary, archive, page, skill or resource; None for a path that is no document."""
    if path.startswith(SKILLS):
        name, _, rest = path.removeprefix(SKILLS).partition("/")
        return None if not name or not rest else "skill" if rest == SKILL_FILE else RESOURCE
    folder, _, name = path.rpartition("/")
    return LAYERS.get(folder + "/") if name.endswith(".md") and len(name) > 3 else None


def is_whole(path: str) -> bool:
    """Whether a document is one piece, whatever stands in it, and not made of sections."""
    return path.startswith(SKILLS)


def base_name(path: str) -> str:
    """The document's own name: no folder, no `.md`, no `~2` of a continuation. A skill's is its folder's."""
    if path.startswith(SKILLS):
        return path.removeprefix(SKILLS).partition("/")[0]
    name = path.rsplit("/", 1)[-1].removesuffix(".md")
    if path.startswith(PAGES):
        return name
    stem, _, part = name.rpartition("~")
    return stem if stem and part.isdigit() else name


def part_path(path: str, part: int) -> str:
    """The path of a document's n-th continuation."""
    return path if part == 1 else f"{path.removesuffix('.md')}~{part}.md"


def skill_path(name: str, resource: str = SKILL_FILE) -> str:
    """The path of a skill's own document, or of a file beside it."""
    return f"{SKILLS}{name}/{resource}"


def flat(path: str) -> str:
    """A document's path as one name, for `prev/` and `quarantine/`."""
    return path.replace("/", "%")


def unflat(name: str) -> str:
    """The inverse of `flat`: a page's own name may hold `%`, a skill's file may not."""
    return name.replace("%", "/", -1 if name.startswith(flat(SKILLS)) else 2)
