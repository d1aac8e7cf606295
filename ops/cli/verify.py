"""`muniment verify`: whether the proof of a scope, of all of them, or of an erasure stands."""

import os
from collections.abc import Callable, Iterator
from typing import Any

import click

from ops import receipts
from ops.cli.backend import SubjectVerdict
from ops.cli.embedded import EmbeddedBackend
from ops.cli.named_files import read_named
from ops.cli.options import Target, on_scope
from ops.cli.output import Output
from ops.cli.receipt_verdict import receipt_verdict
from ops.cli.rendering import isolated, scope_name, verdict
from ops.receipt_check import ReceiptCheck, ReceiptVerdict
from scopes.errors import IntegrityError, InvalidError, NotFoundError
from scopes.model import ScopeIds


@click.command()
@click.option("--all", "every", is_flag=True, help="Every scope there is, and the ledger of a data directory.")
@click.option("--isolation", is_flag=True, help="Whether scopes are apart, instead of a scope.")
@click.option("--receipt", metavar="FILE", help="A receipt of an erasure, instead of a scope.")
@click.option("--text", metavar="FILE", help="With --receipt: words that must be in no file, a line each.")
@click.option("--public-key", metavar="KEY", help="With --receipt: whose signature it must have, in hex or a file.")
@click.option("--verbose", is_flag=True, help="With --receipt: also each file with what chance may have put there.")
@on_scope
def verify(
    target: Target,
    output: Output,
    ids: ScopeIds,
    every: bool,
    isolation: bool,
    receipt: str | None,
    text: str | None,
    public_key: str | None,
    verbose: bool,
) -> None:
    """Check chain, anchor and files. The exit code is 0 only if everything is valid.

    Of a receipt that means: it is authentic, and nothing of what it names was found. Its signature is checked with the
    public key alone, without a data directory.
    """
    _check_options({"all": every, "isolation": isolation, "receipt": receipt}, {"text": text, "public-key": public_key})
    if receipt is not None:
        found = _check_receipt(target, receipt, text, public_key)
        output.document(found, receipt_verdict(found, verbose=verbose))
        valid = found.valid
    elif isolation:
        valid = _verify_isolation(target, output)
    else:
        valid = _verify_scopes(target, output, ids, every=every)
    if not valid:
        raise click.exceptions.Exit(IntegrityError.exit_code)


def _check_options(kinds: dict[str, object], of_receipts: dict[str, str | None]) -> None:
    """Refuse what would be passed over: two kinds of verify at once, and options of a receipt without one."""
    if len(chosen := [name for name, given in kinds.items() if given]) > 1:
        raise InvalidError(f"--{chosen[0]} and --{chosen[1]} are two kinds of verify: ask for one", field=chosen[1])
    for name, given in of_receipts.items():
        if given is not None and not kinds["receipt"]:
            raise InvalidError(f"--{name} goes with --receipt", field=name)


def _verify_scopes(target: Target, output: Output, ids: ScopeIds, *, every: bool) -> bool:
    with target.open() as backend:
        if every:
            found = list(backend.verify_all())
            valid = all(one.verdict.valid for one in found)
            output.document({"valid": valid, "subjects": found}, _lines(found))
            return valid
        one = backend.verify(ids)
        output.document(one, (*verdict(one, scope_name(ids)), one.limits))
        return one.valid


def _verify_isolation(target: Target, output: Output) -> bool:
    with target.open() as backend:
        found = backend.isolation()
    output.document(found, isolated(found))
    return found.valid


def _lines(found: list[SubjectVerdict]) -> Iterator[str]:
    for one in found:
        yield from verdict(one.verdict, scope_name(one.scope) if one.scope is not None else one.subject)
    wrong = sum(1 for one in found if not one.verdict.valid)
    yield f"{len(found) - wrong} valid, {wrong} not"


def _check_receipt(target: Target, path: str, text: str | None, public_key: str | None) -> ReceiptVerdict:
    document = receipts.read_document(read_named(path, "receipt"))
    words = None if text is None else read_named(text, "text").decode("utf-8", "replace")
    check = ReceiptCheck(document)
    check.check_signature(public_key)
    here = target.url is None and os.path.isdir(target.directory())
    if not here and target.url is None and public_key is None:
        raise InvalidError("name a data directory, a server or a public key to check it with", field="receipt")
    if not here and words is not None:
        raise InvalidError("words are looked for in a data directory", field="text")
    if here or target.url is not None:
        with target.open() as backend:
            check.check_ledger(_is_stored(backend.receipt, document))
            if isinstance(backend, EmbeddedBackend):
                check.check_files(target.directory(), None if words is None else [words], backend.keyed_names())
    if not here:
        check.not_checked("files (no data directory)", *(() if target.url else ("ledger",)))
    return check.verdict()


def _is_stored(find: Callable[[str], dict[str, Any]], document: dict[str, Any]) -> bool:
    """Whether the receipt that the ledger vouches for is this one."""
    try:
        stored = find(str(document["id"]))
    except (NotFoundError, IntegrityError):
        return False
    return receipts.body_of(stored) == receipts.body_of(document) and stored["signature"] == document["signature"]
