"""What an app asks of its skills, and what of it is refused whatever the scope holds."""

from typing import Literal

import msgspec

from scopes.config import EngineConfig
from scopes.errors import InvalidError
from scopes.extraction.traces.naming import TAKEN
from scopes.extraction.traces.trace import Outcome, Step
from scopes.governance.notary import is_clean, scrub
from scopes.governance.rules import NotaryRules
from scopes.lines import limits
from scopes.lines.chat_request import check_id
from scopes.storage import front_matter, names, skill_names
from scopes.storage.front_matter import FrontMatter

__all__ = ["Distill", "SkillRequest", "TraceRequest", "check_skill", "check_trace"]

Distill = Literal["auto", "rules", "llm", "none"]

STEPS, TRACE_BYTES = 500, 256 * 1024
RESOURCES = 50


class TraceRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attempt at a task, and what is to be made of it. `skill`: the one that it belongs to, else its task says."""

    task: str
    steps: tuple[Step, ...] = ()
    outcome: Outcome = "unknown"
    trace_id: str | None = None
    notes: str | None = None
    skill: str | None = None
    distill: Distill = "auto"


class SkillRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A SKILL.md, and the text files beside it by their paths; left out, those that are there stay."""

    skill: str
    resources: dict[str, str] | None = None


def check_trace(request: TraceRequest, config: EngineConfig) -> None:
    """InvalidError for a trace that can't be kept."""
    if request.distill == "llm" and not config.extracts:
        raise InvalidError("distill=llm is not available: no model is configured", field="distill")
    check_id(request.trace_id, "trace_id", config.notary)
    if request.skill is not None:
        _check_name(request.skill, "skill")
    limits.check_text(request.task, "task", config.text_bytes)
    if request.notes is not None:
        limits.check_text(request.notes, "notes", config.text_bytes)
    if len(request.steps) > STEPS:
        raise InvalidError(f"steps has more than {STEPS} entries", field="steps", limit=STEPS)
    for number, step in enumerate(request.steps):
        _check_step(step, f"steps[{number}]", config.notary)
    steps = [msgspec.to_builtins(step) for step in request.steps]
    limits.check_metadata({"steps": steps}, "steps", TRACE_BYTES)


def _check_step(step: Step, at: str, rules: NotaryRules) -> None:
    limits.check_text(step.action, f"{at}.action", TRACE_BYTES)
    if step.tool is not None:
        limits.check_label(step.tool, f"{at}.tool", rules)
    if step.error is not None:
        limits.check_text(step.error, f"{at}.error", TRACE_BYTES)
    limits.check_time(step.at, f"{at}.at")


def _check_name(name: str, field: str) -> None:
    if front_matter.check_name(name, field) in TAKEN:
        raise InvalidError(f"{field} is taken: no skill can be called so", field=field)


def _check_escapes(text: str, rules: NotaryRules) -> None:
    """Refuse what escapes of YAML would bring past the notary, which reads the text as it stands."""
    decoded = front_matter.unescaped(scrub(text, "skill", rules).text)
    if "\\" in text and not is_clean(decoded.encode("utf-16", "surrogatepass").decode("utf-16", "replace"), rules):
        raise InvalidError("escapes in the front matter hide invisible characters or a credential", field="skill")


def check_skill(name: str, request: SkillRequest, config: EngineConfig) -> FrontMatter:
    """The front matter of a skill that can be kept. InvalidError names the field that is wrong."""
    _check_name(name, "name")
    limits.check_text(request.skill, "skill", config.file_bytes)
    found, _ = front_matter.read(request.skill)
    _check_escapes(request.skill, config.notary)
    if found.name != name:
        raise InvalidError("the name in the front matter is not that of the skill", field="name")
    resources = request.resources or {}
    if len(resources) > RESOURCES:
        raise InvalidError(f"resources has more than {RESOURCES} entries", field="resources", limit=RESOURCES)
    for path, text in resources.items():
        skill_names.check_resource(path, "resources")
        if not is_clean(path, config.notary):
            raise InvalidError("the path of a resource holds markup or a credential", field="resources")
        limits.check_text(text, "resources", config.file_bytes)
    if len({names.fold(path) for path in resources}) < len(resources):
        raise InvalidError("two resources differ only in case or composition", field="resources")
    skill_names.check_apart(resources, "resources")
    return found
