"""`muniment bench`: what the engine finds and how fast it is, measured on this machine."""

import click

from ops.bench import extraction as extraction_bench
from ops.bench import quality as quality_bench
from ops.bench import sizes, tables, tuning
from ops.bench import speed as speed_bench
from ops.bench.conversations import draw, find_folders, read_folders
from ops.bench.embedding import embedder_named
from ops.bench.extraction_table import extraction_lines
from ops.bench.statements import read_labelled
from ops.cli.output import Output, choose_json
from scopes.retrieval.policy import policy_file

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
@click.option("--embedder", type=click.Choice(["none", "local", "quality"]), default="none", show_default=True)
@click.option("--items", is_flag=True, help="Let the rules read the turns, and rank what they make of them too.")
@_json
def quality(data: str, limit_questions: int | None, seed: int, embedder: str, items: bool, as_json: bool) -> None:
    """How well retrieve finds the turns that answer a question, beside other systems.

    Every conversation is memorized in a scope of its own in a temporary directory. With --json: {configuration,
    figures: {folder: {system: {metric: value}}}, with `folder/category` beside each folder, skipped: {baseline:
    reason}}.
    """
    conversations = draw(read_folders(data), limit_questions, seed)
    report = quality_bench.measure(conversations, embedder_named(embedder), items=items)
    Output(json=as_json).document(report, tables.quality_lines(report))


@bench.command()
@click.option(
    "--data", required=True, type=click.Path(exists=True, file_okay=False), help="A directory of conversation files."
)
@click.option("--hold-out", multiple=True, metavar="NAME", help="A conversation to judge by and not to fit to.")
@click.option("--embedder", type=click.Choice(["local", "quality"]), default="local", show_default=True)
@click.option("--version", default="tuned-1", show_default=True, help="What the policy calls itself.")
@click.option("--out", type=click.Path(dir_okay=False, writable=True), help="The policy file to write.")
@_json
def tune(data: str, hold_out: tuple[str, ...], embedder: str, version: str, out: str | None, as_json: bool) -> None:
    """Fit the weights of ranking to conversations of your own, for the setting retrieval.policy.

    Shows how well they do over conversations that they were not fitted to. What is fitted to others' data is bound by
    the licence of that data.
    """
    conversations = [one for folder in read_folders(data).values() for one in folder]
    model = embedder_named(embedder)
    assert model is not None, "none is no choice here"
    fitted = tuning.tune(conversations, hold_out, model, version)
    if out is not None:
        with open(out, "wb") as file:
            file.write(policy_file(fitted.policy))
    Output(json=as_json).document(fitted.judged, tables.tuning_lines(fitted))


@bench.command()
@click.option("--quick", is_flag=True, help="Sizes that take seconds: only to see that it works.")
@click.option(
    "--huge", is_flag=True, help="A million texts and vectors and a thousand scopes too; needs 10 GiB and half an hour."
)
@click.option("--peers", is_flag=True, help="Other memories too, where they are installed: chromadb, mem0.")
@_json
def speed(quick: bool, huge: bool, peers: bool, as_json: bool) -> None:
    """How fast the engine is, beside other engines and the machine itself in the same run.

    Works on the file system of the temporary directory: set TMPDIR to measure another. Needs some minutes and an
    otherwise quiet machine; compare ratios, not times. With --json: {configuration, figures: {what: {figure: value}},
    skipped: {baseline: reason}}.
    """
    if quick and huge:
        raise click.UsageError("--quick or --huge, not both")
    report = speed_bench.measure(sizes.QUICK if quick else sizes.HUGE if huge else sizes.DEFAULT, peers=peers)
    Output(json=as_json).document(report, tables.speed_lines(report))


@bench.command()
@click.option(
    "--data",
    required=True,
    type=click.Path(exists=True, file_okay=False),
    help="A directory of conversation files and labelled statements, in any folders.",
)
@click.option("--wrong", is_flag=True, help="List the labelled turns that went wrong.")
@_json
def extraction(data: str, wrong: bool, as_json: bool) -> None:
    """What the rules make of conversations, and how well they do on labelled statements.

    With --json: {conversations: {folder: counts}, labelled: {language or language/kind: figures}, wrong: [...]}.
    """
    report = extraction_bench.measure(find_folders(data), read_labelled(data))
    Output(json=as_json).document(report, extraction_lines(report, wrong=wrong))
