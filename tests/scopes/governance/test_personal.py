"""Personal data is found by form and check digit, and taken out only where that is switched on."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scopes.governance import personal
from scopes.governance.notary import scrub
from scopes.governance.rules import NotaryRules

ON = NotaryRules(pii=True)
_WEIGHTS, _CHECKS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2), "10X98765432"


def identity_card(first: str) -> str:
    return first + _CHECKS[sum(int(a) * b for a, b in zip(first, _WEIGHTS, strict=True)) % 11]


def bank_card(first: str) -> str:
    total = sum(sum(divmod(int(digit) * (2 - at % 2), 10)) for at, digit in enumerate(reversed(first)))
    return first + str(-total % 10)


FOUND = [
    ("身份证号" + identity_card("11010519491231002"), "pii-identity-card", identity_card("11010519491231002")),
    (f"ID {identity_card('44030820000101123')}.", "pii-identity-card", identity_card("44030820000101123")),
    ("卡号" + bank_card("622202123456789012"), "pii-bank-card", bank_card("622202123456789012")),
    ("card 4111 1111 1111 1111 exp", "pii-bank-card", "4111 1111 1111 1111"),
    ("in 2024 4111-1111-1111-1111", "pii-bank-card", "4111-1111-1111-1111"),
    ("amex 3782 822463 10005", "pii-bank-card", "3782 822463 10005"),
    ("手机号是13800138000，谢谢", "pii-mobile", "13800138000"),
    ("call 138-0013-8000 now", "pii-mobile", "138-0013-8000"),
    ("+86 13800138000", "pii-mobile", "+86 13800138000"),
    ("tel +1 (415) 555-2671", "pii-telephone", "+1 (415) 555-2671"),
    ("tel +44 20 7946 0958.", "pii-telephone", "+44 20 7946 0958"),
    ("写信给 bob.smith+x@mail.example.com。", "pii-email", "bob.smith+x@mail.example.com"),
    ("SSN 536-90-4399", "pii-ssn", "536-90-4399"),
]
STAYS = [
    "2026-07-21 14:30:00 +0800, 20260721, 21/07/2026",
    "order 202607211234567890, 订单号 4200001234202607211234567890, 快递 SF1234567890123",
    "identity " + identity_card("11010519491231002")[:17] + "0",
    "card 4111 1111 1111 1112, isbn 978-7-111-12345-6",
    "192.168.1.100:8080 1.2.3-4 arXiv:2405.12345v2",
    "icon@2x.png git@github.com:a/b @bob a@b",
    "000-12-3456 666-12-3456 123-00-4567 1234-56-7890",
    "pi is 3.14159265358979, id x13800138000y, 股票 600519",
    "uuid 550e8400-e29b-41d4-a716-446655440000",
]


@pytest.mark.parametrize(("text", "rule", "data"), FOUND)
def test_personal_data_goes_only_where_that_is_switched_on(text: str, rule: str, data: str) -> None:
    assert [(one, text[start:end]) for one, start, end in personal.find(text)] == [(rule, data)]
    assert scrub(text, "content").text == text
    scrubbed = scrub(text, "content", ON)
    assert scrubbed.text == text.replace(data, f"[REDACTED:{rule}]")
    assert [finding.rule for finding in scrubbed.findings] == [rule]


@pytest.mark.parametrize("text", STAYS)
def test_dates_numbers_and_names_are_no_personal_data(text: str) -> None:
    assert personal.find(text) == []
    assert scrub(text, "content", ON).text == text


@given(
    st.lists(st.sampled_from([text for text, *_ in FOUND] + STAYS + ["1", " ", "-", "@", "+"]), max_size=6).map("".join)
)
def test_what_is_found_lies_apart_and_is_gone_after(text: str) -> None:
    spans = [(start, end) for _, start, end in personal.find(text)]
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    once = scrub(text, "content", ON).text
    assert personal.find(once) == []
    assert scrub(once, "content", ON).text == once
