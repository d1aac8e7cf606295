"""Secrets told in answer to a question, beside an account or in Chinese characters: data, read by `announced`."""

from scopes.governance.shape import ASCII_GIVEN, GIVEN, Shape, shape

_ASKED = (
    "password passwords passcode passphrase passwd pwd pw pin wifi wi-fi code key token 密钥 令牌 密码 密碼 口令 暗号 "
    "提取码 验证码 门禁码"
)
_TOPIC = (
    r"(?i:(?<![a-z])(?:pass(?:word|code|phrase|wd)?s?|pw|pwd|pin|(?:wi-?fi|door|gate|alarm|safe|access|entry)"
    r" (?:key|code)))(?![a-z])|(?i:(?<![a-z])(?:(?:api|secret|access|license) key|access token|token)(?![a-z]))"
    r"|密[码碼钥]|口令|暗号|令牌"
    r"|(?:提取|验证|门禁|开门|解压)码"
)
# A question for the secret itself, not for its length or its place.
_NOT_ASKED = (
    r"(?! ?(?i:polic|manag|lengths?|rules?|reset|field|hash|page|form|strength|format|requirement|expire|prompt"
    r"|hint|generator|vault|app\b|protect|limit|count|budget|usage|size|type|price|cost)|[^\n?？]{0,12}(?:几位|多少位|多长|长度|格式|规则|强度|策略|怎么|如何|在哪"
    r"|哪里|哪儿|何时|为什么|为啥|安全吗|过期|能不能|可以|几次|多久|管理|框|改|设|要求|错))"
)
_ASKING = (
    r"(?:[?？]|(?i:again|remind me|send (?:it|me)|please|pls|plz)|来着|是啥|是什么|多少|发我|发一下|告诉我|给我|呢)"
)
# What makes a question of a line that ends with its topic.
_WANTED = (
    r"(?i:\bwhat(?:['’]?s| is| was)|\banyone|\bany(?:body)? knows?|\bwho (?:has|knows|got)"
    r"|\b(?:can|could) (?:you|u)"
    r"|\bremind|\b(?:tell|send|give) (?:me|us))[^\n]{0,50}\Z"
    r"|(?:谁知道|谁有|求|要一下|要下|问下|问一下|请问|麻烦)[^\n]{0,16}\Z"
)
_SPEAKER = (
    r"(?:[ \t]{0,4}(?:[-*>][ \t]{1,2})?(?:\[?[0-9/:. -]{4,20}\]?[ \t]{1,2})?"
    r"(?:[^\s:：\n<\[【][^:：\n]{0,23}[:：]|<[^<>\n]{1,24}>|\[[^\[\]\n]{1,24}\]|【[^【】\n]{1,16}】)[*]{0,2}[ \t]{0,3}"
    r"|[ \t]{0,4}(?:>[ \t]|-[ \t])?)"
)
_LEAD = (
    r"(?i:(?:it['’]s|it is|its|should be|(?:i )?think(?: it['’]s)?|here(?: you go)?|still|now|try|use|yep|yeah|yes"
    r"|ya|sure|ok"
    r"|okay|ah|oh|hm+)[:,，]?[ ]){0,3}"
    r"(?:(?:哦|嗯|对|有|好的?|可以|给你?|喏|记得|没变|当然)[，,、：: ]{0,2}){0,2}"
    r"(?:(?:好像|应该|我记得|还|就|现在|用的?){0,2}"
    r"(?:是|改成|改为|用|用这个|这个)[：: ]{0,2})?[ ]?[\"'“`「]?"
)
_END = (
    r"[\"'”`」]?[ ]?(?:吧|哈|啊|哦|呀|，[^\n]{0,30}|[.。!！~,;；][ ]?[^\n]{0,30}"
    r"|[ ](?:i think|i guess|iirc|afaik|np|ok)"
    r"[^\n]{0,16}|[ ][^\n!-~]{0,30})?[ \t]{0,4}(?=\n|\Z)"
)
_VIVID = (
    r"(?![A-Z]{2,6}[0-9]{1,4}(?![!-~])|[A-Za-z]{2,24}[0-9](?![!-,/-~]))(?=[^\s]{6})(?=[^\s\d]{0,60}\d)(?=[^\sA-Za-z]{0,60}[A-Za-z])"
    r"(?P<secret>[!#-&(-+\--9=@-Z^_a-z~]{5,127}[#-&*+0-9=@-Z^_a-z~!])"
)
_NUMBER = r"(?P<secret>[0-9]{4,12}[#*]?)"


