"""Secrets that something announces go; what only speaks of secrets stays.

The texts are data (`announced_secrets.txt`, `lookalikes.txt`); the secrets in them are drawn at run time.
"""

import base64
import random
import re
import string
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.errors import InvalidError
from scopes.governance import credentials, surroundings
from scopes.governance.gate import is_plain
from scopes.governance.notary import scrub, scrub_value
from scopes.governance.rules import NotaryRules, Pattern

FOLDER = Path(__file__).parent
ALPHABETS = {
    "digits": string.digits,
    "hex": string.digits + "abcdef",
    "lower": string.ascii_lowercase,
    "base58": string.digits[1:] + "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    "base32": string.ascii_uppercase + "234567",
    "base64": string.ascii_letters + string.digits + "+/",
}
WORDS = "sunflower swordfish letmein opensesame zhangsan butterfly"
NOUNS = "monkey river dance apple bread chair eagle flame grape igloo juice knife lemon stone"


class Draws:
    """Secrets of one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def fill(self, template: str) -> str:
        """The template with a secret for each draw."""
        return re.sub("⟨([a-z0-9]+)(?: ([0-9a-z]+))?⟩", lambda draw: self._draw(draw[1], draw[2] or "1"), template)

    def _draw(self, kind: str, size: str) -> str:
        some = self._random.choices
        if kind in ALPHABETS:
            first = {"base32": "J5", "base64": "aB7"}.get(kind, "")
            return first + "".join(some(ALPHABETS[kind], k=int(size) - len(first)))
        if kind == "mixed":
            return "k7" + "".join(some(string.ascii_letters + string.digits, k=int(size) - 2))
        if kind == "strong":
            return (
                "W"
                + "".join(some(string.ascii_lowercase, k=4))
                + self._random.choice("!@#%")
                + "".join(some("23456789", k=3))
            )
        if kind == "phrase":
            return " ".join(self._random.sample(NOUNS.split(), int(size)))
        if kind == "hyphens":
            return "-".join(self._random.sample(NOUNS.split(), int(size)))
        if kind == "pair":
            return base64.b64encode(f"bob:{self._draw('mixed', '9')}".encode()).decode()
        if kind == "aws":
            return "AK" + "IA" + "".join(some(ALPHABETS["base32"], k=16))
        return self._random.choice(WORDS.split())


def announced() -> dict[str, list[str]]:
    """The templates by kind."""
    kinds: dict[str, list[str]] = {}
    for block in (FOLDER / "announced_secrets.txt").read_text(encoding="utf-8").split("\n# ")[1:]:
        kind, *texts = block.strip("\n").split("\n")
        kinds[kind] = [text.replace("\\n", "\n") for text in texts if text]
    return kinds


def lookalikes() -> list[str]:
    """The texts that hold no secret."""
    lines = (FOLDER / "lookalikes.txt").read_text(encoding="utf-8").split("\n")[2:]
    return [line.replace("\\n", "\n") for line in lines if line]


def samples(seed: int) -> Iterator[tuple[str, str, str]]:
    """Kind, text and the secret in it."""
    draws = Draws(seed)
    for kind, templates in announced().items():
        for template in templates:
            before, secret, after = re.split("[⟦⟧]", draws.fill(template))
            yield kind, before + secret + after, secret


def survives(secret: str, text: str) -> bool:
    """Whether the secret, or a word of it that says much, stands in the text."""
    return secret in text or any(len(word) > 7 and word in text for word in secret.split())


def test_the_set_is_as_large_as_it_should_be() -> None:
    kinds = announced()
    assert len(kinds) >= 40
    assert sum(map(len, kinds.values())) >= 150
    assert len(lookalikes()) >= 80
    assert sum(not text.isascii() for texts in kinds.values() for text in texts) >= 50


@pytest.mark.parametrize("seed", [20260721, 7, 99])
def test_nearly_every_announced_secret_goes_and_the_text_comes_to_rest(seed: int) -> None:
    found = [(kind, text, secret, scrub(text, "content")) for kind, text, secret in samples(seed)]
    missed = [(kind, text) for kind, text, secret, scrubbed in found if survives(secret, scrubbed.text)]
    assert len(missed) <= 0.02 * len(found), missed
    assert all(scrub(scrubbed.text, "content").text == scrubbed.text for *_, scrubbed in found)
    assert not any(is_plain(text) for _, text, _, scrubbed in found if scrubbed.text != text)


def test_what_only_speaks_of_secrets_is_byte_for_byte_the_same() -> None:
    touched = [text for text in lookalikes() if surroundings.redact(text) or credentials.redact(text, "content")]
    assert touched == []


def test_lookalikes_side_by_side_announce_nothing_either() -> None:
    texts = lookalikes()
    pairs = [f"{first}\n{second}" for first, second in pairwise(texts)]
    assert [text for text in pairs if surroundings.redact(text)] == []


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("my password is ⟦⟨mixed 9⟩⟧.", "password"),
        ("数据库的密码改成了⟦⟨strong⟩⟧，记一下", "password"),
        ("api_key = '⟦⟨mixed 24⟩⟧'", "api-key"),
        ("the PIN is ⟦⟨digits 4⟩⟧", "pin"),
        ("验证码：⟦⟨digits 6⟩⟧", "one-time-code"),
        ("curl -u bob:⟦⟨mixed 9⟩⟧ https://h", "cli-password"),
        ("machine h login bob password ⟦⟨mixed 9⟩⟧", "netrc"),
        ("Cookie: sessionid=⟦⟨hex 32⟩⟧; theme=dark", "cookie"),
        ("Authorization: Basic ⟦⟨pair⟩⟧", "basic-authorization"),
        ("id ⟨aws id⟩ secret-ish ⟦⟨base64 40⟩⟧", "access-key-secret"),
    ],
)
def test_only_the_secret_goes_and_its_kind_is_named(text: str, rule: str) -> None:
    before, secret, after = re.split("[⟦⟧]", Draws(5).fill(text))
    scrubbed = scrub(before + secret + after, "content")
    assert scrubbed.text.endswith(f"[REDACTED:{rule}]{after}")
    places = [finding for finding in scrubbed.findings if finding.rule == rule]
    assert [(one.start, one.end) for one in places] == [(len(before), len(before) + len(secret))]


def test_the_name_of_a_field_announces_its_value() -> None:
    secret = Draws(3).fill("⟨mixed 9⟩")
    value = {
        "db_password": secret,
        "note": secret,
        "password": "required",
        "max_tokens": "4096",
        "deep": [{"apiKey": 1}],
    }
    clean, findings = scrub_value(value, "metadata")
    assert clean == {**value, "db_password": "[REDACTED:password]"}
    assert [(finding.rule, finding.field, finding.start, finding.end) for finding in findings] == [
        ("password", "metadata.db_password", 0, 9)
    ]
    assert scrub_value(clean, "metadata") == (clean, ())


LABELS = "password 密码 口令 token secret key pin 是 为 改成了 = : ： ， 。 |"
SIGNS = "\n \" ' ` “ ” ( ) [ ] < > / & # $ { } \\n"
PIECES = [
    *LABELS.split(" "),
    *SIGNS.split(" "),
    *(
        " is ",
        "'s ",
        " to ",
        " as the ",
        " is my ",
        "set the ",
        "my ",
        "curl -u a:",
        "mysql -p",
        "--password ",
        "Bearer ",
    ),
    *(
        "Authorization: ",
        "Cookie: a=",
        "machine h login x ",
        "账号 a/",
        "[REDACTED:",
        "[REDACTED:password]",
        "</password>",
    ),
    *(
        "[REDACTED:aws-key-id] ",
        "AK" + "IAABCDEFGHIJKLMNO7",
        "EMP-123456",
        "13800138000",
        "a@b.cn",
        "4111 1111 1111 1111",
    ),
    *(Draws(1).fill(draw) for draw in ("⟨mixed 9⟩", "⟨strong⟩", "⟨base64 40⟩", "⟨digits 6⟩", "⟨word⟩", "⟨phrase 12⟩")),
]
RULES = NotaryRules(True, (Pattern("employee", "EMP-[0-9]{6}"), Pattern("shout", "[A-Z]{8}")))


@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join), st.sampled_from([NotaryRules(), RULES]))
def test_scrubbing_what_is_scrubbed_changes_nothing(text: str, rules: NotaryRules) -> None:
    try:
        once = scrub(text, "content", rules).text
    except InvalidError:
        return
    again = scrub(once, "content", rules)
    assert (again.text, again.findings) == (once, ())
