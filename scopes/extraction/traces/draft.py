"""A skill made of traces, before it is a SKILL.md and as one."""

import hashlib

import msgspec

from scopes.storage import front_matter
from scopes.storage.front_matter import FrontMatter

__all__ = ["Draft", "digest", "render"]

Lines = tuple[str, ...]


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What a skill says, a line each, and the ids of the traces that it says it of; `made` by rules or by a model."""

    name: str
    description: str
    title: str
    steps: Lines
    outcome: Lines
    pitfalls: Lines
    traces: Lines
    made: str = "rules"


def render(draft: Draft) -> str:
    """The SKILL.md of a draft."""
    sections = {
        "Steps": [f"{number}. {step}" for number, step in enumerate(draft.steps, 1)],
        "Outcome": [f"- {line}" for line in draft.outcome],
        "Pitfalls": [f"- {line}" for line in draft.pitfalls],
    }
    body = "".join(f"\n## {name}\n\n" + "\n".join(lines) + "\n" for name, lines in sections.items() if lines)
    return front_matter.render(FrontMatter(draft.name, draft.description)) + f"\n# {draft.title}\n{body}"


def digest(text: str) -> str:
    """What tells the text of a skill from one that somebody has changed since it was made."""
    return hashlib.sha256(text.rstrip().encode()).hexdigest()[:16]
