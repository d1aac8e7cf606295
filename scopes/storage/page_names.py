"""What the page of a client's file is called: its path, escaped so that any file system keeps any two of them apart.

`/` and what a file name may not hold are percent-escaped, so a page lies flat beside the others and its name reads as
the path does. A path that case folding or composition (NFC) would change carries `~` and a digest: `README.md` and
`readme.md` have names that no file system merges. A name over the limit is a prefix, `~~` and a digest of the path,
which then stands in the page alone.
"""

import base64
import functools
import hashlib
import re
from urllib.parse import unquote

from scopes.storage.names import MAX_FILE_BYTES, fold
from scopes.storage.places import PAGES, base_name

_ESCAPED = re.compile(r'[%/\\:*?"<>|#\[\]~@\x00-\x1f\x7f]|\A[.\-]')
_MARK, _CUT = re.compile(r"~[a-z2-7]{10}\Z"), re.compile(r"~~[a-z2-7]{52}\Z")
_PREFIX_BYTES = 80


@functools.lru_cache(maxsize=16_384)
def page_name(path: str) -> str:
    """The name, without `.md`, of the page of a file."""
    name = _ESCAPED.sub(lambda match: f"%{ord(match[0]):02X}", path)
    if fold(path) != path:
        name += f"~{_digest(path)[:10]}"
    if len(name.encode()) <= MAX_FILE_BYTES:
        return name
    prefix = name.encode()[:_PREFIX_BYTES].decode(errors="ignore").partition("~")[0]
    return f"{prefix.rpartition('%')[0] if '%' in prefix[-2:] else prefix}~~{_digest(path)}"


def path_of(name: str) -> str:
    """The path of the file whose page has this name; of one that was cut, its beginning."""
    return unquote(_MARK.sub("", _CUT.sub("", name)), errors="replace")


def file_of(path: str) -> str:
    """What a document's items call their file: of a page the client's path, else the document's own name."""
    name = base_name(path)
    return path_of(name) if path.startswith(PAGES) else name


def is_page_name(name: str) -> bool:
    """Whether the service would have given a page this name."""
    return _CUT.search(name) is not None or (bool(name) and page_name(path_of(name)) == name)


def _digest(path: str) -> str:
    """Base32 of the SHA-256, in small letters: 52 characters."""
    return base64.b32encode(hashlib.sha256(path.encode("utf-8", "surrogatepass")).digest()).decode().rstrip("=").lower()
