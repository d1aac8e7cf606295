"""Pairs of keys that bear no name each: the arguments of a call, or two behind one label: data for `announced`."""

from scopes.governance.shape import shape

_KEY = r"[A-Za-z0-9](?:[A-Za-z0-9_+/=-]{14,126})"
_ONE = rf"[\"'](?P<secret>{_KEY})[\"']"
_OTHER = r"[\"'][^\"'\n]{0,100}[\"']"
_MAKER = (
    r"(?<![A-Za-z_])(?i:auth|mac|new_?mac|qiniu\w{0,8}|credentials?|\w{0,12}credentials?|acsclient|getprofile"
    r"|minio\w{0,8}|bucketauth|ossclient|obsclient|bosclient|s3client|cosclient|oss|upyun|\w{0,12}auth|session"
    r"|client)(?:\.(?i:new|create|from_\w{1,16}|get\w{0,12}))?\([ \t\n]{0,12}"
)
_ARGUMENT = rf"(?:(?:[\w.]{{1,24}}[ ]?=[ ]?)?(?:{_OTHER}|[\w.]{{1,40}}),[ \t\n]{{0,12}})"
_NAMED = r"(?=[^\n]{0,120}(?i:access|secret|(?<![a-z])(?:ak|sk|keys?)(?![a-z])|密钥|秘钥|密匙))"
_ANY_CALL = r"(?<![A-Za-z_])[A-Za-z_][\w.:]{0,40}\([ \t]{0,4}"
_KEY_NAMES = r"(?i:access[-_ ]?key|secret[-_ ]?key|(?<![a-z])(?:ak|sk)(?![a-z])|api[-_ ]?keys?|密钥|秘钥|密匙)"
_PAIR_LABEL = (
    r"(?i:(?<![a-z])(?:ak ?[/和与、,&+] ?sk|access[ _-]?key ?(?:/|and|&|,|\+|和) ?secret(?:[ _-]?key)?|key ?pair"
    r"|key ?(?:/|and|&) ?secret"
    r"|(?:two|both) keys|api ?keys?))|两[个把串](?:key|Key|密钥|秘钥)|密钥对|一对(?:密钥|key)|密钥(?:一对)?"
)
_AFTER_LABEL = r"[^\n:：\"'A-Za-z0-9]{0,12}(?:(?i: is| are)|是|为|[:：=])?[ \t\n]{0,3}[\"'“`]?"
_BETWEEN = r"[\"'”`]?(?:[（(][^（）()\n]{1,12}[）)])?[ \t]{0,3}(?:[/,，、;；|:：和与跟及\n]|and|&)[ \t]{0,3}[\"'“`]?"
_HINTS = (
    "auth mac newmac qiniu credentials credential acsclient getprofile minio oss upyun client session "
    "basicawscredentials basiccoscredentials basicsessioncredentials basiccredentials "
    "staticcredentials newstaticcredentials"
)

KEY_PAIRS = (
    shape(
        "access-key-secret",
        "key keys ak sk secret access accesskey secretkey 密钥 秘钥 密匙",
        _ANY_CALL + rf"{_ONE},[ ]?{_OTHER}" + _NAMED,
        strong=True,
        random=True,
        also="('_ (' (\"",
    ),
    shape(
        "access-key-secret",
        "key keys ak sk secret access accesskey secretkey 密钥 秘钥 密匙",
        _ANY_CALL + rf"(?:{_ARGUMENT}){{1,2}}{_ONE}" + _NAMED,
        strong=True,
        random=True,
        also="(' (\"",
    ),
    shape(
        "access-key-secret",
        "key keys ak sk secret access accesskey secretkey 密钥 秘钥 密匙",
        _ANY_CALL + _ONE + ",",
        strong=True,
        random=True,
        also="(' (\"",
        before=_KEY_NAMES + r"[^\n]{0,40}\n[^\n]{0,40}\Z",
    ),
    shape(
        "access-key-secret",
        "key keys ak sk secret access accesskey secretkey 密钥 秘钥 密匙",
        _ANY_CALL + rf"(?:{_ARGUMENT}){{1,2}}{_ONE}",
        strong=True,
        random=True,
        also="(' (\"",
        before=_KEY_NAMES + r"[^\n]{0,40}\n[^\n]{0,40}\Z",
    ),
    shape(
        "access-key-secret",
        _HINTS,
        _MAKER + rf"{_ARGUMENT}{{0,2}}?{_ONE},[ \t\n]{{0,12}}(?=[\"'][A-Za-z0-9_+/=-]{{15}}|\w{{1,24}}=)",
        strong=True,
        random=True,
        also="' \"",
    ),
    shape("access-key-secret", _HINTS, _MAKER + rf"{_ARGUMENT}{{1,3}}{_ONE}", strong=True, random=True, also="' \""),
    shape(
        "access-key-secret",
        "keys ak sk access keypair pair 密钥 两个key 两把 一对",
        rf"(?=[ABKTabkt两密一])(?:{_PAIR_LABEL}){_AFTER_LABEL}(?P<secret>{_KEY}){_BETWEEN}{_KEY}",
        strong=True,
        random=True,
    ),
    shape(
        "access-key-secret",
        "keys ak sk access keypair pair 密钥 两个key 两把 一对",
        rf"(?=[ABKTabkt两密一])(?:{_PAIR_LABEL}){_AFTER_LABEL}(?:{_KEY}|\[REDACTED:[a-z-]{{1,30}}\]){_BETWEEN}(?P<secret>{_KEY})",
        strong=True,
        random=True,
    ),
)
