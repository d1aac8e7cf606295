"""Retrieve: one pass that ranks, then follows links, then fills the budget. No model is called."""

import datetime as dt
import time
from collections.abc import Callable, Collection, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from scopes.errors import InvalidError
from scopes.model import Degraded, utc_now
from scopes.retrieval.budget import fill
from scopes.retrieval.contested import Contested, Contradict, nothing_contradicts, settle
from scopes.retrieval.expand import Expansion, Placed, expand
from scopes.retrieval.features.present import asks_of_now
from scopes.retrieval.gate import Gate
from scopes.retrieval.hits import Evidence, to_hit
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.listing import listed
from scopes.retrieval.policy import Policy, load_policy
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.result import Budget, Dropped, Hit, RetrieveResult
from scopes.retrieval.rollup import LineRooms, documents_of, sources_of
from scopes.retrieval.search import Found, Search
from scopes.retrieval.signals import SIGNALS, Signal
from scopes.retrieval.usage.uses import Use
from scopes.retrieval.view import ItemView

__all__ = ["ItemView", "Retriever"]


class Retriever:
    """Answers retrieve requests over any view of any scope; holds no state between two of them."""

    def __init__(
        self,
        policy: Policy | None = None,
        signals: Sequence[Signal] = SIGNALS,
        clock: Callable[[], dt.datetime] = utc_now,
        contradict: Contradict = nothing_contradicts,
    ) -> None:
        self._policy = policy or load_policy()
        self._signals = signals
        self._clock = clock
        self._contradict = contradict

    def retrieve(
        self,
        view: ItemView,
        index: ScopeIndex,
        query: RetrieveQuery,
        vector: NDArray[np.float32] | None = None,
        left_out: Sequence[Degraded] = (),
        uses: Mapping[str, Use] | None = None,
    ) -> RetrieveResult:
        """The hits of a query in injection order. `index` must be over the items of `view`.

        `vector` is the query's, None to rank without meaning, and `left_out` says why that is so. `uses` are those of
        the items, by their ids. InvalidError for a request that can't be answered. A signal that is not at hand is left
        out and named.
        """
        query.check()
        now = self._clock()
        ends = time.monotonic() + query.deadline_ms / 1e3 if query.deadline_ms else None
        query = query.in_zone(view.time_zone)
        gate = Gate(query, now)
        policy = self.policy_of(view)
        self._check_named(query.signals or (), policy)
        found = listed(view, index, gate, query.limit) if gate.asks_only_when else None
        if found is None or (query.query.strip() and not found.items):
            found = Search(view, index, query, gate, policy, now, vector, self._signals, ends, uses or {}).found()
        expansion = _expansion(view, query, gate, found)
        contested = settle(expansion.placed, self._contradict, view.is_by_hand, asks_of_now(query.query.casefold()))
        lines = LineRooms(query.line_budgets or {})
        hits, too_long, used = fill(
            _hits(expansion, found, contested), lambda hit: hit.tokens, query.budget_tokens, lines.take
        )
        dropped = [
            *(Dropped(item.id, item.address, "floor") for item in found.below_floor),
            *(Dropped(item.id, item.address, "threshold") for item in found.below_threshold),
            *(Dropped(item.id, item.address, "copy") for item in found.copies),
            *(Dropped(item.id, item.address, "quarantined") for item in found.held),
            *expansion.dropped,
            *(Dropped(hit.id, hit.address, "budget") for hit in too_long),
        ]
        return RetrieveResult(
            hits=tuple(hits),
            documents=documents_of(hits),
            sources=sources_of(hits),
            budget=Budget(query.budget_tokens, used, lines.used()),
            time=gate.time,
            signals=found.signals,
            unresolved_links=tuple(expansion.unresolved),
            quarantined=sum(one.reason == "quarantined" for one in dropped),
            dropped=tuple(dropped) if query.explain else (),
            contradictions=contested.contradictions if query.explain else (),
            degraded=(*view.degraded, *_fallbacks(index), *found.left_out, *left_out),
            policy=policy.label,
        )

    def _check_named(self, names: Collection[str], policy: Policy) -> None:
        """InvalidError for a signal that a request names and that has no say: it would rank by nothing."""
        for signal in self._signals:
            if signal.name in names and policy.strength_of(signal) == 0:
                raise InvalidError(f"{signal.name} has no strength: set retrieval.strength", field="signals")

    def policy_of(self, view: ItemView) -> Policy:
        """The policy that a scope has chosen; the service's own where it chose none or one that is gone."""
        if view.policy is None:
            return self._policy
        try:
            return load_policy(view.policy)
        except InvalidError:
            return self._policy


def _expansion(view: ItemView, query: RetrieveQuery, gate: Gate, found: Found) -> Expansion:
    if not query.expand_links:
        return Expansion([Placed(item) for item in found.items], [], [])
    return expand(found.items, view.resolve, gate.admits, query.limit, gate.holds)


def _hits(expansion: Expansion, found: Found, contested: Contested) -> list[Hit]:
    ranked, placed = iter(found.evidence), expansion.placed
    evidence = [next(ranked) if one.linked_from is None else Evidence() for one in placed]
    return [to_hit(placed[at], evidence[at], contested.rivals.get(at, ())) for at in contested.order]


def _fallbacks(index: ScopeIndex) -> tuple[Degraded, ...]:
    fallback = index.tokenizer.degraded()
    return () if fallback is None else (fallback,)
