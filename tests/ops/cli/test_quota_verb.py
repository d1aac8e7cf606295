"""`muniment quota` on a data directory."""

import pytest


@pytest.fixture
def app(told):
    """An app with a key."""
    told("keys", "add", "--app", "notes")
    return "notes"


def test_what_an_app_holds_is_counted_from_its_scopes(told, app):
    told("memorize", "-", "--app", app, "--user", "alice", input="Alice: hi\nAI: hello\n")
    shown = told("quota", app)
    described = told("describe", "--app", app, "--user", "alice")
    assert shown["bounds"] == {"scopes": 0, "items": 0, "bytes": 0} and shown["own"] == {}
    assert (shown["used"]["scopes"], shown["used"]["bytes"]) == (1, sum(described["bytes"].values()))


def test_bounds_are_set_one_by_one_and_given_back(run, told, app):
    told("quota", app, "--scopes", "5", "--items", "9")
    assert told("quota", app, "--items", "0")["own"] == {"scopes": 5, "items": 0}
    assert told("quota", app, "--scopes", "default")["own"] == {"items": 0}
    assert run("quota", app, "--bytes", "70").stdout.splitlines() == [
        "scopes: 0, no bound (from the service's settings)",
        "items: 0, no bound (its own)",
        "bytes: 0, at most 70 (its own)",
    ]


@pytest.mark.parametrize("text", ["-1", "many", "²", "1.5"])
def test_a_bound_that_is_none_is_refused(run, app, text):
    assert "(field items)" in run("quota", app, f"--items={text}", code=65).stderr


def test_an_app_without_a_key_has_no_quota(run, app):
    run("quota", "nobody", code=66)
    run("quota", "nobody", "--items", "1", code=66)
