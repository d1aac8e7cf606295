"""JSON is scrubbed string by string: where one ends, nothing is announced of the next field."""

import json

import pytest

from scopes.governance.json_text import scrub_json
from scopes.governance.notary import scrub

SECRET = "hunter" + "22x"


@pytest.mark.parametrize(
    "text",
    [
        '{"title":"Reset a password","status":"open"}',
        '{"title": "Look up the (wifi password)", "status_2": "open"}',
        '{"action":"Get an API key","client_identifier_4711x":"y"}',
        "{'title': 'Reset a password', 'status': 'open2222'}",
        '{\\"title\\":\\"Reset a password\\",\\"status\\":\\"open\\"}',
        '["Reset the password","Restart"]',
        '{"task":"Rotate the “password”","outcome":"success"}',
        '{"task":"Rotate the `db_password`","outcome":"success1"}',
    ],
)
def test_a_label_at_the_end_of_a_string_leaves_the_next_field_its_name(text):
    assert scrub(text, "body").text == text


@pytest.mark.parametrize(
    "text", ['{"password":"⟨⟩"}', '"password" : "⟨⟩"', '"Router password","⟨⟩"', 'if password == "⟨⟩":']
)
def test_a_secret_behind_its_label_goes_all_the_same(text):
    assert scrub(text.replace("⟨⟩", SECRET), "body").text == text.replace("⟨⟩", "[REDACTED:password]")


def test_each_string_is_scrubbed_by_itself_and_no_other():
    text = json.dumps({"steps": ["The password is", SECRET], "password": SECRET, "note": f"password={SECRET}"})
    clean, findings = scrub_json(text, "steps")
    assert json.loads(clean) == {
        "steps": ["The password is", SECRET],
        "password": "[REDACTED:password]",
        "note": "password=[REDACTED:password]",
    }
    assert {finding.rule for finding in findings} == {"password"}


def test_text_that_needs_nothing_stays_byte_for_byte_and_what_is_no_json_is_scrubbed_as_text():
    assert scrub_json('{ "a" :1.0}', "x") == ('{ "a" :1.0}', ())
    assert scrub_json(f"password={SECRET}", "x")[0] == "password=[REDACTED:password]"
