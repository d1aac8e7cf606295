"""A receipt's verdict as lines for a person: whether it is authentic, then what was found, then the small print."""

from collections.abc import Iterator

from ops.cli.output import counted
from ops.cli.rendering import RECEIPT_LIMITS
from ops.receipt_check import ReceiptFinding, ReceiptVerdict


def receipt_verdict(found: ReceiptVerdict, *, verbose: bool) -> Iterator[str]:
    """The verdict; `verbose` also names each file with what chance may have put there."""
    yield f"{'authentic' if found.authentic else 'NOT AUTHENTIC'}: receipt {found.receipt} of one {found.what}"
    yield from (_told(one) for one in found.findings if one.is_doubt)
    if not found.complete:
        yield "the erasure itself was not complete when it was made"
    yield from _residue(found)
    yield from _chance(found, verbose=verbose)
    if found.kept:
        yield f"in evidence that was to be kept, as it should be: texts in {counted(len(found.kept), 'file')}"
    yield f"checked: {', '.join(found.checked) or 'nothing'}"
    if found.unchecked:
        yield f"not checked: {', '.join(found.unchecked)}"
    yield RECEIPT_LIMITS


def _residue(found: ReceiptVerdict) -> Iterator[str]:
    residue = [one for one in found.findings if not one.is_doubt]
    if residue:
        yield f"FOUND: something of what it names is still there, in {counted(len(residue), 'place')}"
    elif {"ids", "digests", "words"} & set(found.checked):
        yield "nothing of what it names was found"
    yield from (_told(one) for one in residue)


def _chance(found: ReceiptVerdict, *, verbose: bool) -> Iterator[str]:
    if found.chance:
        texts = counted(sum(one.count for one in found.chance), "short text or name", "short texts or names")
        more = "" if verbose else " (--verbose names them)"
        yield f"perhaps by chance: {texts} in {counted(len(found.chance), 'file')}{more}"
    if verbose:
        yield from (f"  perhaps by chance: {one.count} in {one.file}" for one in found.chance)


def _told(one: ReceiptFinding) -> str:
    return f"  {one.kind}: {one.detail}{f' in {one.file}' if one.file else ''}"
