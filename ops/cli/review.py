"""`muniment review`: what waits for a person's word, and the word."""

from collections.abc import Iterable, Iterator

import click

from ops.cli.options import Target, on_scope
from ops.cli.output import Output, columns, counted
from ops.cli.rendering import NOTHING, hint
from scopes.errors import InvalidError
from scopes.lines.choosing import Where
from scopes.lines.reviewing import Decision, Reviewed, ReviewRequest, Word
from scopes.model import Item, ScopeIds


@click.command()
@click.argument("item_ids", metavar="[ID]...", nargs=-1)
@click.option("--approve", "word", flag_value="approve", help="Approve these items.")
@click.option("--reject", "word", flag_value="reject", help="Reject them.")
@click.option("--all", "everything", is_flag=True, help="All that wait, instead of IDs; --kind and --below narrow it.")
@click.option("--kind", metavar="KIND", help="With --all: items of this kind.")
@click.option("--below", type=click.FloatRange(0, 1), help="With --all: items of less confidence.")
@click.option("--dry-run", is_flag=True, help="Only tell what would come of it.")
@on_scope
def review(
    target: Target,
    output: Output,
    ids: ScopeIds,
    item_ids: tuple[str, ...],
    word: Word | None,
    everything: bool,
    kind: str | None,
    below: float | None,
    dry_run: bool,
) -> None:
    """List the items that wait for a review; or approve or reject those of these IDs, all of them or none."""
    if word is None:
        if item_ids or everything or dry_run:
            raise InvalidError("say --approve or --reject", field="approve")
        with target.open() as backend:
            held = [one for one in backend.items(ids, trust="low") if one.status == "approved"]
            waiting = [*backend.items(ids, status="pending"), *held]
        output.document({"items": waiting}, _waiting(waiting))
        return
    if bool(item_ids) == everything:
        raise InvalidError("name IDs, or say --all", field="all")
    request = _request(item_ids, word, kind, below, dry_run=dry_run)
    with target.open() as backend:
        done = backend.review(ids, request)
    output.document(done, _done(done))


def _request(
    item_ids: tuple[str, ...], word: Word, kind: str | None, below: float | None, *, dry_run: bool
) -> ReviewRequest:
    if item_ids:
        decisions = tuple(Decision(id=one, decision=word) for one in item_ids)
        return ReviewRequest(decisions=decisions, dry_run=dry_run)
    where = Where(kinds=None if kind is None else (kind,), confidence_below=below)
    return ReviewRequest(where=where, decision=word, dry_run=dry_run)


def _waiting(items: Iterable[Item]) -> Iterator[str]:
    rows = [(one.id, _why(one), one.address, hint(one.content)) for one in items]
    yield from columns(rows) if rows else [NOTHING]


def _why(item: Item) -> str:
    if item.trust == "low":
        return "held"
    return "-" if item.confidence is None else f"{item.confidence:.2f}"


def _done(done: Reviewed) -> Iterator[str]:
    yield from columns([(one.id, one.outcome, one.address) for one in done.items])
    would = "would be " if done.dry_run else ""
    yield ", ".join(f"{count} {would}{outcome}" for outcome, count in done.counts.items()) or NOTHING
    if done.left:
        yield f"{counted(done.left, 'item')} more: say it again"
