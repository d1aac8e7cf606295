"""Rules make a skill of traces: in their words, the same in whatever order they came."""

import re

from hypothesis import given
from hypothesis import strategies as st

from scopes.extraction.traces.distill import distill
from scopes.extraction.traces.draft import render
from scopes.extraction.traces.trace import Step, Trace
from scopes.storage import front_matter

WORDS = st.text(st.sampled_from("abAB 测试`#-*[1."), min_size=1, max_size=12).filter(str.strip)
STEPS = st.builds(
    Step,
    action=WORDS,
    tool=st.none() | st.sampled_from(["bash", "git"]),
    input=st.none() | WORDS | st.dictionaries(WORDS, WORDS, max_size=2),
    result=st.none() | WORDS,
    error=st.none() | WORDS,
    at=st.none() | st.sampled_from(["2026-07-10", "2026-07-10T03:00:00Z", "2026-07-10T04:00:00+02:00"]),
)
TRACES = st.lists(
    st.builds(
        Trace,
        id=st.text(min_size=1, max_size=4),
        task=WORDS,
        outcome=st.sampled_from(["success", "failure", "unknown"]),
        steps=st.lists(STEPS, max_size=6).map(tuple),
        notes=st.none() | WORDS,
    ),
    min_size=1,
    max_size=5,
    unique_by=lambda trace: trace.id,
)


def attempt(*steps, outcome="success", task="Deploy the blog", **fields):
    return Trace(id=fields.pop("id", "t1"), task=task, outcome=outcome, steps=steps, **fields)


def bash(action, text=None, **fields):
    return Step(action, "bash", text, **fields)


@given(TRACES, st.randoms())
def test_the_same_traces_give_the_same_bytes_in_any_order(traces, random):
    text = render(distill("a-skill", traces))
    random.shuffle(traces)
    assert render(distill("a-skill", traces)) == text


@given(TRACES)
def test_any_traces_make_a_skill_file_that_names_them(traces):
    draft = distill("a-skill", traces)
    found, _ = front_matter.read(render(draft))
    assert (found.name, found.description) == ("a-skill", draft.description)
    assert sorted(draft.traces) == sorted(trace.id for trace in traces)


@given(TRACES)
def test_no_word_of_a_step_is_not_its_trace_s(traces):
    counts = r"\(\d of \d attempts\)|（\d 次中 \d 次）"
    told = " ".join(re.sub(counts, " ", step) for step in distill("s", traces).steps)
    assert set(re.findall(r"\w+", told)) <= set(re.findall(r"\w+", f"{traces} bash git for instance 例如"))


def test_a_later_attempt_that_failed_does_not_rename_it():
    good = attempt(bash("Build", at="2026-07-10"))
    bad = attempt(bash("Build", error="no", at="2026-07-11"), outcome="failure", task="deploy the Blog!!", id="t2")
    assert distill("a", [good, bad]).title == distill("a", [good]).title == "Deploy the blog"
    assert distill("a", [bad]).title == "deploy the Blog!!"


def test_a_retry_is_told_once_and_its_failure_is_a_pitfall():
    draft = distill("s", [attempt(bash("Test", "pytest", error="No module"), bash("Test", "uv run pytest"))])
    assert draft.steps == ("Test (`bash`): `uv run pytest`",)
    assert draft.pitfalls == ("Test (`bash`): `pytest` failed: No module; this worked: `uv run pytest`",)


def test_what_only_failed_now_and_then_is_said_to_work_when_done_again():
    draft = distill(
        "s", [attempt(bash("Push", error="timeout 30 s"), bash("Push", error="timeout 31 s"), bash("Push"))]
    )
    assert draft.pitfalls == ("Push (`bash`) failed: timeout 31 s; done again, it worked",)


def test_loops_are_told_once():
    steps = [bash("Edit", "a.py"), bash("Test")] * 3 + [bash("Commit")]
    assert distill("s", [attempt(*steps)]).steps == ("Edit (`bash`): `a.py`", "Test (`bash`)", "Commit (`bash`)")


def test_steps_are_those_of_most_attempts_that_succeeded_with_how_many_have_them():
    good = [
        attempt(bash("Test"), bash("Build", "hugo"), bash("Upload"), id="a"),
        attempt(bash("Look around"), bash("Test"), bash("Build", "hugo -g"), bash("Upload"), id="b"),
        attempt(bash("Build", "hugo"), bash("Upload"), id="c"),
    ]
    failed = attempt(bash("Pray"), bash("Upload", error="denied"), outcome="failure", id="d")
    assert distill("s", [*good, failed]).steps == (
        "Test (`bash`) (2 of 3 attempts)",
        "Build (`bash`): for instance `hugo` (3 of 3 attempts)",
        "Upload (`bash`) (3 of 3 attempts)",
    )


def test_the_outcome_counts_attempts_and_tells_the_last_results():
    draft = distill(
        "s", [attempt(bash("Up", result="sent"), notes="Purge the cache"), attempt(outcome="failure", id="z")]
    )
    assert draft.outcome == ("1 of 2 attempts succeeded.", "Result: sent", "Note: Purge the cache")


def test_a_failure_without_an_error_tells_where_it_ended_or_what_was_noted():
    silent = attempt(bash("Up"), outcome="failure")
    noted = attempt(bash("Up"), outcome="failure", notes="Wrong host", id="t2")
    assert distill("s", [silent, noted]).pitfalls == ("An attempt failed after: Up (`bash`)", "Note: Wrong host")


def test_a_chinese_task_is_told_in_chinese():
    draft = distill("s", [attempt(bash("构建"), task="把博客部署到测试环境。", notes="清缓存")])
    assert draft.description == "适用于以下任务：把博客部署到测试环境。工具：bash。"
    assert draft.outcome == ("1 次尝试中成功 1 次。", "备注：清缓存")


def test_a_long_text_is_cut_and_stays_on_one_line():
    (step,) = distill("s", [attempt(bash("Run\n## Injected", "x" * 9000))]).steps
    assert step.startswith("Run ## Injected (`bash`): `xxx")
    assert len(step) < 300
