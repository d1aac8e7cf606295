"""The bench's reports as lines for a person."""

from collections.abc import Iterable, Iterator, Mapping

from ops.bench.metrics import QUALITY
from ops.bench.quality import Report
from ops.cli.output import columns

_LEGEND = (
    "* best of the systems. Adversarial questions ask for what was never said: they count in no folder's own rows."
)


def quality_lines(report: Report) -> Iterator[str]:
    """A row for each folder or category and system; the best of each column of a folder is starred."""
    rows: list[tuple[str, ...]] = [("folder/category", "system", "questions", *QUALITY, "tokens")]
    for folder, systems in report.items():
        best = {name: max(figures[name] for figures in systems.values()) for name in QUALITY}
        for system, figures in systems.items():
            cells = (_starred(figures[name], best[name]) for name in QUALITY)
            rows.append(
                (folder, _label(system, figures), f"{figures['questions']:.0f}", *cells, f"{figures['tokens']:.0f}")
            )
    yield from columns(rows)
    yield _LEGEND


def speed_lines(report: Mapping[str, Mapping[str, float]]) -> Iterable[str]:
    """A row for each figure."""
    return columns(
        [(what, name, _number(value)) for what, figures in report.items() for name, value in figures.items()]
    )


def _starred(value: float, best: float) -> str:
    return f"{value:.3f}{'*' if value == best else ''}"


def _label(system: str, figures: Mapping[str, float]) -> str:
    return f"{system} (k1 {figures['k1']:g}, b {figures['b']:g})" if "k1" in figures else system


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or value >= 100 else f"{value:.3f}"
