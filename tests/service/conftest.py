"""A running application with routes of each kind to knock at, and keys of each kind to knock with."""

import datetime as dt
from typing import Annotated, Any, NamedTuple

import msgspec
import pytest
from litestar import Litestar, Request, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody
from litestar.testing import TestClient

from ops.first_start import make_first_keys
from ops.keys import KeyRing, NewKey
from ops.principal import Grant, Principal
from ops.settings import Settings, load_settings
from scopes.errors import BusyError, IntegrityError
from scopes.model import ScopeIds, utc_now
from service.access import for_admin, for_app, for_app_or_admin
from service.app import create_app
from service.pagination import PageQuery


class Part(msgspec.Struct, forbid_unknown_fields=True):
    role: str
    at: dt.datetime | None = None


class Body(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(min_length=1)]
    parts: list[Part] = []
    count: int = 1
    colour: Annotated[str, msgspec.Meta(pattern="^[a-z]+$")] | None = None
    extra: Any = None


class ProbeQuery(PageQuery, frozen=True, kw_only=True, forbid_unknown_fields=True):
    tags: tuple[str, ...] = ()
    deep: bool = False
    note: str | None = None


@get("/probe", opt=for_app("read", ProbeQuery), sync_to_thread=False)
def probe(
    ids: NamedDependency[ScopeIds], principal: NamedDependency[Principal], parameters: NamedDependency[ProbeQuery]
) -> dict[str, Any]:
    return {"ids": msgspec.to_builtins(ids), "key": principal.key_id, "parameters": msgspec.to_builtins(parameters)}


@post("/probe", opt=for_app("write"), sync_to_thread=False)
def probe_write(data: JSONBody[Body]) -> Body:
    return data


@get("/probe/verify", opt=for_app_or_admin("verify"), sync_to_thread=False)
def probe_verify(ids: NamedDependency[ScopeIds]) -> ScopeIds:
    return ids


@get("/probe/list", opt=for_admin(scope="some"), sync_to_thread=False)
def probe_list(ids: NamedDependency[ScopeIds]) -> ScopeIds:
    return ids


@get("/probe/fault", opt=for_app("read"), sync_to_thread=False)
def probe_fault() -> None:
    raise ValueError("小明喜欢海边")


@get("/probe/busy", opt=for_app("read"), sync_to_thread=False)
def probe_busy() -> None:
    raise BusyError("too many writes of this scope wait", limit=256, retry_after=2)


@get("/probe/broken", opt=for_app("read"), sync_to_thread=False)
def probe_broken(request: Request[Any, Any, Any]) -> None:
    raise IntegrityError("line 7 was edited")


PROBES = [probe, probe_write, probe_verify, probe_list, probe_fault, probe_busy, probe_broken]


class Keys(NamedTuple):
    """A token of each kind; all but `foreign` and `admin` are of the app `default`."""

    full: str
    admin: str
    alice: str
    reader: str
    foreign: str
    expired: str
    revoked: str


def make_keys(directory: str) -> Keys:
    first = make_first_keys(directory)
    assert first is not None
    ring = KeyRing(directory)

    def app(grant: Grant, app: str = "default", expires: dt.datetime | None = None) -> str:
        return ring.create(NewKey(app=app, grants=(grant,), expires=expires)).token

    everything = Grant(("read", "write", "delete", "export", "verify"))
    revoked = ring.create(NewKey(app="default", grants=(everything,)))
    ring.revoke(revoked.id)
    return Keys(
        full=first.key,
        admin=first.admin_key,
        alice=app(Grant(everything.verbs, user_id="alice")),
        reader=app(Grant(("read",))),
        foreign=app(everything, "elsewhere"),
        expired=app(everything, expires=utc_now() - dt.timedelta(seconds=1)),
        revoked=revoked.token,
    )


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def probed_app(settings: Settings) -> Litestar:
    app = create_app(settings)
    for route in PROBES:
        app.register(route)
    return app


@pytest.fixture(scope="module")
def directory(tmp_path_factory):
    return str(tmp_path_factory.mktemp("served") / "data")


@pytest.fixture(scope="module")
def keys(directory):
    return make_keys(directory)


@pytest.fixture(scope="module")
def client(directory, keys):
    with TestClient(probed_app(load_settings({"MUNIMENT_DATA_DIRECTORY": directory}))) as client:
        yield client


@pytest.fixture
def as_app(client, keys):
    """Ask as the app that may do everything."""

    def ask(method, url, headers=(), **more):
        return client.request(method, url, headers={**bearer(keys.full), **dict(headers)}, **more)

    return ask
