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


class Value(msgspec.Struct, frozen=True):
    """A value in the text: `start` and `end` without its quotes."""

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
    run = _RUN.match(text, start)
    if run is None:
        return None
    value = run.group()
    cut = (_CUT if demand in ("password", "pass") else _CUT_AT_COMMA).search(value)
    if cut:
        value = value[: cut.start()]
    elif len(value) == _LONGEST:
        rest = _REST.match(text, run.end())
        value += rest.group() if rest else ""
    phrase = _PHRASE.match(text, start)
    if phrase and is_passphrase(phrase.group()) and _STOP.match(text, phrase.end()):
        return Value(*phrase.span(), phrase.group(), False)
    value = _trimmed(value, starred=bool(opening) and opening.group() == "**")
    return Value(start, start + len(value), value, False) if value else None


def _trimmed(value: str, *, starred: bool) -> str:
    value = value.rstrip(".,;:?*" if starred else ".,;:?")
    for opening, closing in ("()", "[]", "{}"):
        while value.endswith(closing) and value.count(closing) > value.count(opening):
            value = value[:-1].rstrip(".,;:")
    return value


def is_secret(demand: Demand, how: How, value: Value, text: str) -> bool:
    """Whether the value, found in `text` behind a label, is a secret; `how` says what stood between the two."""
    body = value.text
    if len(body) < _SHORTEST or (how == "bare" and not any(map(str.isdigit, body))):
        return False
    if not value.quoted and (how == "compared" or (how in ("said", "bare") and len(body) < 16 and body.isalpha())):
        return False
    if not value.quoted and body.isalpha() and is_telling(body):
        return False
    if is_mask(body[:_LONGEST]) or is_elsewhere(body[:_LONGEST]) or _HAN.search(body) or is_remark(body[:_LONGEST]):
        return False
    if not value.quoted and how in ("equals", "compared", "colon") and is_expression(body[:_LONGEST]):
        return False
    if body.isdigit():
        return _is_number(demand, how, body) and (
            value.quoted or not (_UNIT.match(text, value.end) or _BELITTLED.match(text, value.end))
        )
    if demand in ("digits", "code"):
        mixed = any(map(str.isdigit, body)) and any(map(str.isalpha, body)) and not is_named(body)
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
    if len(body) < least or " " in body or is_named(body):
        return False
    letters, digits = any(map(str.isalpha, body)), any(map(str.isdigit, body))
    return (letters and digits) or (len(body) >= 16 and not body.islower() and not body.isupper() and letters)


def _is_strong(how: How, value: Value, text: str) -> bool:
    """Whether a password is none of the words of the language."""
    body = value.text
    if " " in body:
        return False
    letters, digits = any(map(str.isalpha, body)), any(map(str.isdigit, body))
    symbols = len(_SYMBOL.findall(body[1:-1])) + (_SYMBOL.match(body[-1]) is not None and body[-1] not in "-_/'\"!")
    if how == "bare":
        return len(body) >= 6 and letters and digits and not is_named(body) and "(" not in body
    if letters and digits:
        return value.quoted or not _UNIT.match(text, value.end)
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
    if len(body) < least or not parts or any(is_telling(part) for part in parts):
        return False
    if value.quoted or (how in ("equals", "compared") and len(parts) == 1):
        return True
    if len(parts) > 2:
        return "_" not in body and "/" not in body
    return len(parts) == 1 and len(body) > _SHORTEST and _STOP.match(text, value.end) is not None
