"""What the model is asked: the prompt, the turns that fit, the addresses it may link to, and the form of its answer."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from ops.extraction.request import body_of, clean, object_of, prompt
from ops.extraction.settings import Llm
from scopes.extraction.candidates import Said
from scopes.extraction.extractor import Asked
from scopes.extraction.speakers import is_machine, is_person
from scopes.governance.rules import NotaryRules
from scopes.retrieval.budget import estimate, fill

__all__ = ["PROMPT_NAME", "Question", "compose"]

PROMPT_NAME = "memorize-1"
_PROMPT = prompt(PROMPT_NAME)
_TURN_TOKENS = 24  # what stands around a turn's text
_NAMES_SHARE = 0.1

_STRINGS: dict[str, Any] = {"type": "array", "items": {"type": "string"}}
_ITEM: dict[str, Any] = {
    "kind": {"type": "string"},
    "file": {"type": "string"},
    "name": {"type": "string"},
    "content": {"type": "string"},
    "event_at": {"type": ["string", "null"]},
    "confidence": {"type": "number"},
    "tags": _STRINGS,
    "evidence": {"type": "array", "items": {"type": "integer"}},
    "why": {"type": "string"},
    "links": _STRINGS,
}

SCHEMA = object_of(
    {"items": {"type": "array", "items": object_of(_ITEM)}, "diary": {"type": ["string", "null"]}}
)  # fmt: skip


class Question(msgspec.Struct, frozen=True):
    """The body of a request, with the turns and addresses that it shows and the ids of turns that were left out."""

    body: bytes
    shown: tuple[Said, ...]
    names: tuple[str, ...]
    left: tuple[str, ...]
    tokens: int


def compose(asked: Asked, section: Llm, rules: NotaryRules) -> Question | None:
    """The question; None when no turn fits. Turns are taken in their order as long as they fit."""
    turns = [turn for turn in _scrubbed(asked.turns, rules) if not is_machine(turn.role)]
    room = section.input_tokens - estimate(_PROMPT)
    names, _, used = fill([clean(name, rules) for name in asked.names], estimate, int(room * _NAMES_SHARE))
    shown, left, spent = fill(turns, lambda turn: estimate(turn.content) + _TURN_TOKENS, room - used)
    if not any(is_person(turn.role) for turn in shown):
        return None
    material = {
        "now": asked.now.isoformat(timespec="minutes"),
        "language": asked.language or section.language,
        "addresses": names,
        "turns": [_turn(number, turn) for number, turn in enumerate(shown, 1)],
    }
    body = body_of(section, _PROMPT, material, "memory", SCHEMA)
    return Question(
        body, tuple(shown), tuple(names), tuple(turn.id for turn in left),
        section.input_tokens - room + used + spent,
    )  # fmt: skip


def _turn(number: int, turn: Said) -> dict[str, Any]:
    told = {"n": number, "role": turn.role, "speaker": turn.speaker, "at": turn.at, "text": turn.content}
    return {name: value for name, value in told.items() if value is not None}


def _scrubbed(turns: Sequence[Said], rules: NotaryRules) -> Iterator[Said]:
    """The turns as they may leave the house."""
    for turn in turns:
        speaker = None if turn.speaker is None else clean(turn.speaker, rules)
        yield msgspec.structs.replace(turn, content=clean(turn.content, rules), speaker=speaker)
