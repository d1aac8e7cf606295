"""Statements, files, headers and codes that carry a secret in a fixed place: data, read by `announced`."""

import re

from scopes.governance.answers import ANSWERS
from scopes.governance.arguments import KEY_PAIRS
from scopes.governance.commands import COMMANDS
from scopes.governance.commands_of_keys import KEY_COMMANDS
from scopes.governance.phrases import PHRASES
from scopes.governance.shape import GIVEN, Shape, shape
from scopes.governance.sites import KEYED, SESSION_COOKIES

_STATEMENTS = (
    shape(
        "sql-password", "identified", r"(?i:\bidentified(?: with \S{1,40})? (?:by|as)(?: password)?)[ \t]{1,3}" + GIVEN
    ),
    shape(
        "sql-password",
        "password",
        r"(?i:(?<![\w\"'-])(?:encrypted |with |for \S{1,60} = )?password)(?:[ \t]{1,3}"
        r"|[ \t]?\([ \t]{0,3})(?P<quote>['\"])(?P<secret>[^'\"\n]{3,128})(?P=quote)",
        also="' \"",
    ),
    shape("password", "requirepass masterauth", rf"(?i:\b(?:requirepass|masterauth))[ \t]{{1,3}}{GIVEN}"),
    shape("password", "auth", r"(?<![A-Za-z-])AUTH[ \t]{1,3}(?:default[ \t]{1,3})?" + GIVEN, strong=True),
    shape("password", "jdbc", r"jdbc:oracle:[a-z]{2,5}:[\w.]{1,64}/(?P<secret>[^\s@/\"']{1,128})@"),
    shape(
        "password",
        "set enable username",
        r"(?im:^[ \t]{0,8}(?:set |enable |username \S{1,40} )(?:privilege \d{1,2} )?(?:password|secret) (?:[0579] )?)"
        + GIVEN,
        strong=True,
    ),
)

_FILES = (
    shape(
        "netrc",
        "password",
        r"(?:\b(?:login|account|machine|default|user)\b[ \t\n]{1,8}\S{1,128}[ \t\n]{1,8}"
        r"|^[ \t]{0,8})password[ \t\n]{1,8}" + r"(?P<secret>(?!is\b|was\b|for\b|to\b)\S{1,200})",
        also="login_ login\n login\t machine account_ user_ default",
    ),
    shape(
        "pgpass",
        ":5432: :6432: :*: :3306: :1433:",
        r"(?<![\w:])[\w.*-]{1,128}:(?:\d{4,5}|\*):(?!\d{1,6}:\d{1,6}:)[\w*-]{1,64}:[\w*.-]{1,64}:"
        r"(?P<secret>[^\s:]{3,128})",
    ),
    shape(
        "password",
        "send",
        r"""\bsend(?:_user)?[ \t]{1,3}(?:--[ \t]{1,3})?(?P<quote>")(?P<secret>[^"\n\\]{4,64})\\r\"""",
        strong=True,
    ),
)

_HEADERS = (
    shape(
        "authorization",
        "authorization",
        r"""(?i:authorization\\?["']?[\]}]?[ \t]{0,3}(?:[:=,]"""
        r"""|=>)[ \t]{0,3}(?:[fb]?\\?["'`])?(?:bearer|token|apikey|api-key|jwt|oauth|negotiate|key"""
        r"""|splunk|aws4-hmac-sha256 [^\n]{0,300}signature=|bot|ssws|zoho-oauthtoken"""
        r"""|x-api-key|geniekey|sso-key|apitoken|secret|hmac)?[ \t=:]{0,2})(?P<secret>[A-Za-z0-9._~+/:=-]{8,4096}+)""",
        strong=True,
    ),
    shape(
        "authorization",
        "bearer",
        r"(?<![A-Za-z])(?i:bearer)[ \t]{1,3}(?P<secret>[A-Za-z0-9._~+/=-]{12,4096}+)",
        strong=True,
    ),
    shape(
        "basic-authorization",
        "basic",
        r"(?<![A-Za-z])(?i:basic)[ \t]{1,3}(?P<secret>[A-Za-z0-9+/_-]{6,1024}+={0,2}+)(?![A-Za-z0-9])",
    ),
)

