"""Credentials as people write them, of many vendors and in two languages, go; what looks like one stays.

The texts are data (`everyday_credentials.txt`, `everyday_lookalikes.txt`); what they draw is made at run time.
"""

import base64
import json
import random
import re
import string
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scopes.governance import credentials, surroundings
from scopes.governance.notary import scrub

FOLDER = Path(__file__).parent
WORD = string.ascii_letters + string.digits
ALPHABETS = {
    "mixed": WORD,
    "url": WORD + "-_",
    "base64": WORD + "+/",
    "base32": string.ascii_uppercase + "234567",
    "bech32": "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L",
    "hex": string.digits + "abcdef",
    "digits": string.digits,
    "lower": string.ascii_lowercase,
    "lowmixed": string.ascii_lowercase + string.digits,
    "upmixed": string.ascii_uppercase + string.digits,
    "crypt": WORD + "./",
    "signs": WORD + "!#%^&*-_+",
}
NAMES = "Tiger maple Rocket winter Falcon coffee Monkey river Dragon violet"
PEOPLE = "Lixm wangwei Zhaoyf xiaoming Chenjj liuyang Sunqq huangdi"
HANZI = "山水风花雪月春秋松竹梅兰"
NOUNS = "abandon ability album anchor apple arrow artist bacon badge bamboo basket beach bench blanket bottle bridge"


class Draws:
    """What the texts draw, of one seed."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._kinds: dict[str, Callable[[str], str]] = {
            "": lambda _: "",
            "password": self._password,
            "number": lambda size: self._random.choice("123456789") + self._some(string.digits, int(size) - 1),
            "uuid": lambda _: "-".join(self._some(ALPHABETS["hex"], size) for size in (8, 4, 4, 4, 12)),
            "phrase": lambda size: " ".join(self._random.sample(NOUNS.split(), int(size))),
            "hanzi": lambda size: "".join(self._random.sample(HANZI, int(size))),
            "pair": lambda _: base64.b64encode(f"jane:{self._password('rand')}".encode()).decode(),
            "jwt": lambda _: f"{self._segment('alg')}.{self._segment('sub')}.{self._some(ALPHABETS['url'], 42)}a",
            "begin": lambda label: f"-----BEGIN {label.replace('-', ' ')}-----",
            "end": lambda label: f"-----END {label.replace('-', ' ')}-----",
        }

    def fill(self, template: str) -> str:
        """The template with every draw made and every line ended."""
        return re.sub("⟨([a-z0-9]*)(?: ([^⟩]+))?⟩", lambda draw: self._draw(draw[1], draw[2] or ""), template).replace(
            "↵", "\n"
        )

    def _draw(self, kind: str, detail: str) -> str:
        if kind not in ALPHABETS:
            return self._kinds[kind](detail)
        size, alphabet = int(detail), ALPHABETS[kind]
        drawn = self._some(alphabet, size)
        # Random strings begin and end in no sign, and hold a digit where there are any.
        while size > 11 and not (
            drawn[0].isalnum() and drawn[-1].isalnum() and (kind == "lower" or re.search(r"\d", drawn))
        ):
            drawn = self._some(alphabet, size)
        return drawn

    def _some(self, alphabet: str, size: int) -> str:
        return "".join(self._random.choices(alphabet, k=size))

    def _password(self, style: str) -> str:
        one, two = self._random.choice(NAMES.split()), self._random.choice(NAMES.split())
        digits = self._draw("number", "4")
        return {
            "word": one + digits[: self._random.randint(2, 4)] + self._random.choice(["!", "#", "$", "!!", "*"]),
            "two": one + self._random.choice("_-.") + two + digits[:2],
            "pinyin": self._random.choice(PEOPLE.split()) + self._random.choice(["", "!", "#"]) + "19" + digits,
            "named": self._random.choice(PEOPLE.split()).lower() + self._random.choice("_.!") + digits,
            "weak": one.lower() + digits[:3],
            "url": one + self._some(WORD, 6) + digits[:2],
            "rand": self._some(string.ascii_uppercase, 4) + self._some(ALPHABETS["lowmixed"], 5) + "#" + digits[:3],
        }[style]

    def _segment(self, name: str) -> str:
        fields = json.dumps({name: self._some(WORD, 8)})
        return base64.urlsafe_b64encode(fields.encode()).decode().rstrip("=")


def lines(name: str) -> list[str]:
    """The texts of a file, its heading and the names of kinds left out."""
    return [line for line in (FOLDER / name).read_text(encoding="utf-8").split("\n")[2:] if line and line[:2] != "# "]


def samples(seed: int) -> Iterator[tuple[str, str]]:
    """A text and the secret in it."""
    draws = Draws(seed)
    for line in lines("everyday_credentials.txt"):
        before, secret, after = re.split("[⟦⟧]", draws.fill(line))
        yield before + secret + after, secret


def test_the_set_is_as_large_as_it_should_be() -> None:
    assert len(lines("everyday_credentials.txt")) >= 240
    assert len(lines("everyday_lookalikes.txt")) >= 150
    assert sum(not line.isascii() for line in lines("everyday_credentials.txt")) >= 120


@pytest.mark.parametrize("seed", [20240611, 7, 99])
def test_nearly_every_credential_goes_and_the_text_comes_to_rest(seed: int) -> None:
    found = [(text, secret, scrub(text, "content").text) for text, secret in samples(seed)]
    missed = [text for text, secret, scrubbed in found if secret in scrubbed]
    assert len(missed) <= 0.02 * len(found), missed
    assert all(scrub(scrubbed, "content").text == scrubbed for *_, scrubbed in found)


@pytest.mark.parametrize("seed", [77, 8, 100])
def test_what_only_looks_like_a_credential_is_byte_for_byte_the_same(seed: int) -> None:
    draws = Draws(seed)
    texts = [draws.fill(line) for line in lines("everyday_lookalikes.txt")]
    assert [text for text in texts if surroundings.redact(text) or credentials.redact(text, "content")] == []
