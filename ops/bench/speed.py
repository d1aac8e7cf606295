"""How fast the engine is, each figure beside a baseline that was measured in the same run."""

import msgspec

from ops.bench import bm25_speed, engine_speed, http_speed, index_speed, memory_peers, scopes_speed, vector_speed
from ops.bench.configuration import configuration
from ops.bench.filled import workshop
from ops.bench.sizes import Figures, Sizes


class SpeedReport(msgspec.Struct, frozen=True):
    """`figures`: `{what: {figure: value}}`; times are medians in the unit that ends a figure's name.

    `configuration` says what they were measured with, `skipped` which baselines were left out and why.
    """

    configuration: dict[str, str]
    figures: dict[str, Figures]
    skipped: dict[str, str]


def measure(sizes: Sizes, seed: int = 0, *, peers: bool = False) -> SpeedReport:
    """Everything; `peers`: other memories too, where they are installed."""
    found: dict[str, Figures] = {}
    skipped: dict[str, str] = {}
    with workshop(seed) as shop:
        found |= engine_speed.measure(shop, sizes)
        found |= scopes_speed.measure(shop, sizes)
    found |= http_speed.measure(sizes, seed)
    found |= index_speed.measure(sizes, seed)
    for figures, left_out in (
        bm25_speed.measure(sizes, seed),
        memory_peers.measure(sizes, seed) if peers else ({}, {}),
    ):
        found |= figures
        skipped |= left_out
    found |= vector_speed.measure(sizes.vectors, seed)
    return SpeedReport(configuration(), found, skipped)
