"""Chats as a table (csv): a column each for the time, who and what, under the names that common exporters give them."""

import csv
from collections.abc import Iterator
from typing import BinaryIO

import msgspec

from scopes.extraction.parsers.lines import lines
from scopes.extraction.parsers.loosely import label, text
from scopes.extraction.parsers.moments import moment
from scopes.extraction.parsers.parsed import Conversation, Parsed, Skipped, Turn, in_pieces
from scopes.extraction.parsers.roles import OTHER, USER, is_unspoken, role_of, speaker

_TIMES = ("strtime", "createtime", "create_time", "时间", "发送时间", "日期", "time", "timestamp", "date", "at")
_NAMES = (
    "remark",
    "nickname",
    "发送者",
    "发送人",
    "昵称",
    "sender",
    "talker",
    "name",
    "speaker",
    "role",
    "from",
    "author",
)
_WORDS = ("strcontent", "msg", "内容", "消息内容", "消息", "content", "text", "message")
_MINE = ("issender", "is_sender", "是否发送")
_KINDS = ("type_name", "消息类型", "类型", "type")
_SPOKEN = ("1", "文本", "文本消息", "文字", "text", "")


class _Columns(msgspec.Struct, frozen=True):
    words: int
    time: int | None
    names: tuple[int, ...]
    mine: int | None
    kind: int | None


def columns_of(header: list[str]) -> _Columns | None:
    """Which column is which; None for a table that is no chat."""
    at = {name.strip().lower(): number for number, name in reversed(list(enumerate(header)))}

    def find(names: tuple[str, ...]) -> int | None:
        return next((at[name] for name in names if name in at), None)

    words, mine = find(_WORDS), find(_MINE)
    names = tuple(at[name] for name in _NAMES if name in at)
    if words is None or not (names or mine is not None):
        return None
    return _Columns(words, find(_TIMES), names, mine, find(_KINDS))


def parse(file: BinaryIO, name: str) -> Iterator[Parsed]:
    """The chat of a table. Pictures, calls and notices are left out."""
    title = name.rpartition(".")[0] or name
    yield from in_pieces(Conversation(platform="wechat", file=name, turns=(), title=title), _turns(file))


def _turns(file: BinaryIO) -> Iterator[Turn | Skipped]:
    columns: _Columns | None = None
    for number, row in _rows(file):
        if row is None:
            yield Skipped(f"row {number}", "can't be read as a row")
        elif columns is None:
            columns = columns_of(row)
            if columns is None:
                yield Skipped("", "the table has no columns for who and what")
                return
        elif columns.words >= len(row):
            yield Skipped(f"row {number}", "has too few columns")
        elif (turn := _turn(row, columns)) is not None:
            yield turn


def _rows(file: BinaryIO) -> Iterator[tuple[int, list[str] | None]]:
    reader = csv.reader(line + "\n" for _, line in lines(file))
    number = 0
    while True:
        number += 1
        try:
            row = next(reader, None)
        except csv.Error:
            yield number, None
            continue
        if row is None:
            return
        if row:
            yield number, row


def _turn(row: list[str], columns: _Columns) -> Turn | None:
    def cell(at: int | None) -> str:
        return row[at] if at is not None and at < len(row) else ""

    words = text(cell(columns.words))
    if not words or cell(columns.kind).strip().lower() not in _SPOKEN:
        return None
    name = next((found for at in columns.names if (found := label(cell(at)))), None)
    if name is not None and is_unspoken(name):
        return None
    role, called = _who(name, cell(columns.mine).strip().lower())
    return Turn(role, words, called, moment(cell(columns.time)))


def _who(name: str | None, mine: str) -> tuple[str, str | None]:
    """The owner of the chat is the user; whoever else is told apart from them by a column of its own is not."""
    if mine in ("1", "true", "是"):
        return USER, None
    if mine in ("0", "false", "否"):
        return OTHER, name
    if name is None:
        return OTHER, None
    return (role, None) if (role := role_of(name)) else speaker(name)
