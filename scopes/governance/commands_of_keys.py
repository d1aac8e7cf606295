"""Commands that are given a token or a pair of keys, most of them by place: data, read by `announced`."""

from scopes.governance.shape import COMMAND, GIVEN, shape

_RANDOM = (
    r"(?P<quote>[\"'“]?)(?P<secret>(?=[A-Za-z_.=+/~:-]{0,60}[0-9])[A-Za-z0-9][A-Za-z0-9_.=+/~:-]{14,510}+)"
    r"(?![A-Za-z0-9@{])"
)
_VERBS = (
    r"(?:log-?in|sign-?in|auth|authenticate|authtoken|auth-?token|add-authtoken|configure|config|set-?key|set-?token"
    r"|token|api-?key|register|connect|init|activate|setup|set|add|link|install)"
)
_LOGIN_TOOLS = (
    "wandb comet neptune clearml dagshub hf huggingface modelscope openxlab swanlab cargo snyk fly flyctl railway "
    "netlify vercel heroku ngrok natapp cpolar frp codecov sentry infisical doppler koyeb scw civo linode vultr "
    "hcloud algolia expo eas appcenter bit nx turbo tailscale zerotier netbird buildkite circleci travis glab gh hub "
    "tea coze dify kaggle replicate modal runpodctl vastai jina prefect mlflow yolo lightning nomic cohere bentoml "
    "twilio stripe sonar surge supabase planetscale pscale turso neonctl cloudflared wrangler pulumi terraform "
    "datadog honeycomb newrelic nuget choco luarocks hackage npm yarn pnpm poetry composer bundle gem llm openai "
    "anthropic groq together aichat ollama gitlab jfrog fury packagecloud cloudsmith anaconda conda tushare deepl "
    "todoist linear notion render"
)
_TOOL = "|".join(_LOGIN_TOOLS.split())
# What is said of a login: no tool is named so.
_SAID = (
    r"(?!(?:users?|failed|successful|last|first|invalid|bad|new|session|admin|commit|event|action|request|anonymous"
    r"|info|debug|warn|error|on|at|by|for|the|a|an|this|that|after|before|from|to|my|your|please|no|git|docker|and|or"
    r"|id|type|op|method|page|route|path|key|value|status|trace|sso|we|i|you|they|it)[ \t])"
)
_STORES = r"(?:ossutil\w{0,8}|obsutil\w{0,8}|tosutil\w{0,8}|coscmd|coscli\w{0,8}|bcecmd|us3cli\w{0,8}|s3cmd|s5cmd|kodo)"
_STORE_HINTS = "ossutil ossutilmac obsutil tosutil coscmd coscli bcecmd us3cli s3cmd s5cmd kodo"
_WORD = r"[^\s|;&]{1,200}[ \t]{1,3}"
_MINIO = (
    rf"\b(?:mc|mcli|minio)(?:\.exe)?[ \t]{COMMAND}(?:alias[ \t]{{1,3}}(?:set|s)"
    rf"|config[ \t]host[ \t]add)[ \t]{{1,3}}{_WORD}{_WORD}"
)
_USER = (
    rf"\b(?:mc|mcli|minio)(?:\.exe)?[ \t]{COMMAND}(?:admin[ \t]user[ \t]add"
    rf"|admin[ \t]user[ \t]svcacct[ \t]add)[ \t]{{1,3}}{_WORD}"
)
_QINIU = r"\bqshell[ \t](?:-[A-Za-z]{1,2}[ \t])?account[ \t]{1,3}(?:--?[a-z]{1,16}[ \t]{1,3}){0,2}"

