"""What stands under a document's name, or a folder's, and is not read because it is none of our files."""

from collections.abc import Iterator

from scopes.governance.finding import Finding
from scopes.storage import folders
from scopes.storage.room import Room
from scopes.storage.strays import FOLDERS


def check_strays(room: Room) -> Iterator[Finding]:
    """A finding for each; what an editor leaves beside the documents, under names of its own, is none."""
    for path, why in folders.listed_strays(room):
        if path in FOLDERS or folders.acceptable(path):
            yield Finding("stray", f"{why}: what it holds is not read", file=path)
