"""What people say or write when they give a secret away: data, read by `announced`."""

from scopes.governance.shape import ASCII_GIVEN, GIVEN, VIVID, shape

_ABOUT_ACCESS = (
    r"(?i:pass(?:word|code|phrase|wd)?|pw|pin|login|creds|credentials?|wi-?fi|密[码碼]|口令|暗号|无线|账号|帐号)"
    r"(?! ?(?i:page|form|screen|button|field|box|manager|policy|module|hash|flow|页|框|模块|算法|强度|策略|管理))"
)

_SAID = (
    shape(
        "password",
        "password passcode passphrase pin pwd secret",
        r"(?i:\b(?:use|using|with|enter|type|set|put|try|choose|chose|picked|take|took|have)[ \t]{1,3})"
        + GIVEN
        + r"[ \t]{1,3}(?i:as) (?i:the|my|your|our|a|his|her"
        r"|its)[ \t](?:[\w-]{1,20}[ \t]){0,3}?(?i:password|passcode|passphrase|pin|pwd"
        r"|secret)(?! (?:field|manager|policy))",
        also="_as_the _as_my _as_your _as_our _as_a_ _as_his _as_her",
    ),
    shape(
        "password",
        "password passcode passphrase key token",
        GIVEN.replace("(?P<quote>", r"(?<![^\s\"'“，。:：(])(?P<quote>")
        + r"[ \t]{1,3}(?i:is (?:the|my|your|our|his|her|its)[ \t](?!most|worst|best|least|second|top"
        r"|weakest)(?:[\w-]{1,20}[ \t]){0,2}?(?:password|passcode|passphrase|api key|secret key"
        r"|access token))(?![\w ]{0,20}(?:manager|policy|field|reset))",
        strong=True,
        also="_is_the_ _is_my_ _is_your_ _is_our_ _is_his_ _is_her_ _is_its_",
    ),
    shape(
        "password",
        "密码 口令 密钥 密碼 暗号",
        r"(?<![!-~])(?P<quote>[\"'“「]?)(?P<secret>[!-&(-~]{4,128})[\"'”」]?[ ]?[，,]?(?:这个|这串"
        r"|这|那)?(?:就|才|)(?:是|作为|作為|当|當|做|设为|用作|当作"
        r"|為)(?:了)?[一-鿿A-Za-z]{0,12}?(?:密码|口令|密钥|密碼)(?![一-鿿]{0,4}(?:吗|么|嘛|管理"
        r"|强度|框|页))",
        strong=True,
    ),
    shape(
        "password",
        "口令 暗号 暗號",
        r"(?:口令|暗号|暗號)(?:是|为|為|叫|[:：]){1,2}[ ]?(?P<quote>[“\"「『'])(?P<secret>"
        r"[^”\"」』'\n]{2,64})[”\"」』']",
    ),
    shape(
        "password",
        "账号 帐号 账户 帐户 用户名 账密 帐密 賬號 帳號 登录 登陆 后台",
        r"(?:(?:账号|帐号|账户|帐户|用户名|賬號|帳號|登录|登陆|后台)(?:都|分别)?(?:是|为|[:：]"
        r"|[ ]){1,3}[ ]?[\w.@-]{2,64}[ ]?[/／|｜]|"
        r"(?:(?:账号|帐号|账户|帐户|用户名|用户|賬號|帳號)[/／和与及、]?密[码碼]|账密|帐密)(?:都"
        r"|分别)?(?:是|为|[:：]|[ ]){1,3}[ ]?[\w.@-]{2,64}[ ]?(?:[/／|｜,，、:：]|[ ]|和))"
        r"[ ]?(?P<secret>[!-.0-~]{5,128})",
        strong=True,
    ),
    shape(
        "password",
        "login logins credential credentials creds username user log_in sign_in",
        r"(?i:\b(?:log ?in|logins?|credentials?|creds|sign in|username[ ]?/[ ]?password"
        r"|user[ ]?/[ ]?pass(?:word)?)(?: (?:is|are|with|as|details|info"
        r"|for [\w.-]{1,32}))?[ ]?[:=]?[ ]?)(?:\"|')?[\w.@-]{2,64}[ ]?[/"
        r"|:][ ]?(?P<secret>[!-.0-~]{5,128})",
        strong=True,
        also="/ | :",
    ),
    shape(
        "password",
        "password passcode pin 密码 口令 密碼",
        r"(?i:passw?or?d|passcode|pin|密码|口令|密碼)[^.\n]{0,30}?(?: from [!-~]{4,64} to "
        r"|从[ ]?[!-~]{4,64}[ ]?(?:改成|改为|换成|变成|更新为)了?[ ]?)" + GIVEN,
        strong=True,
        also="_from_ 从",
    ),
    shape(
        "password",
        "login authenticate auth httpbasicauth getconnection mysqli connect pdo basicauth",
        r"(?i:(?<![a-z])(?:[a-z_]{0,20}login|authenticate|httpbasicauth|basic_?auth|getconnection"
        r"|mysqli(?:_connect)?|pdo|connect"
        r"|auth)[ ]?=?[ ]?\((?:[^()\n\"']{0,20}[\"'][^\"'\n]{1,128}[\"'],[ ]?){1,2}[\"'])"
        r"(?P<secret>[^\"'\n]{4,128})[\"']",
        strong=True,
    ),
    shape(
        "basic-authorization",
        "auth",
        r"""\\?["']auth\\?["'][ ]?:[ ]?\\?["'](?P<secret>[A-Za-z0-9+/]{8,1024}+={0,2}+)\\?["']""",
    ),
    shape(
        "pin",
        "code",
        r"(?i:\bcode (?:to|for|of) (?:the |my |our |his |her )?(?:[a-z]{2,16} ){0,2}?(?:door|gate"
        r"|safe|alarm|garage|locker|lock|house|building|apartment|vault|entrance|bike"
        r"|suitcase)(?:['’]s| is|:)[ ]?(?:now )?)(?P<secret>[#*]?\d{4,8}[#*]?)(?!\d)",
    ),
    shape(
        "recovery-code",
        "recovery backup 备用 恢复",
        r"(?i:(?:recovery|backup|备用|恢复)[ _-]?(?:codes?|码|代码)(?: is| are|是"
        r"|为)?[ ]?[:：]?[ \n]{0,3})(?P<secret>(?:(?=[A-Za-z-]{0,12}[0-9])[A-Za-z0-9-]{6,24}(?:"
        r"[ ,，、\n]{1,3}(?=(?=[A-Za-z-]{0,12}[0-9])[A-Za-z0-9-]{6,24}))?){1,16})",
    ),
    shape(
        "seed-phrase",
        "seed mnemonic recovery phrase 助记词 助記詞",
        r"(?i:seed(?: phrase| words)?|mnemonic(?: phrase)?|recovery phrase|secret phrase|助记词"
        r"|助記詞)[\"']?[ \t]?(?:is|are|=|:|：|是"
        r"|为){1,2}[ \t\n]{0,3}[\"'“]?(?P<secret>[a-z]{3,10}(?:[ ,][ ]?[a-z]{3,10}){11,23})",
    ),
)


