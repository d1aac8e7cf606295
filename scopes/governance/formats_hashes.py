"""Formats of stored password hashes, from which a weak password is soon guessed: data.

Sources: crypt(5), the htpasswd manual, RFC 2307 and the documentation of Django and of MySQL.
"""

from scopes.governance.format_rule import form

_CRYPT = "[A-Za-z0-9./]"

HASHES = (
    form("password-hash", "$6$", rf"\$6\$(?:rounds=[0-9]{{1,9}}\$)?[^\s$:]{{1,16}}\$(?:{_CRYPT}{{86}})", wraps=False),
    form("password-hash", "$5$", rf"\$5\$(?:rounds=[0-9]{{1,9}}\$)?[^\s$:]{{1,16}}\$(?:{_CRYPT}{{43}})", wraps=False),
    form("password-hash", "$1$ $apr1$", rf"\$(?:1|apr1)\$[^\s$:]{{1,8}}\$(?:{_CRYPT}{{22}})", wraps=False),
    form("password-hash", "$2a$ $2b$ $2x$ $2y$", rf"\$2[abxy]\$[0-9]{{2}}\$(?:{_CRYPT}{{53}})", wraps=False),
    form(
        "password-hash",
        "$y$ $gy$ $7$",
        rf"\$(?:g?y|7)\${_CRYPT}{{1,32}}+\${_CRYPT}{{1,86}}+\$(?:{_CRYPT}{{43}})",
        wraps=False,
    ),
    form(
        "password-hash",
        "$argon2",
        r"\$argon2(?:id|i|d)\$(?:v=[0-9]{1,3}\$)?[a-z0-9=,]{5,60}+\$[A-Za-z0-9+/]{8,64}+\$[A-Za-z0-9+/]{16,128}+",
        wraps=False,
    ),
    form(
        "password-hash",
        "$scrypt$",
        r"\$scrypt\$[a-z0-9=,]{5,40}+\$[A-Za-z0-9+/.]{8,64}+\$[A-Za-z0-9+/.]{20,128}+",
        wraps=False,
    ),
    form(
        "password-hash",
        "pbkdf2_sha $pbkdf2",
        r"(?:pbkdf2_sha(?:1|256|512)|\$pbkdf2(?:-sha[0-9]{1,3})?)"
        r"\$[0-9]{1,8}\$[A-Za-z0-9./+=]{4,64}+\$[A-Za-z0-9./+]{20,128}+={0,2}+",
        wraps=False,
    ),
    form(
        "password-hash",
        "{SSHA {SHA {SMD5} {MD5} {CRYPT}",
        r"\{S?(?:SHA(?:256|384|512)?|MD5)\}[A-Za-z0-9+/]{20,140}+={0,2}+",
        wraps=False,
    ),
    form("password-hash", "$P$ $H$", rf"\$[PH]\$[A-Za-z0-9./](?:{_CRYPT}{{30}})", wraps=False),
)
