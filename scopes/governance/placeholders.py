"""Tells what only stands where a secret would: masks, variables, code, the words of manuals, prose."""

import re

MARK = re.compile(r"\[REDACTED:[a-z0-9-]{1,40}\]")

_MASK = re.compile(
    r"[xX]{3,}.*|[*•●#?_.…-]{2,}|\.{3,}.*|\*{3,}.*|0{8,}|1?234\.\.\.|.*\*{4,}.*|.*(?<![A-Za-z])[xX]{4,}(?![A-Za-z]).*"
)
_VARIABLE = re.compile(
    r"""\$[A-Za-z_({].*|[#%]?\{.*|<.*|\[REDACTED.*|\[[A-Za-z _-]{1,40}\]|%[A-Za-z_]{1,40}%"""
    r"""|%[sdvq]|%\(.*|@[A-Za-z_]+@|"""
    r"""[:*][a-z_]{2,40}|id=.*|!(?:Ref|Sub|GetAtt|vault|secret).*|ENC\(.*|(?:vault|ref|op|ssm"""
    r"""|arn|sops|kms|secret)(?:\+\w+)?:.*|"""
    r"""(?:os|process|import\.meta|sys|System|Deno|Bun)\.(?:env|getenv|environ).*|@Microsoft\..*"""
    r"""|&.*|.*EXAMPLE(?:KEY)?|"""
    r""".*[$#]\{[^}]{1,60}\}.*|.*\{\{[^}]{1,60}\}\}.*|.*<[A-Za-z][A-Za-z _-]{0,40}>.*""",
    re.DOTALL,
)
_EXPRESSION = re.compile(
    r"""[A-Za-z_$][A-Za-z_$]*(?:(?:\.|->|::)[A-Za-z_$][\w$]*)*[(\[].*|(?:[A-Za-z_]\w*(?:\.|->|::))+[A-Za-z_]\w*|"""
    r"""[A-Za-z_]*[a-z0-9]*\(\).*|(?:sha|md)\d{1,3}\(.*|(?:new|await|return) .*|[fF]["'].*""",
    re.DOTALL,
)
_TWO_WORDS = re.compile("([A-Za-z]{3,16})[.]([A-Za-z]{3,16})[0-9]{2,8}")
_ADDRESS = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]{1,15}://.*|\.{0,2}/[\w.@~-]+/.*|~/.*|@[\w-]{1,63}(?:(?:\.[\w-]{1,63}){1,8}"
    r"(?:[:/].*)?|:\d{2,5}(?:/.*)?)|[A-Za-z]:\\.*|\.{1,2}/.*",
    re.DOTALL,
)
_MAIL = re.compile(r"[\w.+-]+@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}")
_MOMENT = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ].*)?|\d{1,2}:\d\d(?::\d\d)?"
    r"|[\d.:]{0,40}\d{1,5}:\d{1,5}(?:/[a-z]{3})?|\d{1,2}/\d{1,2}/\d{2,4}"
)
_DIGEST = re.compile(r"(?i:sha\d{1,3}|md5|blake2b?|crc32)[:-].*|\$(?:1|2[aby]|5|6|y|apr1)\$.*|arxiv:.*|urn:.*")
_TECHNICAL = re.compile(
    r"(?=.{1,26}\Z)(?![A-Za-z0-9]{18})(?i:(?:sha|md|hmac|aes|rsa|dsa|utf|base|oauth|pbkdf|argon|bcrypt|scrypt"
    r"|http|ipv|ed|x|ecdsa|rfc|iso|win|tls|gpt|"
    r"python|java|node|vue|web|ipad|iphone|level|step|page|part|chapter|section|version|line|row|col|user|item|issue|"
    r"week|day|phase|round|test|type|case|no|ver|rev|v|api)[-_.#]?v?\d{1,5}(?:[-_.]?[a-z0-9]{0,12}){0,3})"
)
_ALGORITHM = re.compile(
    r"(?i:(?:sha|md|hmac|aes|rsa|utf|base|oauth|pbkdf|argon|bcrypt|scrypt|rfc|iso|tls|sm|rc"
    r"|3?des|crc|ssl|ed|p)[-_]?\d{1,5}"
    r"(?:[-_]?(?:with|hmac|id|cbc|gcm|ecb|sha|rsa|bit|encoded|url)?[-_]?[a-z]{0,6}\d{0,5}){0,3}|"
    r"(?:u?int|bytes|float|[uif]|str|string|n?varchar|char|decimal)\d{1,3}|1password\d?)"
)
_VERSION = re.compile(r"[A-Za-z]{2,14}[-_]?v?\d{1,3}(?:\.\d{1,3}){1,3}")
_PRODUCT = re.compile(
    r"(?i:(?:office|microsoft|windows|win|ios|android|bitwarden|keepass|keepassxc|lastpass|chrome|firefox|edge|ubuntu"
    r"|centos|debian|mysql|mariadb|postgres|postgresql|redis|nginx|oracle|sqlserver|exchange|outlook|photoshop|autocad"
    r"|excel|word|wps|visualstudio|vs|chromium|safari|fedora|macos|socks|port|log4j|area|github|gitlab|google"
    r"|apple|facebook|wechat|react|vue"
    r"|angular|django|spring|laravel|tomcat|jdk|kotlin|flutter|kafka|elasticsearch|openvpn|xshell|putty)\d{1,5})"
)
_SLUG = re.compile(r"(?:[A-Za-z]+|v?\d{1,4})(?:[-_./:](?:[A-Za-z]+|v?\d{1,4})){0,12}")
_PARTS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What manuals and templates write in a secret's place, alone or together: `your-api-key`, `new_password`.
_MANUAL = _words(
    """
    your my our the a an some any new old user users username db database root admin current enter insert replace
    change changed changeme put add use example sample dummy fake mock test testing demo default password passwords
    passwd passphrase passcode pass pwd psw pw secret secrets token tokens key keys api apikey access auth
    authorization bearer client app application private public strong me it this that here value values string text
    goes with real not actual id name login email account service server host redacted removed hidden masked
    placeholder tbd todo fixme confirm confirmation repeat again verify reset forgot hash hashed plain raw encrypted
    input field form data config env environment var variable from file path cred creds credential credentials code
    pin otp refresh session x xxx xx foo bar baz qux none null nil undefined empty blank todo type in of to for is
    credentials secretkey accesskey github gitlab openai aws azure google slack stripe hf master
    """
)
_TEMPLATE = _words("your example sample dummy placeholder change changeme enter insert replace put fake here")
# What an attribute is taken of in code.
_OBJECTS = _words(
    """
    self this that cls config settings cfg conf opts options args kwargs params param req request res response resp
    ctx context env process os sys app user users account client server data item row obj object model models state
    props form event session cookie cookies headers body query db crypto hashlib utils util helpers test tests mock
    fixture fixtures faker secrets vault ssm module package lib math string strings values value enums types type
    auth token tokens credentials creds keys key jwt parser schema fields field input result payload claims node
    algorithms algorithm hashes signaturealgorithm serialization primitives ciphers modes padding encoding
    """
)
# Single words that say something of a secret instead of being one.
_TELLING = _words(
    """
    required optional mandatory missing invalid valid incorrect correct wrong weak strong secure insecure safe
    unsafe empty blank unknown unset set secret private public hidden visible expired unique random temporary
    permanent complex simple long short longer shorter easy hard difficult different same identical similar
    necessary useless useful obvious true false yes no on off none null nil undefined string text varchar char
    integer int bool boolean bytes binary object array list number any void optional str float disabled enabled
    forgotten reset changed updated stored encrypted hashed plaintext plain protected accepted rejected denied
    allowed needed given sent saved lost stolen leaked compromised rotated revoked pending default auto automatic
    manual please contact ask see refer check enter type choose create make sure must should shall will would can
    could may might cannot manager policy policies field fields form page prompt protection reset recovery strength
    length rules rule hash hashes hashing generator authentication authorization based less free only here below
    above there somewhere elsewhere nowhere attached enclosed following follows same before after again later soon
    now today tomorrow yesterday always never still just very too quite rather really fine good great better best
    bad worse worst okay broken working stdin stdout prompt option flag argument parameter instead when where what
    which who why how that this these those with without from into onto over under about between both either neither
    each every some more most less least such than then else while until because since although though unless
    whether passwort kennwort contraseña contrasena senha parole wachtwoord motdepasse parola lozinka salasana
    losenord login signin signup logout username email user number count limit budget usage window size price cost
    type kind name value id url uri header body query cookie session context case sensitive bearer basic digest
    negotiate sentence word phrase symbol character characters digits letters expires expiry refresh renew verify
    verified verification failed failure success successful mismatch matches match nothing min max chars bcrypt
    scrypt argon ldap sso oauth jwt kerberos radius pam salted lastpass bitwarden keepass keepassxc dashlane vault
    keychain keyring something anything everything important confidential shared common personal internal external
    local remote
    """
)
_FUNCTION = _words(
    """
    a an the is are was were be been being to of in on at by for with from and or but not no if as it its this that
    these those your my our their his her you we they i he she do does did done have has had will would can could
    may might must should shall please than then too so very more least most only also just when where which who
    what how why there here into about under over after before between again try all any each every de la le el mot
    your
    """
)
_REMARKS = _TELLING | _FUNCTION | _MANUAL - {"root", "admin"}
_LONGEST_REMARK = 64
_INFLECTED = re.compile("[a-z]+(?:ed|ing|able|ible|ive|ous|ful|less|ary|ory|ally|ly|ment|tion|sion|ness|ity|ical|ized)")


