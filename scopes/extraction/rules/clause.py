"""A clause as rules see it."""

from typing import NamedTuple

__all__ = ["Clause"]


class Clause(NamedTuple):
    """`words` are what was said, `subject` who is spoken of ('' for none known), `rests` what is said of him, in the
    forms to try; `cased` is as long as the first of these. `dropped`: the subject is that of the clause before."""

    words: str
    subject: str
    rests: tuple[str, ...]
    cased: str
    dropped: bool = False
