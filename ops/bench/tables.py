"""The bench's reports as lines for a person."""

from collections.abc import Iterator, Mapping

from ops.bench.metrics import QUALITY
from ops.bench.quality import OWN, QualityReport
from ops.bench.speed import SpeedReport
from ops.bench.tuning import Fitted
from ops.cli.output import columns

_LEGEND = (
    "* best of the systems. Adversarial questions ask for what was never said: they count in no folder's own rows."
)

_REFUSALS = ("threshold", "hit@10 kept", "unanswerable", "swapped")


def quality_lines(report: QualityReport) -> Iterator[str]:
    """A row for each folder or category and system; the best of each column of a folder is starred."""
    rows: list[tuple[str, ...]] = [("folder/category", "system", "questions", *QUALITY, "tokens")]
    figures_of = report.figures
    refusals = {folder: systems for folder, systems in figures_of.items() if "returns" in next(iter(systems.values()))}
    for folder, systems in figures_of.items():
        if folder in refusals:
            continue
        best = {name: max(figures[name] for figures in systems.values()) for name in QUALITY}
        for system, figures in systems.items():
            cells = (_starred(figures[name], best[name]) for name in QUALITY)
            rows.append(
                (folder, _label(system, figures), f"{figures['questions']:.0f}", *cells, f"{figures['tokens']:.0f}")
            )
    yield from columns(rows)
    yield _LEGEND
    for folder, systems in refusals.items():
        for system, figures in systems.items():
            yield f"{folder}: {system} returns something for {figures['returns']:.3f} of {figures['questions']:.0f}"
    for folder, systems in figures_of.items():
        if folder not in refusals and "/" not in folder:
            own = systems[OWN]
            yield f"{folder}: the threshold leaves {own['hit@10_kept']:.3f} of {own['hit@10']:.3f} hit@10"
            yield f"{folder}: recall@10 by conversation {own['recall@10_least']:.3f} to {own['recall@10_most']:.3f}"
    yield from _footer(report)


def tuning_lines(fitted: Fitted) -> Iterator[str]:
    """A row for each mode and way of judging."""
    rows: list[tuple[str, ...]] = []
    for mode, judged in fitted.judged.items():
        for way, one in judged.items():
            rows = rows or [("mode", "judged by", "questions", *one.figures, *_REFUSALS)]
            refused = one.refusals
            kept = (refused.threshold, refused.hit_after, refused.unanswerable, refused.swapped)
            rows.append((mode, way, str(one.questions), *(f"{value:.3f}" for value in (*one.figures.values(), *kept))))
    yield from columns(rows)
    yield "unanswerable, swapped: the share of such questions that are given something all the same"


def speed_lines(report: SpeedReport) -> Iterator[str]:
    """A row for each figure, then what was left out, then what it was measured with."""
    rows = [(what, name, _number(value)) for what, figures in report.figures.items() for name, value in figures.items()]
    yield from columns(rows)
    yield from _footer(report)


def _footer(report: QualityReport | SpeedReport) -> Iterator[str]:
    yield from (f"without {name}: {reason}" for name, reason in report.skipped.items())
    yield ", ".join(f"{name} {value}" for name, value in report.configuration.items())


def _starred(value: float, best: float) -> str:
    return f"{value:.3f}{'*' if value == best else ''}"


def _label(system: str, figures: Mapping[str, float]) -> str:
    return f"{system} (k1 {figures['k1']:g}, b {figures['b']:g})" if "k1" in figures else system


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or value >= 100 else f"{value:.3f}"
