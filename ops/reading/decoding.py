"""The text of some bytes: as their mark says, as they were declared, as UTF-8; else by a guess that has to be sound."""

import codecs
import re

from scopes.extraction.parsers.encodings import encoding_of

__all__ = ["charset_of", "decode"]

# Of Python's codecs those of documents; others unpack, or take any bytes for text.
_CHARSETS = re.compile(
    r"(ascii|utf|gb|hz$|big5|euc|shift|iso|cp|koi8|mac|latin|tis|johab|ptcp)[\w-]*", re.IGNORECASE | re.ASCII
)
_UNWANTED = frozenset(("utf-7",))
_DECLARED = re.compile(rb"(?:charset|encoding)\s*=\s*[\"']?([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
_MARKED = ("utf-8-sig", "utf-16", "utf-32", "utf-16-be", "utf-16-le", "utf-32-be", "utf-32-le")
_HEAD = 64 * 1024
_BINARY = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_PAIRS = re.compile(rb"[\xa1-\xf7][\xa1-\xfe]")  # GB 2312: symbols and the 6,763 characters of everyday
_BEYOND_ASCII = re.compile(rb"[\x80-\xff]")
_SURE = 0.9


def decode(data: bytes, declared: str | None = None) -> str | None:
    """The text with `\\n` between lines; None for bytes that are none, or in an encoding that nothing tells."""
    marked = encoding_of(data[:_HEAD])
    candidates = [marked] if marked in _MARKED else [_known(declared), "utf-8", _guess(data)]
    for encoding in filter(None, candidates):
        try:
            text = data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            continue
        text = text.removeprefix("\ufeff")
        return None if _BINARY.search(text) else text.replace("\r\n", "\n").replace("\r", "\n")
    return None


def charset_of(media_type: str | None, data: bytes = b"") -> str | None:
    """The charset that a media type names, or that a page or an XML file declares at its beginning."""
    told = _DECLARED.search((media_type or "").encode("ascii", "replace")) or _DECLARED.search(data[:_HEAD][:1024])
    return None if told is None else told[1].decode("ascii")


def _known(declared: str | None) -> str | None:
    """A declared encoding, if it is one of documents."""
    if declared is None or not _CHARSETS.fullmatch(declared):
        return None
    try:
        name = codecs.lookup(declared).name
    except LookupError:
        return None
    return None if name in _UNWANTED else name


def _guess(data: bytes) -> str | None:
    """GB 18030 if nearly all bytes beyond ASCII are pairs of GB 2312; Windows-1252 if hardly any stand together.

    In Western text a byte beyond ASCII is a letter with an accent, with ASCII beside it.
    """
    sample = data[:_HEAD]
    beyond = len(_BEYOND_ASCII.findall(sample))
    paired = 2 * len(_PAIRS.findall(sample))
    if paired >= _SURE * beyond:
        return "gb18030"
    return "cp1252" if paired <= (1 - _SURE) * beyond and beyond <= len(sample) // 4 else None
