"""What an admin asks of a data directory as a whole: its scopes, erasures, archives, keys and quotas."""

import contextlib
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any, BinaryIO

from ops.archive import export as exports
from ops.archive.importing import Imported, Importer
from ops.cli.audit import verify_directory
from ops.cli.backend import (
    KeyListed,
    KeyMade,
    ScopeListed,
    SubjectVerdict,
)
from ops.cli.engine_here import ACTOR, EngineHere, author
from ops.cli.listings import key_listed
from ops.erasure_plan import Plan, plan
from ops.erasures import Erasures
from ops.isolation import Isolation, check_isolation
from ops.key_usage import KeyUsage
from ops.keys import AppQuota, KeyRing, NewKey
from ops.quotas import QuotaShown, bounds, count
from ops.receipts import ReceiptCopy
from ops.replay import Returned, erase_again, returned
from ops.settings import import_limits
from ops.spans import ErasureRequest
from scopes.errors import NotFoundError
from scopes.model import ScopeIds
from scopes.storage.room import lock_name


class AdminHere(EngineHere):
    """Answers from the directory, its ledger and its keys, beside or without a server."""

    def verify_all(self) -> Iterator[SubjectVerdict]:
        """Every scope directory, then the ledger."""
        yield from verify_directory(self.registry, self.ledger())

    def isolation(self) -> Isolation:
        """Whether scopes are apart, on disk and in this process."""
        return check_isolation(self.registry)

    def describe_service(self) -> dict[str, Any]:
        """The data directory: where, how many scopes, what is wanting."""
        return {
            "version": version("muniment"),
            "data": self.directory,
            "scopes": sum(1 for _ in self.registry.identities()),
            "writable": self.registry.writable() or "yes",
            "receipt_key": self.ledger().signer.public_key(),
            "degraded": self.degraded(),
        }

    def scopes(self, app: str | None, user_id: str | None) -> Iterator[ScopeListed]:
        """Every scope, in the order of their directories."""
        for _, identity in self.registry.identities(app):
            if user_id in (None, identity.ids.user_id):
                yield ScopeListed(identity.ids, identity.uid, identity.created)

    def plan_erasure(self, ids: ScopeIds, request: ErasureRequest) -> Plan:
        """What an erasure would take."""
        return plan(self.registry, self.ledger(), request, ids)

    def erase(self, ids: ScopeIds, request: ErasureRequest) -> ReceiptCopy:
        """Erase."""
        return Erasures(self.registry, self.ledger()).erase(request, ids, author())

    def erase_again(self, *, dry_run: bool) -> Iterator[Returned]:
        """Erase again what receipts say was erased and a backup brought back; what that is."""
        ledger = self.ledger()
        erasures = Erasures(self.registry, ledger)
        for found in list(returned(self.registry, ledger)):
            if not dry_run:
                erase_again(erasures, found, author())
            yield found

    def receipt(self, identity: str) -> dict[str, Any]:
        """A receipt as it was signed, checked against the ledger."""
        return self.ledger().document(identity)

    def keyed_names(self) -> dict[str, str]:
        """What a receipt calls each scope there is, by its directory below the data directory."""
        key = self.registry.engine.key
        return {f"scopes/{path}": lock_name(key, one.ids) for path, one in self.registry.identities()}

    def export(self, ids: ScopeIds) -> Iterator[bytes]:
        """The archive of a scope, piece by piece."""
        room, level = self.registry.scope(ids).room, self.settings.archive.compression
        with contextlib.closing(exports.begin(room, self.ledger(), author(), level)) as made:
            yield from made

    def bring_in(self, ids: ScopeIds, archive: BinaryIO, *, merge: bool, create: bool) -> Imported:
        """Import an archive as a scope, or into it."""
        importer = Importer(self.registry.engine, self.ledger(), import_limits(self.settings))
        return importer.bring_in(self.registry.scope(ids), archive, author(), merge=merge, revive=create)

    def keys(self, app: str | None) -> Iterator[KeyListed]:
        """Every key, in the order of their ids."""
        used = KeyUsage(self.directory).read()
        for identifier, record in sorted(KeyRing(self.directory).content().keys.items()):
            if app in (None, record.app):
                yield key_listed(identifier, record, used.get(identifier))

    def add_key(self, wanted: NewKey) -> KeyMade:
        """Make a key; a running server takes it within half a second."""
        ledger = self.ledger()  # first: without the audit key no line can be written, so no key is made
        made = KeyRing(self.directory).create(wanted)
        ledger.append("key_create", id=made.id, actor=ACTOR, request=None)
        record = made.record
        return KeyMade(made.id, made.token, record.app, record.role, record.grants, record.expires)

    def revoke_key(self, identifier: str) -> KeyListed:
        """End a key; no worker of a running server takes it after a second."""
        ledger = self.ledger()
        record = KeyRing(self.directory).revoke(identifier)
        ledger.append("key_revoke", id=identifier, actor=ACTOR, request=None)
        return key_listed(identifier, record, KeyUsage(self.directory).read().get(identifier))

    def quota(self, app: str) -> QuotaShown:
        """How much an app may hold and holds, counted from its scopes."""
        ring = KeyRing(self.directory)
        if app not in ring.content().apps:
            raise NotFoundError("no such app")
        own = ring.quota(app)
        return QuotaShown(app, bounds(own, self.settings.quotas), own, count(self.registry, app))

    def set_quota(self, app: str, own: AppQuota) -> QuotaShown:
        """Give an app bounds of its own; a running server minds them within a second."""
        ledger = self.ledger()
        KeyRing(self.directory).set_quota(app, own)
        ledger.append("quota_set", id=None, actor=ACTOR, request=None)
        return self.quota(app)

    def accepts(self, token: str) -> bool:
        """Whether a key opens anything at all."""
        return KeyRing(self.directory).authenticate(token) is not None