def is_mask(value: str) -> bool:
    """Whether a value is a mask, a variable, a template or already redacted, whatever form it is given in."""
    return (
        _MASK.fullmatch(value) is not None
        or _VARIABLE.fullmatch(value) is not None
        or is_manual(value)
        or _DIGEST.fullmatch(value) is not None
    )


def is_manual(value: str) -> bool:
    """Whether a value is made of nothing but the words that manuals write in a secret's place."""
    if len(value) > 80 or not value[:1].isalpha():
        return False
    parts = _PARTS.findall(value)
    rest = _PARTS.sub("", value).strip("-_. ")
    if not parts or rest.strip("-_. "):
        return False
    words = [part.lower() for part in parts if not (part.isdigit() and len(part) < 4)]
    if len(words) < len(parts) and not _TEMPLATE & set(words):
        return False
    return (
        bool(words)
        and all(word in _MANUAL for word in words)
        and (len(parts) > 1 or parts[0].lower() not in ("root", "admin"))
    )


def is_expression(value: str) -> bool:
    """Whether an unquoted value is code: a call, an index, an attribute; `river.coffee83` is a password."""
    words = _TWO_WORDS.fullmatch(value)
    if words and not any(word.lower() in _OBJECTS or is_telling(word) for word in words.groups()):
        return False
    return _EXPRESSION.fullmatch(value) is not None


