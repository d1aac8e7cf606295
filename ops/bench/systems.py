"""What the bench compares: systems that answer a question with turns, best first."""

import importlib
from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from scopes.errors import UnavailableError
from scopes.model import Item
from scopes.retrieval.budget import estimate

LIMIT = 10


class Answer(msgspec.Struct, frozen=True):
    """The turns found, best first, and the estimated tokens of all that was returned for them."""

    turns: tuple[str, ...]
    tokens: int

    @classmethod
    def of(cls, contents: Sequence[str], turns: Sequence[str]) -> "Answer":
        """An answer with these contents, counted by the one estimator that every system is counted by."""
        return cls(tuple(turns), sum(map(estimate, contents)))


class System(Protocol):
    """One way to search the turns of one conversation."""

    def answer(self, question: str) -> Answer:
        """The best LIMIT turns."""
        ...


def answer_with(items: Sequence[Item], best: Sequence[int]) -> Answer:
    """The answer that names the items at these places."""
    chosen = [items[place] for place in best]
    return Answer.of([item.content for item in chosen], [turn for item in chosen for turn in item.source.turns])


def require(module: str, package: str, installed_by: str = "'muniment[bench]'") -> Any:
    """A library that only the bench needs; UnavailableError with the command that installs it."""
    try:
        return importlib.import_module(module)
    except ImportError:
        raise UnavailableError(
            f"the bench compares with {package}, which is not installed: pip install {installed_by}"
        ) from None
