"""A model over the network that misbehaves in every way: one call at most, one reason, in time."""

import json
import threading
import time

import pytest

from ops.endpoint.breaker import Breaker, State
from ops.extraction.endpoint import EndpointExtractor
from ops.extraction.settings import Llm
from ops.extraction.spending import Spending
from scopes.extraction.extractor import Drawn, Failed
from tests import llm_endpoint as llm

MEMORY = {"items": [], "diary": None}
ITEM = {"kind": "fact", "file": "f", "name": "n", "content": "c", "evidence": [1]}
BAD_MEMORIES = [
    "",
    "null",
    "[]",
    "I'm sorry, but I can't do that.",
    '{"items": [',
    '{"items": {}}',
    json.dumps({"diary": "no items"}),
    json.dumps({"items": [{**ITEM, "evidence": "1"}]}),
    json.dumps({"items": [{**ITEM, "confidence": "high"}]}),
    json.dumps({"items": [{**ITEM, "content": None}]}),
    json.dumps({"items": [], "diary": ["a", "list"]}),
    json.dumps({"items": [{**ITEM, "confidence": float("nan")}]}),
    "[" * 100_000,
]
MISBEHAVIOURS = {
    "500": (llm.fails(500), "failed"),
    "503": (llm.fails(503, Retry_After="1"), "failed"),
    "302": (llm.fails(302, Location="http://127.0.0.1:1/"), "failed"),
    "429": (llm.fails(429, Retry_After="1"), "limited"),
    "400": (llm.fails(400), "refused"),
    "401": (llm.fails(401), "refused"),
    "404": (llm.fails(404), "refused"),
    "drip": (llm.drips, "timeout"),
    "refusal": (llm.refuses, "refusal"),
    "filtered": (llm.says(json.dumps(MEMORY), finish_reason="content_filter"), "refusal"),
    "cut off": (llm.says('{"items": [', finish_reason="length"), "invalid"),
    "no JSON": (lambda handler, body: handler.answer(b"<html>502 Bad Gateway</html>"), "invalid"),
    "nothing": (lambda handler, body: handler.answer(b""), "invalid"),
    "no choice": (lambda handler, body: handler.answer({"choices": []}), "invalid"),
    "no text": (llm.says(None), "invalid"),
    "huge": (lambda handler, body: handler.answer(b" " * 2_000_000), "too_large"),
    "hang-up": (lambda handler, body: handler.cut(), "unreachable"),
    "half a header": (lambda handler, body: handler.wfile.write(b"HTTP/1.1 200"), "timeout"),
    **{f"memory {n}": (llm.says(text), "invalid") for n, text in enumerate(BAD_MEMORIES)},
}


@pytest.mark.parametrize("name", MISBEHAVIOURS)
def test_every_misbehaviour_has_its_reason_after_one_call(model, extractor, ask_about, begin, name):
    model.behaviour, reason = MISBEHAVIOURS[name]
    started = time.monotonic()
    found = extractor().extract(ask_about("I like tea"), begin)
    assert (found.reason, found.cost.llm_calls) == (reason, 1)
    assert (len(model.asked), begin.times) == (1, 1)
    assert time.monotonic() - started < 5


def test_a_model_that_hangs_is_left_at_the_deadline(model, extractor, ask_about, begin):
    model.behaviour = model.hang
    started = time.monotonic()
    assert extractor().extract(ask_about("I like tea"), begin).reason == "timeout"
    assert 0.4 < time.monotonic() - started < 2
    assert len(model.asked) == 1


def test_nobody_there_is_unreachable(ask_about, begin, spending):
    nobody = EndpointExtractor(Llm(url="http://127.0.0.1:9/v1", model="m"), None, spending)
    assert nobody.extract(ask_about("I like tea"), begin).reason == "unreachable"


def test_items_links_and_diary_come_in_one_answer(model, extractor, ask_about, begin):
    found = extractor("k3y").extract(ask_about("I like tea", names=("people:anna",)), begin)
    assert isinstance(found, Drawn)
    (item,) = found.extraction.candidates
    assert (item.file, item.name, item.kind) == ("told", "I-like-tea", "fact")
    assert (item.content, item.evidence) == ("The user said: I like tea [[people:anna]]", ("t1",))
    assert [line.content for line in found.extraction.diary] == ["They talked it over until it was late."]
    assert (found.cost.llm_calls, found.cost.tokens) == (1, 120)
    (asked,) = model.asked
    assert (asked["path"], asked["key"], asked["model"]) == ("/v1/chat/completions", "Bearer k3y", "m")
    assert asked["response_format"]["json_schema"]["strict"]


def test_nothing_is_sent_when_the_operation_is_not_to_be_begun(model, extractor, ask_about, begin):
    begin.answer = False
    assert isinstance(extractor().extract(ask_about("I like tea"), begin), Failed)
    assert (model.asked, begin.times) == ([], 1)


def test_an_endpoint_that_fails_in_a_row_is_left_alone_and_found_again(model, extractor, ask_about, begin):
    now = [0.0]
    one = extractor(breaker=Breaker(failures=3, seconds=5.0, clock=lambda: now[0]))
    model.behaviour = llm.fails(500)
    reasons = [one.extract(ask_about(f"fact {number}"), begin).reason for number in range(5)]
    assert reasons == ["failed"] * 3 + ["open"] * 2
    assert (len(model.asked), begin.times) == (3, 3)
    assert [entry.component for entry in one.degraded()] == ["extraction"]
    now[0], model.behaviour = 6.0, llm.well
    assert isinstance(one.extract(ask_about("fact"), begin), Drawn)
    assert one.degraded() == []


@pytest.mark.parametrize("error", [OSError("disk"), KeyboardInterrupt()])
def test_a_mark_that_fails_leaves_the_endpoint_to_others(model, extractor, ask_about, begin, error):
    breaker = Breaker(failures=1, seconds=0.0)
    breaker.failed("before")
    one = extractor(breaker=breaker)

    def fails():
        raise error

    with pytest.raises(type(error)):
        one.extract(ask_about("I like tea"), fails)
    assert breaker.state is State.OPEN
    assert isinstance(one.extract(ask_about("I like tea"), begin), Drawn)


@pytest.mark.parametrize(("calls", "tokens"), [(2, 0), (0, 3_000)])
def test_an_app_that_has_used_up_its_day_gets_no_call_and_another_does(
    model, extractor, ask_about, begin, tmp_path, calls, tokens
):
    model.behaviour = llm.fails(500)  # tells of no tokens, so that the question's count
    one = extractor(spending=Spending(str(tmp_path), calls, tokens), output_tokens=1_000)
    reasons = [one.extract(ask_about("I like tea"), begin).reason for _ in range(4)]
    assert reasons[0] == "failed"
    assert reasons[-1] == "budget"
    assert begin.times == len(model.asked) == reasons.count("failed")
    assert one.extract(ask_about("I like tea", app="other"), begin).reason == "failed"


def test_what_is_under_way_when_the_service_stops_is_cut_off(model, extractor, ask_about, begin):
    one, found = extractor(timeout_seconds=20), []
    model.behaviour = model.hang
    thread = threading.Thread(target=lambda: found.append(one.extract(ask_about("I like tea"), begin)))
    thread.start()
    while not model.asked:
        time.sleep(0.01)
    one.close()
    thread.join(2)
    assert [one.reason for one in found] == ["interrupted"]
