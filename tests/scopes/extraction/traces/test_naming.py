"""A task has one name, and another task another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.extraction.traces.naming import name_of
from scopes.storage.front_matter import check_name


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_task_has_a_name_that_a_skill_may_have(task):
    assert check_name(name_of(task)) == name_of(f" {task.upper().lower()} ") or task.upper().lower() != task.lower()


def test_function_words_case_and_punctuation_make_no_other_task():
    assert name_of("Deploy the blog to Staging!") == name_of("deploy blog, to staging") == "deploy-blog-staging"


def test_no_skill_is_called_as_a_route_is():
    assert name_of("Traces") != "traces"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("部署博客", "备份博客"),
        ("Deploy 博客", "Deploy 论坛"),
        ("Fix bug 1", "Fix bug 2"),
        ("one two three four five six seven", "one two three four five six eight"),
        ("café", "caf"),
    ],
)
def test_other_tasks_have_other_names(one, other):
    assert name_of(one) != name_of(other)


def test_tasks_that_are_made_of_function_words_or_signs_alone_are_told_apart():
    tasks = ["Do it", "Do this", "Is it on?", "!!!", "???", "\N{GRINNING FACE}", "\N{ROCKET}"]
    assert len({name_of(task) for task in tasks}) == len(tasks)
    assert name_of("do  IT!") == name_of("Do it") and name_of("do the blog") == name_of("Blog")
