"""What the beginning of a JSON file says of the rest: the names that its objects have, by how deep they lie."""

import re

_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?|[{}\[\]]')
_DEPTHS = 4
_FEW = 2_000


def names_by_depth(head: str) -> list[frozenset[str]]:
    """The members' names of objects in 0, 1, 2 and 3 others. A list around them all counts for nothing."""
    found: list[set[str]] = [set() for _ in range(_DEPTHS)]
    depth = -1
    for number, token in enumerate(_TOKEN.finditer(head)):
        if number > _FEW:
            break
        bracket = token[0]
        if bracket == "{":
            depth += 1
        elif bracket == "}":
            depth -= 1
        elif token[2] and 0 <= depth < _DEPTHS:
            found[depth].add(token[1])
    return [frozenset(names) for names in found]
