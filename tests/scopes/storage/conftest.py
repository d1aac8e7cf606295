"""A person at a scope's files."""

import os

import pytest


def in_place(path, raw):
    """As nano saves, and a shell's `>`."""
    path.write_bytes(raw)


def by_rename(path, raw):
    """As VS Code and most editors save."""
    new = path.with_name(path.name + ".tmp")
    new.write_bytes(raw)
    os.rename(new, path)


def with_backup(path, raw):
    """As vim and emacs save: the old file goes aside, a new one takes its name."""
    if path.exists():
        os.rename(path, path.with_name(path.name + "~"))
    path.write_bytes(raw)


def through_an_open_file(path, raw):
    """As a program that keeps the file open writes: over the start, then cut."""
    with open(path, "r+b" if path.exists() else "w+b") as file:
        file.write(raw)
        file.truncate()


STYLES = [in_place, by_rename, with_backup, through_an_open_file]


@pytest.fixture(params=STYLES, ids=lambda style: style.__name__)
def save(request):
    """Save a file, in each way that editors do."""
    return request.param


@pytest.fixture
def edits(until):
    """The journal's words on hand edits, once there are so many: (operation, item, what was done)."""
    words = ("external_edit", "kept", "refused_edit")

    def edits(home, count=1):
        def found():
            home.scope.snapshot()
            lines = [line for line in home.records() if line.op in words]
            return lines if len(lines) >= count and not home.scope.unadopted() else None

        return [(line.op, line.id, line.note.get("action")) for line in until(found)]

    return edits