_LOGINS = (
    shape(
        "cli-token",
        _LOGIN_TOOLS,
        rf"(?<![\w/.-])(?:{_TOOL})(?:-?cli|-?ctl)?(?:\.exe)?[ \t]{{1,3}}"
        rf"(?:[a-z][a-z:-]{{1,20}}[ \t]{{1,3}}){{0,2}}?{_VERBS}"
        rf"(?:[ \t]{{1,3}}(?:--?[a-z][a-z-]{{0,20}}|[a-z][a-z:.-]{{1,24}}"
        rf"|//[\w./:-]{{4,64}})){{0,3}}?[ \t=]{{1,3}}{_RANDOM}",
        strong=True,
        random=True,
    ),
    shape(
        "cli-token",
        "login signin auth authenticate authtoken configure activate",
        rf"(?:(?:^|\n)[ \t]{{0,8}}(?:[$#>%❯][ \t]{{1,3}})?|[`；;：|“「]|&&)[ \t]{{0,3}}"
        rf"(?:sudo[ \t])?{_SAID}[a-z][\w.-]{{1,30}}"
        rf"(?:[ \t][a-z][a-z-]{{1,20}})?[ \t](?:login|signin|auth|authenticate|authtoken|configure"
        rf"|activate)[ \t]{{1,3}}"
        r"(?P<quote>[\"']?)(?P<secret>[A-Za-z0-9][A-Za-z0-9_-]{18,254}[A-Za-z0-9])(?P=quote)"
        r"(?=[ \t]{0,4}(?:\Z|[\n`#;&|，。；”」）)]))",
        strong=True,
        random=True,
    ),
    shape(
        "cli-token",
        "git",
        rf"\bgit config[ \t]{COMMAND}(?<=[ \t])[\w.-]{{1,64}}(?:token|password|oauth)[ \t]{{1,3}}{GIVEN}",
        strong=True,
    ),
    shape(
        "cli-token",
        "poetry composer upx twilio",
        rf"\b(?:poetry[ \t]config[ \t]{COMMAND}http-basic\.[\w-]{{1,64}}[ \t]{{1,3}}{_WORD}"
        rf"|composer[ \t]config[ \t]{COMMAND}"
        rf"http-basic\.[\w.-]{{1,64}}[ \t]{{1,3}}{_WORD}|upx[ \t]login[ \t]{{1,3}}{_WORD}{_WORD}"
        rf"|twilio[ \t]login[ \t]{{1,3}}{_WORD}){GIVEN}",
        strong=True,
    ),
    shape(
        "cli-token",
        "nuget choco dotnet",
        rf"\b(?:nuget|choco)\b{COMMAND}(?<=[ \t])-(?:k|key|apikey|ApiKey)[ \t=]{{1,3}}{GIVEN}",
        strong=True,
    ),
    shape(
        "cli-token",
        "swanlab comet",
        rf"\b(?:swanlab|comet)[ \t]login[ \t]{COMMAND}(?<=[ \t])-k[ \t=]{{1,3}}{GIVEN}",
        strong=True,
    ),
)

_STORAGE = (
    shape("cli-token", "gitlab", rf"\bgitlab-runner[ \t]{COMMAND}(?<=[ \t])-r[ \t=]{{1,3}}{GIVEN}", strong=True),
    shape(
        "cli-key",
        "echo",
        r"\becho[ \t][\"']?\S{3,128}:(?P<secret>[^\s\"':]{8,128})[\"']?[ \t]{1,3}>{1,2}[^\n]{0,60}passwd-s3fs",
    ),
    shape("cli-key", "mc mcli minio", _MINIO + GIVEN, strong=True),
    shape("cli-key", "mc mcli minio", _MINIO + _WORD + r"(?!-)" + GIVEN),
    shape("cli-key", "mc mcli minio", _USER + _WORD + r"(?!-)" + GIVEN),
    shape("cli-key", "mc mcli minio", _USER + GIVEN, strong=True),
    shape("cli-key", "qshell", _QINIU + GIVEN, strong=True),
    shape("cli-key", "qshell", _QINIU + _WORD + GIVEN, strong=True),
    shape("cli-key", _STORE_HINTS, rf"\b{_STORES}\b{COMMAND}(?<=[ \t])-(?:i|a|ak)[ \t=]{{1,3}}{GIVEN}", strong=True),
    shape("cli-key", _STORE_HINTS, rf"\b{_STORES}\b{COMMAND}(?<=[ \t])-(?:k|s|sk)[ \t=]{{1,3}}{GIVEN}", strong=True),
    # tccli configure set secretId … secretKey …; rclone config create … access_key_id …
    shape(
        "cli-key",
        "secret key token secretid secretkey secretaccesskey accesskeyid accesskey",
        rf"(?<=[ \t.])(?i:[\w.-]{{0,24}}(?:secret|key)[-_]?(?:id|key|secret)?)[ \t=]{{1,3}}{GIVEN}",
        strong=True,
        also="configure config remote",
        before=r"\b(?:configure|config|rclone|dvc remote)[ \t][^\n|;&]{0,78}\Z",
    ),
)

KEY_COMMANDS = (*_LOGINS, *_STORAGE)
