"""Reads the value that follows a label and says whether it is a secret."""

import re
from typing import Literal

import msgspec

from scopes.governance.labels import Demand
from scopes.governance.placeholders import (
    is_elsewhere,
    is_expression,
    is_mask,
    is_named,
    is_passphrase,
    is_remark,
    is_telling,
)

How = Literal["equals", "compared", "colon", "verb", "said", "bare"]

_SHORTEST, _LONGEST = 4, 256

_QUOTED = re.compile(
    r"""(?:[bBrRuUfF]{1,2}(?=["']))?(?:(\\{1,3}["'])([^"'\n\\]{1,256})\1|"((?:[^"\\\n]"""
    r"""|\\.){1,256})"|'((?:[^'\\\n]|\\.){1,256})'|"""
    r"""`([^`\n]{1,256})`|“([^”\n]{1,256})”|‘([^’\n]{1,256})’|「([^」\n]{1,256})」"""
    r"""|『([^』\n]{1,256})』|【([^】\n]{1,256})】)"""
)
_OPENING = re.compile(r"\\{0,3}[\"'`“‘「『【]|\*{2}(?=[^*\s])")
_PLAIN = r"""!#-&(-;=?-_a-~\u00a1-\u024f"""
_RUN = re.compile(rf"""(?:[{_PLAIN}]|(?<=[!-~])["'`](?=[A-Za-z0-9])|<(?=[0-9!@#$%^&*])|>(?=[!-~])){{1,{_LONGEST}}}""")
_LONG_RUN = re.compile(rf"[{_PLAIN}]{{{_LONGEST}}}")  # most of them, and matched faster
_REST = re.compile(rf"[{_PLAIN}]{{0,4096}}+")
_CUT = re.compile(
    r"""&(?=[A-Za-z_][\w.-]{0,40}=)|&amp;|;(?=\Z|[A-Za-z][\w ]{0,40}=)|,(?=\Z|["'\[{]"""
    r"""|[A-Za-z_][\w.-]{0,40}[=:])|\\[nrt]|\\(?=\Z)|</|\|(?=\Z)"""
)
_CUT_AT_COMMA = re.compile(_CUT.pattern + "|,")
_UNIT = re.compile(
    r"[ \t]?(?:[-~—至到][ \t]?\d{1,5}[ \t]?)?(?:位|个|個|次|字|天|年|月|日|分|秒|元|块|度|"
    r"层|楼|号|种|倍|版|期|届|条|页|章|节|"
    r"以[上下内]|左右|"
    r"(?i:characters?|chars?|digits?|letters?|bytes?|bits?|tokens?|words?|times?|days?|hours?|minutes?|min|seconds?|ms|"
    r"attempts?|users?|items?|entries|keys?|of|or more|or longer|to \d)(?![A-Za-z]))"
)
# What is said of a password that nobody should have.
_BELITTLED = re.compile(
    r"[”\"」』'’]?[ ]?(?:(?:这|那)?(?:种|样的?|类)"
    r"|(?:实在|真的|未免|也)?(?:太|过于|不够|不安全|很弱|很简单|最常见|最弱)|之类)"
)
_STOP = re.compile(r"[ \t]{0,4}(?:\Z|[\n.,;!?)，。；！？、）”」|一-鿿])")
_PHRASE = re.compile("[a-z]{3,12}(?: [a-z]{3,12}){3,11}")
_SYMBOL = re.compile(r"[!-/:-@\[-`{-~]")
_HAN = re.compile("[\u2e80-\u9fff\uac00-\ud7af]")
_DIGIT = re.compile("[0-9]")
# A replaced secret inside a value, and the beginning of one where the value is looked at no further.
_REDACTED = re.compile(r"\[[A-Z]{1,8}(?::[a-z0-9-]{0,40}\]?|\Z)")


class Value(msgspec.Struct, frozen=True):
    """A value in the text: `start` and `end` without its quotes.

    One without quotes is read for 256 characters, which say what it is; `whole` finds the end of a longer one.
    """

    start: int
    end: int
    text: str
    quoted: bool


def read(text: str, at: int, demand: Demand = "password") -> Value | None:
    """The value that begins at `at`, without what only ends the sentence or the statement around it.

    Only a password may have a comma in it.
    """
    quoted = _QUOTED.match(text, at)
    if quoted:
        group = next(number for number in range(2, 11) if quoted[number] is not None)
        return Value(*quoted.span(group), quoted[group], True)
    opening = _OPENING.match(text, at)
    start = opening.end() if opening else at
    run = _LONG_RUN.match(text, start) or _RUN.match(text, start)
    if run is None:
        return None
    value = run.group()
    cut = (_CUT if demand in ("password", "pass") else _CUT_AT_COMMA).search(value)
    if not cut and len(value) == _LONGEST:
        return Value(start, run.end(), value, False)
    value = value[: cut.start()] if cut else value
    phrase = _PHRASE.match(text, start)
    if phrase and is_passphrase(phrase.group()) and _STOP.match(text, phrase.end()):
        return Value(*phrase.span(), phrase.group(), False)
    value = _trimmed(value, starred=bool(opening) and opening.group() == "**")
    return Value(start, start + len(value), value, False) if value else None


def whole(text: str, value: Value) -> Value:
    """The value with all that goes on after what was read: of labels in a row, each has the rest of the row behind it,
    and it is read only when something depends on it."""
    if value.quoted or len(value.text) < _LONGEST:
        return value
    rest = _REST.match(text, value.end)
    body = _trimmed(value.text + (rest.group() if rest else ""), starred=text.endswith("**", 0, value.start))
    return Value(value.start, value.start + len(body), value.text, False)


