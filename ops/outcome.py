"""What came of an erasure, and the receipt that says so."""

import msgspec

from ops.erasure_drafts import Begun
from ops.receipts import CAP, ErasedScope, Receipt, ScanHit, ScanResult
from ops.residue import DigestSearch, WordSearch, files_below
from ops.text_digests import TextDigests, salt_proof
from scopes.model import iso, utc_now


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """As its receipt tells it; `names` are the files behind the digests of the scan's hits."""

    counts: dict[str, int]
    layers: tuple[str, ...]
    scopes: tuple[ErasedScope, ...]
    ids: tuple[str, ...]
    kept: tuple[str, ...] = ()
    omitted: dict[str, int] = {}
    scan: ScanResult = ScanResult()
    names: dict[str, str] = {}
    git: bool = False
    unknown: int = 0
    complete: bool


def write_receipt(
    begun: Begun, name: str, outcome: Outcome, digests: TextDigests, exports: tuple[int, ...], *, recovered: bool
) -> Receipt:
    """The receipt, unsigned. The digests of one that was finished later are left out: nobody has their salt."""
    omitted = {**outcome.omitted, "digests": digests.omitted}
    return Receipt(
        id=begun.receipt,
        scope=name,
        what=begun.span,
        at=iso(utc_now()),
        actor=begun.author.actor,
        request=begun.author.request,
        evidence=begun.evidence,
        counts=outcome.counts,
        layers=outcome.layers,
        scopes=outcome.scopes[:CAP],
        ids=outcome.ids[:CAP],
        kept=outcome.kept[:CAP],
        digests={} if recovered else digests.listed(),
        salt_proof="" if recovered else salt_proof(digests.salt),
        omitted={name: count for name, count in omitted.items() if count},
        scan=outcome.scan,
        git=outcome.git,
        unknown=outcome.unknown,
        exports=exports,
        recovered=recovered,
        complete=outcome.complete,
    )


def search_files(
    root: str,
    search: WordSearch | DigestSearch,
    digests: TextDigests,
    *,
    without: tuple[str, ...] = (),
    holders: dict[str, tuple[str | None, ...]] | None = None,
) -> tuple[ScanResult, dict[str, str]]:
    """Search every file below a folder; (what a receipt says of it, the names that it says by digests alone).

    `holders`: the living items to name for a file in which something is found.
    """
    files, hits, names = 0, list[ScanHit](), dict[str, str]()
    for path in files_below(root, without=without):
        files += 1
        name = path.removeprefix(f"{root}/")
        if search.needles and any(True for _ in search.find(path, name)):
            keyed = digests.keyed(name.encode("utf-8", "surrogateescape"))
            names[keyed] = name
            hits += [ScanHit(keyed, identity) for identity in (holders or {}).get(name, (None,))]
    return ScanResult(files, len(search.needles), tuple(hits)), names
