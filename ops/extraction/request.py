"""The body of a request to the model: a prompt, material as one JSON object, and the form of the answer."""

from importlib.resources import files
from typing import Any

import msgspec

from ops.extraction.settings import Llm
from scopes.errors import MunimentError
from scopes.governance.notary import scrub
from scopes.governance.rules import NotaryRules

__all__ = ["body_of", "clean", "object_of", "prompt"]


def prompt(name: str) -> str:
    """A prompt by its name."""
    return files("ops.extraction").joinpath(f"prompts/{name}.txt").read_text(encoding="utf-8")


def object_of(properties: dict[str, Any]) -> dict[str, Any]:
    """A JSON Schema of an object that has all of these and nothing else."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def body_of(section: Llm, told: str, material: dict[str, Any], name: str, schema: dict[str, Any]) -> bytes:
    """The body that tells the model what to do, shows it the material, and asks for an answer of the schema."""
    body: dict[str, Any] = {
        "model": section.model,
        "messages": [
            {"role": "system", "content": told},
            {"role": "user", "content": msgspec.json.encode(material).decode()},
        ],
        "max_tokens": section.output_tokens,
        **_form(section, name, schema),
    }
    if section.temperature is not None:
        body["temperature"] = section.temperature
    return msgspec.json.encode(body)


def clean(text: str, rules: NotaryRules) -> str:
    """A text as it may leave the house: the notary may have learnt since it was stored."""
    try:
        return scrub(text, "text", rules).text
    except MunimentError:  # what the notary refuses was never stored; should it be, it stays here
        return ""


def _form(section: Llm, name: str, schema: dict[str, Any]) -> dict[str, Any]:
    if section.answer_format == "text":
        return {}
    if section.answer_format == "json_object":
        return {"response_format": {"type": "json_object"}}
    wanted = {"name": name, "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": wanted}}
