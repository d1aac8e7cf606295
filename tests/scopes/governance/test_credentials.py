"""Credentials of every known shape go, whatever they are wrapped in; what only looks like one stays.

No literal here has the shape of a credential: they are drawn from a seeded generator and put together at run time.
"""

import base64
import json
import random
import re
import string
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from scopes.errors import InvalidError
from scopes.governance.credentials import redact
from scopes.governance.format_rule import Format
from scopes.governance.formats import FORMATS
from scopes.governance.plausible import is_placeholder, is_stand_in
from scopes.governance.rewrite import Rewrite

DRAW = random.Random(20260721)
LOWER, DIGITS = string.ascii_lowercase, string.digits
WORD = string.ascii_letters + DIGITS
URL, HEX, CAPITALS = WORD + "-_", DIGITS + "abcdef", string.ascii_uppercase + "234567"


def some(alphabet: str, length: int) -> str:
    return "".join(DRAW.choices(alphabet, k=length))


def uuid() -> str:
    return "-".join(some(HEX, length) for length in (8, 4, 4, 4, 12))


def segment(value: dict[str, str]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def jwt() -> str:
    return ".".join((segment({"alg": "HS256", "typ": "JWT"}), segment({"sub": some(WORD, 9)}), some(URL, 43)))


TOKENS = {
    "muniment-key": "mun" + "_" + some(LOWER + "234567", 8) + "_" + some(WORD, 49),
    "github-token": "gh" + "p_" + some(WORD, 36),
    "gitlab-token": "glp" + "at-" + some(URL, 19) + "a",
    "npm-token": "np" + "m_" + some(WORD, 36),
    "pypi-token": "py" + "pi-AgEIcHlwaS5vcmc" + some(URL, 70) + "a",
    "docker-token": "dckr" + "_pat_" + some(URL, 26) + "a",
    "postman-key": "PM" + "AK-" + some(HEX, 24) + "-" + some(HEX, 34),
    "figma-token": "fi" + "gd_" + some(URL, 39) + "a",
    "atlassian-token": "AT" + "ATT3xFfGF0" + some(URL, 180) + "a",
    "openai-key": "sk" + "-proj-" + some(URL, 73) + "a",
    "anthropic-key": "sk" + "-ant-api03-" + some(URL, 93) + "AA",
    "openrouter-key": "sk" + "-or-v1-" + some(HEX, 64),
    "model-key": "sk" + "-" + some(HEX, 32),
    "groq-key": "gs" + "k_" + some(WORD, 52),
    "xai-key": "xa" + "i-" + some(WORD, 80),
    "perplexity-key": "pp" + "lx-" + some(WORD, 48),
    "replicate-token": "r" + "8_" + some(WORD, 37),
    "huggingface-token": "h" + "f_" + some(string.ascii_letters, 34),
    "google-key": "AI" + "za" + some(URL, 34) + "a",
    "aws-key-id": "AK" + "IA" + some(CAPITALS, 15) + "7",
    "aliyun-key-id": "LT" + "AI5t" + some(WORD, 18),
    "tencent-key-id": "AK" + "ID" + some(WORD, 32),
    "volcengine-key-id": "AK" + "LT" + some(WORD, 40),
    "baidu-key": "bce" + "-v3/ALTAK-" + some(WORD, 21) + "/" + some(HEX, 40),
    "jdcloud-key-id": "JD" + "C_" + some(CAPITALS, 28),
    "slack-token": "xo" + "xb-" + some(DIGITS, 12) + "-" + some(DIGITS, 12) + "-" + some(WORD, 24),
    "stripe-key": "sk" + "_live_" + some(WORD, 24),
    "sendgrid-key": "S" + "G." + some(URL, 22) + "." + some(URL, 42) + "a",
    "grafana-token": "gl" + "sa_" + some(WORD, 32) + "_" + some(HEX, 8),
    "vault-token": "hv" + "s." + some(URL, 89) + "a",
    "digitalocean-token": "do" + "p_v1_" + some(HEX, 64),
    "databricks-token": "da" + "pi" + some(HEX, 32),
    "telegram-token": some("123456789", 10) + ":A" + "A" + some(URL, 32) + "a",
    "jwt": jwt(),
}
ENCODINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    "percent": lambda token: "".join(f"%{ord(character):02X}" for character in token),
    "decimal reference": lambda token: "".join(f"&#{ord(character)};" for character in token),
    "hexadecimal reference": lambda token: f"&#x{ord(token[0]):x};" + token[1:],
    "escape": lambda token: "".join(f"\\u{ord(character):04x}" for character in token),
    "full width": lambda token: "".join(chr(ord(character) + 0xFEE0) for character in token),
    "two lines": lambda token: token[: len(token) // 2] + "\n  " + token[len(token) // 2 :],
    "narrow column": lambda token: "\n".join(token[at : at + 12] for at in range(0, len(token), 12)),
    "variation selector": lambda token: "".join(c + "\ufe0f" if c.isdigit() else c for c in token),
}


def redacted(text: str) -> str:
    return Rewrite(text, redact(text, "content")).text


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("rule", TOKENS)
def test_token_goes_in_every_reading_of_the_text(rule: str, encoding: str) -> None:
    written = ENCODINGS[encoding](TOKENS[rule])
    text = redacted(f"密钥是{written}，and the rest（见上）")
    assert text.startswith(f"密钥是[REDACTED:{rule}]")
    assert text.endswith("，and the rest（见上）")


@pytest.mark.parametrize(
    "around", ["{}", "钥{}", "({}),", "“{}”。", "token={}\n", "令牌：{}）", "\\n{}\\n", "%20{}", "&quot;{}&quot;"]
)
def test_token_ends_where_no_letter_or_digit_touches_it(around: str) -> None:
    for rule in ("github-token", "aws-key-id", "model-key", "muniment-key"):
        assert redacted(around.format(TOKENS[rule])) == around.format(f"[REDACTED:{rule}]")
        assert redacted("x" + TOKENS[rule]) == "x" + TOKENS[rule]


@pytest.mark.parametrize(
    "entry",
    [entry for entry in FORMATS if entry.rule not in ("jwt", "presigned-url") and "(?=@" not in entry.pattern],
    ids=lambda e: e.rule,
)
@settings(max_examples=5, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data())
def test_whatever_matches_a_format_goes(entry: Format, data: st.DataObject) -> None:
    token = "?" + data.draw(st.from_regex(entry.pattern, fullmatch=True).filter(str.isascii))
    assume(not is_placeholder(token) and not (entry.digit and not any(map(str.isdigit, token))))
    assert any(hint in token for hint in entry.hints) or (entry.sign and re.search(entry.sign, token))
    assert token not in redacted(token)
    assert "[REDACTED:" in redacted(token)


@given(st.data())
def test_token_broken_anywhere_goes(data: st.DataObject) -> None:
    rule = data.draw(
        st.sampled_from(["github-token", "model-key", "aws-key-id", "google-key", "slack-token", "muniment-key"])
    )
    at = data.draw(st.integers(1, len(TOKENS[rule]) - 1))
    text = redacted("see " + TOKENS[rule][:at] + data.draw(st.sampled_from([" ", "\n", "\t\n"])) + TOKENS[rule][at:])
    assert TOKENS[rule] not in "".join(text.split())
    assert f"[REDACTED:{rule}]" in text


@pytest.mark.parametrize(
    "text",
    [
        "commit " + some(HEX, 40),
        "sha256 " + some(HEX, 64),
        "id " + uuid(),
        "arXiv:2405.12345v2, doi:10.1145/3292500.3330701",
        "order 202607211234567890, tracking SF1234567890123, 订单号 4200001234202607211234567890",
        "2026-07-21 14:30, call 13800138000 or +86-10-62781234",
        "I use sk-learn and scikit-learn; a sk-based task-oriented risk-free plan with 20 parts in 2024",
        "The ghp_ prefix is followed by thirty six letters and digits of the alphabet",
        "ASIA PACIFIC COUNTRIES and AKIA",
        "hf_ models, npm_config_cache=/tmp/npm, figd_ and SG. are prefixes",
        "token = os.environ['GITHUB_TOKEN']; key: ${OPENAI_API_KEY}; <your-token-here>; ****",
        "sk" + "-" + "x" * 40 + " gh" + "p_" + "X" * 36 + " AK" + "IAIOSFODNN7EXAMPLE",
        "sk" + "-your-api-key-goes-here glp" + "at-put-your-own-token-in-here",
        "https://example.com:8080/a@b?c=d:e@f mailto:me@example.com git@github.com:a/b.git",
        "postgres://app:${PGPASSWORD}@db/x redis://:****@cache redis://u:xxxx@h amqp://u:{password}@h",
        "https://user:[REDACTED:url-password]@host [REDACTED:jwt]",
        "eyJ is how base64 of a JSON object begins: " + segment({"sub": "me"}) + "." + segment({"a": "b"}),
        "-----BEGIN "
        + "CERTIFICATE-----\nMIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQ\n-----END CERTIFICATE-----",
        "A key lies between -----BEGIN " + "PRIVATE KEY----- and -----END " + "PRIVATE KEY----- lines",
        "C:\\new\\table\\users 100% of 50%25 &amp; R&D",
        "会议室在三楼，密码请找前台，联系 http://a:b，再联系 c@d.com",
    ],
)
def test_lookalikes_and_placeholders_stay(text: str) -> None:
    assert redacted(text) == text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("postgres://app:s3cr%23t@db:5432/x", "postgres://app:{}@db:5432/x"),
        ("redis://:hunter2@10.0.0.1", "redis://:{}@10.0.0.1"),
        ("mongodb+srv://root:p@ss:w0rd!@c.example.net/?w=1", "mongodb+srv://root:{}@c.example.net/?w=1"),
        ("（https://用户:密码8@主机/）", "（https://用户:{}@主机/）"),
        ("https%3A%2F%2Fu%3Ahunter2%40h", "https%3A%2F%2Fu%3A{}%40h"),
        ("https：//u：hunter2@h", "https：//u：{}@h"),
    ],
)
def test_url_keeps_scheme_user_and_host(before: str, after: str) -> None:
    assert redacted(before) == after.format("[REDACTED:url-password]")


