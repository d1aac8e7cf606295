"""One search: a question is put together, the scope ranked for it, and the hits are chosen from the ranking."""

import datetime as dt
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.model import Degraded, Item, iso
from scopes.retrieval.copies import Copies
from scopes.retrieval.diversity import diverse
from scopes.retrieval.features.asked import asked_of
from scopes.retrieval.features.nearness import Nearness
from scopes.retrieval.features.surroundings import Question
from scopes.retrieval.gate import Gate
from scopes.retrieval.hits import Evidence, evidence_of
from scopes.retrieval.index import ScopeIndex
from scopes.retrieval.left_out import left_out
from scopes.retrieval.moments import seconds
from scopes.retrieval.policy import Policy
from scopes.retrieval.query import RetrieveQuery
from scopes.retrieval.ranking import Measured, Ranking, measure, rank
from scopes.retrieval.relevance import is_far
from scopes.retrieval.result import SignalUse
from scopes.retrieval.scores import Scores, Slots, Values
from scopes.retrieval.signals import KINDRED, MEANT, SIGNALS, Signal
from scopes.retrieval.tokens import QueryToken
from scopes.retrieval.usage.uses import Use
from scopes.retrieval.vectors.closeness import closeness
from scopes.retrieval.view import ItemView, items_at

__all__ = ["Found", "Search", "ask"]


class Found(msgspec.Struct, frozen=True):
    """What was ranked or listed: items, evidence parallel to them, and what was found but kept out, by the reason."""

    items: Sequence[Item]
    evidence: Sequence[Evidence]
    signals: tuple[SignalUse, ...] = ()
    left_out: tuple[Degraded, ...] = ()
    below_floor: Sequence[Item] = ()
    below_threshold: Sequence[Item] = ()
    copies: Sequence[Item] = ()
    held: Sequence[Item] = ()


class Search(msgspec.Struct, frozen=True):
    """What a search goes by: the view and the index over its items, the request, the policy and the moment.

    `ends` is the request's deadline, by the monotonic clock. `uses` are those of the view's items.
    """

    view: ItemView
    index: ScopeIndex
    query: RetrieveQuery
    gate: Gate
    policy: Policy
    now: dt.datetime
    vector: NDArray[np.float32] | None = None
    signals: Sequence[Signal] = SIGNALS
    ends: float | None = None
    uses: Mapping[str, Use] = {}

    def found(self) -> Found:
        """The hits, best first, and what was kept out."""
        query = self.query
        tokens, question, missing = ask(self)
        words = question.words
        wanted = self._wanted()
        measured = measure(question, self.policy, wanted, self.now, self.ends, whole=query.explain, hits=query.limit)
        ranking = rank(measured, self.policy)
        ranking, below_floor = self._above_floor(ranking, words)
        ranking, below_threshold = self._above_threshold(ranking, measured)
        places, items, copies = self._chosen(ranking)
        ranking = ranking.only(places)
        return Found(
            items,
            evidence_of(ranking, measured.near, tokens, explain=query.explain),
            tuple(SignalUse(name, part.strength) for name, part in ranking.parts.items()),
            (*missing, *ranking.left_out),
            below_floor,
            below_threshold,
            copies,
            self._held(words),
        )

    def _wanted(self) -> list[Signal]:
        wanted = self.query.signals
        return [
            signal
            for signal in self.signals
            if (wanted is None or signal.name in wanted) and self.policy.strength_of(signal) > 0
        ]

    def _above_threshold(self, ranking: Ranking, measured: Measured) -> tuple[Ranking, list[Item]]:
        """All where the best is sure enough; but where none is near in meaning, only what shares a word with the query.

        A threshold of the request's own is the only one.
        """
        own = self.query.threshold
        if len(ranking.slots) and ranking.scores[0] < (ranking.threshold if own is None else own):
            return self._passing(ranking, np.zeros(len(ranking.slots), np.bool_))
        if own is None and self._is_far(ranking, measured):
            return self._passing(ranking, _coverage(measured.near.question.words, ranking.slots) > 0)
        return ranking, []

    def _is_far(self, ranking: Ranking, measured: Measured) -> bool:
        vectors, meant = self.view.vectors, measured.signals.get(MEANT.name)
        if vectors is None or meant is None or len(self.index) < self.policy.least_items:
            return False
        _, values = meant
        return is_far(values, ranking.places, self.policy.unlike.get(vectors.model, 0.0))

    def _above_floor(self, ranking: Ranking, words: Scores) -> tuple[Ranking, list[Item]]:
        if self.query.floor is None:
            return ranking, []
        return self._passing(ranking, _coverage(words, ranking.slots) >= self.query.floor)

    def _passing(self, ranking: Ranking, passes: NDArray[np.bool_]) -> tuple[Ranking, list[Item]]:
        """What passes, and the first of the rest."""
        below = ranking.slots[(~passes).nonzero()[0][: self.query.limit]]
        return ranking.only(passes.nonzero()[0]), items_at(self.view, self.index, below)

    def _chosen(self, ranking: Ranking) -> tuple[Slots, list[Item], list[Item]]:
        """Places of the first `limit` hits, these hits, and the copies passed over: an item stands for the turn that it
        repeats."""
        places: list[int] = []
        items: list[Item] = []
        copies: list[Item] = []
        said = Copies()
        ahead = items_at(self.view, self.index, ranking.slots[: 2 * self.query.limit])
        contents = [item.content for item in ahead]
        for place in diverse(ranking.scores, contents, self.query.limit, self.policy.diversity):
            if len(places) == self.query.limit:
                break
            if place >= len(ahead):
                ahead = items_at(self.view, self.index, ranking.slots)
            item = ahead[place]
            same = said.of(item, len(items))
            if same is None:
                places.append(place)
                items.append(item)
            elif item.layer == "wiki" and items[same].layer != "wiki":
                copies.append(items[same])
                places[same], items[same] = place, item
            else:
                copies.append(item)
        return np.array(places, np.intp), items, copies

    def _held(self, words: Scores) -> list[Item]:
        """What the words find among the items that are held back."""
        if self.gate.held is None:
            return []
        slots, _ = words.top(self.policy.held, self.gate.held)
        if self.query.floor is not None:
            slots = slots[_coverage(words, slots) >= self.query.floor]
        return items_at(self.view, self.index, slots)


