"""A running application with routes of each kind to knock at, and keys of each kind to knock with."""

import contextlib
import datetime as dt
import hashlib
import itertools
import json
import os
from pathlib import Path
from typing import Annotated, Any, NamedTuple
from urllib.parse import quote, unquote_to_bytes

import anyio
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
from service.scope_call import ScopeCall

WORDS_ALONE = {"MUNIMENT_EMBEDDING_PROVIDER": "none"}


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
    call: NamedDependency[ScopeCall], principal: NamedDependency[Principal], parameters: NamedDependency[ProbeQuery]
) -> dict[str, Any]:
    return {
        "ids": msgspec.to_builtins(call.ids),
        "key": principal.key_id,
        "parameters": msgspec.to_builtins(parameters),
    }


@post("/probe", opt=for_app("write"), sync_to_thread=False)
def probe_write(data: JSONBody[Body]) -> Body:
    return data


@get("/probe/verify", opt=for_app_or_admin("verify"), sync_to_thread=False)
def probe_verify(call: NamedDependency[ScopeCall]) -> ScopeIds:
    return call.ids


@get("/probe/list", opt=for_admin(scope="some"), sync_to_thread=False)
def probe_list(call: NamedDependency[ScopeCall]) -> ScopeIds:
    return call.ids


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

    def app(grant: Grant, app: str = "default") -> str:
        return ring.create(NewKey(app=app, grants=(grant,))).token

    everything = Grant(("read", "write", "delete", "export", "verify"))
    revoked = ring.create(NewKey(app="default", grants=(everything,)))
    ring.revoke(revoked.id)
    expired = ring.create(NewKey(app="default", grants=(everything,), expires=utc_now() + dt.timedelta(hours=1)))
    end(directory, expired.id)
    return Keys(
        full=first.key,
        admin=first.admin_key,
        alice=app(Grant(everything.verbs, user_id="alice")),
        reader=app(Grant(("read",))),
        foreign=app(everything, "elsewhere"),
        expired=expired.token,
        revoked=revoked.token,
    )


def end(directory: str, identifier: str) -> None:
    """Let a key have expired: none is made so."""
    path = Path(directory, "keys.json")
    document = json.loads(path.read_text())
    document["keys"][identifier]["expires"] = "2020-01-01T00:00:00Z"
    path.write_text(json.dumps(document))


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
    with TestClient(probed_app(load_settings({"MUNIMENT_DATA_DIRECTORY": directory, **WORDS_ALONE}))) as client:
        yield client


@pytest.fixture
def as_app(client, keys):
    """Ask as the app that may do everything."""

    def ask(method, url, headers=(), **more):
        return client.request(method, url, headers={**bearer(keys.full), **dict(headers)}, **more)

    return ask


@pytest.fixture
def as_admin(client, keys):
    """Ask as an admin."""

    def ask(method, url, headers=(), **more):
        return client.request(method, url, headers={**bearer(keys.admin), **dict(headers)}, **more)

    return ask


class Place:
    """One scope, asked with one key."""

    def __init__(self, client: TestClient[Litestar], token: str, ids: str) -> None:
        self.client, self.token, self.ids = client, token, ids

    def __call__(self, method, path, query="", headers=(), **more):
        url = f"{quote(path)}?{self.ids}{'&' if query else ''}{query}"
        return self.client.request(method, url, headers={**bearer(self.token), **dict(headers)}, **more)

    def add(self, name="name", content="content", file="file", **more):
        """Write an item, give it back."""
        answer = self("POST", "/v1/items", json={"file": file, "name": name, "content": content, **more})
        assert answer.is_success, answer.text
        return answer.json()

    def memorize(self, *contents, **more):
        """Memorize turns of a user, each with its diary entry unless told otherwise; give the operation back."""
        messages = [{"role": "user", "content": content} for content in contents]
        answer = self("POST", "/v1/memorize", json={"messages": messages, "extract": "verbatim", **more})
        assert answer.is_success, answer.text
        return answer.json()

    def list(self, path, query=""):
        """Everything a list holds, page by page."""
        found, cursor = [], ""
        while True:
            page = self("GET", path, f"limit=2{cursor}{'&' if query else ''}{query}").json()
            assert len(page["items"]) <= 2
            found += page["items"]
            if page["next_cursor"] is None:
                return found
            cursor = f"&cursor={page['next_cursor']}"


