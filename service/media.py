"""The media type that a body says to be of (`Content-Type`)."""

from collections.abc import Sequence

from litestar.exceptions import HTTPException

from service.headers import Headers, single_header


def check_media(headers: Headers, allowed: Sequence[str]) -> None:
    """Refuse (415) a body of another type than those, whose names are whole, begin with `+` or end in `/`.

    A body that names no type is read as the route reads it: a program that posts a few bytes often says nothing.
    """
    given = single_header(headers, "Content-Type")
    if given is None:
        return
    media = given.partition(";")[0].strip().lower()
    if not any(_fits(media, wanted) for wanted in allowed):
        raise HTTPException(status_code=415, extra=list(allowed))


def _fits(media: str, wanted: str) -> bool:
    if wanted.startswith("+"):
        return media.endswith(wanted)
    return media.startswith(wanted) if wanted.endswith("/") else media == wanted