def _trimmed(value: str, *, starred: bool) -> str:
    value = value.rstrip(".,;:?*" if starred else ".,;:?")
    for opening, closing in ("()", "[]", "{}"):
        surplus = value.count(closing) - value.count(opening) if value.endswith(closing) else 0
        while surplus > 0 and value.endswith(closing):
            value, surplus = value[:-1].rstrip(".,;:"), surplus - 1
    return value


def is_secret(demand: Demand, how: How, value: Value, text: str) -> bool:
    """Whether the value, found in `text` behind a label, is a secret; `how` says what stood between the two."""
    body = value.text
    if len(body) < _SHORTEST or (how == "bare" and not _has_digit(body)):
        return False
    if not value.quoted and (how == "compared" or (how in ("said", "bare") and len(body) < 16 and body.isalpha())):
        return False
    return _fits(demand, how, value, text) and not _is_stand_in(how, value)


def _is_stand_in(how: How, value: Value) -> bool:
    """Whether the value only stands where a secret would."""
    body = value.text
    seen = body[:_LONGEST]
    if is_mask(seen) or is_elsewhere(seen) or _HAN.search(body) or is_remark(seen):
        return True
    if value.quoted:
        return False
    return (body.isalpha() and is_telling(body)) or (how in ("equals", "compared", "colon") and is_expression(seen))


def _fits(demand: Demand, how: How, value: Value, text: str) -> bool:
    """Whether the value looks as much like a secret as its label demands."""
    body = value.text
    if body.isdigit():
        return _is_number(demand, how, body) and (
            value.quoted or not (_UNIT.match(text, value.end) or _BELITTLED.match(text, value.end))
        )
    if demand in ("digits", "code"):
        mixed = _has_digit(body) and any(map(str.isalpha, body)) and not is_named(body)
        return (how != "bare" or (demand == "code" and mixed)) and _is_code(demand, body)
    if demand == "token":
        return _is_random(body, 16 if how == "bare" else 8)
    if demand == "secret":
        word = (how in ("equals", "compared") or value.quoted) and _is_word(how, value, text, 8)
        return word or _is_random(body, 16 if how == "bare" else 8)
    if demand == "pass":
        return _is_strong(how, value, text) or (_is_word(how, value, text, 8) and (value.quoted or how == "equals"))
    return _is_strong(how, value, text) or _is_word(how, value, text, _SHORTEST)


def _is_number(demand: Demand, how: How, digits: str) -> bool:
    if demand in ("digits", "code"):
        return len(digits) <= 8 and (how != "bare" or len(digits) >= _SHORTEST)
    least = _SHORTEST if demand == "password" and how not in ("bare", "said") else 6
    return demand in ("password", "pass", "secret") and least <= len(digits) <= 24


def _is_code(demand: Demand, body: str) -> bool:
    if demand == "digits":
        return re.fullmatch(r"\d{4,8}[#*]|[#*]\d{4,8}[#*]?|(?:\d{2,4}[- ]){1,3}\d{2,4}", body) is not None
    return body.isascii() and body.isalnum() and 4 <= len(body) <= 32 and not is_telling(body)


def _is_random(body: str, least: int) -> bool:
    """Whether a run of characters is none that anybody would say: letters mixed with digits, or with each other."""
    if len(body) < least or " " in body:
        return False
    own = _REDACTED.sub("", body) if "[" in body else body
    if not any(map(str.isalpha, body)):
        return False
    cased = len(body) >= 16 and not own.islower() and not own.isupper()
    return (cased or _has_digit(own)) and not is_named(body)


def _has_digit(body: str) -> bool:
    return _DIGIT.search(body) is not None if body.isascii() else any(map(str.isdigit, body))


def _is_strong(how: How, value: Value, text: str) -> bool:
    """Whether a password is none of the words of the language."""
    body = value.text
    if " " in body:
        return False
    letters, digits = any(map(str.isalpha, body)), _has_digit(body)
    symbols = len(_SYMBOL.findall(body[1:-1])) + (_SYMBOL.match(body[-1]) is not None and body[-1] not in "-_/'\"!")
    if how == "bare":
        return len(body) >= 6 and letters and digits and not is_named(body) and "(" not in body
    if letters and digits:
        return value.quoted or not _UNIT.match(text, whole(text, value).end)
    if digits and re.search("[#*@!$%^&]", body):
        return True
    return (
        bool(symbols)
        and re.fullmatch(r"[A-Za-z]+(?:[-_.'/][A-Za-z]+)*[-_.'/]?", body) is None
        and (letters or len(body) > 5)
    )


def _is_word(how: How, value: Value, text: str, least: int) -> bool:
    """Whether words are a password: given as one, and not said about one."""
    body = value.text
    if how in ("said", "bare"):
        return value.quoted and how == "said" and is_passphrase(body)
    if " " in body:
        return is_passphrase(body)
    parts = [part for part in re.split("[-_.'/]", body) if part]
    name_or_path = not value.quoted and len(parts) > 2 and ("_" in body or "/" in body)
    if len(body) < least or not parts or name_or_path or any(is_telling(part) for part in parts):
        return False
    if value.quoted or len(parts) > 2 or (how in ("equals", "compared") and len(parts) == 1):
        return True
    return len(parts) == 1 and len(body) > _SHORTEST and _STOP.match(text, whole(text, value).end) is not None
