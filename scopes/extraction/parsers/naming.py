"""Names for what other systems call as they like: files and items of ours, close to the original."""

import re
import unicodedata

from scopes.errors import MunimentError
from scopes.governance.notary import is_clean, scrub
from scopes.storage import names
from scopes.storage.documents import base_name

_TITLE = 48  # characters
_FORBIDDEN = re.compile(r'[/\\:*?"<>|#\[\]]+')
_SENTENCE = re.compile(r"[.!?。！？\n]")
_BRACKETS = re.compile(r"\[\[+|\]\]+")


def title_of(text: str) -> str:
    """The first words of a text, to name it by."""
    sentence = " ".join(_SENTENCE.split(text.strip(), maxsplit=1)[0].split()) or " ".join(text.split())
    if len(sentence) <= _TITLE:
        return sentence
    cut = sentence[:_TITLE]
    return (cut.rpartition(" ")[0] if " " in cut[_TITLE // 2 :] else cut).rstrip(" ,;:，；：、")


def file_name(given: str | None, otherwise: str) -> str:
    """A wiki file's name; `otherwise` where nothing of what is given can be one."""
    name = _FORBIDDEN.sub("-", _printable(given or ""))
    name = _cut(name.strip(" .-~"), names.MAX_FILE_BYTES).rstrip(" .-~")
    name = name.removesuffix(".md")
    fits = names.is_file(name) and base_name(f"{name}.md") == name and is_clean(name)
    return name if fits else otherwise


def item_name(given: str, otherwise: str = "imported") -> str:
    """An item's name; `otherwise` where nothing of what is given can be one."""
    name = _cut(_printable(_BRACKETS.sub(" ", given)), names.MAX_NAME_BYTES - 8).strip()  # room for a number behind it
    try:
        return names.check_item(scrub(names.check_item(name), "name").text.strip())
    except MunimentError:
        return otherwise


def _printable(text: str) -> str:
    plain = "".join(" " if unicodedata.category(one) in ("Cc", "Zl", "Zp", "Cf", "Cs", "Co") else one for one in text)
    return " ".join(plain.split())


def _cut(text: str, most: int) -> str:
    return text.encode("utf-8", "replace")[:most].decode("utf-8", "ignore")
