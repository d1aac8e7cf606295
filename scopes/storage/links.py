"""Wiki-links: `[[file:name]]` in any content, split at the first colon; the target need not exist."""

import re

from scopes.model import Line

_LINK = re.compile(r"\[\[([^\[\]\n]{1,400})\]\]")


def addresses(content: str) -> tuple[str, ...]:
    """The addresses a text links to, in order, each once."""
    if "[[" not in content:
        return ()
    found = (match[1].strip() for match in _LINK.finditer(content))
    return tuple(dict.fromkeys(address for address in found if all(split(address))))


def split(address: str) -> tuple[str, str]:
    """(file, name) of an address; the name is empty when there is no colon."""
    file, _, name = address.partition(":")
    return file.strip(), name.strip()


def join(file: str, name: str) -> str:
    """The address of an item."""
    return f"{file}:{name}"


def address_of(line: Line, file: str, name: str) -> str:
    """The address of a line's item. No name of a wiki holds `/`, so two lines never share one."""
    return join(file if line == "chat" else f"{line}/{file}", name)


def retarget(content: str, old: str, new: str) -> str:
    """The text with links to one address pointing to another."""
    return _LINK.sub(lambda match: f"[[{new}]]" if match[1].strip() == old else match[0], content)
