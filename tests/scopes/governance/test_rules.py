"""An operator's own patterns: checked before they are in force, and applied like any other rule."""

import time

import pytest

from scopes.errors import InvalidError
from scopes.governance.gate import is_plain
from scopes.governance.notary import NOTARY_VERSION, is_clean, scrub, version
from scopes.governance.rules import BUILT_IN, NotaryRules, Pattern, check

EMPLOYEE = NotaryRules(patterns=(Pattern("employee-number", "EMP-[0-9]{6}"),))


def ruled(regex: str, *hints: str, rule: str = "own") -> NotaryRules:
    return NotaryRules(patterns=(Pattern(rule, regex, hints),))


def test_a_pattern_of_ones_own_is_replaced_and_counted_by_its_name() -> None:
    scrubbed = scrub("工号EMP-123456已离职", "content", EMPLOYEE)
    assert scrubbed.text == "工号[REDACTED:employee-number]已离职"
    assert [(one.rule, one.start, one.end) for one in scrubbed.findings] == [("employee-number", 2, 12)]
    assert not is_plain("EMP-123456", EMPLOYEE)
    assert is_plain("EMP-123456")
    assert not is_clean("EMP-123456", EMPLOYEE)


def test_hints_only_save_the_look() -> None:
    rules = ruled("[0-9]{6}", "EMP-")
    assert scrub("EMP-123456", "content", rules).text == "EMP-[REDACTED:own]"
    assert scrub("123456", "content", rules).text == "123456"


@pytest.mark.parametrize("regex", ["[A-Z]{8}", "own|jwt", r"\[", "[a-z-]{2,40}", "(?=x)", "x?y?$|z"])
def test_a_pattern_that_would_match_replacements_leaves_them_alone(regex: str) -> None:
    once = scrub("SECRETXY own x [REDACTED:jwt]", "content", ruled(regex)).text
    assert "[REDACTED:jwt]" in once
    assert scrub(once, "content", ruled(regex)).text == once


@pytest.mark.parametrize(
    ("regex", "said"),
    [
        ("x*", "empty"),
        ("(", "no regular expression"),
        ("x" * 501, "longer"),
        ("(a+)+b", "too long"),
        ("(a|aa)+b", "too long"),
        ("[0-9]+-[0-9]+", "too long"),
        (r"(\w{1,20}\s?){1,20}x", "too long"),
        (r"(.*)*y", "too long"),
        ("(工|工工)+号", "too long"),
    ],
)
def test_a_pattern_that_can_not_be_is_refused_by_name_in_bearable_time(regex: str, said: str) -> None:
    started = time.thread_time()
    with pytest.raises(InvalidError, match=said) as caught:
        check(ruled(regex), "notary.patterns")
    assert caught.value.field == "notary.patterns.own"
    assert time.thread_time() - started < 10


@pytest.mark.parametrize("rule", ["", "Own", "own rule", "odd-own", "x]", "a" * 41])
def test_a_name_that_is_none_is_refused(rule: str) -> None:
    with pytest.raises(InvalidError, match="named") as caught:
        check(ruled("x", rule=rule), "notary.patterns")
    assert (caught.value.field or "").startswith("notary.patterns")


@pytest.mark.parametrize(
    "regex", ["EMP-[0-9]{6}", r"\b[A-Z]{2}\d{6}\b", "工号[0-9]{4,8}", "(?i)project (?:alpha|beta)"]
)
def test_ordinary_patterns_are_taken(regex: str) -> None:
    check(ruled(regex), "notary.patterns")


def test_the_version_follows_the_rules() -> None:
    versions = {NOTARY_VERSION, version(NotaryRules(pii=True)), version(EMPLOYEE), version(ruled("x"))}
    assert len(versions) == 4
    assert version(BUILT_IN) == NOTARY_VERSION
