"""A model over the network that is shown images, and that may misbehave: words, or one reason, in time."""

import base64
import time

import pytest

from ops.captioning.settings import Captioning, check_captioner
from ops.endpoint.breaker import Breaker
from ops.reading.reader import Bounds, Reader
from scopes.errors import InvalidError, UnavailableError
from tests import llm_endpoint as llm

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(256))
WORDS = "一张航海图，上面写着：灯塔。"
MISBEHAVIOURS = [
    llm.fails(500), llm.fails(429), llm.fails(400), llm.drips, llm.says(None), lambda handler, body: handler.cut(),
    lambda handler, body: handler.answer(b"<html>502"), lambda handler, body: handler.answer(b" " * 2_000_000),
]  # fmt: skip


def test_the_image_is_sent_whole_with_the_key_and_without_its_name(model, captioner):
    model.behaviour = llm.says(WORDS)
    assert captioner("k", language="zh").caption("planted-name.png", "image/png", PNG) == WORDS
    asked = model.asked[0]
    text, image = (part for part in asked["messages"][0]["content"])
    assert (asked["model"], asked["key"], asked["max_tokens"]) == ("eyes", "Bearer k", 1_000)
    assert image["image_url"]["url"] == "data:image/png;base64," + base64.b64encode(PNG).decode()
    assert text["text"].endswith("language: zh.") and "planted" not in str(asked)


@pytest.mark.parametrize("behaviour", MISBEHAVIOURS)
def test_every_misbehaviour_is_told_in_time_after_one_call(model, captioner, behaviour):
    model.behaviour, started = behaviour, time.monotonic()
    with pytest.raises(UnavailableError):
        captioner().caption("a.png", "image/png", PNG)
    assert len(model.asked) == 1 and time.monotonic() - started < 3


@pytest.mark.parametrize(("media", "data"), [("audio/mpeg", b"x"), ("image/tiff", b"x"), ("image/png", b"x" * 2_000)])
def test_what_it_does_not_take_is_not_sent(model, captioner, media, data):
    with pytest.raises(InvalidError):
        captioner(image_bytes=1_024).caption("a", media, data)
    assert not model.asked


def test_an_endpoint_that_fails_is_left_alone_and_told(model, captioner):
    model.behaviour, one = llm.fails(500), None
    one = captioner(breaker=Breaker(failures=2))
    assert not one.degraded()
    for _ in range(4):
        with pytest.raises(UnavailableError):
            one.caption("a.png", "image/png", PNG)
    assert len(model.asked) == 2 and [entry.component for entry in one.degraded()] == ["captioner"]


def test_a_file_gets_the_words_or_the_reason(model, captioner):
    reader = Reader(Bounds(1024**2, 512 * 1024**2, 30), captioner())
    model.behaviour = llm.says(f"\n{WORDS}\n")
    assert reader.read("a.png", None, PNG).text == WORDS
    for behaviour in (llm.fails(500), llm.says("  "), llm.refuses):
        model.behaviour = behaviour
        found = reader.read("a.png", None, PNG)
        assert found.text is None and found.why.startswith("the captioner gave no words")
    assert reader.read("a.mp3", None, b"ID3\x04").why.endswith("it takes images alone: PNG, JPEG, GIF and WebP")


def test_settings_that_can_not_be_called_are_named():
    with pytest.raises(InvalidError) as refused:
        check_captioner(Captioning(url="http://127.0.0.1:1"))
    assert refused.value.field == "captioner.model"
    check_captioner(Captioning())
