"""Hits summed up: by their lines, by where they stand and by where they come from."""

from collections.abc import Mapping, Sequence

from scopes.model import Line
from scopes.retrieval.result import Hit, HitDocument, HitSource, LineBudget

__all__ = ["LineRooms", "documents_of", "sources_of"]


class LineRooms:
    """What is left of the budgets of single lines; a line without one has no bound of its own."""

    def __init__(self, limits: Mapping[Line, int]) -> None:
        self._limits = limits
        self._used: dict[Line, int] = dict.fromkeys(limits, 0)

    def take(self, hit: Hit, tokens: int) -> bool:
        """Whether a hit fits its line; then it counts."""
        if hit.line not in self._limits:
            return True
        fits = self._used[hit.line] + tokens <= self._limits[hit.line]
        self._used[hit.line] += tokens if fits else 0
        return fits

    def used(self) -> dict[Line, LineBudget]:
        """Each budget, and how much of it was used."""
        return {line: LineBudget(limit, self._used[line]) for line, limit in self._limits.items()}


def documents_of(hits: Sequence[Hit]) -> tuple[HitDocument, ...]:
    """The documents that hits stand in, by their first hit; a raw turn stands in none."""
    found: dict[tuple[str, str, str], list[Hit]] = {}
    for hit in hits:
        if hit.layer != "source":
            found.setdefault((hit.line, hit.layer, hit.file), []).append(hit)
    return tuple(
        HitDocument(
            line=held[0].line,
            layer=held[0].layer,
            file=held[0].file,
            hits=tuple(hit.id for hit in held),
            score=max(hit.score for hit in held),
        )
        for held in found.values()
    )


def sources_of(hits: Sequence[Hit]) -> tuple[HitSource, ...]:
    """The sources that hits come from, by their first hit, with the turns that any of them comes from."""
    found: dict[str, list[Hit]] = {}
    for hit in hits:
        if hit.provenance.source_id is not None:
            found.setdefault(hit.provenance.source_id, []).append(hit)
    return tuple(
        HitSource(
            source_id=source,
            turns=tuple(dict.fromkeys(turn for hit in held for turn in hit.provenance.turns)),
            hits=tuple(hit.id for hit in held),
            score=max(hit.score for hit in held),
        )
        for source, held in found.items()
    )
