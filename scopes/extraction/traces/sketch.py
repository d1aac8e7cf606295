"""What a model would have a skill say, each line of it resting on steps that it was shown."""

import datetime as dt

import msgspec

from scopes.extraction.traces.trace import Trace

__all__ = ["AskedSkill", "Sketch"]


class AskedSkill(msgspec.Struct, frozen=True, kw_only=True):
    """What a model is shown: traces of one skill, the one that is new first; `names` are other skills'.

    `name` is the skill's where that is settled. `language` is the one to write in, None for that of the tasks.
    """

    app: str
    traces: tuple[Trace, ...]
    names: tuple[str, ...]
    now: dt.datetime
    name: str | None = None
    language: str | None = None


class Sketch(msgspec.Struct, frozen=True, kw_only=True):
    """A skill as a model sees it; `refused` counts the lines that rest on nothing, by reason."""

    name: str | None
    description: str
    steps: tuple[str, ...]
    pitfalls: tuple[str, ...]
    refused: dict[str, int] = {}
