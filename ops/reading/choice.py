"""Who reads files, by the settings; and what can't be read with what is installed."""

import importlib.util

from ops.captioning.endpoint import EndpointCaptioner
from ops.captioning.settings import read_key
from ops.reading.child import READERS
from ops.reading.reader import Bounds, Reader
from ops.settings import Settings
from scopes.model import Degraded

__all__ = ["degraded_by_reading", "reader_of"]


def reader_of(settings: Settings) -> Reader:
    """The process's reader. InvalidError for a captioner's key that can't be had.

    Made after the fork, and once: it ends what is being read, and its captioner keeps connections and a breaker.
    """
    files, section = settings.workspace, settings.captioner
    captioner = None if section.url is None else EndpointCaptioner(section, read_key(section))
    return Reader(Bounds(files.text_bytes, files.reader_bytes, files.reader_seconds), captioner)


def degraded_by_reading(settings: Settings, reader: Reader | None, since: str) -> list[Degraded]:
    """What files of the workspace are kept as not readable at this moment."""
    packages = {package for _, package in READERS.values() if package is not None}
    missing = {package for package in packages if importlib.util.find_spec(package) is None}
    return [
        *([_documents(missing, since)] if missing else []),
        *([_pictures(since)] if settings.captioner.url is None else []),
        *([] if reader is None or reader.captioner is None else reader.captioner.degraded()),
    ]


def _documents(missing: set[str], since: str) -> Degraded:
    formats = ", ".join(format for format, (_, package) in READERS.items() if package in missing)
    return Degraded(
        component="documents",
        wanted="the text of office documents and PDF in the workspace",
        used=f"nothing for {formats}: such files are kept as not readable",
        reason="the extra muniment[documents] is not installed",
        since=since,
        remedy="pip install 'muniment[documents]', start again, and put the files again",
    )


def _pictures(since: str) -> Degraded:
    return Degraded(
        component="captioner",
        wanted="words for the images of the workspace",
        used="nothing: such files are kept as not readable",
        reason="captioner.url is not set",
        since=since,
        remedy="name an OpenAI-compatible endpoint with a model that takes images in captioner.url",
    )
