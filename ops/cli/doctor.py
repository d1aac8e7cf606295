"""`muniment doctor`: mends what is derived, then says whether all is well and where to read on if not."""

import os
from collections.abc import Iterator

import click
import msgspec

from ops.cli.audit import verify_directory
from ops.cli.backend import SubjectVerdict
from ops.cli.in_use import alone, finish_leftovers, in_use
from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.rendering import scope_name, verdict
from ops.doctor import Repair, mend, seal_anew, sweep_queue
from ops.erasures import Erasures
from ops.ledger import Ledger
from ops.quotas import Uncounted
from ops.settings import engine_config
from ops.signing import Signer
from ops.vectors.choice import backend_of
from ops.vectors.debts import settle_debts
from scopes.errors import IntegrityError, InvalidError, NotFoundError
from scopes.model import ScopeIds
from scopes.paths import relative_path
from scopes.quota import Growth
from scopes.registry import Registry
from scopes.scope import Scope
from scopes.storage.batch import Author
from scopes.storage.journal import mint_id

PAGE = "docs/how-to/read-a-verify-finding.md"
_LOSES = (
    "sealed anew: the files as they are were taken for right, and the journal says so (`reseal`); what they were "
    "before is not told any more"
)


class Report(msgspec.Struct, frozen=True):
    """What was mended (or would be), what was sealed anew, and what is not well afterwards."""

    healthy: bool
    dry_run: bool
    repairs: list[Repair]
    resealed: str | None
    unwell: list[SubjectVerdict]


@click.command()
@click.option("--dry-run", is_flag=True, help="Only tell what would be mended.")
@click.option("--reseal", is_flag=True, help="Take one scope's files as they are for right. Stop the service first.")
@on_scope
def doctor(target: Target, output: Output, ids: ScopeIds, dry_run: bool, reseal: bool) -> None:
    """Mend what is derived, in one scope or in all, and verify. The exit code is 0 only if all is well afterwards."""
    one = None if ids == ScopeIds(ids.app) else ids
    if target.url is not None:
        raise InvalidError("doctor works on a data directory", field="url")
    if reseal and (one is None or dry_run):
        raise InvalidError("--reseal takes one scope, and no --dry-run", field="reseal")
    report = _examine(target, one, dry_run=dry_run, reseal=reseal)
    output.document(report, _lines(report))
    if not report.healthy:
        raise click.exceptions.Exit(IntegrityError.exit_code)


def _examine(target: Target, one: ScopeIds | None, *, dry_run: bool, reseal: bool) -> Report:
    settings = target.existing_settings()
    directory = settings.data.directory
    left = any(_names(f"{directory}/{folder}") for folder in ("trash", "staging"))
    swept = not dry_run and finish_leftovers(directory) and left
    with (alone if reseal else in_use)(directory):
        quota = Uncounted(directory)
        backend = backend_of(settings)
        registry = Registry(engine_config(settings), quota=quota, backend=backend)
        try:
            repairs = [Repair("trash/ and staging/", "emptied of what was cut off")] if swept else []
            for scope in _scopes(registry, one):
                repairs += mend(scope, dry_run=dry_run)
            repairs += sweep_queue(registry.engine, dry_run=dry_run) if one is None else []
            if reseal and one is not None:
                seal_anew(registry.scope(one), Author("cli", mint_id()))
            if not dry_run:
                for app in {scope.ids.app for scope in _scopes(registry, one)}:
                    quota.note(app, Growth())  # whoever counts for quotas counts this app anew
            key = registry.engine.key
            ledger = Ledger(directory, key, signer=Signer(directory, key, settings.audit.signing_key_file))
            finished = [] if dry_run else Erasures(registry, ledger).finish()
            if not dry_run:
                settle_debts(registry)
            repairs += [Repair(f"erasing/{one.receipt}.jsonl", "a cut-off erasure was finished") for one, _ in finished]
            found = verify_directory(registry, ledger)
            unwell = [each for each in found if not each.verdict.valid and one in (None, each.scope)]
        finally:
            registry.close()
            if backend is not None:
                backend.close()
    return Report(not unwell, dry_run, repairs, _LOSES if reseal else None, unwell)


def _names(folder: str) -> list[str]:
    return os.listdir(folder) if os.path.isdir(folder) else []


def _scopes(registry: Registry, one: ScopeIds | None) -> Iterator[Scope]:
    if one is not None:
        scope = registry.scope(one)
        if not scope.exists():
            raise NotFoundError("no such scope")
        yield scope
        return
    for path, identity in registry.identities():
        if relative_path(identity.ids) == f"scopes/{path}":
            yield registry.scope(identity.ids)


def _lines(report: Report) -> Iterator[str]:
    done = "would mend" if report.dry_run else "mended"
    for repair in report.repairs:
        where = "" if repair.scope is None else f"{scope_name(repair.scope)}: "
        yield f"{done}: {where}{repair.file}: {repair.detail}"
    if report.resealed is not None:
        yield report.resealed
    for one in report.unwell:
        yield from verdict(one.verdict, scope_name(one.scope) if one.scope is not None else one.subject)
        for kind in dict.fromkeys(finding.kind for finding in one.verdict.findings):
            yield f"  what to do: {PAGE}#{kind}"
    yield "all is well" if report.healthy else f"{len(report.unwell)} not well"