@pytest.mark.parametrize(
    ("before", "secret", "rule"),
    [
        ("https://oapi.dingtalk.com/robot/send?access_" + "token=", some(HEX, 64), "dingtalk-webhook"),
        ("https://qyapi.weixin.qq.com/cgi-bin/webhook/send?" + "key=", uuid(), "wecom-webhook"),
        ("https://qyapi.weixin.qq.com/cgi-bin/webhook/upload_media?type=file&" + "key=", uuid(), "wecom-webhook"),
        ("https://open.feishu.cn/open-apis/bot/v2/" + "hook/", uuid(), "feishu-webhook"),
        (
            "https://hooks.slack.com/" + "services/",
            f"T{some(CAPITALS, 8)}/B{some(CAPITALS, 8)}/{some(WORD, 24)}",
            "slack-webhook",
        ),
        ("https://s3/x?X-Amz-Expires=60&X-Amz-" + "Signature=", some(HEX, 64), "presigned-url"),
        ("https://acct.blob.core.windows.net/c?sv=2024&amp;" + "sig=", some(WORD, 43) + "%3D", "presigned-url"),
        ("AccountName=a;Account" + "Key=", some(WORD + "+/", 86) + "==", "azure-account-key"),
    ],
)
def test_only_the_secret_part_of_an_address_goes(before: str, secret: str, rule: str) -> None:
    assert redacted(before + secret + " end") == f"{before}[REDACTED:{rule}] end"