def is_elsewhere(value: str) -> bool:
    """Whether a value is an address, a path, a mailbox, a date or a time."""
    return any(pattern.fullmatch(value) is not None for pattern in (_ADDRESS, _MAIL, _MOMENT))


def is_named(value: str) -> bool:
    """Whether a value is a name with a number or words joined by signs: `gpt-4o`, `SHA256`, `tls-secret`."""
    return any(pattern.fullmatch(value) is not None for pattern in (_TECHNICAL, _SLUG, _VERSION, _PRODUCT))


def is_remark(value: str) -> bool:
    """Whether a value with signs in it says something about a secret: `required|min:8`, `base64`, `bytes32`."""
    if len(value) > _LONGEST_REMARK:
        return False
    words = re.findall("[A-Za-z]{3,}", value)
    numbers = re.findall("[0-9]+", value)
    remark = bool(words) and all(is_telling(word) for word in words) and all(len(number) < 3 for number in numbers)
    return _ALGORITHM.fullmatch(value) is not None or (
        remark and re.search("[^A-Za-z0-9]", value.strip("-_.!?")) is not None
    )


def is_telling(value: str) -> bool:
    """Whether a word says something about a secret (`required`, `expired`, `too`) rather than being one."""
    word = value.lower().strip("-_.,;:!?*")
    return word in _REMARKS or (len(word) < 15 and _INFLECTED.fullmatch(word) is not None)


def is_passphrase(value: str) -> bool:
    """Whether several words are a passphrase and not a sentence: none of them holds a sentence together."""
    words = value.split(" ")
    if not 4 <= len(words) <= 24 or not all(word.isascii() and word.isalnum() and len(word) > 2 for word in words):
        return False
    plain = value.islower() and not any(word in _FUNCTION or word in _MANUAL for word in words)
    return plain and sum(map(is_telling, words)) <= 1
