"""`muniment erase`: an item, a source, a run, a scope, a user or an app, for good."""

from collections.abc import Iterator
from typing import get_args

import click

from ops.cli.embedded import EmbeddedBackend
from ops.cli.named_files import STANDARD
from ops.cli.options import Target, on_scope
from ops.cli.output import Output, counted
from ops.cli.receipt_file import not_written, receipt_file
from ops.cli.rendering import RECEIPT_LIMITS, scope_name
from ops.erasure_plan import Plan
from ops.receipts import ReceiptCopy, Span
from ops.replay import Returned
from ops.spans import ErasureRequest, check_request
from scopes.errors import InvalidError, MunimentError
from scopes.model import DIMENSIONS, ScopeIds

_SHOWN = 20


@click.command()
@click.option(
    "--span", type=click.Choice(get_args(Span)), help="How much; default: what --item or --source say, else the scope."
)
@click.option("--item", metavar="ID", help="This item alone, with the turns it was drawn from.")
@click.option("--source", metavar="ID", help="This source alone, with all that came from it.")
@click.option("--keep-evidence", is_flag=True, help="With --item: leave the turns that it was drawn from.")
@click.option("--receipt", "path", metavar="FILE", help="A new file for the receipt, with its salt; - prints it.")
@click.option("--again", is_flag=True, help="All that receipts say was erased and a restored backup brought back.")
@click.option("--yes", is_flag=True, help="Do it; without this only what would go is told.")
@on_scope
def erase(
    target: Target,
    output: Output,
    ids: ScopeIds,
    span: Span | None,
    item: str | None,
    source: str | None,
    keep_evidence: bool,
    path: str | None,
    again: bool,
    yes: bool,
) -> None:
    """Erase a scope, or what --span says, and keep a receipt; on a server this takes an admin's key.

    A run is every scope of it below the ids given, a user every scope of the user, an app all of it.
    """
    if again:
        evidence = keep_evidence or None
        _refuse_more(ids, {"span": span, "item": item, "source": source, "evidence": evidence, "receipt": path})
        _erase_again(target, output, yes=yes)
        return
    implied: Span = "item" if item is not None else "source" if source is not None else "scope"
    request = ErasureRequest(
        span=span or implied, id=item, source=source, evidence="keep" if keep_evidence else "erase", dry_run=not yes
    )
    check_request(request, ids)
    with target.open() as backend, receipt_file(path) as kept:
        if not yes:
            plan = backend.plan_erasure(ids, request)
            output.document(plan, _planned(plan, ids))
            return
        receipt = backend.erase(ids, request)
        try:
            kept.write(receipt)
        except MunimentError as error:
            Output(json=True).document(receipt, ())
            raise not_written(error) from None
        output = Output(json=output.json or path == STANDARD)
        output.document(receipt, _done(receipt, ids, path))


def _refuse_more(ids: ScopeIds, given: dict[str, object]) -> None:
    """With --again receipts alone say what is erased: an option that means less must not be passed over."""
    given |= {name: getattr(ids, name) for name in DIMENSIONS}
    for name, value in given.items():
        if value is not None:
            raise InvalidError("--again takes all that receipts name, and nothing but --yes beside it", field=name)


def _erase_again(target: Target, output: Output, *, yes: bool) -> None:
    with target.open() as backend:
        if not isinstance(backend, EmbeddedBackend):
            raise InvalidError("--again works on a data directory", field="url")
        found = list(backend.erase_again(dry_run=not yes))
    output.document({"dry_run": not yes, "returned": found}, _returned(found, yes=yes))


def _returned(found: list[Returned], *, yes: bool) -> Iterator[str]:
    for one in found:
        yield f"{'erased again' if yes else 'is back'}: {scope_name(one.scope)}{', items ' if one.items else ''}" + (
            ", ".join(one.items)
        )
    told = counted(len(found), "scope")
    yield told if yes or not found else f"{told}; --yes erases again"


def _planned(plan: Plan, ids: ScopeIds) -> Iterator[str]:
    yield f"would erase {_named(plan.what, ids)}: {_told(plan.counts)}"
    yield f"layers: {', '.join(plan.layers)}"
    lists = {
        "scope": [scope_name(one) for one in plan.scopes],
        "document": plan.documents,
        "file not ours": plan.unknown,
    }
    for name, found in lists.items():
        yield from (f"{name}: {one}" for one in found[:_SHOWN])
        if len(found) > _SHOWN:
            yield f"and {len(found) - _SHOWN} more"
    yield f"ids: {len(plan.ids)}; links taken out of {len(plan.links)} items; evidence kept: {len(plan.kept)}"
    if plan.git:
        yield "there is a .git folder, which goes only with its scope"
    yield from _copies(plan.exports)
    yield "nothing was changed; --yes erases it"
    yield RECEIPT_LIMITS


def _done(receipt: ReceiptCopy, ids: ScopeIds, file: str | None) -> Iterator[str]:
    state = "erased" if receipt.complete else "NOT WHOLLY ERASED:"
    yield f"{state} {_named(receipt.what, ids)}: {_told(receipt.counts)}"
    for hit in receipt.scan.hits:
        yield f"still found in {receipt.names.get(hit.file, hit.file)}{f', item {hit.item}' if hit.item else ''}"
    if receipt.git or receipt.unknown:
        yield f"not the service's own: {'a .git folder, ' if receipt.git else ''}{receipt.unknown} files of other names"
    yield from _copies(receipt.exports)
    signature = receipt.signature
    yield f"receipt {receipt.id}" + ("" if isinstance(signature, str) else f", {signature.kind} {signature.key}")
    if file is None:
        yield f"salt of its digests, kept nowhere: {receipt.salt}"
    yield RECEIPT_LIMITS


def _copies(exports: tuple[int, ...]) -> Iterator[str]:
    if exports:
        yield f"exports were made, ledger lines {', '.join(map(str, exports))}: what became of them is not known here"


def _named(span: str, ids: ScopeIds) -> str:
    return scope_name(ids) if span == "scope" else f"{span} of {scope_name(ids)}"


def _told(counts: dict[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items())
