"""Formats of webhooks, of secrets in addresses, of tokens that carry JSON and of keys in base64: data."""

from scopes.governance.format_rule import UUID, form

_WEBHOOKS = (
    form(
        "dingtalk-webhook",
        "/robot/send?access_token=",
        r"oapi\.dingtalk\.com/robot/send\?access_token=(?P<secret>[A-Za-z0-9]{32,128}+)",
    ),
    form(
        "wecom-webhook",
        "/cgi-bin/webhook/",
        rf"qyapi\.weixin\.qq\.com/cgi-bin/webhook/[a-z_]{{4,20}}\?(?:[a-z]{{1,10}}=[a-z]{{1,10}}&)?key=(?P<s"
        rf"ecret>{UUID})",
    ),
    form(
        "feishu-webhook",
        "/open-apis/bot/",
        r"open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/(?P<secret>[A-Za-z0-9-]{20,64}+)",
    ),
    form(
        "slack-webhook",
        "slack.com/ slack-gov.com/",
        "hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9]{6,20}+/[A-Za-z0"
        "-9/]{16,100}+)",
    ),
    form(
        "discord-webhook",
        "/api/webhooks/",
        r"discord(?:app)?\.com/api/webhooks/(?P<secret>[0-9]{15,22}+/[A-Za-z0-9_-]{60,100}+)",
    ),
    form(
        "teams-webhook",
        "/webhookb2/",
        rf"webhook\.office\.com/webhookb2/(?P<secret>{UUID}@{UUID}/[A-Za-z]{{4,30}}/[A-Za-z0-9]{{16,64}}+/{UUID})",
    ),
)

_MORE_WEBHOOKS = (
    form(
        "google-chat-webhook",
        "chat.googleapis.com",
        r"chat\.googleapis\.com/v1/spaces/[A-Za-z0-9_-]{4,40}/messages\?[!-~]{0,80}?token=(?P<secret>[A-Za-z0-9_%-]{20,80}+)",
    ),
    form(
        "zapier-webhook",
        "hooks.zapier.com",
        r"hooks\.zapier\.com/hooks/(?:catch|standard)/(?P<secret>[0-9]{4,12}/[A-Za-z0-9]{5,20})",
    ),
    form(
        "ifttt-webhook",
        "maker.ifttt.com",
        r"maker\.ifttt\.com/trigger/[A-Za-z0-9_{}-]{1,64}/(?:json/)?with/key/(?P<secret>[A-Za-z0-9_-]{16,60})",
    ),
    form("bark-key", "api.day.app", r"api\.day\.app/(?P<secret>[A-Za-z0-9]{18,28}+)(?=[/?]|$|[^A-Za-z0-9])"),
    form(
        "push-key",
        "ftqq.com/ qmsg.zendee.cn",
        r"(?:(?:sct?api\.|sc\.)?ftqq\.com|qmsg\.zendee\.cn/j?send)/(?P<secret>[A-Za-z0-9]{24,64}+)(?=[./?]|$"
        r"|[^A-Za-z0-9])",
    ),
    form("healthcheck-address", "hc-ping.com", rf"hc-ping\.com/(?P<secret>{UUID}|[A-Za-z0-9_-]{{22}})"),
    form(
        "pagerduty-key",
        "events.pagerduty.com",
        r"events\.pagerduty\.com/(?:integration|x-ere)/(?P<secret>[A-Za-z0-9]{20,40}+)",
    ),
    form(
        "mattermost-webhook",
        "/hooks/",
        r"/hooks/(?P<secret>[a-z0-9]{26}|[A-Za-z0-9]{17}/[A-Za-z0-9]{40,50})",
        digit=True,
    ),
    form(
        "telegram-token", "api.telegram.org/bot", "api\\.telegram\\.org/bot(?P<secret>[0-9]{8,10}+:[A-Za-z0-9_-]{35})"
    ),
    form("kook-webhook", "/robot/send?key=", rf"/robot/send\?key=(?P<secret>{UUID}|[A-Za-z0-9]{{20,64}}+)"),
)

