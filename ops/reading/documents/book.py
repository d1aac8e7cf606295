"""EPUB: the chapters in the order of the book, each a page of XHTML."""

import posixpath
import zipfile
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import unquote
from xml.etree import ElementTree

from ops.reading.decoding import charset_of, decode
from ops.reading.documents import page
from ops.reading.documents.unreadable import UnreadableError

__all__ = ["blocks"]

_CONTAINER = "META-INF/container.xml"
_RIGHTS = "META-INF/encryption.xml"
_FONTS = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")


def blocks(file: BinaryIO) -> Iterator[str]:
    """The pieces of a book. UnreadableError for one under digital rights management."""
    with zipfile.ZipFile(file) as archive:
        names = set(archive.namelist())
        if _RIGHTS in names and _is_locked(archive):
            raise UnreadableError("it is encrypted")
        for name in _chapters(archive):
            if name in names:
                data = archive.read(name)
                yield from page.blocks(decode(data, charset_of(None, data)) or "")


def _chapters(archive: zipfile.ZipFile) -> Iterator[str]:
    root = next(_tags(archive, _CONTAINER, "rootfile"), None)
    if root is None:
        raise UnreadableError("it names no contents")
    package = root.get("full-path", "")
    hrefs = {item.get("id"): item.get("href", "") for item in _tags(archive, package, "item")}
    for reference in _tags(archive, package, "itemref"):
        href = unquote(hrefs.get(reference.get("idref"), "")).partition("#")[0]
        yield posixpath.normpath(posixpath.join(posixpath.dirname(package), href))


def _is_locked(archive: zipfile.ZipFile) -> bool:
    """Whether more than fonts is encrypted."""
    used = [method.get("Algorithm") for method in _tags(archive, _RIGHTS, "EncryptionMethod")]
    return any(algorithm not in _FONTS for algorithm in used)


def _tags(archive: zipfile.ZipFile, name: str, tag: str) -> Iterator[ElementTree.Element]:
    """The elements of that name, whatever their namespace."""
    tree = ElementTree.fromstring(archive.read(name))  # noqa: S314 - expat fetches nothing, and stops bombs
    return (element for element in tree.iter() if element.tag.rpartition("}")[2] == tag)
