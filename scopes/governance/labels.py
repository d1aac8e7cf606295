"""The words that announce a secret, in English and Chinese: data, read by `contextual`.

A label ends with one of `WORDS`. `key` and `code` say little alone: there the words before them decide. `demand` is
how much a value must look like a secret before it is taken for one: words are passwords, but no tokens.
"""

import re
from collections.abc import Iterator
from typing import Literal

import msgspec

Demand = Literal["password", "pass", "digits", "code", "secret", "token"]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


class Label(msgspec.Struct, frozen=True):
    """A kind of secret: the rule that reports it and what its values look like; where it was named."""

    rule: str
    demand: Demand
    start: int = 0
    end: int = 0


_PASSWORD = Label("password", "password")
_PIN = Label("pin", "digits")
_CODE = Label("one-time-code", "digits")
_SHARE = Label("access-code", "code")
_SECRET = Label("secret", "secret")
_TOKEN = Label("token", "token")
_API_KEY = Label("api-key", "token")

# Words that are labels inside longer identifiers too (`dbpassword`), and those that have to stand for themselves.
_INNER = {
    _PASSWORD: "password passwd passphrase passcode passwort pswd pwd 密码 密碼 口令 密语",
    _SECRET: "secret 密钥 密鑰 秘钥 密匙 私钥 私鑰",
    _TOKEN: "token 令牌 访问凭证 访问凭据 激活码 注册码 appcode appcertificate securityjscode",
    Label("session", "token"): "sessionid session_id jsessionid phpsessid sessdata",
    _SHARE: "提取码 访问码 授权码 解压码 解锁码 开锁码 开门码 通行码 配对码 門禁碼 门禁码 授權碼 提取碼",
    _CODE: "验证码 動態碼 动态码 校验码 驗證碼",
}
_WHOLE = {
    Label("password", "pass"): "pass psw pw",
    _PIN: "pin pin码 pincode puk puk码 combination",
    _CODE: "otp totp",
    _SECRET: "sk credential",
    _TOKEN: "ak jwt",
}
_KEYS = {
    _SECRET: "secret private encryption signing master shared hmac aes des cipher crypt crypto session"
    " signature jwt 加密 encodingaes encrypt decrypt decryption merchant mch wallet",
    _API_KEY: "api access app auth authorization subscription service rest admin write read ingest account license "
    "storage apim maps server send bot integration project consumer webhook recovery activation device",
    _PASSWORD: "wifi wi-fi wpa wpa2 wpa3 wireless hotspot preshared pre-shared",
}
_CODES = {
    _PIN: "access door gate alarm entry unlock lock security safe pin keypad lockbox garage locker vault puk",
    _CODE: "verification login otp 2fa mfa sms one-time onetime auth authentication confirmation",
}
# Tokens of parsers, models and pages.
_OTHER_TOKENS = _words(
    "pad eos bos sep cls unk mask next page cursor continuation max min num per special stop "
    "sync prev previous start "
    "end first last total input output prompt image text word each every unexpected illegal"
)

_TABLE = {
    word: (label, whole)
    for whole, table in ((False, _INNER), (True, _WHOLE))
    for label, words in table.items()
    for word in words.split()
}


def _by_last(table: dict[Label, str]) -> dict[str, list[tuple[str, Label]]]:
    """The words of a table by their last character: of dozens, few have to be compared."""
    found: dict[str, list[tuple[str, Label]]] = {}
    for label, words in table.items():
        for word in words.split():
            found.setdefault(word[-1], []).append((word, label))
    return found


_BEFORE = {"key": _by_last(_KEYS), "code": _by_last(_CODES)}
_SPACED = {
    "pin number": _PIN,
    "pin 码": _PIN,
    "puk 码": _PIN,
    "app certificate": _TOKEN,
    "session-id": Label("session", "token"),
    "connect.sid": Label("session", "token"),
}
_OTHER_PASSES = _words("boarding season bus day visitor mountain rail ski first second next last each per")
WORDS = (*_TABLE, *_BEFORE, *_SPACED, "pass word", "pass-word", "pass_word", "pass phrase")


def _pattern() -> str:
    """Any of the words, the longest first; sought faster when those with the same beginning stand together."""
    ends: dict[str, list[str]] = {}
    for word in sorted(WORDS, key=len, reverse=True):
        ends.setdefault(word[0], []).append(re.escape(word[1:]))
    return "|".join(f"{re.escape(first)}(?:{'|'.join(rest)})" for first, rest in ends.items())


_WORD = re.compile(_pattern())
_STEMS = ("pass", "pwd", "psw", "secret", "token", "key", "code", "sess", "credential", "certificate", "connect.sid")
_SHORT = ("pin", "otp", "sk", "ak", "jwt", "pw", "puk", "combination")
_SHORT_WORD = re.compile("(?<![a-z])(?:pin|t?otp|sk|ak|jwt|pw|puk|combination)(?![a-z])")
_HAN_STEMS = ("密码", "密碼", "口令", "令牌", "码", "碼", "钥", "鑰", "匙", "凭证", "凭据", "密语")
_LETTER = re.compile("[a-z]")


def lowered(text: str) -> str:
    """The text in lower case, each character in its place."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(c.lower() if c.isascii() else c for c in text)


def hinted(low: str) -> bool:
    """Whether a text in lower case may hold a label; cheap, and never wrongly False."""
    if any(stem in low for stem in _STEMS) or (not low.isascii() and any(stem in low for stem in _HAN_STEMS)):
        return True
    return any(word in low for word in _SHORT) and _SHORT_WORD.search(low) is not None


def find(text: str, low: str, position: int) -> Label | None:
    """The first label from `position` on."""
    while match := _WORD.search(low, position):
        label = _label(text, low, *match.span())
        if label:
            return Label(label.rule, label.demand, match.start(), match.end())
        position = match.start() + 1  # `sk` isn't one in `accesskey`
    return None


def named(name: str) -> Label | None:
    """The label that the name of a field ends with."""
    low = lowered(name).rstrip("0123456789_-. ")
    found = [match for match in _WORD.finditer(low) if match.end() == len(low)]
    return _label(name, low, *found[-1].span()) if found else None


def _label(text: str, low: str, start: int, end: int) -> Label | None:
    word = low[start:end]
    if word in _BEFORE:
        return next(_announced(low, start, _BEFORE[word]), None)
    if word not in _TABLE:
        return _SPACED.get(word, _PASSWORD)
    label, whole = _TABLE[word]
    if whole and not _stands_alone(text, low, start, end):
        return None
    others = {"token": _OTHER_TOKENS, "pass": _OTHER_PASSES}.get(word)
    if others and low[max(0, start - 16) : start].rstrip("-_ ").endswith(others):
        return None
    return label


def _announced(low: str, start: int, labels: dict[str, list[tuple[str, Label]]]) -> Iterator[Label]:
    before = low[max(0, start - 16) : start].rstrip("-_ .")
    for word, label in labels.get(before[-1:], ()):
        if before.endswith(word) and (len(word) > 3 or not _LETTER.match(before[-len(word) - 1 : -len(word)])):
            yield label


def _stands_alone(text: str, low: str, start: int, end: int) -> bool:
    """Whether no letter touches the word, but for the hump of `dbPass`."""
    before = text[start - 1 : start] if start else ""
    hump = text[start].isupper() and before.islower()
    return (hump or not _LETTER.match(before.lower())) and not _LETTER.match(low[end : end + 1])
