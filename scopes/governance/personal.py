"""Finds personal data that has a form of its own: cards with their check digits, telephones, mailboxes.

Finding is for whoever asks; taking it out is a switch of `NotaryRules`. Dates and order numbers have no check digit
and no such form.
"""

import re
from collections.abc import Callable, Iterator

Found = tuple[str, int, int]

_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)  # GB 11643-1999
_CHECKS = "10X98765432"
# By the first digits: the lengths that cards of the networks have.
_NETWORKS = re.compile(
    r"62\d{14,17}|4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:2[2-9]|[3-6]\d|7[01])\d{13}|3[47]\d{13}|35\d{14}|"
    r"3(?:0[0-5]|[689]\d)\d{11}|6(?:011|5\d\d|4[4-9]\d)\d{12}|9[0-9]\d{14,17}"
)
_FILES = ("png", "jpg", "jpeg", "gif", "webp", "svg", "ico", "css", "js", "ts", "py", "md", "txt", "json", "html")


def _is_identity_card(digits: str) -> bool:
    total = sum(int(digit) * weight for digit, weight in zip(digits[:17], _WEIGHTS, strict=True))
    return _CHECKS[total % 11] == digits[17].upper()


def _is_bank_card(written: str) -> bool:
    digits = re.sub("[ -]", "", written)
    return _NETWORKS.fullmatch(digits) is not None and _luhn(digits) % 10 == 0 and len(set(digits)) > 1


def _luhn(digits: str) -> int:
    doubled = (int(digit) * 2 for digit in digits[-2::-2])
    return sum(map(int, digits[::-2])) + sum(digit - 9 if digit > 9 else digit for digit in doubled)


def _is_telephone(written: str) -> bool:
    return 8 <= sum(map(str.isdigit, written)) <= 15


def _is_mailbox(written: str) -> bool:
    name, _, host = written.rpartition("@")
    return name != "git" and host.rpartition(".")[2].lower() not in _FILES


_BEFORE, _AFTER = r"(?<![A-Za-z0-9_\d])(?<![\d][-./])", r"(?![A-Za-z0-9_\d])(?![-./]?\d)"
_FORMS: tuple[tuple[str, re.Pattern[str], Callable[[str], bool]], ...] = (
    (
        "pii-identity-card",
        re.compile(
            _BEFORE + r"[1-9]\d{5}(?:18|19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]" + _AFTER
        ),
        _is_identity_card,
    ),
    (
        "pii-bank-card",
        re.compile(
            _BEFORE
            + r"(?:\d{4}([ -])(?:\d{4}\1){2}\d{1,4}(?:\1\d{1,3})?|\d{4}[ -]\d{6}[ -]\d{5}|\d{6}[ -]\d{10,13}|\d{13,19})"
            + _AFTER
        ),
        _is_bank_card,
    ),
    ("pii-ssn", re.compile(_BEFORE + r"(?!000|666|9\d\d)\d{3}-(?!00)\d\d-(?!0000)\d{4}" + _AFTER), lambda _: True),
    (
        "pii-mobile",
        re.compile(r"(?<![A-Za-z0-9_\d+])(?<![\d][-./])(?:(?:\+|00)?86[- ]?)?1[3-9]\d(?:[- ]?\d{4}){2}" + _AFTER),
        lambda _: True,
    ),
    (
        "pii-telephone",
        re.compile(r"(?<![A-Za-z0-9_\d+])\+[1-9]\d{0,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}" + _AFTER),
        _is_telephone,
    ),
    (
        "pii-email",
        re.compile(
            r"(?<![A-Za-z0-9._%+-])[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@(?:[A-Za-z0-9-]{1,63}\.){1,5}[A-Za-z]{2,24}(?![A-Za-z0-9-])"
        ),
        _is_mailbox,
    ),
)
_DIGITS = re.compile(r"\d[\d -]{7}")


def hinted(text: str) -> bool:
    """Whether the text may have personal data; cheap, and never wrongly False."""
    return "@" in text or "+" in text or _DIGITS.search(text) is not None


def find(text: str) -> list[Found]:
    """Rule, start and end of everything that has the form of personal data, in order; the first form counts."""
    found: list[Found] = []
    for rule, pattern, holds in _FORMS if hinted(text) else ():
        for start, end in _spans(text, pattern, holds):
            if all(end <= other[1] or start >= other[2] for other in found):
                found.append((rule, start, end))
    return sorted(found, key=lambda one: one[1])


def _spans(text: str, pattern: re.Pattern[str], holds: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    for match in pattern.finditer(text):
        if holds(match.group()):
            yield match.span()
