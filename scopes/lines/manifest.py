"""Manifests: what a line was made of, a JSON line each, sorted, for who wants to know what changed without reading it.

They are derived from the documents, as the maps are.
"""

import hashlib
from typing import Any

import msgspec

from scopes.lines.file_head import head_of
from scopes.storage.documents import Document, base_name
from scopes.storage.places import SKILL_FILE, SKILLS
from scopes.storage.state import Snapshot


def workspace_lines(pages: list[Document]) -> str:
    """One line a file of the client's, by path."""
    listed = sorted(pages, key=lambda page: (head_of(page).path, page.path))
    return "".join(_line({**msgspec.to_builtins(head_of(page)), "page": page.path}) for page in listed)


def skill_lines(snapshot: Snapshot, paths: list[str]) -> str:
    """One line a skill, by name, with the files beside it."""
    found: dict[str, dict[str, str]] = {base_name(path): {} for path in paths}
    for path, document in sorted(snapshot.documents.items()):
        if path.startswith(SKILLS) and base_name(path) in found:
            name, _, file = path.removeprefix(SKILLS).partition("/")
            found[name][file] = hashlib.sha256(document.raw).hexdigest()
    return "".join(
        _line({"name": name, "sha256": files.pop(SKILL_FILE, ""), "resources": files})
        for name, files in sorted(found.items())
    )


def _line(value: dict[str, Any]) -> str:
    return msgspec.json.encode(value).decode() + "\n"
