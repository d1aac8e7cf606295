"""The notary as a whole: order, rest, offsets, refusals, and values of any shape."""

import html
import random
import re
import string
import unicodedata
import urllib.parse

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scopes.errors import InvalidError, MalformedError
from scopes.governance import credentials, invisible, markup, oddities
from scopes.governance.gate import is_plain
from scopes.governance.notary import NOTARY_VERSION, Finding, alters_unicode, is_clean, scrub, scrub_value

WORD = string.ascii_letters + string.digits
TOKEN = "gh" + "p_" + "".join(random.Random(7).choices(WORD, k=36))
SCRAPS = [
    *(
        "<",
        "</",
        "script",
        ">",
        " onload=",
        '="',
        "](",
        "javascript:",
        "]: ",
        "data:a/b",
        "&lt;",
        "&#",
        ";",
        "%",
        "\\u00",
        "\\n",
    ),
    *(
        "\u200b",
        "\u200d",
        "\ufe0f",
        "\u202e",
        "\u2066",
        "\u2069",
        "\u200f",
        "\U000e0041",
        "\r\n",
        "\x1b",
        "\u3164",
        "\ue000",
    ),
    *(
        "👩",
        "🚀",
        "1",
        "می",
        "中",
        "\u0301",
        "а",
        "ｇ",
        "\u2105",
        "\u3000",
        " ",
        "\n",
        "word",
        TOKEN,
        TOKEN[:20],
        TOKEN[20:],
    ),
    *(
        "https://",
        "user:",
        "pass@",
        "host",
        "[REDACTED:",
        "sk" + "-",
        "-----BEGIN " + "PRIVATE KEY-----",
        "eyJ",
        "AK" + "IA",
        "X" * 9,
    ),
]
scraps = st.lists(st.sampled_from(SCRAPS), max_size=25).map("".join)
any_text = st.text(max_size=60) | scraps


def outcome(text: str) -> str | None:
    """The scrubbed text, or None where the notary refuses it."""
    try:
        return scrub(text, "content").text
    except (InvalidError, MalformedError):
        return None


@given(any_text)
def test_scrubbed_text_passes_unchanged(text: str) -> None:
    once = outcome(text)
    if once is not None:
        again = scrub(once, "content")
        assert again.text == once
        assert all(finding.rule.startswith("odd-") for finding in again.findings)
        assert not again.suspicious
        assert is_clean(once)


@given(any_text)
def test_the_quick_look_never_overlooks_anything(text: str) -> None:
    if is_plain(text):
        assert not invisible.sift(text)
        assert not credentials.redact(text, "content")
        assert not markup.defuse(text)
        assert not oddities.find(text)


@given(st.text(st.characters(categories=["Lu", "Ll", "Lt", "Lo", "Nd"], exclude_characters="\u115f\u1160\u3164\uffa0")))
def test_letters_and_digits_pass_byte_for_byte(text: str) -> None:
    assume(not credentials.hinted(unicodedata.normalize("NFKC", text)))
    assert scrub(text, "content").text == text


@pytest.mark.parametrize(
    "text", ["\ufa19社", "e\u0301 é Å ﬁ ½ ①", "饮食偏好：不吃辣。", "Ａｂｃ１２３", "I'm fine & you? 50% <3"]
)
def test_stored_text_is_never_normalised(text: str) -> None:
    assert scrub(text, "content").text == text


@given(
    scraps.filter(lambda text: TOKEN not in text),
    st.sampled_from(["", "钥", "'", "=", "\n", "\\n", "%20", "&#32;"]),
    st.sampled_from(["", "。", ",", ")", "\n"]),
    scraps.filter(lambda text: TOKEN not in text),
)
def test_a_planted_token_is_in_no_reading_of_the_text(before: str, left: str, right: str, after: str) -> None:
    once = outcome(f"{before} {left}{TOKEN}{right} {after}")
    if once is not None:
        assert TOKEN not in once
        readings = (html.unescape, urllib.parse.unquote, lambda text: unicodedata.normalize("NFKC", text))
        assert not any(TOKEN in reading(once) for reading in readings)
        assert TOKEN not in re.sub(r"\s", "", once)