_numbers = itertools.count()


class Worker(NamedTuple):
    """One worker on a data directory, with the keys of its first start."""

    client: TestClient[Litestar]
    key: str
    admin_key: str

    def at(self, ids, token=None):
        return Place(self.client, token or self.key, ids)

    def as_admin(self, method, url, **more):
        return self.client.request(method, url, headers=bearer(self.admin_key), **more)


@pytest.fixture(scope="session")
def serve():
    """Serve a data directory; two at once are two workers on it, one after the other is a restart."""

    @contextlib.contextmanager
    def begin(directory, **environ):
        settings = load_settings({"MUNIMENT_DATA_DIRECTORY": str(directory), **WORDS_ALONE, **environ})
        with TestClient(create_app(settings)) as client, open(f"{directory}/first-keys.json", "rb") as file:
            first = msgspec.json.decode(file.read())
            yield Worker(client, first["key"], first["admin_key"])

    return begin


@pytest.fixture
def at(client, keys):
    """A scope by its ids, a new one without."""

    def place(ids=None, token=None):
        return Place(client, token or keys.full, ids or f"user_id=user-{next(_numbers)}")

    return place


@pytest.fixture(scope="session")
def scope_with():
    """Makes a scope out of whatever answers requests, a token and ids."""
    return Place


@pytest.fixture
def here(at):
    """A scope that nothing was done in yet."""
    return at()


class Raw(NamedTuple):
    """An answer as it came over the wire; `status` is 0 when none came."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


@pytest.fixture(scope="session")
def exchange():
    """Send raw bytes to an application; hang up when `enough(body)` says so, or before anything is answered."""

    def send(client, method, target, headers=(), body=b"", enough=lambda body: False):
        raw, _, query = target.encode("latin-1").partition(b"?")
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": unquote_to_bytes(raw).decode(errors="replace"),
            "raw_path": raw,
            "root_path": "",
            "query_string": query,
            "headers": [(b"host", b"testserver"), *headers],
            "client": ("testclient", 50000),
            "server": ("testserver", 80),
        }
        with client.portal() as portal:
            return portal.call(_exchange, client.app, scope, body, enough)

    return send


async def _exchange(app, scope, body, enough):
    hang_up, sent, started, got = anyio.Event(), False, [], bytearray()

    async def receive():
        nonlocal sent
        if not sent:
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}
        await hang_up.wait()
        return {"type": "http.disconnect"}

    async def send(message):
        if message["type"] == "http.response.start":
            started.append(message)
        else:
            got.extend(message.get("body", b""))
        if enough(bytes(got)) or not message.get("more_body", message is started[-1]):
            hang_up.set()

    with anyio.fail_after(10):
        await app(scope, receive, send)
    return Raw(started[0]["status"], started[0]["headers"], bytes(got)) if started else Raw(0, [], b"")


@pytest.fixture(scope="session")
def contents():
    """Every file below a data directory with its digest, but for locks, times of use and apps' figures."""

    def look(directory):
        found = {}
        for folder, _, names in os.walk(directory):
            for name in names:
                path = os.path.join(folder, name)
                relative = os.path.relpath(path, directory)
                if not relative.startswith(("locks/", "usage/")) and relative not in ("keys-used.json", "ledger.lock"):
                    with open(path, "rb") as file:
                        found[relative] = hashlib.sha256(file.read()).hexdigest()
        return found

    return look