_LATER = (
    # … my password, so I changed it to X
    shape(
        "password",
        "changed set reset switched updated rotated moved",
        r"(?i:\b(?:changed|set|reset|switched|updated|rotated|moved) (?:it|that|mine|this|them)"
        r"(?: back| over)? to:?)[ ]" + GIVEN,
        strong=True,
        also="_it_ _that_ _mine_ _this_ _them_",
        before=_ABOUT_ACCESS,
    ),
    shape(
        "password",
        "now one",
        r"(?i:\b(?:it(?:['’]s| is) now|now it(?:['’]s| is)|(?:new|current) one(?: is|['’]s|:)):?)[ ]" + GIVEN,
        strong=True,
        also="new_one current_one _now it's_now it’s_now",
        before=_ABOUT_ACCESS,
    ),
    shape(
        "pin",
        "it one",
        r"(?i:\b(?:changed|set|reset) it to|(?:the )?new one is)[ ](?P<secret>[0-9]{4,8})(?![0-9A-Za-z.:/-])",
        also="pin passcode",
        before=r"(?i:\bpin\b|passcode)[^\n]{0,40}\Z",
    ),
    shape(
        "password",
        "改 换 設 设 重置 更新 定 变 现在 新的 目前 还 仍 就",
        r"(?:(?:改|换|換|设|設|设置|設置|设定|重置|更新|定|变|調|调)(?:成|为|為|做|到|回)了?"
        r"|(?:现在|新的|目前|还|仍|就)是(?:之前|原来|以前|老)?(?:那个|的)?)[ ]?[:：]?[ ]?[“\"「『'`]?"
        + VIVID
        + ASCII_GIVEN,
        strong=True,
        also="密码 密碼 口令 暗号 wifi wi-fi pin 无线",
        before=_ABOUT_ACCESS,
    ),
)

