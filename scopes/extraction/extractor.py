"""The port through which a model is asked, once, what to keep of some turns, or what some traces teach.

The engine knows no client.
"""

import datetime as dt
from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from scopes.extraction.candidates import Extraction, Said
from scopes.extraction.traces.sketch import AskedSkill, Sketch

__all__ = ["REASONS", "Asked", "Cost", "Distilled", "Drawn", "Extractor", "Failed", "Reason"]

Reason = Literal[
    "budget", "erased", "failed", "interrupted", "invalid", "limited", "open", "refusal", "refused", "too_large",
    "too_long", "timeout", "unconfigured", "unreachable",
]  # fmt: skip
REASONS: dict[Reason, str] = {
    "budget": "the app has used up what it may ask of the model today",
    "erased": "something was erased while the model was at work",
    "failed": "the endpoint failed",
    "interrupted": "a worker ended between the call and its outcome",
    "invalid": "the model's answer is not in the form that was asked for",
    "limited": "the endpoint takes no more requests at present",
    "open": "the endpoint failed several times in a row and is left alone for a while",
    "refusal": "the model refused to answer",
    "refused": "the endpoint refused the request",
    "timeout": "the model did not answer in time",
    "too_large": "the answer is too large",
    "too_long": "nothing fits what may be sent",
    "unconfigured": "no model is configured",
    "unreachable": "the endpoint can't be talked to",
}


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What a model is shown: turns as the notary left them, and addresses that it may link to.

    `language` is the one to write in, None for that of the conversation; `diary` says whether a paragraph is wanted.
    """

    app: str
    turns: tuple[Said, ...]
    names: tuple[str, ...]
    now: dt.datetime
    language: str | None = None
    diary: bool = True


class Cost(msgspec.Struct, frozen=True):
    """What an answer, or none, has cost; `ms` is the time that was waited for it."""

    llm_calls: int = 0
    tokens: int = 0
    ms: int = 0


class Drawn(msgspec.Struct, frozen=True):
    """What a model made of the turns; `left` are the ids of those that it was not shown."""

    extraction: Extraction
    left: tuple[str, ...] = ()
    cost: Cost = Cost()


class Distilled(msgspec.Struct, frozen=True):
    """What a model made of traces; `left` are the ids of those that it was not shown."""

    sketch: Sketch
    left: tuple[str, ...] = ()
    cost: Cost = Cost()


class Failed(msgspec.Struct, frozen=True):
    """Why there is nothing of a model's. There is no second attempt."""

    reason: Reason
    cost: Cost = Cost()


class Extractor(Protocol):
    """A model that answers at most once for each question."""

    def extract(self, asked: Asked, begin: Callable[[], bool]) -> Drawn | Failed:
        """Ask the model. `begin` is called once, just before anything is sent; nothing is when it answers False."""
        ...

    def distill(self, asked: AskedSkill, begin: Callable[[], bool]) -> Distilled | Failed:
        """Ask the model for a skill; `begin` as for `extract`."""
        ...
