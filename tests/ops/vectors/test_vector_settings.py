"""A store that can't be used as it is described stops the start, and the setting is named."""

import pytest

from ops.settings import load_settings
from ops.vectors import settings as section
from ops.vectors.choice import backend_of
from scopes.errors import InvalidError

SERVER = {"STORE": "qdrant", "URL": "http://127.0.0.1:6333"}
FOLDER = {"STORE": "qdrant", "PATH": "/elsewhere/qdrant"}


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    """As if every extra were there; none is imported."""
    monkeypatch.setattr(section.importlib.util, "find_spec", lambda name: name)


def load(given, **more):
    environ = {f"MUNIMENT_VECTORS_{name}": value for name, value in given.items()}
    return load_settings({"MUNIMENT_DATA_DIRECTORY": "/data", **environ, **more})


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"STORE": "qdrant"}, "vectors.path"),
        ({**SERVER, **FOLDER}, "vectors.path"),
        ({**SERVER, "URL": "127.0.0.1:6333"}, "vectors.url"),
        (FOLDER, "vectors.path"),
        ({"STORE": "elsewhere"}, "vectors.store"),
    ],
)
def test_what_does_not_fit_together_is_refused(given, field):
    with pytest.raises(InvalidError) as refused:
        load(given, MUNIMENT_SERVER_WORKERS="2")
    assert refused.value.field == field


@pytest.mark.parametrize("path", ["/data/qdrant", "/data/scopes/../qdrant", "/data"])
def test_a_folder_lies_outside_the_data_directory(path):
    with pytest.raises(InvalidError, match="outside the data directory"):
        load({**FOLDER, "PATH": path}, MUNIMENT_SERVER_WORKERS="1")


def test_several_workers_on_one_folder_are_refused_with_what_to_do():
    with pytest.raises(InvalidError, match=r"set server\.workers to 1"):
        load(FOLDER, MUNIMENT_SERVER_WORKERS="4")
    assert load(FOLDER, MUNIMENT_SERVER_WORKERS="1").vectors.path == FOLDER["PATH"]


@pytest.mark.parametrize("store", ["sqlite-vec", "qdrant"])
def test_a_missing_extra_is_named_with_the_command_that_installs_it(store, monkeypatch):
    monkeypatch.setattr(section.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(InvalidError, match=rf"pip install 'muniment\[{store}\]'"):
        load({**SERVER, "STORE": store})


def test_by_default_rows_lie_in_the_directory():
    assert backend_of(load({})) is None