_USED = (
    shape(
        "password",
        "use using with try enter type",
        r"(?i:\b(?:use|using|with|try|enter|type|typing)[ ])"
        + VIVID
        + GIVEN
        + r"(?i:[ ](?:to|and|when you|for) (?:log(?:ging)?[ -]?in|sign(?:ing)?[ -]?in|unlock|get in|authenti"
        r"cate|connect|decrypt"
        r"|open (?:the|it)|join))",
        strong=True,
        also="log_in login logging sign_in signing unlock get_in authenticate connect decrypt open join",
    ),
    shape(
        "password",
        "log login sign logged signed",
        r"(?i:\b(?:log(?:ged)?[ -]?in|sign(?:ed)?[ -]?in)(?: (?:as|with|using) [\w.@-]{2,64})?(?: and|,)? (?"
        r":with|using)[ ])" + VIVID + GIVEN,
        strong=True,
        also="_with_ _using_",
    ),
    shape(
        "password",
        "登录 登陆 登入 登錄 解锁 解压 解密 连 开门 开锁 进",
        r"(?:用|输入|输|敲|填)[ ]?[“\"「『'`]?"
        + VIVID
        + ASCII_GIVEN
        + r"[”\"」』'`]?[ ]?(?:来|去|就能|就可以|才能|可以)?"
        r"(?:登[录陆入錄]|解锁|解压|解密|连(?!续)|开门|开锁|进[门去系后])",
        strong=True,
        also="用 输 敲 填",
    ),
)

_PAIRS = (
    shape(
        "password",
        "login logins credential credentials creds account sign",
        r"(?i:\b(?:log ?in|logins?|credentials?|creds|account|sign-?in)(?: (?:details|info|data))?)"
        r"(?:[ ](?i:for|to|of|on|at|in)(?:[ ][\w.'’-]{1,32}){1,5}?)?(?:[ ]?[:：=]|[ ](?i:is|are|was))[ ]"
        r"[\w.@+-]{2,64}[ ]?[/|:,][ ]?(?P<secret>[!-.0-~]{5,128})",
        strong=True,
        also="/ | : ,",
    ),
    shape(
        "password",
        "admin root administrator user ubuntu guest sa",
        r"(?<![\w/.@-])(?:admin|root|administrator|user|ubuntu|guest|sa)[ ]?[/|｜][ ]?"
        + VIVID
        + r"(?P<secret>[!-.0-~]{5,128}+)(?![ ]?(?:目录|文件|路径|下|/))",
        strong=True,
        also="/ | ｜",
        before=r"(?:路由|光猫|摄像头|交换机|面板|管理|控制台|堡垒机|跳板机|数据库|服务器|系统|后台|机器|主机|盒子|打印机"
        r"|(?i:nas|vpn|router|camera|server|panel|console|dashboard|switch|printer|box|host))"
        r"[^\n/]{0,40}?(?:是|为|用|[:： (（,，])\Z",
    ),
    shape(
        "seed-phrase",
        "助记词 助記詞",
        r"助[记記][词詞][^一-鿿\n]{0,6}?(?:是|为|如下)?[ :：\n\"'“]{1,4}"
        r"(?P<secret>[一-鿿](?:[ \u3000、,，][一-鿿]){11,23})(?![一-鿿])",
    ),
    shape(
        "seed-phrase",
        "seed mnemonic recovery phrase 助记词 助記詞",
        r"(?i:seed(?: phrase| words)?|mnemonic(?: phrase)?|(?:recovery|secret|wallet) phrase|助[记記][词詞])[^\n]"
        r"{0,24}?[ :：\n]{1,3}"
        r"(?P<secret>1[.)、][ ]?[a-z]{3,10}(?:[ ,，\n]{1,3}[0-9]{1,2}[.)、][ ]?[a-z]{3,10}){11,23})",
    ),
)

_CODES = (
    shape(
        "one-time-code",
        "code passcode 验证码 校验码 动态码",
        r"(?<![\w.-])(?:G-)?(?P<secret>[0-9]{4,8})(?:[ ]is[ ]|[ ]?是[ ]?)(?i:your|the|my|您的|你的|本次|我的)"
        r"[^\n.]{0,24}?(?i:(?:verification|security|login|authentication|one-time|confirmation|sign-in)"
        r" (?:code|pin|passcode)|验证码"
        r"|校验码|动态码)",
        also="_is_your _is_the _is_my 是",
    ),
    shape(
        "password",
        "wifi ssid wi-fi 无线",
        r"(?i:wi-?fi|ssid|无线网?)[^\n/]{0,16}?[:： ][ ]?[\w.-]{2,32}[ ]?[/|｜][ ]?"
        r"(?=[^\s]{0,60}[!@#$%^&*])(?P<secret>[!-.0-~]{6,63})",
        strong=True,
        also="/ | ｜",
    ),
)

PHRASES = (*_CODES, *_SAID, *_LATER, *_USED, *_PAIRS)
