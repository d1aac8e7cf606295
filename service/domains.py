"""The five responsibility domains as `/describe` tells them: what goes in, what comes out, what is promised."""

from typing import Literal

import msgspec


class Domain(msgspec.Struct, frozen=True):
    """One domain of the engine. Strong: a failure is a bug. Floor: a minimum holds. Best effort: may be wrong."""

    name: str
    guarantee: Literal["strong", "floor", "best effort"]
    input: str
    output: str
    promise: str
    effect_of_failure: str


DOMAINS = (
    Domain(
        "storage",
        "strong",
        "items, diary entries, turns and files to keep",
        "markdown files, sources and a journal line for each change",
        "an acknowledged write is durable and journalled; an unacknowledged one is whole or absent",
        "the write is refused with a problem and the old state stands",
    ),
    Domain(
        "extraction",
        "best effort",
        "raw turns that are durable already",
        "candidate items and diary entries",
        "turns are kept word for word, and what an app or a model extracted; rules keep what people surely say of "
        "themselves",
        "fewer or poorer items; the turns remain and can be extracted again",
    ),
    Domain(
        "resolution",
        "best effort",
        "candidates and what is stored",
        "a plan of what to add, supersede or leave",
        "nothing is destroyed: the older version goes to the archive",
        "contradicting items stand beside each other, newest first",
    ),
    Domain(
        "retrieval",
        "floor",
        "a query, a time window, a token budget",
        "ranked items, each with its address and provenance",
        "a lexical minimum always answers, without any model",
        "signals that failed are left out and named in `degraded`",
    ),
    Domain(
        "governance",
        "strong",
        "every text on its way in; journal and files of a scope",
        "scrubbed text with findings, verdicts, receipts",
        "what comes through the service is scrubbed before it is kept, and a person's own edits before they are shown",
        "the write is refused; a broken proof is reported and never repaired by guessing",
    ),
)
