"""`muniment verify`: whether the proof of a scope, or of all of them, stands."""

from collections.abc import Iterator

import click

from ops.cli.backend import SubjectVerdict
from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import scope_name, verdict
from scopes.errors import IntegrityError
from scopes.model import ScopeIds


@click.command()
@click.option("--all", "every", is_flag=True, help="Every scope there is, and the ledger of a data directory.")
@on_scope
def verify(target: Target, output: Output, ids: ScopeIds, every: bool) -> None:
    """Check chain, anchor and files. The exit code is 0 only if everything is valid."""
    with target.open() as backend:
        if every:
            found = list(backend.verify_all())
            valid = all(one.verdict.valid for one in found)
            output.document({"valid": valid, "subjects": found}, _lines(found))
        else:
            one = backend.verify(ids)
            valid = one.valid
            output.document(one, (*verdict(one, scope_name(ids)), one.limits))
    if not valid:
        raise click.exceptions.Exit(IntegrityError.exit_code)


def _lines(found: list[SubjectVerdict]) -> Iterator[str]:
    for one in found:
        yield from verdict(one.verdict, scope_name(one.scope) if one.scope is not None else one.subject)
    wrong = sum(1 for one in found if not one.verdict.valid)
    yield f"{len(found) - wrong} valid, {wrong} not"
