"""Review: a person's word on items that wait, or stand, one by one or many at once."""

from collections import Counter
from typing import Literal

import msgspec
from litestar import Response, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from scopes.errors import NotFoundError
from scopes.lines import reviewing
from scopes.lines.reviewing import Reviewed, ReviewRequest
from scopes.storage.batch import Author, Batch
from service.access import for_app
from service.api.metrics import note_reviews
from service.scope_call import ScopeCall

_LEFT = "left"


class ReviewedAgain(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a repeated request: what the first did to each item, by its id."""

    counts: dict[str, int]
    outcomes: dict[str, str]
    left: int
    replayed: Literal[True] = True


@post("/v1/review", opt=for_app("write"), status_code=200, tags=["items"])
async def review(call: NamedDependency[ScopeCall], data: JSONBody[ReviewRequest]) -> Response[Reviewed | ReviewedAgain]:
    """Approve, reject or edit items, in one commit or not at all; with `dry_run` only tell what would come of it."""
    change = reviewing.decide(data, call.config)
    if data.dry_run:
        snapshot = await call.snapshot()
        if not snapshot.exists:
            raise NotFoundError("no such scope")
        return Response(await call.listed(snapshot, lambda: change(Batch(snapshot, Author()))))
    committed = await call.write(change, _describe)
    if committed.value is None:
        assert committed.replayed is not None, "without a value it is a replay"
        return Response(_again(committed.replayed.ids), headers=call.headers(committed))
    await note_reviews(call, committed.value.items)
    return Response(committed.value, headers=call.headers(committed))


def _describe(reviewed: Reviewed) -> tuple[str, dict[str, str]]:
    """The ids are values, by which an erasure finds the replies that are about what it takes."""
    told = {f"{number} {one.outcome}": one.id for number, one in enumerate(reviewed.items)}
    return "review", {**told, _LEFT: str(reviewed.left)}


def _again(ids: dict[str, str]) -> ReviewedAgain:
    outcomes = {identity: key.partition(" ")[2] for key, identity in ids.items() if key != _LEFT}
    return ReviewedAgain(counts=dict(Counter(outcomes.values())), outcomes=outcomes, left=int(ids.get(_LEFT, "0")))


REVIEW = [review]
