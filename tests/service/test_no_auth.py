"""Without authentication: one app on this machine, and no web page of another."""

import pytest
from litestar import get
from litestar.di import NamedDependency
from litestar.testing import TestClient

from ops.principal import Principal
from ops.settings import load_settings
from service.access import for_app
from service.app import create_app


@get("/who", opt=for_app("write"), sync_to_thread=False)
def who(principal: NamedDependency[Principal]) -> Principal:
    return principal


@pytest.fixture(scope="module")
def local(tmp_path_factory):
    directory = str(tmp_path_factory.mktemp("local"))
    app = create_app(load_settings({"MUNIMENT_DATA_DIRECTORY": directory, "MUNIMENT_SERVER_AUTH": "false"}))
    app.register(who)
    with TestClient(app, base_url="http://127.0.0.1:8765") as client:
        yield client


def test_everybody_is_the_default_app(local):
    assert local.get("/who?user_id=a").json()["app"] == "default"


def test_admin_routes_are_open_too(local):
    assert local.get("/v1/keys").status_code == 200


def test_it_is_listed_as_degraded(local):
    assert "authentication" in {entry["component"] for entry in local.get("/readyz").json()["degraded"]}


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "memory.example"},
        {"Host": "127.0.0.1.memory.example"},
        {"Origin": "https://memory.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1.memory.example"},
    ],
)
def test_a_web_page_of_another_host_is_turned_away(local, headers):
    assert local.get("/who?user_id=a", headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers", [{"Host": "localhost:8765"}, {"Host": "[::1]"}, {"Origin": "http://localhost:3000"}]
)
def test_this_machine_is_served_under_its_names(local, headers):
    assert local.get("/who?user_id=a", headers=headers).status_code == 200
