"""Retrieve: one pass that ranks, then follows links, then fills the budget. No model is called."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import msgspec
import numpy as np

from scopes.model import Degraded, Item, utc_now
from scopes.retrieval.budget import fill
from scopes.retrieval.expand import Expansion, Placed, expand
from scopes.retrieval.gate import Gate
from scopes.retrieval.hits import Evidence, evidence_of, to_hit
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.moments import seconds
from scopes.retrieval.policy import Policy
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.ranking import Ranking, diary_of, rank
from scopes.retrieval.result import Budget, Dropped, Hit, RetrieveResult, SignalUse, TimeWindow
from scopes.retrieval.scores import Scores, Slots
from scopes.retrieval.signals import LEXICAL, Question, Signal

__all__ = ["ItemView", "Retriever"]


class ItemView(Protocol):
    """A scope's items at one moment."""

    @property
    def items(self) -> Mapping[str, Item]:
        """Items by id."""
        ...

    @property
    def degraded(self) -> Sequence[Degraded]:
        """What of them can't be vouched for."""
        ...

    def resolve(self, address: str) -> Item | None:
        """The living item at an address."""
        ...


class _Found(msgspec.Struct, frozen=True):
    """What was ranked or listed: items, evidence parallel to them, and what was found but kept out, by the reason."""

    items: Sequence[Item]
    evidence: Sequence[Evidence]
    signals: tuple[SignalUse, ...] = ()
    left_out: tuple[Degraded, ...] = ()
    below_floor: Sequence[Item] = ()
    copies: Sequence[Item] = ()
    held: Sequence[Item] = ()


class Retriever:
    """Answers retrieve requests over any view of any scope; holds no state between two of them."""

    def __init__(
        self,
        policy: Policy | None = None,
        signals: Sequence[Signal] = (LEXICAL,),
        clock: Callable[[], dt.datetime] = utc_now,
    ) -> None:
        self._policy = policy or Policy()
        self._signals = signals
        self._clock = clock

    def retrieve(self, view: ItemView, index: ScopeIndex, query: RetrieveQuery) -> RetrieveResult:
        """The hits of a query in injection order. `index` must be over the items of `view`.

        InvalidError for a request that can't be answered. A signal that is not at hand is left out and named.
        """
        query.check()
        gate = Gate(query, seconds(self._clock()))
        found = self._search(view, index, query, gate) if query.query.strip() else _list(view, index, query, gate)
        expansion = _expansion(view, query, gate, found)
        hits, too_long, used = fill(_hits(expansion, found), lambda hit: hit.tokens, query.budget_tokens)
        dropped = [
            *(Dropped(item.id, item.address, "floor") for item in found.below_floor),
            *(Dropped(item.id, item.address, "copy") for item in found.copies),
            *(Dropped(item.id, item.address, "quarantined") for item in found.held),
            *expansion.dropped,
            *(Dropped(hit.id, hit.address, "budget") for hit in too_long),
        ]
        return RetrieveResult(
            hits=tuple(hits),
            budget=Budget(query.budget_tokens, used),
            time=None if gate.period is None else TimeWindow(gate.period.range, "explicit", gate.widened),
            signals=found.signals,
            unresolved_links=tuple(expansion.unresolved),
            quarantined=sum(one.reason == "quarantined" for one in dropped),
            dropped=tuple(dropped) if query.explain else (),
            degraded=(*view.degraded, *_fallbacks(index), *found.left_out),
            policy=self._policy.version,
        )

    def _search(self, view: ItemView, index: ScopeIndex, query: RetrieveQuery, gate: Gate) -> _Found:
        tokens = index.tokenizer.query(query.query)
        words = index.bm25.score([token.token for token in tokens])
        question = Question(index, words, gate.mask(index), self._policy)
        ranking = rank(question, self._signals, self._clock())
        below: list[Item] = []
        if query.floor is not None:
            passes = words.coverage(words.matched(ranking.slots)) >= query.floor
            below = _items(view, index, ranking.only((~passes).nonzero()[0][: query.limit]))
            ranking = ranking.only(passes.nonzero()[0])
        places, copies = _choose(view, index, ranking, query.limit)
        ranking = ranking.only(places)
        return _Found(
            _items(view, index, ranking),
            evidence_of(ranking, words, tokens, explain=query.explain),
            tuple(SignalUse(name, part.weight) for name, part in ranking.parts.items()),
            ranking.left_out,
            below,
            copies,
            self._held(view, index, query, gate, words),
        )

    def _held(self, view: ItemView, index: ScopeIndex, query: RetrieveQuery, gate: Gate, words: Scores) -> list[Item]:
        """What the words find among the items that are held back."""
        if gate.held is None:
            return []
        slots, _ = words.top(self._policy.candidates, gate.held)
        if query.floor is not None:
            slots = slots[words.coverage(words.matched(slots)) >= query.floor]
        return [view.items[index.bm25.id_of(slot)] for slot in slots]


def _choose(view: ItemView, index: ScopeIndex, ranking: Ranking, limit: int) -> tuple[Slots, list[Item]]:
    """Places of the first `limit` hits, and the copies passed over: a turn and its verbatim diary entry are one hit."""
    places: list[int] = []
    copies: list[Item] = []
    told: set[tuple[str | None, tuple[str, ...], str]] = set()
    for place, slot in enumerate(ranking.slots):
        if len(places) == limit:
            break
        item = view.items[index.bm25.id_of(slot)]
        if item.kind == "turn":
            said = (item.source.id, item.source.turns, item.content)
            if said in told:
                copies.append(item)
                continue
            told.add(said)
        places.append(place)
    return np.array(places, np.intp), copies


def _list(view: ItemView, index: ScopeIndex, query: RetrieveQuery, gate: Gate) -> _Found:
    """The diary of the period, from its beginning."""
    allowed = gate.mask(index)
    assert allowed is not None, "a period always makes a mask"
    items = _items(view, index, diary_of(index, allowed))[: query.limit]
    held = [] if gate.held is None else _items(view, index, diary_of(index, gate.held))
    return _Found(items, [Evidence()] * len(items), held=held)


def _items(view: ItemView, index: ScopeIndex, ranking: Ranking) -> list[Item]:
    return [view.items[index.bm25.id_of(slot)] for slot in ranking.slots]


def _expansion(view: ItemView, query: RetrieveQuery, gate: Gate, found: _Found) -> Expansion:
    if not query.expand_links:
        return Expansion([Placed(item) for item in found.items], [], [])
    return expand(found.items, view.resolve, gate.admits, query.limit, gate.holds)


def _hits(expansion: Expansion, found: _Found) -> list[Hit]:
    ranked = iter(found.evidence)
    return [to_hit(placed, next(ranked) if placed.linked_from is None else Evidence()) for placed in expansion.placed]


def _fallbacks(index: ScopeIndex) -> tuple[Degraded, ...]:
    fallback = index.tokenizer.degraded()
    return () if fallback is None else (fallback,)
