"""The few words of a skill that are not its traces': one set a language, chosen by what its tasks are written in."""

import re
from collections.abc import Iterable

import msgspec

__all__ = ["Wording", "wording_of"]

_HAN = re.compile(r"[\u3400-\u9fff]")
_LETTER = re.compile(r"[A-Za-z]{2,}")


class Wording(msgspec.Struct, frozen=True):
    """Templates; the headings are the same in every language, so that they can be looked for."""

    use: str
    tools: str
    join: str
    attempts: str
    of: str
    result: str
    note: str
    failed: str
    instance: str
    again: str
    instead: str
    ended: str


_ENGLISH = Wording(
    use="Use when the task is: {tasks}.",
    tools=" Tools: {tools}.",
    join="; ",
    attempts="{succeeded} of {attempts} attempts succeeded.",
    of=" ({count} of {attempts} attempts)",
    result="Result: {text}",
    note="Note: {text}",
    failed="{action} failed: {error}",
    instance="for instance {input}",
    again="; done again, it worked",
    instead="; this worked: {input}",
    ended="An attempt failed after: {action}",
)
_CHINESE = Wording(
    use="适用于以下任务：{tasks}。",
    tools="工具：{tools}。",
    join="；",
    attempts="{attempts} 次尝试中成功 {succeeded} 次。",
    of="（{attempts} 次中 {count} 次）",
    result="结果：{text}",
    note="备注：{text}",
    failed="{action} 失败：{error}",
    instance="例如 {input}",
    again="；重试后成功",
    instead="；改用 {input} 后成功",
    ended="有一次尝试在此步之后失败：{action}",
)


def wording_of(texts: Iterable[str]) -> Wording:
    """Chinese where there is a Han character for each word of Latin letters, else English."""
    text = "\n".join(texts)
    han = len(_HAN.findall(text))
    return _CHINESE if han and han >= len(_LETTER.findall(text)) else _ENGLISH
