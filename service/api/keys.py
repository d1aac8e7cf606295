"""API keys, for admins: make one, list them, end one. A key is shown when it is made and never again."""

import datetime as dt
from typing import Literal

import msgspec
from litestar import Controller, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ops.keys import Instant, KeyRecord, NewKey, Rate
from ops.principal import ANY, Grant, Principal, Role
from scopes.errors import InvalidError, NotFoundError
from scopes.model import DIMENSIONS, ScopeIds
from scopes.paths import validate_ids
from service.access import for_admin
from service.call import AnyRequest
from service.pagination import Listing, Page, PageQuery
from service.running import running

_SOMEBODY = ScopeIds("-", user_id="-")


class KeyRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key to be made. An app's names its app and grants; the first of an app may fix its dimensions."""

    role: Role = "app"
    app: str | None = None
    grants: tuple[Grant, ...] = ()
    expires: Instant | None = None
    requests_per_second: Rate | None = None
    dimensions: tuple[Literal["user_id", "agent_id", "character", "run_id"], ...] | None = None


class MadeKey(msgspec.Struct, frozen=True):
    """A new key, with the one showing of its secret."""

    id: str
    key: str
    app: str | None
    role: Role
    grants: tuple[Grant, ...]
    expires: dt.datetime | None


class ListedKey(msgspec.Struct, frozen=True, kw_only=True):
    """A key as it is listed; `last_used` is true to the hour and lags by a minute."""

    id: str
    app: str | None
    role: Role
    grants: tuple[Grant, ...]
    requests_per_second: float | None
    created: dt.datetime
    expires: dt.datetime | None
    revoked: dt.datetime | None
    last_used: dt.datetime | None


class KeyQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Filters of the list: the keys of one app."""

    app: str | None = None


class KeyController(Controller):
    """`/v1/keys`."""

    path = "/v1/keys"
    tags = ("keys",)

    @post(opt=for_admin(), sync_to_thread=True)
    def make_key(
        self, request: AnyRequest, principal: NamedDependency[Principal], data: JSONBody[KeyRequest]
    ) -> MadeKey:
        """Make a key."""
        for number, grant in enumerate(data.grants):
            _check_grant(grant, f"grants[{number}]")
        made = running(request.app).keys.create(
            NewKey(
                role=data.role,
                app=data.app,
                grants=data.grants,
                expires=data.expires,
                requests_per_second=data.requests_per_second,
                dimensions=data.dimensions,
            )
        )
        record = made.record
        running(request.app).ledger.append("key_create", id=made.id, actor=principal.key_id, request=None)
        return MadeKey(made.id, made.token, record.app, record.role, record.grants, record.expires)

    @get(opt=for_admin(query=KeyQuery), sync_to_thread=True)
    def list_keys(self, request: AnyRequest, parameters: NamedDependency[KeyQuery]) -> Page[ListedKey]:
        """List keys in the order of their ids, ended ones too."""
        parts = running(request.app)
        listing = Listing("keys", parameters, parts.settings.limits.page_items, str)
        used = parts.usage.read()
        found = (
            _listed(identifier, record, used.get(identifier))
            for identifier, record in parts.keys.content().keys.items()
            if parameters.app in (None, record.app)
        )
        return listing.take(found, lambda key: key.id)

    @get("/{key_id:str}", opt=for_admin(), sync_to_thread=True)
    def show_key(self, request: AnyRequest, key_id: FromPath[str]) -> ListedKey:
        """One key."""
        parts = running(request.app)
        record = parts.keys.content().keys.get(key_id)
        if record is None:
            raise NotFoundError("no such key")
        return _listed(key_id, record, parts.usage.read().get(key_id))

    @delete("/{key_id:str}", opt=for_admin(), sync_to_thread=True, status_code=200)
    def end_key(self, request: AnyRequest, principal: NamedDependency[Principal], key_id: FromPath[str]) -> ListedKey:
        """End a key: within a second no worker takes it. Ending it again changes nothing."""
        parts = running(request.app)
        record = parts.keys.revoke(key_id)
        parts.ledger.append("key_revoke", id=key_id, actor=principal.key_id, request=None)
        return _listed(key_id, record, parts.usage.read().get(key_id))


def _check_grant(grant: Grant, at: str) -> None:
    """Refuse (422) a grant of an id that no scope can have: it would open nothing and say nothing."""
    for name in DIMENSIONS:
        value = getattr(grant, name)
        try:
            if value != ANY:
                validate_ids(msgspec.structs.replace(_SOMEBODY, **{name: value}))
        except InvalidError as error:
            raise InvalidError(f"{at}.{error.detail}", field=f"{at}.{name}", limit=error.limit) from None


def _listed(identifier: str, record: KeyRecord, last_used: dt.datetime | None) -> ListedKey:
    return ListedKey(
        id=identifier,
        app=record.app,
        role=record.role,
        grants=record.grants,
        requests_per_second=record.requests_per_second,
        created=record.created,
        expires=record.expires,
        revoked=record.revoked,
        last_used=last_used,
    )
