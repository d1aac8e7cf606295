"""`muniment metrics`: how good a scope's memory is, as far as that was measured."""

from collections.abc import Iterable, Iterator

import click

from ops.cli.options import Target, on_scope
from ops.cli.output import Output, columns
from scopes.errors import NotFoundError
from scopes.model import ScopeIds
from scopes.quality.figures import FIGURES, Metric


@click.command()
@click.argument("name", required=False)
@on_scope
def metrics(target: Target, output: Output, ids: ScopeIds, name: str | None) -> None:
    """Show a scope's quality figures; with NAME one of them and its history.

    A figure that was never measured is no data, and that is no pass.
    """
    if name is not None and name not in {figure.name for figure in FIGURES}:
        raise NotFoundError("no such figure", field="name")
    with target.open() as backend:
        found = backend.metrics(ids)
    if name is None:
        output.document({"metrics": found}, _table(found))
        return
    one = next(metric for metric in found if metric.name == name)
    output.document(one, _in_full(one))


def _table(found: Iterable[Metric]) -> Iterator[str]:
    yield from columns([(one.name, one.state, _value(one), _target(one), _measured(one)) for one in found])


def _in_full(one: Metric) -> Iterator[str]:
    yield f"{one.name}: {one.state}, {_value(one)} ({_target(one)})"
    yield f"{one.counted}, of {one.of}"
    yield from columns([(point.at[:10], f"{point.value:.1%}", f"of {point.n}") for point in one.history])


def _value(one: Metric) -> str:
    return "-" if one.value is None else f"{one.value:.1%}"


def _target(one: Metric) -> str:
    return f"{'at most' if one.at_most else 'at least'} {one.target:.0%}"


def _measured(one: Metric) -> str:
    return "" if one.at is None else f"of {one.n}, {one.at[:10]}"
