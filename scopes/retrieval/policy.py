"""The figures that ranking rests on, under one version that every answer names."""

import msgspec

__all__ = ["Policy"]


class Policy(msgspec.Struct, frozen=True):
    """Weights of the signals by name; any change of a default comes with another `version`.

    `candidates`: how many the lexical leg proposes before their neighbours join. `previous` and `following`: the share
    of its neighbours' scores that a turn of a source is given.
    """

    version: str = "lexical-1"
    weights: dict[str, float] = msgspec.field(default_factory=lambda: {"lexical": 1.0})
    candidates: int = 200
    previous: float = 0.3
    following: float = 0.15
