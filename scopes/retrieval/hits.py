"""Ranked and linked items as the hits of an answer."""

from collections.abc import Iterable, Sequence
from itertools import compress

import msgspec
import numpy as np
from numpy.typing import NDArray

from scopes.retrieval.budget import estimate
from scopes.retrieval.expand import Placed
from scopes.retrieval.features.surroundings import Surroundings
from scopes.retrieval.ranking import Part, Ranking
from scopes.retrieval.result import Explain, Hit, HitProvenance, SignalPart
from scopes.retrieval.scores import Scores
from scopes.retrieval.tokens import QueryToken

__all__ = ["Evidence", "evidence_of", "to_hit"]


class Evidence(msgspec.Struct, frozen=True):
    """Why an item was ranked; empty for one that was linked or listed."""

    score: float = 0.0
    terms: tuple[str, ...] = ()
    explain: Explain | None = None


def evidence_of(ranking: Ranking, near: Surroundings, tokens: Sequence[QueryToken], *, explain: bool) -> list[Evidence]:
    """One for each place of a ranking of candidates."""
    surfaces, words = [token.surface for token in tokens], near.question.words
    matched = near.held.take(ranking.places, axis=0) > 0
    explained = _explained(ranking, words, matched.T) if explain else [None] * len(ranking.slots)
    found: list[Evidence] = []
    terms_of: dict[tuple[bool, ...], tuple[str, ...]] = {}
    scores: list[float] = ranking.scores.round(6).tolist()
    held_by: list[list[bool]] = matched.tolist()
    for score, held, explanation in zip(scores, map(tuple, held_by), explained, strict=True):
        terms = terms_of.get(held)
        if terms is None:
            terms = terms_of[held] = _longest(compress(surfaces, held))
        found.append(Evidence(score, terms, explanation))
    return found


def to_hit(placed: Placed, evidence: Evidence, contradicts: tuple[str, ...] = ()) -> Hit:
    """The hit of an item, with the addresses of those that it contradicts."""
    item = placed.item
    return Hit(
        id=item.id,
        line=item.line,
        layer=item.layer,
        file=item.file,
        name=item.name,
        address=item.address,
        content=item.content,
        score=evidence.score,
        via="search" if placed.linked_from is None else "link",
        linked_from=placed.linked_from,
        matched_terms=evidence.terms,
        tokens=estimate(item.content),
        event_at=item.event_at,
        recorded_at=item.recorded_at,
        speaker=item.speaker,
        provenance=HitProvenance(item.source.id, item.source.turns),
        trust=item.trust,
        status=item.status,
        contradicts=contradicts,
        explain=evidence.explain,
    )


def _longest(terms: Iterable[str]) -> tuple[str, ...]:
    """Terms without characters and pairs that are part of a longer one, as 喜 is of 喜欢."""
    distinct = dict.fromkeys(terms)
    if all(map(str.isascii, distinct)):
        return tuple(distinct)
    together = "\0".join(distinct)
    return tuple(term for term in distinct if term.isascii() or together.count(term) == 1)


def _explained(ranking: Ranking, words: Scores, matched: NDArray[np.bool_]) -> list[Explain]:
    scores, coverage = words.at(ranking.slots).tolist(), words.coverage(matched).tolist()
    idf = dict(zip(words.tokens, words.idf.tolist(), strict=True))
    return [
        Explain(
            signals={name: _part(part, int(ranking.places[place])) for name, part in ranking.parts.items()},
            bm25=scores[place],
            coverage=coverage[place],
            idf={token: idf[token] for token, held in zip(words.tokens, matched[:, place], strict=True) if held},
        )
        for place in range(len(ranking.slots))
    ]


def _part(part: Part, place: int) -> SignalPart:
    features = zip(part.features, part.values[:, place].tolist(), strict=True)
    return SignalPart(part.share(place), {name: round(value, 6) for name, value in features if value})
