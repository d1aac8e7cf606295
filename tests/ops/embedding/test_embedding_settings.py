"""An endpoint that can't be called as described is told at the start, and a key that others may read is refused."""

import pytest

from ops.embedding.choice import embedder_of
from ops.embedding.endpoint import EndpointEmbedder
from ops.embedding.settings import Embedding, read_key
from ops.settings import load_settings
from scopes.errors import InvalidError

GOOD = {"provider": "endpoint", "url": "https://models.example/v1", "model": "m"}


def load(**given):
    return load_settings({f"MUNIMENT_EMBEDDING_{name}".upper(): str(value) for name, value in given.items()})


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"url": ""}, "url"),
        ({"url": "models.example/v1"}, "url"),
        ({"url": "ftp://models.example"}, "url"),
        ({"url": "http://"}, "url"),
        ({"url": "http://models.example:port"}, "url"),
        ({"url": "http://[::1"}, "url"),
        ({"url": "http://user:word@models.example"}, "url"),
        ({"url": "http://models.example/v1?key=x"}, "url"),
        ({"url": "http://models.example/v 1"}, "url"),
        ({"url": "http://models.example/模型"}, "url"),
        ({"model": ""}, "model"),
        ({"key_file": "a", "key_variable": "B"}, "key_variable"),
        ({"provider": "openai"}, "provider"),
        ({"dim": "-1"}, "dim"),
    ],
)
def test_what_can_not_be_called_stops_the_start_and_is_named(given, field):
    with pytest.raises(InvalidError) as caught:
        load(**GOOD | given)
    assert caught.value.field == f"embedding.{field}"


def test_a_sound_endpoint_is_chosen_and_not_yet_called():
    assert isinstance(embedder_of(load(**GOOD)), EndpointEmbedder)


def key_file(tmp_path, content="k3y\n", mode=0o600):
    path = tmp_path / "key"
    path.write_text(content)
    path.chmod(mode)
    return Embedding(key_file=str(path))


@pytest.mark.parametrize("mode", [0o600, 0o400, 0o440])
def test_a_key_that_nobody_else_may_read_is_taken(tmp_path, mode):
    assert read_key(key_file(tmp_path, mode=mode)) == "k3y"


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o666, 0o660])
def test_a_key_that_others_may_read_or_write_is_refused(tmp_path, mode):
    with pytest.raises(InvalidError, match="chmod 600"):
        read_key(key_file(tmp_path, mode=mode))


@pytest.mark.parametrize("content", ["", " \n", "two words", "a\r\nHost: elsewhere", "schlüssel"])
def test_what_is_no_key_is_refused_and_not_told(tmp_path, content):
    with pytest.raises(InvalidError) as caught:
        read_key(key_file(tmp_path, content))
    assert caught.value.field == "embedding.key_file" and "elsewhere" not in caught.value.detail


def test_a_key_file_that_is_missing_is_named():
    with pytest.raises(InvalidError, match="No such file"):
        embedder_of(load(**GOOD, key_file="/nowhere/key"))


def test_the_key_may_come_from_a_variable(monkeypatch):
    monkeypatch.setenv("MODEL_KEY", "k3y")
    assert read_key(Embedding(key_variable="MODEL_KEY")) == "k3y"
    with pytest.raises(InvalidError, match="variable holds no key"):
        read_key(Embedding(key_variable="OTHER_KEY"))
