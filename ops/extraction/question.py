"""What the model is asked: the prompt, the turns that fit, the addresses it may link to, and the form of its answer."""

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any

import msgspec

from ops.extraction.settings import Llm
from scopes.errors import MunimentError
from scopes.extraction.candidates import Said
from scopes.extraction.extractor import Asked
from scopes.extraction.speakers import is_machine, is_person
from scopes.governance.notary import scrub
from scopes.governance.rules import NotaryRules
from scopes.retrieval.budget import estimate, fill

__all__ = ["PROMPT_NAME", "Question", "compose"]

PROMPT_NAME = "memorize-1"
_PROMPT = files("ops.extraction").joinpath(f"prompts/{PROMPT_NAME}.txt").read_text(encoding="utf-8")
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


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


SCHEMA = _object(
    {"items": {"type": "array", "items": _object(_ITEM)}, "diary": {"type": ["string", "null"]}}
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
    names, _, used = fill([_clean(name, rules) for name in asked.names], estimate, int(room * _NAMES_SHARE))
    shown, left, spent = fill(turns, lambda turn: estimate(turn.content) + _TURN_TOKENS, room - used)
    if not any(is_person(turn.role) for turn in shown):
        return None
    material = {
        "now": asked.now.isoformat(timespec="minutes"),
        "language": asked.language or section.language,
        "addresses": names,
        "turns": [_turn(number, turn) for number, turn in enumerate(shown, 1)],
    }
    body: dict[str, Any] = {
        "model": section.model,
        "messages": [
            {"role": "system", "content": _PROMPT},
            {"role": "user", "content": msgspec.json.encode(material).decode()},
        ],
        "max_tokens": section.output_tokens,
        **_form(section),
    }
    if section.temperature is not None:
        body["temperature"] = section.temperature
    return Question(
        msgspec.json.encode(body), tuple(shown), tuple(names), tuple(turn.id for turn in left),
        section.input_tokens - room + used + spent,
    )  # fmt: skip


def _form(section: Llm) -> dict[str, Any]:
    if section.answer_format == "text":
        return {}
    if section.answer_format == "json_object":
        return {"response_format": {"type": "json_object"}}
    schema = {"name": "memory", "strict": True, "schema": SCHEMA}
    return {"response_format": {"type": "json_schema", "json_schema": schema}}


def _turn(number: int, turn: Said) -> dict[str, Any]:
    told = {"n": number, "role": turn.role, "speaker": turn.speaker, "at": turn.at, "text": turn.content}
    return {name: value for name, value in told.items() if value is not None}


def _scrubbed(turns: Sequence[Said], rules: NotaryRules) -> Iterator[Said]:
    """The turns as they may leave the house: the notary may have learnt since they were stored."""
    for turn in turns:
        speaker = None if turn.speaker is None else _clean(turn.speaker, rules)
        yield msgspec.structs.replace(turn, content=_clean(turn.content, rules), speaker=speaker)


def _clean(text: str, rules: NotaryRules) -> str:
    try:
        return scrub(text, "text", rules).text
    except MunimentError:  # what the notary refuses was never stored; should it be, it stays here
        return ""
