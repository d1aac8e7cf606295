"""Formats of code hosts, package registries, continuous integration, monitoring and secret stores: data.

Sources: the vendors' documentation and, for lengths, the rules of gitleaks (MIT).
"""

from scopes.governance.format_rule import UUID, form

_OURS = (form("muniment-key", "mun_", "mun_[A-Za-z2-7]{8}_[A-Za-z0-9]{49}"),)

_CODE_HOSTS = (
    form("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", "gh[pousr]_[A-Za-z0-9]{36,251}+"),
    form("github-token", "github_pat_", "github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
    form(
        "gitlab-token",
        "glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt-",
        r"gl(?:pat|dt|rtr|rt|cbt|ptt|ft|imt|agent|oas|soat|ffct|wt)-[A-Za-z0-9_=-]{20,300}+(?:\.[A-Za-z0-9._"
        r"-]{2,40}+)?",
    ),
    form("gitlab-token", "GR1348941", "GR1348941[A-Za-z0-9_-]{20}"),
    form("atlassian-token", "ATATT3 ATCTT3", "AT[AC]TT3[A-Za-z0-9_=-]{60,300}+"),
    form("atlassian-token", "ATBB", "ATBB[A-Za-z0-9]{24,40}+"),
    form("azure-devops-token", "AZDO", "[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}"),
    form("sourcegraph-token", "sgp_", "sgp_(?:(?:[a-fA-F0-9]{16}|local)_)?[a-fA-F0-9]{40}"),
    form("snyk-token", "snyk_", r"snyk_[a-z]{2,4}\.[A-Za-z0-9]{8}\.[A-Za-z0-9._-]{30,200}+"),
    form("sonar-token", "squ_ sqp_ sqa_", "sq[upa]_[a-f0-9]{40}"),
    form("stackhawk-key", "hawk.", r"hawk\.[A-Za-z0-9_-]{20}\.[A-Za-z0-9_-]{20}"),
)

_PACKAGES = (
    form("npm-token", "npm_", "npm_[A-Za-z0-9]{36}"),
    form("pypi-token", "pypi-Ag", "pypi-Ag[A-Za-z0-9_-]{50,1000}+"),
    form("rubygems-token", "rubygems_", "rubygems_[a-f0-9]{48}"),
    form("crates-token", "", "cio[A-Za-z0-9]{32}", wraps=False, digit=True, sign="cio(?=[A-Za-z0-9]{32})"),
    form("nuget-key", "oy2", "oy2[a-z0-9]{43}"),
    form("clojars-token", "CLOJARS_", "CLOJARS_[a-z0-9]{60}"),
    form("docker-token", "dckr_pat_ dckr_oat_", "dckr_[po]at_[A-Za-z0-9_-]{20,64}+"),
    form("artifactory-token", "AKCp", "AKCp[A-Za-z0-9]{60,80}+"),
    form("artifactory-token", "cmVmdGtuO", "cmVmdGtuO[A-Za-z0-9]{50,64}+"),
    form("cloudsmith-key", "ckey_ csa_", "(?:ckey|csa)_[A-Za-z0-9]{32,64}+"),
)

_TOOLS = (
    form("postman-key", "PMAK-", "PMAK-[a-fA-F0-9]{24}-[a-fA-F0-9]{34}"),
    form("postman-key", "PMAT-", "PMAT-[A-Z0-9]{26}"),
    form("figma-token", "figd_ figo_ figu_ figr_", "fig[dour]_[A-Za-z0-9_-]{20,200}+"),
    form("linear-token", "lin_api_ lin_oauth_", "lin_(?:api|oauth)_[A-Za-z0-9]{32,64}+"),
    form("notion-token", "ntn_", "ntn_[A-Za-z0-9]{40,60}+"),
    form("notion-token", "secret_", "secret_[A-Za-z0-9]{43}"),
    form("airtable-token", "", r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}", sign=r"\.(?=[a-f0-9]{64})(?<=[A-Za-z0-9]{17}\.)"),
    form("clickup-token", "pk_", "pk_[0-9]{6,9}_[A-Z0-9]{32}"),
    form("asana-token", "", "[012]/[0-9]{13,20}(?:/[0-9]{13,20})?:[a-f0-9]{32}", sign="/(?=[0-9]{13,20}[:/])"),
    form("trello-token", "ATTA", "ATTA[a-f0-9]{64}[A-Fa-f0-9]{0,16}"),
    form("typeform-token", "tfp_", r"tfp_[A-Za-z0-9_.=-]{40,70}+"),
    form("readme-key", "rdme_", "rdme_[a-z0-9]{70}"),
    form("contentful-token", "CFPAT-", "CFPAT-[A-Za-z0-9_-]{43}"),
    form("launchdarkly-key", "", f"(?:sdk|api|mob)-{UUID}", sign=f"-(?={UUID})(?<=(?:sdk|api|mob)-)"),
    form("prefect-key", "pnu_ pnb_", "pn[ub]_[A-Za-z0-9]{36}"),
    form("frameio-token", "fio-u-", "fio-u-[A-Za-z0-9_-]{64}"),
    form("adafruit-key", "aio_", "aio_[A-Za-z0-9]{28}"),
    form("adobe-secret", "p8e-", "p8e-[A-Za-z0-9_-]{32}"),
    form("infracost-key", "ico-", "ico-[A-Za-z0-9]{32}", wraps=False, digit=True),
    form("scalingo-token", "tk-us-", "tk-us-[A-Za-z0-9_-]{48}"),
    form("hubspot-token", "pat-na pat-eu pat-ap", f"pat-(?:na|eu|ap)[0-9]-{UUID}"),
    form("maxmind-key", "_mmk", "[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk"),
    form("mapbox-token", ".eyJ1Ijoi", r"(?:sk|pk|tk)\.eyJ1Ijoi[A-Za-z0-9_-]{20,300}+\.[A-Za-z0-9_-]{16,40}+"),
    form("salesforce-token", "00D", r"00D[A-Za-z0-9]{12,15}![A-Za-z0-9._]{80,200}+"),
)

_OPERATIONS = (
    form("grafana-token", "glc_", "glc_[A-Za-z0-9+/]{32,400}+={0,3}+"),
    form("grafana-token", "glsa_", "glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    form("grafana-token", "eyJrIjoi", "eyJrIjoi[A-Za-z0-9]{60,400}+={0,3}+"),
    form("vault-token", "hvs. hvb. hvr.", r"hv[sbr]\.[A-Za-z0-9_-]{20,300}+"),
    form("terraform-token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}+"),
    form("pulumi-token", "pul-", "pul-[a-f0-9]{40}"),
    form("doppler-token", "dp.", r"dp\.(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}+"),
    form("sentry-token", "sntryu_ sntrys_", "sntry[us]_[A-Za-z0-9+/=_-]{40,400}+"),
    form("newrelic-key", "NRAK-", "NRAK-[A-Z0-9]{27}"),
    form("newrelic-key", "NRII- NRIQ- NRJS- NRRA-", "NR(?:II|IQ|JS|RA)-[A-Za-z0-9_-]{19,42}+", digit=True),
    form("newrelic-key", "NRAL", "[a-z0-9]{36}NRAL"),
    form("dynatrace-token", "dt0", r"dt0[a-z][0-9]{2}\.[A-Z0-9]{8,24}\.[A-Z0-9]{64}"),
    form("honeycomb-key", "hcaik_ hcamk_ hcbik_ hcxik_", "hc(?:aik|amk|bik|xik)_[A-Za-z0-9_]{30,64}+"),
    form("axiom-token", "xaat- xapt-", f"xa[ap]t-{UUID}"),
    form("posthog-key", "phx_ phs_", "ph[xs]_[A-Za-z0-9]{40,60}+"),
    form("age-key", "AGE-SECRET-KEY-1", "AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    form("age-key", "AGE-PLUGIN-", "AGE-PLUGIN-[A-Z0-9]{2,20}-1[A-Z0-9]{20,500}+"),
    form("onepassword-token", "ops_eyJ", "ops_eyJ[A-Za-z0-9+/_-]{60,3000}+={0,3}+"),
    form(
        "onepassword-key",
        "A3-",
        "A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
    ),
    form("tailscale-key", "tskey-", "tskey-[a-z]{3,8}-[A-Za-z0-9]{8,32}+(?:CNTRL)?-[A-Za-z0-9]{20,64}+"),
    form("kubeadm-token", "--token", r"--token[ =](?P<secret>[a-z0-9]{6}\.[a-z0-9]{16})", wraps=False, digit=True),
    form("openshift-token", "sha256~", "sha256~[A-Za-z0-9_-]{43}"),
    form("buildkite-token", "bkua_ bkaj_ bkpt_", "bk(?:ua|aj|pt)_[A-Za-z0-9]{32,64}+"),
    form("circleci-token", "CCIPAT_ CCIPRJ_", "CCIP(?:AT|RJ)_[A-Za-z0-9]{16,24}_[a-f0-9]{40}"),
    form("octopus-key", "", "API-[A-Z0-9]{24,32}+", wraps=False, digit=True, sign="API-(?=[A-Z0-9]{24})"),
    form(
        "harness-token",
        "",
        r"(?:pat|sat)\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}",
        sign=r"at\.(?=[A-Za-z0-9_-]{22}\.)",
    ),
    form(
        "bitwarden-token",
        "",
        rf"0\.{UUID}\.[A-Za-z0-9]{{24,40}}+:[A-Za-z0-9+/]{{20,30}}+={{0,2}}+",
        wraps=False,
        sign=rf"\.(?={UUID}\.)",
    ),
)

DEVELOPMENT = (*_OURS, *_CODE_HOSTS, *_PACKAGES, *_TOOLS, *_OPERATIONS)