def ask(search: Search) -> tuple[list[QueryToken], Question, list[Degraded]]:
    """The tokens of a request, the question that it puts to its view, and why that is put without meaning."""
    index, query = search.index, search.query
    tokens = index.tokenizer.query(query.query)
    words = index.bm25.score([token.token for token in tokens])
    nearness, missing = _nearness(search)
    kinship = None if nearness is None or search.view.words is None else search.view.words.kinship(len(index))
    question = Question(
        index,
        words,
        asked_of(query.query, tokens, words, index.speakers),
        query.query.casefold(),
        search.gate.mask(index),
        search.gate.period,
        nearness,
        seconds(search.now),
        search.uses,
        kinship,
    )
    if search.view.words is not None and search.view.words.failing is not None and search.policy.kin is not None:
        missing.append(left_out(KINDRED.name, search.view.words.failing, search.now))
    return tokens, question, missing


def _coverage(words: Scores, slots: Slots) -> Values:
    """The share of the question's idf mass that each slot holds."""
    return words.coverage(words.matched(slots))


def _nearness(search: Search) -> tuple[Nearness | None, list[Degraded]]:
    if search.vector is None:
        return None, []
    missing = _being_made(search)
    if search.view.vectors is None:
        return None, missing
    try:
        return Nearness(closeness(search.index, search.view.vectors, search.vector, search.ends)), missing
    except MEANT.failures as error:
        return None, [*missing, left_out(MEANT.name, error, search.now)]


def _being_made(search: Search) -> list[Degraded]:
    """That some items have no vector yet, as after they were written or after the model came."""
    vectors = search.view.vectors
    missing = len(search.index) - (0 if vectors is None else vectors.current)
    if missing <= 0:
        return []
    return [
        Degraded(
            component="vectors",
            wanted="a vector for each item",
            used="words, for those without",
            reason=f"{missing} items have no vector yet",
            since=iso(search.now),
            remedy="they are made in the background: ask again in a moment",
        )
    ]
