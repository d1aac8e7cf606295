"""Who speaks in a turn, by its role: a person, an assistant, or a machine that neither of them is."""

__all__ = ["is_machine", "is_person"]

_ASSISTANTS = frozenset({"assistant", "model", "bot", "ai", "agent"})
_MACHINES = frozenset({"system", "tool", "function", "developer", "environment"})


def is_person(role: str) -> bool:
    """Whether a person speaks: any role that is not known to be another's."""
    return not is_machine(role) and role.lower() not in _ASSISTANTS


def is_machine(role: str) -> bool:
    """Whether it is no voice of the conversation: instructions, a tool's output."""
    return role.lower() in _MACHINES