_KEYS_IN_BASE64 = (
    # PEM of anything but certificates, requests and public keys.
    form(
        "private-key",
        "LS0tLS1CRUdJTi",
        "LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM|BUUlVT|BYNT|BSU0EgUFVC)[A-Za-z0-9+/_-]{60,20000}+={0,2}+",
    ),
    # PKCS #1 and #8, where a number 0 is the first thing in the sequence.
    form("private-key", "IBAA IBAD", "MII[A-Za-z0-9+/]{3}IBA[AD][A-Za-z0-9+/]{100,8000}+={0,2}+"),
    form(
        "private-key",
        "AgEAMB MHcCAQEE MIGkAgEB MC4CAQAw MFECAQEw",
        "M(?:IG[A-Za-z0-9+/]{1,2}AgEAMB|HcCAQEE|IGkAgEB|C4CAQAw|FECAQEw)[A-Za-z0-9+/_-]{40,400}+={0,2}+",
    ),
    form(
        "private-key",
        "Private-Lines:",
        r"Private-Lines: [0-9]{1,3}[ \t]{0,4}\r?\n(?P<secret>(?:[A-Za-z0-9+/=]{20,80}+\r?\n?){1,64}+)",
        wraps=False,
    ),
)

_ADDRESSES = (
    form(
        "proxy-address",
        "ss:// ssr:// vmess://",
        "(?:ssr?|vmess)://(?P<secret>[A-Za-z0-9+/_-]{20,4000}+={0,2}+)",
        wraps=False,
    ),
    form(
        "proxy-address",
        "trojan:// vless:// hysteria2:// hy2:// tuic://",
        "(?:trojan|vless|hysteria2|hy2|tuic)://(?P<secret>[!#-.0-?A-Z_a-z~]{6,200}+)(?=@[A-Za-z0-9])",
        wraps=False,
    ),
    form(
        "sentry-dsn",
        "://",
        r"https?://(?P<secret>[a-f0-9]{32}(?::[a-f0-9]{32})?)(?=@[\w.-]{3,100}(?::[0-9]{2,5})?/)",
        wraps=False,
    ),
    form(
        "url-token",
        "://",
        r"[a-z][a-z0-9+.-]{1,12}+://(?P<secret>[A-Za-z0-9_-]{20,256}+)(?=@[A-Za-z0-9][\w-]{0,60}\.)",
        wraps=False,
        digit=True,
    ),
    form(
        "url-password",
        ":// ：//",
        r"""[A-Za-z][A-Za-z0-9+.-]{1,30}+://[^\s:/?#@"'`<>\[\]]{0,128}+:(?![0-9]{1,5}[,;)])"""
        r"(?P<secret>[!#-&(-.0-;=@-_a-~\w]{1,256})(?=@)",
        wraps=False,
    ),
    form(
        "presigned-url",
        "-Signature= -signature= &Signature= ?Signature= sig= Security-Token= security-token=",
        r"(?:(?:X-Amz|X-Goog|X-Tos|x-oss|q)-[Ss]ignature|(?<=[?&;])Signature|(?<=[?&;])sig|"
        r"(?:X-Amz|x-cos|x-oss|X-Tos)-[Ss]ecurity-[Tt]oken|(?<=[?&;])security-token)="
        r"(?P<secret>[A-Za-z0-9%+/=_~.-]{24,2048}+)",
        wraps=False,
    ),
    form("jwt", "eyJ", r"eyJ[A-Za-z0-9_-]{8,1500}+(?:\.{1,2}[A-Za-z0-9_-]{1,4000}+){1,4}+"),
)

ADDRESSES = (*_WEBHOOKS, *_MORE_WEBHOOKS, *_KEYS_IN_BASE64, *_ADDRESSES)
