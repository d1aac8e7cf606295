"""What a file or an item may be called; checked on write and again on what is found on disk."""

import re
import unicodedata

from scopes.errors import InvalidError
from scopes.governance.notary import alters_unicode
from scopes.text import utf8_size

MAX_NAME_BYTES = 200
MAX_FILE_BYTES = 150  # leaves room for what the service appends to it in `prev/` (NAME_MAX is 255)
DIARY_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\Z")
PART = re.compile(r"~\d+\Z")
_FORBIDDEN_IN_FILE = frozenset('/\\:*?"<>|#[]')


def fold(name: str) -> str:
    """The form under which two file names must differ: NFC, then casefold, so no file system merges them."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def check_file(file: str, field: str = "file") -> str:
    """A wiki document's name without `.md`, in any language; returned as it is or refused."""
    _check(file, field, MAX_FILE_BYTES)
    bad = sorted(_FORBIDDEN_IN_FILE & set(file))
    if bad:
        raise InvalidError(f"{field} must not contain {' '.join(bad)}", field=field)
    if file.startswith((".", "-", "~")) or file.endswith((".", ".md")):
        raise InvalidError(f"{field} must not start with . - ~ nor end with . or .md", field=field)
    if DIARY_DAY.match(file):
        raise InvalidError(f"{field} must not look like a day: those are the diary's", field=field)
    if PART.search(file):
        raise InvalidError(f"{field} must not end in ~ and digits: those are continuations", field=field)
    return file


def check_item(name: str, field: str = "name") -> str:
    """An item's heading, in any language: one line, no link brackets."""
    _check(name, field, MAX_NAME_BYTES)
    if "[[" in name or "]]" in name:
        raise InvalidError(f"{field} must not contain [[ or ]]", field=field)
    return name


def check_text(name: str, field: str, limit: int) -> str:
    """Any name of one line that can be seen as it is; returned as it is or refused."""
    _check(name, field, limit)
    return name


def as_item(text: str) -> str:
    """A text as an item's heading, cut where it is too long."""
    bare = text.replace("[[", "[").replace("]]", "]").encode()[:MAX_NAME_BYTES].decode(errors="ignore")
    return bare.strip() or "file"


def _check(name: str, field: str, limit: int) -> None:
    if not name.strip():
        raise InvalidError(f"{field} must not be empty", field=field)
    if name != name.strip():
        raise InvalidError(f"{field} must not start or end with a space", field=field)
    size = utf8_size(name, field)
    if any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in name) or alters_unicode(name):
        raise InvalidError(f"{field} holds control or invisible characters", field=field)
    if size > limit:
        raise InvalidError(f"{field} is longer than {limit} bytes", field=field, limit=limit)


def is_file(file: str) -> bool:
    """Whether a name found on disk is one the service would have written."""
    try:
        check_file(file)
    except InvalidError:
        return False
    return True
