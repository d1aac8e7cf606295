"""Who speaks, by the words that exports have for it."""

import re
from typing import Any

from scopes.extraction.parsers.loosely import label

USER, ASSISTANT, OTHER = "user", "assistant", "other"

_ROLES = {
    **dict.fromkeys(
        ("user", "human", "me", "i", "you", "prompter", "owner", "我", "我自己", "本人", "自己", "用户"), USER
    ),
    **dict.fromkeys(
        ("assistant", "ai", "bot", "model", "gpt", "chatgpt", "claude", "gemini", "bard", "deepseek", "copilot"),
        ASSISTANT,
    ),
    **dict.fromkeys(("助手", "助理", "机器人", "模型", "小助手", "智能助手"), ASSISTANT),
}
_UNSPOKEN = frozenset(
    ("system", "developer", "tool", "function", "observation", "critic", "系统", "系统消息", "system message")
)
_ADDED = re.compile(r"[(（<][^)）>]*[)）>]$")  # a number or an address behind a name


def role_of(name: Any) -> str | None:
    """`user` or `assistant`; None for a name, or for nothing."""
    return _ROLES.get((label(name) or "").casefold())


def is_unspoken(name: Any) -> bool:
    """Whether it is nobody who takes part in the conversation: a system prompt, a tool."""
    return (label(name) or "").casefold() in _UNSPOKEN


def speaker(name: str) -> tuple[str, str | None]:
    """(role, name) of who is called so in a transcript; a person of whom only the name is known has the role `user`."""
    role = role_of(name)
    return (role, None) if role else (USER, _ADDED.sub("", name).strip() or name)