BODY = "\n".join(some(WORD + "+/", 64) for _ in range(12)) + "\n" + some(WORD, 22) + "=="
BEGIN, END = "-----BEGIN {}PRIVATE " + "KEY{}-----", "-----END {}PRIVATE " + "KEY{}-----"


@pytest.mark.parametrize("kind", [("", ""), ("RSA ", ""), ("OPENSSH ", ""), ("PGP ", " BLOCK"), ("ENCRYPTED ", "")])
@pytest.mark.parametrize("line_end", ["\n", "\\n", '\\n" +\n  "', "\n> "])
def test_private_key_goes_whole(kind: tuple[str, str], line_end: str) -> None:
    block = "\n".join((BEGIN.format(*kind), BODY, END.format(*kind))).replace("\n", line_end)
    assert redacted(f"before {block} after") == "before [REDACTED:private-key] after"


def test_private_key_cut_off_at_either_end_goes() -> None:
    fields = "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC," + some(HEX, 32) + "\n\n"
    headed = BEGIN.format("RSA ", "") + fields + BODY
    assert redacted(headed + "\nThat was all I had.") == "[REDACTED:private-key]\nThat was all I had."
    assert redacted("Here: " + BODY + "\n" + END.format("", "")) == "Here: [REDACTED:private-key]"
    assert redacted(BEGIN.format("", "") + "\n...\n" + END.format("", "")).startswith("-----BEGIN")


def test_encoded_private_key_goes() -> None:
    block = BEGIN.format("", "") + "\n" + BODY + "\n" + END.format("", "")
    for encoded in (
        block.replace(" ", "%20").replace("\n", "%0A"),
        block.replace("-----", "&#45;" * 5).replace("\n", "&#10;"),
    ):
        assert redacted(f"k={encoded}.") == "k=[REDACTED:private-key]."


def test_digest_date_or_sentence_beside_a_token_stays() -> None:
    for rest in (
        " " + some(HEX, 40),
        "\n2026-07-21",
        " and v2 of the iPhone15 plan",
        "\n" + uuid(),
        "\nnext line of prose",
    ):
        assert redacted(TOKENS["openai-key"] + rest) == "[REDACTED:openai-key]" + rest


def test_field_is_refused_when_a_credential_ends_inside_one_character() -> None:
    hidden = "gh" + "p_" + some(WORD, 35) + "\u2105"  # NFKC makes c/o of it
    with pytest.raises(InvalidError) as caught:
        redact(f"see {hidden}", "metadata.note")
    assert caught.value.field == "metadata.note"
    assert hidden not in caught.value.detail


@given(st.text(st.sampled_from("%&#;\\ux0123456789abcdefsk-gpj_. \nｓｋ－℅"), max_size=80))
@example("%" * 9 + "&#" * 9)
def test_nothing_is_found_in_scraps(text: str) -> None:
    assert redacted(text) == text or "[REDACTED:" in redacted(text)


@given(st.from_regex(r"[a-z]{3,9}://[a-z]{0,9}:[!-~]{1,40}@[a-z]{1,9}", fullmatch=True))
def test_password_of_any_url_goes(url: str) -> None:
    user, _, rest = url.partition("://")[2].partition(":")
    secret, _, _ = rest.rpartition("@")
    assume(not set(secret) & set("/?\"'`<>@") and not is_stand_in(secret) and not secret[:1].isdigit())
    assert redacted(url).endswith(f"{user}:[REDACTED:url-password]@{rest.rpartition('@')[2]}")
