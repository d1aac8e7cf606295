"""Conditional requests (RFC 9110 §13) on strong ETags: `If-Match` guards a write, `If-None-Match` spares a read."""

import re
from typing import Literal

import msgspec

from scopes.errors import MalformedError, PreconditionFailedError
from service.headers import Headers, header_values

Tags = tuple[str, ...] | Literal["*"]

_TAG = re.compile(r'(W/)?"([\x21\x23-\x7e\x80-\xff]*)"')
_LIST = re.compile(rf"\s*,*\s*{_TAG.pattern}(\s*,\s*({_TAG.pattern})?)*\s*")


class Preconditions(msgspec.Struct, frozen=True):
    """What the request says about the version it knows; None where it says nothing."""

    if_match: Tags | None = None
    if_none_match: Tags | None = None

    def check(self, etag: str | None) -> None:
        """Refuse a change (412) unless the stored version is one the request allows; None: nothing is stored."""
        if self.if_match is not None and not _matches(self.if_match, etag):
            raise PreconditionFailedError("what is stored is of another version", field="If-Match")
        if self.if_none_match is not None and _matches(self.if_none_match, etag):
            raise PreconditionFailedError("this version is stored already", field="If-None-Match")

    def is_unchanged(self, etag: str | None) -> bool:
        """Whether a read may be answered 304: the client holds this version."""
        return self.if_none_match is not None and _matches(self.if_none_match, etag)


def read_preconditions(headers: Headers) -> Preconditions:
    """The conditions of a request. Raises MalformedError for a header that can't be read.

    A weak tag never matches in If-Match, and in If-None-Match it counts as its strong form: we have only strong ones.
    """
    return Preconditions(_read(headers, "If-Match", weak=False), _read(headers, "If-None-Match", weak=True))


def etag_header(etag: str) -> str:
    """A stored version as the value of `ETag`."""
    return f'"{etag}"'


def _read(headers: Headers, name: str, *, weak: bool) -> Tags | None:
    values = header_values(headers, name)
    if not values:
        return None
    text = ",".join(values)
    if text.strip() == "*":
        return "*"
    if not _LIST.fullmatch(text):
        raise MalformedError(f'{name} is `*` or a list of "…"', field=name)
    return tuple(match[2] for match in _TAG.finditer(text) if weak or not match[1])


def _matches(tags: Tags, etag: str | None) -> bool:
    return etag is not None and (tags == "*" or etag in tags)
