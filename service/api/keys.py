"""API keys, for admins: make one, list them, end one. A key is shown when it is made and never again."""

import asyncio
import datetime as dt
from typing import Literal

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from ops.keys import Instant, KeyRecord, NewKey, Rate
from ops.principal import Grant, Principal, Role
from ops.service_replies import Retry
from ops.tokens import key_id, new_token
from scopes.errors import NotFoundError
from service.access import for_admin
from service.call import AnyRequest
from service.idempotency import read_service_retry, replay_headers
from service.pagination import Listing, Page, PageQuery
from service.running import Running, running


class KeyRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A key to be made. An app's names its app and grants; the first of an app may fix its dimensions."""

    role: Role = "app"
    app: str | None = None
    grants: tuple[Grant, ...] = ()
    expires: Instant | None = None
    requests_per_second: Rate | None = None
    dimensions: tuple[Literal["user_id", "agent_id", "character", "run_id"], ...] | None = None


class MadeKey(msgspec.Struct, frozen=True):
    """A new key, with the one showing of its secret; a replayed answer has none."""

    id: str
    key: str | None
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

    @post(opt=for_admin(once=True))
    async def make_key(
        self, request: AnyRequest, principal: NamedDependency[Principal], data: JSONBody[KeyRequest]
    ) -> Response[MadeKey]:
        """Make a key. A retry with the same `Idempotency-Key` is answered without the secret."""
        retry = await read_service_retry(request)
        made, replayed = await asyncio.to_thread(_make_once, running(request.app), principal, data, retry)
        return Response(made, status_code=201, headers=replay_headers(replayed))

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


def _make_once(parts: Running, principal: Principal, data: KeyRequest, retry: Retry | None) -> tuple[MadeKey, bool]:
    token = new_token()
    identity = str(key_id(token))

    def find(identity: str) -> MadeKey | None:
        record = parts.keys.stored(identity)
        return None if record is None else _shown(identity, None, record)

    def make() -> MadeKey:
        made = parts.keys.store([(_wanted(data), token)])[0]
        parts.ledger.append("key_create", id=made.id, actor=principal.key_id, request=None)
        return _shown(made.id, made.token, made.record)

    return parts.replies.once(retry, identity, find, make)


def _wanted(data: KeyRequest) -> NewKey:
    return NewKey(
        role=data.role,
        app=data.app,
        grants=data.grants,
        expires=data.expires,
        requests_per_second=data.requests_per_second,
        dimensions=data.dimensions,
    )


def _shown(identity: str, token: str | None, record: KeyRecord) -> MadeKey:
    return MadeKey(identity, token, record.app, record.role, record.grants, record.expires)


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
