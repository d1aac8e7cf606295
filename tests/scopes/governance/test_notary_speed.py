"""No text makes the notary slow: twice as much takes about twice as long, and ordinary text costs little."""

import contextlib
import time

import pytest

from scopes.errors import MunimentError
from scopes.governance.notary import scrub

PEM = "-----BEGIN " + "RSA PRIVATE KEY-----"
UNITS = {
    "jwt header": "eyJ",
    "jwt headers": "eyJ-",
    "pem header": PEM,
    "pem lines": PEM + "\nMIIEowIBAAKCAQEAqKpRgnn6yq26U3yt5YFZ\n",
    "pem end": "-----END " + "RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAqKpRgnn6yq26U3yt5\n",
    "spaced prefix": "g l p a t - ",
    "prefix": "glp" + "at-",
    "wrapped prefix": "glp" + "at-\nabc1XYZ\n",
    "urls": "a://b:c@",
    "percent": "%67",
    "references": "&#103;",
    "escapes": "\\u0067",
    "full width": "ｇｈｐ＿",
    "tags": "<a b='\" ",
    "attributes": " onload=<x",
    "targets": "]:",
    "joiners": "👩\u200d",
    "isolates": "א\u2066\u2069",
    "selectors": "1\ufe0f",
    "marks": "\u0301\u034f",
    "lookalikes": "aа",
    "letters": "a",
}


def seconds(text: str) -> float:
    """Processor time of the best of three runs; a refusal is an answer too."""
    best = float("inf")
    for _ in range(3):
        start = time.thread_time()
        with contextlib.suppress(MunimentError):
            scrub(text, "content")
        best = min(best, time.thread_time() - start)
    return best


@pytest.mark.parametrize("name", UNITS)
def test_twice_the_text_takes_about_twice_the_time(name: str) -> None:
    unit = UNITS[name]
    text = unit * (12_000 // len(unit))
    # Four tries, because the machine is shared; what grows with the square passes none of them.
    assert any(seconds(text * 2) < 3 * seconds(text) + 0.005 for _ in range(4))


@pytest.mark.parametrize(
    ("text", "milliseconds_per_kib"),
    [
        ("We went to the library with my sister, and borrowed three novels about the sea. " * 13, 0.1),
        ("我们昨天一起去了图书馆，借了三本书；回来的路上下起了小雨。" * 12, 0.3),
    ],
)
def test_ordinary_text_costs_little(text: str, milliseconds_per_kib: float) -> None:
    spent = min(seconds(text) for _ in range(10))
    assert spent * 1000 < milliseconds_per_kib * len(text.encode()) / 1024
