"""Erasing whole scopes: taking them away, adding up what went, searching the service's own files for what is left."""

from collections import Counter
from collections.abc import Callable

from ops.erasure_drafts import Begun, Draft
from ops.outcome import Outcome, search_files
from ops.receipts import CAP, ErasedScope
from ops.removal import LAYERS, Removal
from ops.residue import DigestSearch
from ops.text_digests import TextDigests
from scopes.engine import Engine
from scopes.model import ScopeIds

# Other scopes are none of this erasure's; the rest holds digests, keys or nothing.
_NOT_SEARCHED = (
    "scopes",
    "receipts",
    "locks",
    "erasing",
    "erased",
    "owed",
    "ballast",
    "ledger.jsonl",
    "audit.key",
    "signing.key",
)


def erase_scopes(
    engine: Engine,
    begun: Begun,
    draft: Draft,
    digests: TextDigests,
    *,
    forget: Callable[[ScopeIds], None],
    begin: Callable[[], None],
) -> Outcome:
    """Take a span's scopes away. NotFoundError when there is none, before `begin` is called."""
    gone = Removal(engine, begun, draft, digests, forget).run(begin)
    counts, entries, ids = Counter[str](), list[ErasedScope](), list[str]()
    omitted, unknown, git = 0, 0, False
    for taken in draft.taken():
        counts.update({"scopes": 1, **taken.entry.counts})
        omitted, unknown, git = omitted + taken.omitted, unknown + taken.unknown, git or taken.git
        ids += taken.ids
        if len(entries) < CAP:
            entries.append(taken.entry)
    search = DigestSearch(digests, digests.texts)
    scan, names = search_files(engine.config.data, search, digests, without=_NOT_SEARCHED)
    return Outcome(
        counts={"scopes": 0, **counts},
        layers=LAYERS,
        scopes=tuple(entries),
        ids=tuple(ids),
        omitted={"ids": omitted, "scopes": counts["scopes"] - len(entries)},
        scan=scan,
        names=names,
        git=git,
        unknown=unknown,
        complete=gone and not scan.hits,
    )
