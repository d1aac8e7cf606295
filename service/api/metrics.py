"""A scope's own quality figures: how good its memory is, as far as that was measured."""

from collections.abc import Sequence

import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from scopes.errors import NotFoundError
from scopes.lines.reviewing import Decided
from scopes.quality import reviews
from scopes.quality.figures import FIGURES, Metric, metric_of
from service.access import for_app
from service.scope_call import ScopeCall

_POINTS = 30
_RATE = next(figure for figure in FIGURES if figure.name == "retrieval_hit_rate")


class Metrics(msgspec.Struct, frozen=True):
    """Every figure, with the last thirty days on which it was measured."""

    metrics: tuple[Metric, ...]
    scope_exists: bool


class Told(Metric, frozen=True, kw_only=True):
    """The figure that feedback counts into; a scope that does not exist has nothing to be counted."""

    scope_exists: bool


class Feedback(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether what one retrieval found was of use."""

    useful: bool


@get("/v1/metrics", opt=for_app("read"), tags=["scope"])
async def show_metrics(call: NamedDependency[ScopeCall]) -> Metrics:
    """The scope's quality figures; one that nobody measured is no data, and that is no pass."""
    days = call.handle.quality.days()
    return Metrics(tuple(metric_of(figure, days, _POINTS) for figure in FIGURES), call.handle.exists())


@get("/v1/metrics/{name:str}", opt=for_app("read"), tags=["scope"])
async def show_metric(call: NamedDependency[ScopeCall], name: FromPath[str]) -> Metric:
    """One figure with its whole history."""
    figure = next((one for one in FIGURES if one.name == name), None)
    if figure is None:
        raise NotFoundError("no such figure")
    return metric_of(figure, call.handle.quality.days())


@post("/v1/feedback", opt=for_app("read"), status_code=200, tags=["memory"])
async def give_feedback(call: NamedDependency[ScopeCall], data: JSONBody[Feedback]) -> Told:
    """Tell whether what a retrieval found was of use; told again, it is counted again.

    Counted in the background: nothing of it is in the journal, where replies to an `Idempotency-Key` are kept.
    """
    log, exists = call.handle.quality, call.handle.exists()
    if exists:
        log.note(_RATE.name, int(data.useful), 1)
    return Told(**msgspec.structs.asdict(metric_of(_RATE, log.days(), _POINTS)), scope_exists=exists)


async def note_reviews(call: ScopeCall, decided: Sequence[Decided]) -> None:
    """Measure what reviews tell."""
    if not decided:
        return
    snapshot, handle = await call.snapshot(), call.handle
    handle.usage.load()
    await call.listed(snapshot, lambda: reviews.note(handle.quality, decided, snapshot.items, handle.usage.uses))


METRICS_OF_SCOPE = [show_metrics, show_metric, give_feedback]
