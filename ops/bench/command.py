"""`muniment bench`: what the engine finds and how fast it is, measured on this machine."""

import click

from ops.bench import quality as quality_bench
from ops.bench import speed as speed_bench
from ops.bench import tables
from ops.bench.conversations import draw, read_folders
from ops.cli.output import Output, choose_json

_json = click.option("--json", "as_json", is_flag=True, callback=choose_json, help="One JSON document on stdout.")


@click.group()
def bench() -> None:
    """Measure what the engine finds and how fast it is."""


@bench.command()
@click.option(
    "--data",
    required=True,
    type=click.Path(exists=True, file_okay=False),
    help="A directory of conversation files, in any folders.",
)
@click.option("--limit-questions", type=click.IntRange(min=1), help="Draw so many questions of each folder.")
@click.option("--seed", type=int, default=0, show_default=True, help="What the draw begins with.")
@_json
def quality(data: str, limit_questions: int | None, seed: int, as_json: bool) -> None:
    """How well retrieve finds the turns that answer a question, beside bm25s and SQLite FTS5.

    Every conversation is memorized in a scope of its own in a temporary directory. With --json: {folder: {system:
    {metric: value}}}, with `folder/category` beside each folder.
    """
    report = quality_bench.measure(draw(read_folders(data), limit_questions, seed))
    Output(json=as_json).document(report, tables.quality_lines(report))


@bench.command()
@click.option("--quick", is_flag=True, help="Sizes that take a second: only to see that it works.")
@_json
def speed(quick: bool, as_json: bool) -> None:
    """How fast the engine is in this process, beside SQLite FTS5 and the disk in the same run.

    Works on the file system of the temporary directory: set TMPDIR to measure another. Needs half a minute and an
    otherwise quiet machine; compare ratios, not times.
    """
    report = speed_bench.measure(speed_bench.QUICK if quick else speed_bench.Sizes())
    Output(json=as_json).document(report, tables.speed_lines(report))