_NEXT_LINE = r"(?:(?:\n[ \t]{0,4}[^\n]{1,24})??\n{1,2}|[ ]{1,3}(?=(?:A|Answer|答)[:：]))" + _SPEAKER + _LEAD
_QUESTION = (
    rf"(?=[PWDGASEKTpwdgasekt密口暗提验门开解令])(?:{_TOPIC}){_NOT_ASKED}[^\n?？]{{0,40}}?{_ASKING}[^\n]{{0,24}}?"
    + _NEXT_LINE
)
_REQUEST = rf"(?=[PWDGASEKTpwdgasekt密口暗提验门开解令])(?:{_TOPIC})[ \t吧啊呗。.]{{0,3}}" + _NEXT_LINE
_ALSO = ("\n", " a:", " a：", " answer", " 答")


def _answered(rule: str, question: str, answer: str, before: str = "") -> Shape:
    return Shape(rule, tuple(_ASKED.split()), question + answer + _END, rule == "password", _ALSO, before)


_ANSWERS = (
    _answered("password", _QUESTION, _VIVID),
    _answered("password", _REQUEST, _VIVID, _WANTED),
    _answered("pin", _QUESTION, _NUMBER),
    _answered("pin", _REQUEST, _NUMBER, _WANTED),
)

_REMARK = (
    r"(?![一-鿿]{0,9}(?:至少|最少|最多|不少|不低|不超|长度|大写|小写|字母|数字|包含|错误|输错|联系|详见|参见|参考|请|拨打|电话"
    r"|短信|发送|号码|第|共|前|后|满|同|见|约|需|须|应|要|附件|章|工号|学号|改|版|组|类|每|已|未|不|没|我们|大家|保护))"
)
_HAN_DIGITS = (
    r"(?P<secret>[一-鿿]{2,12}[A-Za-z@#_.-]{0,8}[0-9]{2,10}[!@#$%^&*_.-]{0,2}(?![0-9A-Za-z%年月日号位个個次字天分秒元块度层楼种倍版期届条页章节名人"
    r"公岁点米克斤]))"
)

_HAN = (
    shape(
        "password",
        "密码 密碼 口令 暗号 password passcode passphrase pwd pw",
        r"(?i:密[码碼]|口令|暗号|(?<![a-z])(?:password|passcode|passphrase|pwd|pw))"
        r"[\"'”’]?(?:[ ]?[（(][^()（）\n]{1,16}[)）])?"
        r"[ ]?(?:(?:现在|还|就|都|改|设|换|重置|已经|暂时|统一|默认){0,3}(?:是|为|為|成|用|填|叫|[:：=＝])|(?i:is))"
        r"[了 ]{0,2}[:：]?[ ]?"
        r"[\"'“「『‘【]?" + _REMARK + _HAN_DIGITS,
        also="0 1 2 3 4 5 6 7 8 9",
    ),
)

_ACCOUNTS = (
    shape(
        "password",
        "密码 密碼 口令",
        r"(?:账[号户]|帐[号户]|用户名?|登录名|賬號|帳號|邮箱|会员|学号|工号|号)(?:是|为|[:：]){0,2}[ ]?[\w.@+-]{2,64}"
        r"[ \u3000,，;；/、]{1,2}(?:初始|登录|登陆|默认)?(?:密[码碼]|口令)[ 　:：]{0,2}(?=[!-~]{0,60}[0-9])"
        r"(?=[!-~]{0,60}[A-Za-z])" + ASCII_GIVEN,
        also="账号 账户 帐号 帐户 用户 登录名 賬號 帳號 邮箱 会员 学号 工号 号",
    ),
    shape(
        "password",
        "password passwd pwd pw pass passcode",
        r"(?=[AULEIaulei])(?<![A-Za-z])(?i:(?:account|acct|user(?:name)?|login|id|email|e-mail|uid)(?: is|:"
        r"| =)?[ ]{1,2}[\w.@+-]{2,64}[ ,;/|]{1,3}"
        r"(?:and )?(?:the )?(?:password|passwd|pwd|pw|pass|passcode)[ ]{1,2})(?=[!-~]{0,60}[0-9])" + GIVEN,
        strong=False,
        also="account acct user login id email e-mail uid",
    ),
)

_GIVEN_FIRST = (
    shape(
        "password",
        "login logins credentials creds account",
        r"(?<![!-~])[\w.@+-]{2,64}[ ]?[/:|][ ]?(?=[^\s]{0,60}[0-9])(?P<secret>[!-.0-9;-~]{6,64})[ ]"
        r"(?:is|are) (?:the|my|our|your) "
        r"(?:[\w-]{1,20} ){0,2}?(?:logins?|credentials|creds|account)",
        strong=True,
        also="is_the is_my is_our is_your are_the are_my are_our are_your",
    ),
)

ANSWERS = (*_GIVEN_FIRST, *_ANSWERS, *_HAN, *_ACCOUNTS)
