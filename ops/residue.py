"""What is left of erased text in files: by salted digests, or by the words themselves.

Digests find whole items, paragraphs and lines, also inside JSON strings; words are found anywhere, in UTF-8, escaped as
in JSON and percent-encoded. Neither looks into compressed files.
"""

import json
import os
import re
import stat
from collections.abc import Iterable, Iterator
from typing import Literal
from urllib.parse import unquote, unquote_to_bytes

import msgspec

from ops.text_digests import TextDigests, normalise, tells
from scopes.storage import markdown

_PIECE, _OVERLAP = 32 * 1024 * 1024, 1024 * 1024
_STRING = re.compile(r'"((?:[^"\\]|\\.)+)"', re.DOTALL)
_ESCAPE = re.compile(r'\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))')
_PLAIN = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_MARKER = re.compile(r"(?:[-*+>]|#+|\d+[.)]|\\)\s*")
_TOKEN = re.compile(r"(?<![a-z2-7])[a-z2-7]{16}(?![a-z2-7])")
_DEPTH = 3


class Residue(msgspec.Struct, frozen=True):
    """A file in which something was found: a `text`, a `weak` one that chance may have put there, `words`, an `id`."""

    file: str
    kind: Literal["text", "weak", "words", "id"]
    count: int


def files_below(root: str, *, without: Iterable[str] = ()) -> Iterator[str]:
    """The paths of all regular files below a folder, links not followed; `without` names entries of the folder."""
    left_out = set(without)
    for folder, folders, names in os.walk(root):
        if folder == root:
            folders[:] = [name for name in folders if name not in left_out]
            names = [name for name in names if name not in left_out]
        folders.sort()
        yield from (f"{folder}/{name}" for name in sorted(names) if _is_regular(f"{folder}/{name}"))


def _is_regular(path: str) -> bool:
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except FileNotFoundError:
        return False


def read_pieces(path: str) -> Iterator[str]:
    """A file's text; a large one in pieces that overlap. Bytes that are no text show as replacement characters."""
    try:
        with open(path, "rb") as file:
            before = b""
            while raw := file.read(_PIECE):
                yield (before + raw).decode("utf-8", "replace")
                before = raw[-_OVERLAP:]
                if len(raw) < _PIECE:
                    return
    except (FileNotFoundError, IsADirectoryError):
        return


class DigestSearch:
    """Finds texts by their salted digests."""

    def __init__(self, digests: TextDigests, texts: Iterable[str], weak: Iterable[str] = ()) -> None:
        self._digests, self._texts, self._weak = digests, frozenset(texts), frozenset(weak)
        self.needles = self._texts | self._weak

    def find(self, path: str, file: str) -> Iterator[Residue]:
        """What a file holds, under the name that it is to be told by."""
        texts, weak = set[str](), set[str]()
        for text in read_pieces(path):
            for candidate in _candidates(text):
                normal = normalise(candidate)
                if not (normal and (self._weak or tells(normal))):
                    continue
                digest = self._digests.of(normal)
                texts |= {digest} & self._texts
                weak |= {digest} & self._weak
        if texts:
            yield Residue(file, "text", len(texts))
        if weak:
            yield Residue(file, "weak", len(weak))


class WordSearch:
    """Finds words: each text whole, and each of its lines; with `telling`, only those that chance does not repeat."""

    def __init__(self, texts: Iterable[str], *, telling: bool = False) -> None:
        wanted = dict.fromkeys(normalise(one) for text in texts for one in (text, *text.splitlines()))
        self.needles = tuple(needle for needle in wanted if needle and (tells(needle) or not telling))

    def find(self, path: str, file: str) -> Iterator[Residue]:
        """What a file holds, under the name that it is to be told by."""
        found = self._count(_flat(os.path.basename(path)))
        for text in read_pieces(path):
            found |= self._count(_flat(text))
        if found:
            yield Residue(file, "words", len(found))

    def holds(self, text: str) -> bool:
        """Whether a text has any of the words."""
        flat = normalise(text)
        return any(needle in flat for needle in self.needles)

    def _count(self, views: list[str]) -> set[str]:
        return {needle for needle in self.needles if any(needle in view for view in views)}


def find_ids(path: str, file: str, ids: frozenset[str]) -> Iterator[Residue]:
    """Opaque ids that a file names."""
    found = {token for text in read_pieces(path) for token in _TOKEN.findall(text)} & ids
    if found:
        yield Residue(file, "id", len(found))


def _flat(text: str) -> list[str]:
    """The text as it stands, with JSON's escapes resolved, with percent escapes resolved; each normalised."""
    views = [text]
    unescaped = text
    for _ in range(_DEPTH):
        if "\\" not in unescaped:
            break
        unescaped = _unescape(unescaped)
        views.append(unescaped)
    if "%" in text:
        views.append(unquote_to_bytes(text).decode("utf-8", "replace"))
    return [normalise(view) for view in views]


def _unescape(text: str) -> str:
    resolved = _ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else _PLAIN.get(match[2], match[2]), text)
    return resolved.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _candidates(text: str) -> set[str]:
    """Everything in a text that may be one that was erased."""
    found: set[str] = set()
    _gather(text, found, _DEPTH)
    return found


def _gather(text: str, found: set[str], depth: int) -> None:
    found.add(text)
    if "\n" in text:
        found.update(re.split(r"\n[ \t\r]*\n", text))
        for line in text.splitlines():
            _gather_line(line, found)
    else:
        _gather_line(text, found)
    if text.startswith("## ") or "\n## " in text:
        _gather_sections(text, found)
    if depth and '"' in text:
        for match in _STRING.finditer(text):
            string = _decoded(match[0])
            if string != text:
                _gather(string, found, depth - 1)


def _gather_line(line: str, found: set[str]) -> None:
    found.add(line)
    if marker := _MARKER.match(line):
        found.add(line[marker.end() :])
    if "%" in line:
        plain = unquote(line)
        found.add(plain)
        found.update(_decoded(match[0]) for match in _STRING.finditer(plain))


def _gather_sections(text: str, found: set[str]) -> None:
    for part in markdown.split(text.encode("utf-8", "surrogatepass")):
        parsed = markdown.parse_section(part)
        found.update((parsed.name, parsed.content))


def _decoded(literal: str) -> str:
    try:
        return json.loads(literal, strict=False)
    except ValueError:
        return literal[1:-1]