@pytest.mark.parametrize("hidden", ["\u200b", "\u00ad", "\u2060", "\u200d", "\ufeff", "\U000e0041", "\x00", "\u202e"])
def test_invisible_characters_go_before_the_other_rules_look(hidden: str) -> None:
    split = hidden.join
    assert scrub("<" + split("script") + ">", "content").text == "&lt;script>"
    assert scrub("key " + split((TOKEN[:9], TOKEN[9:])), "content").text == "key [REDACTED:github-token]"
    assert scrub(f"[x](java{hidden}script:y)", "content").text == "[x](unsafe:javascript:y)"


def test_findings_name_rule_field_and_place_in_the_text_as_it_came() -> None:
    text = f"a\u200bb {TOKEN} <script> \r\n\ue000"
    scrubbed = scrub(text, "messages[3].content")
    assert scrubbed.text == "ab [REDACTED:github-token] &lt;script> \n\ue000"
    assert [(finding.rule, text[finding.start : finding.end]) for finding in scrubbed.findings] == [
        ("unicode-zero-width-space", "\u200b"),
        ("github-token", TOKEN),
        ("html-element", "<"),
        ("odd-private-use", "\ue000"),
    ]
    assert {finding.field for finding in scrubbed.findings} == {"messages[3].content"}


def test_a_token_that_sifting_makes_whole_is_found_at_its_old_place() -> None:
    text = f"\ufeffkey: {TOKEN[:9]}\u200b{TOKEN[9:]}."
    places = {finding.rule: text[finding.start : finding.end] for finding in scrub(text, "content").findings}
    assert places["github-token"] == f"{TOKEN[:9]}\u200b{TOKEN[9:]}"


def test_a_finding_holds_no_text() -> None:
    assert Finding.__struct_fields__ == ("rule", "field", "start", "end")


def test_suspicion_is_reported_once() -> None:
    scrubbed = scrub("hello" + "\U000e0061" * 4, "content")
    assert (scrubbed.text, scrubbed.suspicious) == ("hello", True)


def test_a_lone_surrogate_is_refused_by_name() -> None:
    with pytest.raises(MalformedError) as caught:
        scrub("a\ud83d", "title")
    assert caught.value.field == "title"
    assert not is_clean("a\ud83d")


def test_values_are_scrubbed_with_their_keys_and_other_types_kept() -> None:
    value = {"no\u200bte": [TOKEN, {"deep": "<script>"}], "n": 1, "f": 1.5, "none": None, "yes": True}
    clean, findings = scrub_value(value, "metadata")
    assert clean == {
        "note": ["[REDACTED:github-token]", {"deep": "&lt;script>"}],
        "n": 1,
        "f": 1.5,
        "none": None,
        "yes": True,
    }
    assert [(finding.rule, finding.field) for finding in findings] == [
        ("unicode-zero-width-space", "metadata"),
        ("github-token", "metadata.note[0]"),
        ("html-element", "metadata.note[1].deep"),
    ]


def test_a_key_that_is_a_token_is_not_named_in_a_field() -> None:
    clean, findings = scrub_value({TOKEN: "x\u200b"}, "metadata")
    assert clean == {"[REDACTED:github-token]": "x"}
    assert TOKEN not in repr(findings)


def test_keys_that_become_one_and_values_nested_too_deeply_are_refused() -> None:
    with pytest.raises(InvalidError, match="keys") as caught:
        scrub_value({"a": {"k": 1, "k\u200b": 2}}, "metadata")
    assert caught.value.field == "metadata.a"
    nested: list[object] = []
    for _ in range(100):
        nested = [nested]
    with pytest.raises(InvalidError) as caught:
        scrub_value(nested, "metadata")
    assert caught.value.limit == 64


@pytest.mark.parametrize(
    ("text", "alters"),
    [
        ("user-1", False),
        ("小明", False),
        ("👩\u200d🚀", False),
        ("می\u200cخ", False),
        ("a\u200b", True),
        ("a\r", True),
        ("a\ud800", True),
    ],
)
def test_ids_that_the_unicode_rules_would_change_are_known(text: str, alters: bool) -> None:
    assert alters_unicode(text) is alters


def test_the_version_names_the_rules_in_force() -> None:
    assert re.fullmatch(r"\d+-[0-9a-f]{8}", NOTARY_VERSION)
