"""Erasing again what receipts say was erased, after an older backup brought it back.

A scope counts as back if it was made before its erasure; one that was begun anew since is left alone.
"""

import os
from collections.abc import Iterator

import msgspec

from ops.erasures import Erasures
from ops.ledger import Ledger
from ops.receipts import Receipt
from ops.spans import WHOLE_SCOPES, ErasureRequest
from scopes.errors import IntegrityError, NotFoundError
from scopes.model import ScopeIds
from scopes.registry import Registry
from scopes.storage.batch import Author


class Returned(msgspec.Struct, frozen=True):
    """A scope that was erased and is there again, or (`items`) what of it was."""

    scope: ScopeIds
    items: tuple[str, ...] = ()


def returned(registry: Registry, ledger: Ledger) -> Iterator[Returned]:
    """What is there although a receipt says that it was erased. An altered receipt says nothing."""
    whole, parts = _erased(ledger)
    for _, identity in registry.identities():
        engine = registry.engine
        name, *gates = map(os.path.basename, (engine.room(identity.ids).lock_path, *engine.gate_paths(identity.ids)))
        if any(whole.get(one, "") > identity.created for one in (name, *gates)):
            yield Returned(identity.ids)
        elif name in parts and (items := _living(registry, identity.ids, parts[name])):
            yield Returned(identity.ids, items)


def erase_again(erasures: Erasures, found: Returned, author: Author) -> list[Receipt]:
    """Erase what came back; the receipts of it. Of evidence only what the first receipt names goes."""
    if not found.items:
        return [erasures.erase(ErasureRequest(span="scope"), found.scope, author)]
    receipts: list[Receipt] = []
    for identity in found.items:
        request = ErasureRequest(span="item", id=identity, evidence="keep")
        try:
            receipts.append(erasures.erase(request, found.scope, author))
        except NotFoundError:
            continue  # gone as a former version of another
    return receipts


def _erased(ledger: Ledger) -> tuple[dict[str, str], dict[str, set[str]]]:
    """By keyed digest: when a scope, a user or an app was last erased whole; which ids were erased inside a scope."""
    whole, parts = dict[str, str](), dict[str, set[str]]()
    for identity in ledger.receipt_ids():
        try:
            receipt = ledger.receipt(identity)
        except (IntegrityError, NotFoundError):
            continue
        for name in {receipt.scope, *(entry.scope for entry in receipt.scopes)}:
            if receipt.what in WHOLE_SCOPES:
                whole[name] = max(receipt.at, whole.get(name, ""))
            else:
                parts.setdefault(name, set()).update(receipt.ids)
    return whole, parts


def _living(registry: Registry, ids: ScopeIds, erased: set[str]) -> tuple[str, ...]:
    items = registry.scope(ids).snapshot().items
    return tuple(sorted(identity for identity in erased if identity in items))
