r"""The credential formats that can be told from their shape alone: data, read by `credentials`.

A pattern is bounded and possessive, so that no text makes it slow, and has no boundaries of its own: `credentials`
adds `(?<![A-Za-z0-9])…(?![A-Za-z0-9])`, because Python's `\b` sees none between 钥 and `AKIA`. A group `secret` says
that only this part goes. Sources: the vendors' documentation and, for lengths, the rules of gitleaks (MIT).
"""

import re
from functools import cache

import msgspec


class Format(msgspec.Struct, frozen=True):
    """One format: every match contains one of `hints` literally; `wraps` tells that it may be sought across lines."""

    rule: str
    hints: tuple[str, ...]
    pattern: str
    wraps: bool = True


def _format(rule: str, hints: str, pattern: str, *, wraps: bool = True) -> Format:
    return Format(rule, tuple(hints.split()), pattern, wraps)


_UUID = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"

_OURS = (_format("muniment-key", "mun_", "mun_[A-Za-z2-7]{8}_[A-Za-z0-9]{49}"),)

_CODE_HOSTS = (
    _format("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", "gh[pousr]_[A-Za-z0-9]{36,251}+"),
    _format("github-token", "github_pat_", "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
    _format(
        "gitlab-token",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt-",
        r"gl(?:pat|dt|rtr|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_=-]{20,300}+(?:\.[A-Za-z0-9._-]{2,40}+)?",
    ),
    _format("atlassian-token", "ATATT3 ATCTT3", "AT[AC]TT3[A-Za-z0-9_=-]{60,300}+"),
    _format("atlassian-token", "ATBB", "ATBB[A-Za-z0-9]{24,40}+"),
    _format("npm-token", "npm_", "npm_[A-Za-z0-9]{36}"),
    _format("pypi-token", "pypi-Ag", "pypi-Ag[A-Za-z0-9_-]{50,1000}+"),
    _format("rubygems-token", "rubygems_", "rubygems_[a-f0-9]{48}"),
    _format("docker-token", "dckr_pat_ dckr_oat_", "dckr_[po]at_[A-Za-z0-9_-]{20,64}+"),
    _format("postman-key", "PMAK-", "PMAK-[a-fA-F0-9]{24}-[a-fA-F0-9]{34}"),
    _format("figma-token", "figd_ figo_ figu_ figr_", "fig[dour]_[A-Za-z0-9_-]{20,200}+"),
    _format("linear-token", "lin_api_ lin_oauth_", "lin_(?:api|oauth)_[A-Za-z0-9]{32,64}+"),
    _format("notion-token", "ntn_", "ntn_[A-Za-z0-9]{40,60}+"),
    _format("notion-token", "secret_", "secret_[A-Za-z0-9]{43}"),
)

_MODELS = (
    _format("anthropic-key", "sk-ant-", "sk-ant-[A-Za-z0-9_-]{20,300}+"),
    _format(
        "openai-key",
        "sk-proj- sk-svcacct- sk-admin- sk-service-",
        "sk-(?:proj|svcacct|admin|service)-[A-Za-z0-9_-]{20,300}+",
    ),
    _format("openrouter-key", "sk-or-", "sk-or-v1-[A-Za-z0-9]{64}"),
    _format("langfuse-key", "sk-lf-", f"sk-lf-{_UUID}"),
    # OpenAI's first form and that of DeepSeek, Moonshot, DashScope, SiliconFlow and many gateways.
    _format("model-key", "sk-", "sk-[A-Za-z0-9]{20,200}+"),
    _format("groq-key", "gsk_", "gsk_[A-Za-z0-9]{52,80}+"),
    _format("xai-key", "xai-", "xai-[A-Za-z0-9]{60,120}+"),
    _format("perplexity-key", "pplx-", "pplx-[A-Za-z0-9]{40,80}+"),
    _format("replicate-token", "r8_", "r8_[A-Za-z0-9]{37,60}+"),
    _format("huggingface-token", "hf_ api_org_", "(?:hf|api_org)_[A-Za-z0-9]{34,60}+"),
    _format("google-key", "AIza", "AIza[A-Za-z0-9_-]{35}"),
    _format("google-key", "AQ.Ab", r"AQ\.Ab[A-Za-z0-9_-]{40,100}+"),
    _format("nvidia-key", "nvapi-", "nvapi-[A-Za-z0-9_-]{60,80}+"),
    _format("cerebras-key", "csk-", "csk-[a-z0-9]{40,60}+"),
    _format("together-key", "tgp_v1_", "tgp_v1_[A-Za-z0-9_-]{40,60}+"),
    _format("jina-key", "jina_", "jina_[A-Za-z0-9]{50,70}+"),
    _format("langsmith-key", "lsv2_", "lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
    _format("tavily-key", "tvly-", "tvly-[A-Za-z0-9-]{28,64}+"),
    _format("pinecone-key", "pcsk_", "pcsk_[A-Za-z0-9_]{40,90}+"),
)

_CLOUDS = (
    _format("aws-key-id", "AKIA ASIA ABIA ACCA", "A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}"),
    _format("aliyun-key-id", "LTAI", "LTAI[A-Za-z0-9]{12,26}+"),
    _format("tencent-key-id", "AKID", "AKID[A-Za-z0-9]{13,40}+"),
    _format("volcengine-key-id", "AKLT AKTP", "AK(?:LT|TP)[A-Za-z0-9_-]{16,60}+={0,2}+"),
    _format("baidu-key", "bce-v3/ALTAK-", "bce-v3/ALTAK-[A-Za-z0-9]{10,40}+/[A-Za-z0-9]{40}"),
    _format("baidu-key-id", "ALTAK", "ALTAK[A-Za-z0-9]{18,30}+"),
    _format("jdcloud-key-id", "JDC_", "JDC_[A-Z0-9]{25,40}+"),
    _format("google-oauth", "GOCSPX-", "GOCSPX-[A-Za-z0-9_-]{28}"),
    _format("google-oauth", "ya29.", r"ya29\.[A-Za-z0-9_-]{20,1000}+"),
    _format("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", "do[opr]_v1_[a-f0-9]{64}"),
    _format("heroku-key", "HRKU-", "HRKU-[A-Za-z0-9_-]{36,64}+"),
    _format("flyio-token", "fm2_", r"fm2_[A-Za-z0-9+/]{60,2000}+={0,3}+"),
    _format("supabase-key", "sbp_", "sbp_[a-f0-9]{40}"),
    _format("supabase-key", "sb_secret_", "sb_secret_[A-Za-z0-9_-]{20,60}+"),
    _format("planetscale-token", "pscale_", "pscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}+"),
    _format("databricks-token", "dapi", "dapi[a-f0-9]{32}(?:-[0-9])?"),
    _format("azure-client-secret", "Q~", "[A-Za-z0-9_~.]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}+"),
    _format("azure-account-key", "AccountKey=", "AccountKey=(?P<secret>[A-Za-z0-9+/]{40,90}+={0,2}+)", wraps=False),
)

_OPERATIONS = (
    _format("grafana-token", "glc_", "glc_[A-Za-z0-9+/]{32,400}+={0,3}+"),
    _format("grafana-token", "glsa_", "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    _format("vault-token", "hvs. hvb. hvr.", r"hv[sbr]\.[A-Za-z0-9_-]{20,300}+"),
    _format("terraform-token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}+"),
    _format("pulumi-token", "pul-", "pul-[a-f0-9]{40}"),
    _format("doppler-token", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}+"),
    _format("sentry-token", "sntryu_ sntrys_", "sntry[us]_[A-Za-z0-9+/=_-]{40,400}+"),
    _format("newrelic-key", "NRAK-", "NRAK-[A-Z0-9]{27}"),
    _format("age-key", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    _format("onepassword-token", "ops_eyJ", "ops_eyJ[A-Za-z0-9+/_-]{60,3000}+={0,3}+"),
)

_MESSAGES_AND_MONEY = (
    _format(
        "slack-token", "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs-", "xox[a-eoprs]-[A-Za-z0-9-]{10,300}+"
    ),
    _format("slack-token", "xoxe.xox", r"xoxe\.xox[bp]-[A-Za-z0-9-]{20,300}+"),
    _format("slack-token", "xapp-", "xapp-[A-Za-z0-9-]{20,250}+"),
    _format("telegram-token", ":AA", "[0-9]{8,10}+:AA[A-Za-z0-9_-]{33}"),
    _format("sendgrid-key", "SG.", r"SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}"),
    _format("mailchimp-key", "-us", "[a-f0-9]{32}-us[0-9]{1,2}+"),
    _format(
        "stripe-key",
        "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_",
        "[sr]k_(?:live|test|prod)_[A-Za-z0-9]{10,250}+",
    ),
    _format("stripe-webhook-secret", "whsec_", "whsec_[A-Za-z0-9+/]{24,100}+={0,2}+"),
    _format("square-token", "sq0atp- sq0csp-", "sq0(?:atp|csp)-[A-Za-z0-9_-]{22,60}+"),
    _format("shopify-token", "shpat_ shpca_ shppa_ shpss_", "shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
)

_WEBHOOKS = (
    _format(
        "dingtalk-webhook",
        "/robot/send?access_token=",
        r"oapi\.dingtalk\.com/robot/send\?access_token=(?P<secret>[A-Za-z0-9]{32,128}+)",
    ),
    _format(
        "wecom-webhook",
        "/cgi-bin/webhook/",
        rf"qyapi\.weixin\.qq\.com/cgi-bin/webhook/[a-z_]{{4,20}}\?(?:[a-z]{{1,10}}=[a-z]{{1,10}}&)?key=(?P<secret>{_UUID})",
    ),
    _format(
        "feishu-webhook",
        "/open-apis/bot/",
        r"open\.(?:feishu\.cn|larksuite\.com)/open-apis/bot/(?:v2/)?hook/(?P<secret>[A-Za-z0-9-]{20,64}+)",
    ),
    _format(
        "slack-webhook",
        "slack.com/ slack-gov.com/",
        "hooks\\.slack(?:-gov)?\\.com/(?:services|workflows|triggers)/(?P<secret>[A-Za-z0-9]{6,20}+/[A-Za-z0-9/]{16,100}+)",
    ),
    _format(
        "discord-webhook",
        "/api/webhooks/",
        r"discord(?:app)?\.com/api/webhooks/(?P<secret>[0-9]{15,22}+/[A-Za-z0-9_-]{60,100}+)",
    ),
    _format(
        "teams-webhook",
        "/webhookb2/",
        rf"webhook\.office\.com/webhookb2/(?P<secret>{_UUID}@{_UUID}/[A-Za-z]{{4,30}}/[A-Za-z0-9]{{16,64}}+/{_UUID})",
    ),
)

_ADDRESSES = (
    _format(
        "url-password",
        ":// ：//",
        r"""[A-Za-z][A-Za-z0-9+.-]{1,30}+://[^\s:/?#@"'`<>\[\]]{0,128}+:(?![0-9]{1,5}[,;)])"""
        r"(?P<secret>[!#-&(-.0-;=@-_a-~\w]{1,256})(?=@)",
        wraps=False,
    ),
    _format(
        "presigned-url",
        "-Signature= -signature= &Signature= ?Signature= sig= Security-Token= security-token=",
        r"(?:(?:X-Amz|X-Goog|X-Tos|x-oss|q)-[Ss]ignature|(?<=[?&;])Signature|(?<=[?&;])sig|"
        r"(?:X-Amz|x-cos|x-oss|X-Tos)-[Ss]ecurity-[Tt]oken|(?<=[?&;])security-token)="
        r"(?P<secret>[A-Za-z0-9%+/=_~.-]{24,2048}+)",
        wraps=False,
    ),
    _format("jwt", "eyJ", r"eyJ[A-Za-z0-9_-]{8,1500}+(?:\.{1,2}[A-Za-z0-9_-]{1,4000}+){1,4}+"),
)

FORMATS = (*_OURS, *_CODE_HOSTS, *_MODELS, *_CLOUDS, *_OPERATIONS, *_MESSAGES_AND_MONEY, *_WEBHOOKS, *_ADDRESSES)

# A hint is looked for only in texts that have its rarest character: most have none of these.
_RARE = "_~=/@+QZXJKVTGRNHDBLPMSICAE0123456789:-."


def _indexed() -> list[tuple[str, list[tuple[str, list[Format]]]]]:
    """Formats by hint, hints by their rarest character."""
    by_character: dict[str, dict[str, list[Format]]] = {}
    for entry in FORMATS:
        for hint in entry.hints:
            rarest = min(hint, key=lambda character: _RARE.find(character) % 256)
            by_character.setdefault(rarest, {}).setdefault(hint, []).append(entry)
    return [(character, list(hints.items())) for character, hints in by_character.items()]


_INDEX = _indexed()


def possible(text: str) -> list[Format]:
    """The formats of which the text has a hint."""
    found: list[Format] = []
    for character, hints in _INDEX:
        if character in text:
            for hint, entries in hints:
                if hint in text:
                    found += (entry for entry in entries if entry not in found)
    return found


@cache
def bounded(pattern: str) -> re.Pattern[str]:
    """The pattern where nothing alphanumeric touches it."""
    return re.compile(f"(?<![A-Za-z0-9])(?:{pattern})(?![A-Za-z0-9])")


@cache
def unbounded(pattern: str) -> re.Pattern[str]:
    """The pattern wherever it stands, as long as it gets."""
    return re.compile(pattern)


@cache
def shortest(pattern: str) -> re.Pattern[str]:
    """The pattern wherever it stands, as short as it can be."""
    return re.compile(pattern.replace("}+", "}?"))
