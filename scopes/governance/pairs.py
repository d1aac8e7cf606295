"""Finds the secret that belongs to the id of an access key: the random word nearest to it.

Works on text whose key ids are replaced already; an id that has a replaced secret beside it has its partner.
"""

import re
from collections.abc import Iterator

from scopes.governance.placeholders import is_mask, is_named

Found = tuple[str, int, int]

_AFTER, _BEFORE = 240, 160
_ID = re.compile(
    r"\[REDACTED:(?P<vendor>aws|aliyun|tencent|volcengine|baidu|jdcloud)-key-id\]|"
    r"(?<![A-Za-z])(?i:access[-_ ]?key[-_ ]?id|secret[-_ ]?id|ak)[\"'”]?[ \t]{0,3}(?:[:=：是]|[ \t])[ \t]{0,3}[\"'“]?"
    r"(?=[A-Za-z0-9]*[0-9])[A-Z0-9][A-Za-z0-9]{15,39}+"
)
_NAMES = ("-key-id]", "key-id", "key_id", "key id", "keyid", "secret-id", "secret_id", "secret id", "secretid")
_SHORT_NAME = re.compile("ak(?![a-z])(?<![a-z]ak)")
_MARK = re.compile(r"\[REDACTED:(?![a-z]{2,12}-key-id\])[a-z0-9-]{1,40}\]")
_WORD = re.compile(r"(?<![A-Za-z0-9+/=_.:@-])[A-Za-z0-9+/_-]{20,128}+={0,2}+(?![A-Za-z0-9@:(.-]|/)")
_HEXADECIMAL = re.compile("[0-9a-fA-F-]+")
_SECRETS_OF_HEXADECIMALS = {"baidu": 32, "jdcloud": 32}


def hinted(text: str) -> bool:
    """Whether the text may name a key."""
    low = text.lower()
    return any(name in low for name in _NAMES) or _SHORT_NAME.search(low) is not None


def find(text: str) -> Iterator[Found]:
    """Rule, start and end of the partner of every key id."""
    ids = list(_ID.finditer(text))
    for at, match in enumerate(ids):
        floor = ids[at - 1].end() if at else 0
        ceiling = ids[at + 1].start() if at + 1 < len(ids) else len(text)
        after = match.end(), min(ceiling, match.end() + _AFTER)
        before = max(floor, match.start() - _BEFORE), match.start()
        if _MARK.search(text, *after) or (_MARK.search(text, *before) and at == 0):
            continue
        words = [word for word in _WORD.finditer(text, *after) if _is_secret(word.group(), match["vendor"])][:1]
        words = (
            words or [word for word in _WORD.finditer(text, *before) if _is_secret(word.group(), match["vendor"])][-1:]
        )
        for word in words:
            yield "access-key-secret", *word.span()


def _is_secret(word: str, vendor: str | None) -> bool:
    if is_mask(word) or is_named(word) or word.count("/") > 4:
        return False
    if _HEXADECIMAL.fullmatch(word):
        return len(word) == _SECRETS_OF_HEXADECIMALS.get(vendor or "") and "-" not in word
    return any(map(str.isdigit, word)) and any(map(str.isupper, word)) and any(map(str.islower, word))
