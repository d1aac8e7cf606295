"""Documents that are zip archives: what they hold, before anything of it is unpacked."""

import zipfile
from typing import BinaryIO

from ops.reading.documents.unreadable import UnreadableError

__all__ = ["format_of"]

_FILES = 20_000
_ENCRYPTED = 0x1
_MAIN = {"word/document.xml": "docx", "ppt/presentation.xml": "pptx", "xl/workbook.xml": "xlsx"}
_FOLDERS = {"word/": "docx", "ppt/": "pptx", "xl/": "xlsx"}
_OPEN_DOCUMENT = {
    b"application/epub+zip": "epub",
    b"application/vnd.oasis.opendocument.spreadsheet": "ods",
    b"application/vnd.oasis.opendocument.text": "odt",
    b"application/vnd.oasis.opendocument.presentation": "odp",
}


def format_of(file: BinaryIO, most: int) -> str:
    """What format a zip archive is. UnreadableError for one that is damaged, or unpacks to more than `most` bytes.

    Sizes are as declared. Python takes no more of an entry than that; who unpacks otherwise meets the process's bounds.
    """
    try:
        with zipfile.ZipFile(file) as archive:
            found = archive.infolist()
            if len(found) > _FILES or sum(entry.file_size for entry in found) > most:
                raise UnreadableError("it unpacks to more than a document may")
            if any(entry.flag_bits & _ENCRYPTED for entry in found):
                raise UnreadableError("it is encrypted")
            return _named([entry.filename for entry in found]) or _declared(archive)
    except zipfile.BadZipFile:
        raise UnreadableError("the archive that it consists of is damaged or cut off") from None


def _named(names: list[str]) -> str | None:
    """By the main part under its usual name, or else by the folder that its parts are in."""
    present = set(names)
    usual = (format for name, format in _MAIN.items() if name in present)
    return next(usual, None) or (_by_folder(names) if "[Content_Types].xml" in present else None)


def _by_folder(names: list[str]) -> str | None:
    return next((format for prefix, format in _FOLDERS.items() if any(name.startswith(prefix) for name in names)), None)


def _declared(archive: zipfile.ZipFile) -> str:
    """By the media type that the archive names of itself."""
    try:
        with archive.open("mimetype") as file:
            return _OPEN_DOCUMENT.get(file.read(100).strip(), "zip")
    except KeyError:
        return "epub" if "META-INF/container.xml" in archive.namelist() else "zip"
