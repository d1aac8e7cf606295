"""The Idempotency-Key header and what a true retry repeats."""

from typing import Any

import pytest
from litestar import Request, post
from litestar.testing import TestClient

from ops.settings import load_settings
from scopes.errors import MalformedError
from service.access import for_app
from service.app import create_app
from service.idempotency import read_key, read_retry_identity
from service.pagination import PageQuery


@post("/same/{name:str}", opt=for_app("write", PageQuery))
async def same(request: Request[Any, Any, Any]) -> list[str]:
    identity = await read_retry_identity(request)
    return [] if identity is None else [identity.key.decode(), identity.body.hex()]


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    directory = str(tmp_path_factory.mktemp("retries"))
    app = create_app(load_settings({"MUNIMENT_DATA_DIRECTORY": directory, "MUNIMENT_SERVER_AUTH": "false"}))
    app.register(same)
    with TestClient(app, base_url="http://127.0.0.1") as client:
        yield lambda url, **more: client.post(url, **more).json()


KEYED = {"Idempotency-Key": "k-1"}


def test_a_retry_is_recognised(ask):
    first = ask("/same/a?user_id=u&limit=1", content=b"{}", headers=KEYED)
    assert first[0] == "k-1"
    assert ask("/same/a?limit=1&user_id=u", content=b"{}", headers=KEYED) == first
    assert ask("/same/a?limit=1", content=b"{}", headers={**KEYED, "Muniment-Scope": "user_id=u"}) == first


@pytest.mark.parametrize(
    ("url", "content"),
    [("/same/b?user_id=u&limit=1", b"{}"), ("/same/a?user_id=u&limit=2", b"{}"), ("/same/a?user_id=u&limit=1", b"[]")],
)
def test_another_path_parameter_or_body_is_another_request(ask, url, content):
    first = ask("/same/a?user_id=u&limit=1", content=b"{}", headers=KEYED)
    assert ask(url, content=content, headers=KEYED)[1] != first[1]


def test_without_the_header_nothing_is_remembered(ask):
    assert ask("/same/a?user_id=u", content=b"{}") == []


@pytest.mark.parametrize("value", ["", " ", "two words", "x" * 256, "é"])
def test_a_key_is_visible_ascii_of_up_to_255(value):
    with pytest.raises(MalformedError):
        read_key([(b"idempotency-key", value.encode("latin-1"))])
    assert read_key([(b"idempotency-key", b"x" * 255)]) == b"x" * 255


def test_two_keys_are_refused():
    with pytest.raises(MalformedError):
        read_key([(b"idempotency-key", b"a"), (b"idempotency-key", b"b")])
