"""The secret beside the id of an access key goes with it; what else stands there does not."""

import random
import string

import pytest

from scopes.governance.notary import scrub

DRAW = random.Random(11)
WORD = string.ascii_letters + string.digits


def some(alphabet: str, length: int) -> str:
    return "aB7" + "".join(DRAW.choices(alphabet, k=length - 3))


IDS = {
    "aws-key-id": ("AK" + "IA" + "".join(DRAW.choices(string.ascii_uppercase, k=15)) + "7", some(WORD + "/+", 40)),
    "aliyun-key-id": ("LT" + "AI5t" + some(WORD, 18), some(WORD, 30)),
    "tencent-key-id": ("AK" + "ID" + some(WORD, 32), some(WORD, 32)),
    "volcengine-key-id": ("AK" + "LT" + some(WORD, 40), some(WORD, 58) + "=="),
}


@pytest.mark.parametrize("between", [" ", ",", "\n", " / ", "，后面那串是 ", '"\n  "', "\tregion cn-north-1\t"])
@pytest.mark.parametrize("rule", IDS)
def test_the_partner_of_a_key_id_goes_on_either_side(rule: str, between: str) -> None:
    identity, secret = IDS[rule]
    mark, partner = f"[REDACTED:{rule}]", "[REDACTED:access-key-secret]"
    assert scrub(f"({identity}{between}{secret})", "content").text == f"({mark}{between}{partner})"
    assert scrub(f"({secret}{between}{identity})", "content").text == f"({partner}{between}{mark})"


def test_each_id_takes_one_partner() -> None:
    lines = [f"{identity},{secret}" for identity, secret in IDS.values()]
    text = scrub("id,secret\n" + "\n".join(lines), "content").text
    assert text.count("[REDACTED:access-key-secret]") == len(IDS)
    assert not any(secret in text for _, secret in IDS.values())


@pytest.mark.parametrize(
    "beside",
    [
        "".join(DRAW.choices("0123456789abcdef", k=40)),
        "-".join("".join(DRAW.choices("0123456789abcdef", k=size)) for size in (8, 4, 4, 4, 12)),
        "https://console.example.com/iam/Users2/AccessKeys/Overview/Page7",
        "/home/Bob/Projects2026/terraform/modules/Network/main.tf",
        "arn:aws:iam::123456789012:user/Development/Bob",
        "2026-07-21T14:30:00Z, order 202607211234567890",
        "TheQuickBrownFoxJumpsOverTheLazyDog",
    ],
)
def test_digests_paths_and_names_beside_an_id_stay(beside: str) -> None:
    identity, _ = IDS["aws-key-id"]
    assert scrub(f"{identity} {beside}", "content").text == f"[REDACTED:aws-key-id] {beside}"
