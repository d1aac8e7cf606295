"""Grants: exact values, `*`, and what a dimension left out of the call matches."""

import pytest

from ops.principal import Grant, Principal
from scopes.model import ScopeIds

ALICE = Grant(("read", "write"), user_id="alice")


@pytest.mark.parametrize(
    ("grant", "ids", "covered"),
    [
        (ALICE, ScopeIds("a", user_id="alice"), True),
        (ALICE, ScopeIds("a", user_id="alice", agent_id="x", run_id="r"), True),
        (ALICE, ScopeIds("a", user_id="bob"), False),
        (ALICE, ScopeIds("a", user_id="Alice"), False),
        (ALICE, ScopeIds("a", agent_id="alice"), False),
        (Grant(("read",)), ScopeIds("a", character="c"), True),
        (Grant(("read",), user_id="alice", agent_id="x"), ScopeIds("a", user_id="alice"), False),
        (Grant(("read",), run_id="r"), ScopeIds("a", user_id="alice", run_id="r"), True),
    ],
)
def test_a_grant_covers(grant, ids, covered):
    assert grant.covers(ids) is covered


def test_a_verb_counts_only_in_the_grant_that_covers():
    principal = Principal("k", "a", "app", (ALICE, Grant(("read",), user_id="bob")))
    assert principal.permits("write", ScopeIds("a", user_id="alice"))
    assert principal.sees(ScopeIds("a", user_id="bob"))
    assert not principal.permits("write", ScopeIds("a", user_id="bob"))
    assert not principal.sees(ScopeIds("a", user_id="carol"))


def test_no_key_reaches_another_app():
    everything = (Grant(("read", "write", "delete", "export", "verify")),)
    for role in ("app", "admin"):
        principal = Principal("k", "a", role, everything)
        assert not principal.sees(ScopeIds("b", user_id="alice"))
        assert not principal.permits("read", ScopeIds("b", user_id="alice"))
