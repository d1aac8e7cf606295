"""`muniment erase`: tells by default, erases only when asked to."""


def test_without_yes_nothing_goes(run, told, alice):
    plan = told("erase", *alice)
    assert plan["dry_run"] and plan["counts"]["source"] == 3
    assert "nothing was changed" in run("erase", *alice).stdout
    assert told("ls", *alice)["counts"]["turns"] == 3


def test_with_yes_the_scope_goes_and_a_receipt_stays(run, told, alice, data):
    receipt = told("erase", *alice, "--yes")
    assert receipt["complete"] and receipt["counts"]["source"] == 3 and receipt["signature"]
    assert told("scopes")["scopes"] == []
    refused = run("memorize", "-", *alice, input="Alice: again", code=73)
    assert refused.stderr.startswith("error: scope_erased: ")
    assert told("memorize", "-", *alice, "--create", input="Alice: again")["stored"] == 1


def test_a_scope_that_is_not_there_can_not_be_erased(run, alice):
    for options in ((), ("--yes",)):
        assert run("erase", "--user", "bob", *options, code=66).stderr.startswith("error: not_found: ")
