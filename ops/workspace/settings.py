"""How far a file of the workspace may go, and how it is cut."""

from typing import Annotated

import msgspec
from msgspec import Meta

__all__ = ["Workspace"]


class Workspace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files that are put into the workspace, and the slices that their text is cut into."""

    upload_bytes: Annotated[int, Meta(ge=1024, description="Bytes of one file as it comes in (413).")] = (
        16 * 1024 * 1024
    )
    text_bytes: Annotated[
        int, Meta(ge=1024, le=1_500_000, description="UTF-8 bytes of the text that is read of one file (413).")
    ] = 1024 * 1024
    slice_characters: Annotated[
        int, Meta(ge=500, le=10_000, description="Characters of a slice, beyond which a part under a heading is cut.")
    ] = 1_500
    reader_seconds: Annotated[
        int, Meta(ge=1, le=600, description="Seconds that the process has which reads a document.")
    ] = 15
    reader_bytes: Annotated[
        int, Meta(ge=128 * 1024 * 1024, description="Bytes of memory that it has; a document may unpack to half of it.")
    ] = 512 * 1024 * 1024
    readers: Annotated[
        int,
        Meta(
            ge=1, description="Documents that a worker process has read at once; a scope leaves one of them to others."
        ),
    ] = 2
    sync_files: Annotated[int, Meta(ge=1, description="Files that one sync may name (422).")] = 10_000