_CODES = (
    # What the picture on a router's label says.
    shape(
        "password",
        "wifi",
        r"(?i:(?<![a-z])wifi:)(?:[A-OQ-Za-oq-z]{1,3}:(?:[^;\n\\]|\\.){0,64};){0,5}P:(?P<secret>(?:[^;\n\\]|"
        r"\\.){1,64}+);",
        also=";p: :p:",
    ),
    shape(
        "totp-secret",
        "secret key seed totp 2fa authenticator 密钥 秘钥 密匙 种子",
        r"(?<![A-Za-z0-9])(?P<secret>(?:[A-Z2-7]{4}(?:[ -][A-Z2-7]{4}){3,15}"
        r"|[a-z2-7]{4}(?: [a-z2-7]{4}){3,15}))(?![A-Za-z0-9])",
        strong=True,
        before="(?i:secret|key|seed|totp|2fa|authenticator|密钥|秘钥|密匙|种子)[^\\n0-9]{0,40}\\Z",
    ),
    shape(
        "recovery-code",
        "recovery bitlocker 恢复 bitlocker驱动器",
        r"(?<![0-9-])(?P<secret>[0-9]{6}(?:-[0-9]{6}){7})(?![0-9-])",
    ),
    shape(
        "card-code",
        "cvv cvc cvv2 cvc2 cvn cvn2 安全码 安全碼",
        r"(?i:cv[vcn]2?|安全[码碼])(?: ?(?:码|code|number))?[ ]?(?:is|was|是|为|[:：=])?[ ]{0,2}(?P<secret>[0-9]"
        r"{3,4})(?![0-9A-Za-z.%:/-]|[ ]?位)",
    ),
)

_KEYS = (
    shape(
        "cookie",
        "cookie cookies",
        r"(?i:cookies?)(?:[ ]is|[ ]?[:：=是为]){1,2}[ ]?[\"'“]?(?P<secret>[A-Za-z0-9%_-]{24,4096}+)(?![=.])",
        strong=True,
    ),
    shape(
        "api-key",
        "key ak appkey",
        r"(?i:(?<![a-z])(?:app|api|web ?服务)?[ _]?(?:key|ak))[\"']?(?: ?[(（][^()（）\n]{1,16}[)）])?"
        r"(?:[ ]?(?:是|为|填|[:：=]|is)"
        r"|[ ]){1,3}[\"'“「`]?(?P<secret>[A-Za-z0-9_-]{16,128}+)(?![./@])",
        strong=True,
        before=KEYED,
    ),
    # Of any service, if nothing but chance would write it.
    shape(
        "api-key",
        "key keys",
        r"(?i:(?<![a-z])keys?)(?:[ ]?(?:是|为|[:：=]|is)|['’]s){1,2}[ ]?[\"'“「`]?"
        r"(?P<secret>(?=[A-Za-z_-]{0,19}[0-9])(?=[0-9A-Z_-]{0,19}[a-z])(?=[0-9a-z_-]{0,19}[A-Z])[A-Za-z0-9_-"
        r"]{20,128}+)(?![./@])",
        strong=True,
    ),
    shape(
        "password",
        "key",
        r"(?i:(?<![a-z])key)(?:(?: is|['’]s|[ ]?[:：=]|是|为){1,2}[ ]?|[ ])" + GIVEN,
        strong=True,
        before=r"(?i:wi-?fi|wlan|ssid|hotspot|wireless|network|router|guest|无线|热点|路由)",
    ),
    shape(
        "query-key",
        "key appkey app_key token sk sign signature ticket sig auth code uuid",
        r"(?<=[?&])(?i:key|appkey|app_key|ak|sk|k|sign|sig|ticket|auth|code|secret|hash|uuid)="
        r"(?P<secret>[A-Za-z0-9_%~.-]{16,512}+)",
        strong=True,
        also="?key= &key= ?appkey= &appkey= ?app_key= &app_key= ?ak= &ak= ?sk= &sk= ?sign= &sign= ?sig= &sig="
        " ?ticket= &ticket= ?auth= &auth= ?code= &code= ?secret= &secret=",
    ),
    Shape(
        "cookie",
        SESSION_COOKIES,
        r"(?<![\w.-])(?i:" + "|".join(map(re.escape, SESSION_COOKIES)) + r")(?:=|[ ]?(?:[:：]|是|is)[ ]?)"
        r"(?P<secret>[^\s;,\"'&<>，；]{8,4096}+)",
        strong=True,
    ),
)

SHAPES = (*COMMANDS, *KEY_COMMANDS, *_STATEMENTS, *_FILES, *_HEADERS, *_CODES, *_KEYS, *PHRASES, *ANSWERS, *KEY_PAIRS)
