"""Names that tell a session's cookie from the other cookies of a site, and vendors whose keys have no form: data."""


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


SESSION_COOKIES = _words(
    """
    sessdata bili_jct jsessionid phpsessid asp.net_sessionid aspsessionid sessionid session_id session-id sessionid_ss
    sid_tt sid_guard uid_tt passport_csrf_token csrftoken csrf_token xsrf-token _xsrf z_c0 bduss bduss_bfess stoken
    ptoken pt_key wskey web_session p_skey pt4_token wr_skey wr_vid music_u cookie2 _m_h5_tk _m_h5_tk_enc li_at ct0
    auth_token c_user user_session _gh_sess _gitlab_session laravel_session connect.sid koa.sid koa:sess express.sid
    ci_session sails.sid rack.session _session_id cf_clearance sapisid apisid hsid __secure-1psid __secure-3psid
    __secure-next-auth.session-token next-auth.session-token remember_token remember_me_token wordpress_logged_in
    dedeuserid__ckmd5 sessionkey access_token_cookie xq_a_token login_sid_t kw_token satoken jwt_token
    """
)

# Services whose keys are told only by the name beside them.
KEYED = (
    "高德|百度(?:地图)?|腾讯(?:地图)?|天地图|和风|彩云|心知|聚合|天行|讯飞|星火|智谱|月之暗面|零一|百川|豆包|火山|通义|千问|"
    "混元|文心|阶跃|极光|友盟|融云|声网|七牛|又拍|阿里|支付宝|微信|企微|飞书|钉钉|有道|小牛|彩云|快递100|快递鸟|墨迹|硅基|"
    "(?i:openai|claude|anthropic|gemini|mistral|cohere|azure|minimax|deepl|elevenlabs|deepgram|assemblyai|serper|serpapi|"
    "wandb|weather(?:api)?|openweather(?:map)?|algolia|datadog|twilio|mailgun|sendgrid|postmark|stripe|paypal|binance|"
    "coinbase|okx|newrelic|honeycomb|pagerduty|opsgenie|fastly|linode|vultr|hetzner|cloudflare|amap|tmdb|omdb|newsapi|"
    "alphavantage|polygon|finnhub|tushare|etherscan|infura|alchemy|giphy|unsplash|pexels|shodan|virustotal|kaggle|last\\.?fm|"
    "youtube|spotify|ipinfo|ipstack|mapbox|here|tomtom|trello|jenkins|codecov|snyk|dashscope|deepseek|moonshot|kimi)"
)
