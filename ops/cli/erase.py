"""`muniment erase`: a scope, for good."""

from collections.abc import Iterator

import click

from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import scope_name
from ops.ledger import Receipt
from ops.removal import Plan
from scopes.model import ScopeIds


@click.command()
@click.option("--yes", is_flag=True, help="Do it; without this only what would go is told.")
@on_scope
def erase(target: Target, output: Output, ids: ScopeIds, yes: bool) -> None:
    """Erase a scope and keep a receipt of it; on a server this takes an admin's key."""
    with target.open() as backend:
        if yes:
            receipt = backend.erase(ids)
            output.document(receipt, _done(receipt, ids))
        else:
            plan = backend.plan_erasure(ids)
            output.document(plan, _planned(plan, ids))


def _planned(plan: Plan, ids: ScopeIds) -> Iterator[str]:
    yield f"would erase {scope_name(ids)}: {_told(plan.counts)}"
    yield f"layers: {', '.join(plan.layers)}"
    yield plan.limits
    yield "nothing was changed; --yes erases it"


def _done(receipt: Receipt, ids: ScopeIds) -> Iterator[str]:
    state = "erased" if receipt.complete else "NOT WHOLLY ERASED:"
    yield f"{state} {scope_name(ids)}: {_told(receipt.counts)}"
    yield f"receipt {receipt.id}, signed {receipt.signature[:16]}…"
    yield receipt.limits


def _told(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
