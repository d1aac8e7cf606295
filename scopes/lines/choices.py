"""Which values a type allows at a place in it, so that a refusal can list them."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec import inspect

_STEP = re.compile(r"\.(\w+)|\[(?:\d+|\.\.\.)\]", re.ASCII)


@lru_cache(maxsize=256)
def choices(kind: Any, path: str, *, of_names: bool = False) -> tuple[str, ...]:
    """The literal values that `kind` allows at a path as msgspec writes it, `$.layers[0]`; none where it is open.

    `of_names`: of the names in the object there.
    """
    nodes = [inspect.type_info(kind)]
    for step in _STEP.finditer(path):
        nodes = [child for node in _plain(nodes) for child in _children(node, step[1])]
    if of_names:
        nodes = [node.key_type for node in _plain(nodes) if isinstance(node, inspect.DictType)]
    return tuple(dict.fromkeys(str(value) for node in _plain(nodes) for value in _values(node)))


def _plain(nodes: list[inspect.Type]) -> Iterator[inspect.Type]:
    """The types themselves, out of unions and what only annotates them."""
    for node in nodes:
        if isinstance(node, inspect.UnionType):
            yield from _plain(list(node.types))
        elif isinstance(node, inspect.Metadata):
            yield from _plain([node.type])
        else:
            yield node


def _children(node: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    if isinstance(node, inspect.StructType):
        yield from (field.type for field in node.fields if field.encode_name == name)
    elif isinstance(node, inspect.DictType):
        yield node.value_type
    elif isinstance(node, inspect.ListType | inspect.VarTupleType) and name is None:
        yield node.item_type


def _values(node: inspect.Type) -> tuple[Any, ...]:
    return node.values if isinstance(node, inspect.LiteralType) else ()
