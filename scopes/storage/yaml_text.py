"""Strings of YAML's front matter, read so that every loader reads the same, and written plain or in double quotes.

What loaders disagree about, or read as something other than text, is refused with what to do instead. The forms are
those of YAML 1.2, chapters 7 and 8: plain, quoted, literal (`|`) and folded (`>`).
"""

import re
from collections.abc import Sequence

import msgspec

__all__ = ["YamlTextError", "read", "unescaped", "write"]

_QUOTE_IT = "; put it in double quotes"
_HEADER = re.compile(r"(?P<style>[|>])(?P<chomp>[+-]?)(?:[ \t]+#.*)?")
# What a plain scalar may not begin with: it would be an alias, a tag, a list, a map or a comment.
_NOT_PLAIN = re.compile(r"[&*!%@`\[\]{},#]|[-?:](?:\s|\Z)")
_NO_TEXT = re.compile(
    r"~|null|true|false|yes|no|on|off|y|n|[-+]?(?:\d[\d_,]*+)?\.?\d*+(?:e[-+]?\d+)?|0[xob][0-9a-f_]+"
    r"|[-+]?\.(?:inf|nan)|[-+]?\d+(?::[0-5]?\d)+(?:\.\d*)?|\d{4}-\d\d?-\d\d?(?:[Tt\s].*)?|=|<<",
    re.IGNORECASE,
)
_SAFE = re.compile(r"[A-Za-z\u00c0-\u024f\u3400-\u9fff][^\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\"'#:\\]*(?<![\s])")
_UNPRINTABLE = re.compile(r"[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_ESCAPE = re.compile(r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.?))", re.DOTALL)
_NUMERIC = re.compile(r"\\(x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})")
_ESCAPES = {
    "0": "\0", "a": "\a", "b": "\b", "t": "\t", "n": "\n", "v": "\v", "f": "\f", "r": "\r", "e": "\x1b", " ": " ",
    '"': '"', "/": "/", "\\": "\\", "N": "\x85", "_": "\xa0", "L": "\u2028", "P": "\u2029",
}  # fmt: skip
_DOUBLE = re.compile(r'"((?:[^"\\]|\\.)*)"', re.DOTALL)
_SINGLE = re.compile(r"'((?:[^']|'')*)'", re.DOTALL)


class YamlTextError(Exception):
    """The text is no string that every loader reads the same; says why."""


def read(first: str, more: Sequence[str] = ()) -> str:
    """The string of a value: what stands behind its name, and the indented lines below. Raises YamlTextError."""
    if any("\t" in line for line in (first, *more)):
        raise YamlTextError("holds a tab, which loaders disagree about; write \\t in double quotes")
    first = first.strip(" ")
    if header := _HEADER.fullmatch(first):
        return _block(header["style"], header["chomp"], more)
    if not first:
        start = next((at for at, line in enumerate(more) if line.strip()), 0)
        first, more = (more[start].strip(" "), more[start + 1 :]) if more else ("", ())
    if first.startswith(("|", ">")):
        raise YamlTextError("names an indentation, which is not read here")
    if first.startswith('"'):
        return _double([first, *more])
    if first.startswith("'"):
        return _single(_folded([first, *more]))
    return _plain(_folded([first, *more]))


def unescaped(text: str) -> str:
    """A text with the characters that its numeric escapes name, wherever they stand."""
    return _NUMERIC.sub(lambda found: chr(number) if (number := int(found[1][1:], 16)) <= 0x10FFFF else "", text)


def write(text: str) -> str:
    """One line that `read` and every YAML loader read as this text."""
    if _SAFE.fullmatch(text) and not _NO_TEXT.fullmatch(text):
        return text
    quoted = msgspec.json.encode(text).decode()  # a JSON string is a YAML one but for what is no printable there
    return _UNPRINTABLE.sub(lambda found: f"\\u{ord(found.group()):04X}", quoted)


def _folded(lines: Sequence[str]) -> str:
    """Lines of one scalar as one text: a break is a space, and each blank line between is a break."""
    out, blanks = lines[0].strip(" "), 0
    for line in lines[1:]:
        bare = line.strip(" ")
        if not bare:
            blanks += 1
            continue
        out += ("\n" * blanks if blanks else " ") + bare
        blanks = 0
    return out


def _plain(text: str) -> str:
    if not text:
        raise YamlTextError("is empty")
    if _NOT_PLAIN.match(text):
        raise YamlTextError(f"begins with {text[0]}, which means something else in YAML{_QUOTE_IT}")
    if re.search(r":(?:\s|\Z)", text):
        raise YamlTextError(f"holds a colon and a space{_QUOTE_IT}")
    if re.search(r"\s#", text):
        raise YamlTextError(f"holds a space and #, where a comment begins{_QUOTE_IT}")
    if _NO_TEXT.fullmatch(text):
        raise YamlTextError(f"is not read as text{_QUOTE_IT}")
    return text


def _double(lines: Sequence[str]) -> str:
    if any(line.rstrip(" ").endswith("\\") for line in lines[:-1]):
        raise YamlTextError("goes on behind a backslash, which is not read here")
    text = _folded(lines)
    match = _DOUBLE.fullmatch(text)
    if match is None:
        raise YamlTextError("is to end with its quotation mark, and nothing behind it")
    return _ESCAPE.sub(_unescape, match[1])


def _unescape(found: re.Match[str]) -> str:
    code = found[1] or found[2] or found[3]
    if code is not None:
        number = int(code, 16)
        if number > 0x10FFFF or 0xD800 <= number < 0xE000:
            raise YamlTextError("names a character that there is not")
        return chr(number)
    if found[4] not in _ESCAPES:
        raise YamlTextError("holds an escape that YAML does not know")
    return _ESCAPES[found[4]]


def _single(text: str) -> str:
    match = _SINGLE.fullmatch(text)
    if match is None:
        raise YamlTextError("is to end with its quotation mark, and nothing behind it")
    return match[1].replace("''", "'")


def _block(style: str, chomp: str, lines: Sequence[str]) -> str:
    """A literal or folded block; blank lines at its end fall to what `chomp` says."""
    start = next((at for at, line in enumerate(lines) if line.strip(" ")), 0)
    indent = len(lines[start]) - len(lines[start].lstrip(" ")) if lines else 0
    bare = [line[indent:] for line in lines]
    if any(line[:indent].strip(" ") for line in lines) or any(bare[:start]):
        raise YamlTextError("has lines that are not indented as the first of its text is")
    kept = len(bare)
    while kept and not bare[kept - 1]:
        kept -= 1
    text = "\n".join(bare[:kept]) if style == "|" else _fold_block(bare[:kept])
    end = {"": "\n", "-": "", "+": "\n" * (1 + len(bare) - kept)}[chomp]
    return text + end if text else ""


def _fold_block(lines: Sequence[str]) -> str:
    """As `>` folds: lines that are indented further keep their breaks."""
    out, blanks = "", 0
    previous: str | None = None
    for line in lines:
        if not line:
            blanks += 1
            continue
        if previous is not None:
            keeps = line[0] in " \t" or previous[0] in " \t"
            out += "\n" * (blanks + 1) if keeps else "\n" * blanks or " "
        else:
            out += "\n" * blanks
        out, previous, blanks = out + line, line, 0
    return out
