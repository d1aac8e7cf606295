"""The extraction bench's report as lines for a person."""

from collections.abc import Iterator

from ops.bench.extraction import ExtractionReport
from ops.cli.output import columns

_COLUMNS = ("right", "missed", "false", "precision", "recall", "precision_any", "recall_any", "on_distractors")


def extraction_lines(report: ExtractionReport, *, wrong: bool) -> Iterator[str]:
    """Counts of each folder, then a row for each language and kind, then, if asked for, what went wrong."""
    for folder, counts in report.conversations.items():
        yield f"{folder}: {', '.join(f'{name} {count}' for name, count in counts.items())}"
    if report.labelled:
        rows: list[tuple[str, ...]] = [("language/kind", *_COLUMNS)]
        for name, figures in report.labelled.items():
            rows.append((name, *(_cell(figures[column]) if column in figures else "" for column in _COLUMNS)))
        yield from columns(rows)
    for one in report.wrong if wrong else ():
        missed, false = "; ".join(one.missed) or "-", "; ".join(one.false) or "-"
        yield f"missed {missed} | false {false} | {one.text}"


def _cell(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3f}"
