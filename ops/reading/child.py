"""The process that reads one file: `python -m ops.reading.child JOB`, with the file as its input.

It bounds itself before it looks at a byte. Whatever a parser raises ends it without an answer, which is an answer too.
"""

import contextlib
import importlib
import resource
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec

from ops.reading.decoding import charset_of, decode
from ops.reading.documents import archive, page
from ops.reading.documents.unreadable import UnreadableError
from ops.reading.job import Found, Job

__all__ = ["READERS", "main"]

# The module that reads a format, and the package that it takes from the extra.
READERS = {
    "pdf": ("pdf", "pypdfium2"),
    "docx": ("word", "docx"),
    "pptx": ("slides", "pptx"),
    "xlsx": ("sheets", "python_calamine"),
    "ods": ("sheets", "python_calamine"),
    "epub": ("book", None),
}
_UNREAD = {
    "zip": "an archive: put the files in it one by one",
    "odt": "this format is not read: save it as docx",
    "odp": "this format is not read: save it as pptx",
}
_UNPACKED_SHARE = 2  # of the memory, what a document may unpack to


def main() -> None:
    """Read the file and tell what was found."""
    job = msgspec.json.decode(sys.argv[1], type=Job)
    _bound(job)
    sys.stdout.buffer.write(msgspec.json.encode(_read(job, sys.stdin.buffer)))


def _bound(job: Job) -> None:
    """Take what the job does not grant. No core is left on a disk: the text in it has not been scrubbed."""
    for kind, most in (
        (resource.RLIMIT_AS, job.memory),
        (resource.RLIMIT_CPU, job.seconds + 1),  # the clock is over before, unless nobody looks at it any more
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        resource.setrlimit(kind, (most, most))
    with contextlib.suppress(OSError):  # when the machine runs out of memory, this process is the one to go
        Path("/proc/self/oom_score_adj").write_text("1000", encoding="ascii")


def _read(job: Job, file: BinaryIO) -> Found:
    format = job.format
    try:
        if format == "zip":
            format = archive.format_of(file, job.memory // _UNPACKED_SHARE)
            file.seek(0)
        if format in _UNREAD:
            return Found(format, why=_UNREAD[format])
        text = _joined(_blocks(format, job, file), job.text)
    except UnreadableError as error:
        return Found(format, why=str(error))
    except MemoryError:
        return Found(format, why="reading it takes more memory than it may")
    return Found(format, text) if text.strip() else Found(format, why="there is no text in it")


def _blocks(format: str, job: Job, file: BinaryIO) -> Iterable[str]:
    if format == "html":
        data = file.read()
        text = decode(data, job.charset or charset_of(None, data))
        if text is None:
            raise UnreadableError("its encoding can't be told: save it as UTF-8")
        return page.blocks(text)
    module, package = READERS[format]
    try:
        blocks = importlib.import_module(f"ops.reading.documents.{module}").blocks
        if package is not None:
            importlib.import_module(package)
    except ModuleNotFoundError:
        raise UnreadableError(f"reading {format} takes an extra: pip install 'muniment[documents]'") from None
    return blocks(file)


def _joined(blocks: Iterable[str], most: int) -> str:
    return "\n\n".join(_bounded(blocks, most))


def _bounded(blocks: Iterable[str], most: int) -> Iterator[str]:
    """The blocks that have words, up to the one with which they become longer than `most` bytes."""
    size = 0
    for block in blocks:
        if block.strip():
            clean = block.encode("utf-8", "replace")[: most + 1].decode("utf-8", "ignore")
            size += len(clean.encode()) + 2
            yield clean
        if size > most + 2:
            return


if __name__ == "__main__":
    main()
