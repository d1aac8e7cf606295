"""How much of everything `muniment bench speed` works with."""

import msgspec

from ops.bench import vector_speed
from ops.bench.vector_speed import VectorSizes

Figures = dict[str, float]


class Sizes(msgspec.Struct, frozen=True, kw_only=True):
    """Medians are of `questions`, `adds` and `rounds` measurements; `large` texts are only searched, not kept in files.

    `scopes` of `small` items are opened in turn where there is room for a tenth of them.
    """

    items: int = 10_000
    large: tuple[int, ...] = (10_000, 100_000)
    questions: int = 300
    adds: int = 200
    writers: int = 32
    writes_each: int = 30
    small: int = 50
    scopes: int = 200
    rounds: int = 5
    vectors: VectorSizes = VectorSizes(sets=((1_000, 512), (10_000, 512), (100_000, 384)))


DEFAULT = Sizes()
QUICK = Sizes(
    items=200,
    large=(200,),
    questions=10,
    adds=5,
    writers=4,
    writes_each=3,
    small=5,
    scopes=20,
    rounds=2,
    vectors=vector_speed.QUICK,
)
HUGE = Sizes(large=(10_000, 100_000, 1_000_000), scopes=1_000, vectors=VectorSizes())
