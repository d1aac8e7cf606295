"""What a model is shown of traces, and what it answers: lines that rest on steps, in one call to a real server."""

import datetime as dt
import json

import pytest

from ops.extraction.settings import Llm
from ops.extraction.trace_answer import read_sketch
from ops.extraction.trace_question import compose
from scopes.extraction.extractor import Distilled, Failed
from scopes.extraction.traces.sketch import AskedSkill
from scopes.extraction.traces.trace import Step, Trace
from scopes.governance.rules import BUILT_IN, NotaryRules
from tests import llm_endpoint as llm

NOW = dt.datetime(2026, 7, 10, 20, 0, tzinfo=dt.UTC)
SECTION = Llm(url="http://127.0.0.1/v1", model="m")
DEPLOY = Trace(
    id="t1",
    task="Deploy the blog",
    outcome="success",
    steps=(Step("Test", "bash", "pytest", error="No module"), Step("Test", "bash", {"cmd": "uv run pytest"})),
)
LINE = {"text": "Test", "evidence": ["1.2"]}


def asked(*traces, **more):
    return AskedSkill(**{"app": "app", "traces": traces or (DEPLOY,), "names": (), "now": NOW, **more})


def shown(question):
    return llm.material(json.loads(question.body))


def answer(**fields):
    return json.dumps({"name": "deploy-blog", "description": "Deploys.", "steps": [], "pitfalls": [], **fields})


def read(**fields):
    return read_sketch(answer(**fields), compose(asked(), SECTION, BUILT_IN))


def test_traces_and_steps_are_numbered_and_json_is_told_as_text():
    told = shown(compose(asked(name="deploy-blog", names=("other",), language="de"), SECTION, BUILT_IN))
    assert told["traces"][0]["steps"] == [
        {"n": 1, "tool": "bash", "action": "Test", "input": "pytest", "error": "No module"},
        {"n": 2, "tool": "bash", "action": "Test", "input": '{"cmd":"uv run pytest"}'},
    ]
    assert (told["name"], told["skills"], told["language"]) == ("deploy-blog", ["other"], "de")


def test_traces_that_do_not_fit_are_left_and_without_the_first_nothing_is_asked():
    big = Trace(id="big", task="x", steps=tuple(Step(f"step {number} " * 20) for number in range(200)))
    question = compose(asked(DEPLOY, big), Llm(url="u", model="m", input_tokens=3_000), BUILT_IN)
    assert (question.shown, question.left) == ((DEPLOY,), ("big",))
    assert compose(asked(big, DEPLOY), Llm(url="u", model="m", input_tokens=3_000), BUILT_IN) is None


def test_what_the_notary_has_learnt_since_does_not_leave_the_house():
    trace = Trace(id="t", task="Call 13800138000", steps=(Step("Call", "phone", {"number": "13800138000"}),))
    assert b"13800138000" not in compose(asked(trace), SECTION, NotaryRules(pii=True)).body


@pytest.mark.parametrize("evidence", [[], ["1"], ["1.1"], ["1.3"], ["2.1"], ["0.1"], ["x"], ["1.-1"]])
def test_a_step_that_rests_on_no_step_that_worked_is_refused_and_counted(evidence):
    sketch = read(steps=[LINE, {"text": "Pray", "evidence": evidence}])
    assert (sketch.steps, sketch.refused) == (("Test",), {"no_evidence": 1})


@pytest.mark.parametrize(("evidence", "kept"), [(["1"], True), (["1.1"], True), (["2"], False), ([], False)])
def test_a_pitfall_may_rest_on_what_failed_or_on_a_trace(evidence, kept):
    assert read(steps=[LINE], pitfalls=[{"text": "Beware", "evidence": evidence}]).pitfalls == ("Beware",) * kept


def test_a_name_that_no_skill_may_have_is_dropped():
    assert (read(steps=[LINE], name="../Deploy").name, read(steps=[LINE]).name) == (None, "deploy-blog")


@pytest.mark.parametrize("text", ["", "no", "{}", answer(), '{"name": 1}', '{"steps": [' * 9_000])
def test_an_answer_that_holds_no_skill_is_none(text):
    assert read_sketch(text, compose(asked(), SECTION, BUILT_IN)) is None


def test_lines_past_forty_are_counted():
    assert read(steps=[LINE] * 43).refused == {"too_many": 3}


def test_a_skill_costs_one_call_and_nothing_is_sent_before_it_is_noted(extractor, model, begin):
    found = extractor().distill(asked(), begin)
    assert isinstance(found, Distilled)
    assert (found.sketch.steps, found.sketch.pitfalls) == (("Do: Test",), ("Do: Test",))
    assert (found.cost.llm_calls, found.cost.tokens, begin.times, len(model.asked)) == (1, 120, 1, 1)
    begin.answer = False
    assert extractor().distill(asked(), begin) == Failed("interrupted")
    assert len(model.asked) == 1


@pytest.mark.parametrize(
    ("behaviour", "reason"),
    [
        (llm.fails(500), "failed"),
        (llm.fails(429), "limited"),
        (llm.says("Hello!"), "invalid"),
        (llm.refuses, "refusal"),
    ],
)
def test_an_endpoint_that_misbehaves_is_asked_once(extractor, model, begin, behaviour, reason):
    model.behaviour = behaviour
    assert extractor().distill(asked(), begin).reason == reason
    assert len(model.asked) == 1
