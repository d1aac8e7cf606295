"""Commands and flags that carry a password: data, read by `announced`."""

from scopes.governance.shape import AFTER_COLON, COMMAND, GIVEN, shape

_FLAGS = (
    r"(?i:(?:[a-z0-9]{1,20}[-_]){0,3}(?:password|passwd|passphrase|passwort|pass|pwd|token"
    r"|api[-_]?key|access[-_]?key(?:[-_]?id)?|secret[-_]?key|"
    r"private[-_]?key|account[-_]?key|storepass|keypass|requirepass|masterauth))"
)

COMMANDS = (
    shape("cli-password", "--", rf"(?<![\w-])--{_FLAGS}(?:=|[ \t]{{1,3}}){GIVEN}"),
    shape(
        "cli-password",
        "--",
        rf"(?<![\w-])--(?:[a-z0-9]{{1,20}}-){{0,3}}(?:secret(?:[-_]?id)?|auth|credential|pin|(?:setup|auth|license"
        rf"|pre-?shared|join|enroll(?:ment)?|registration|deploy|sas)-?key)(?:=|[ \t]{{1,3}}){GIVEN}",
        strong=True,
    ),
    shape(
        "cli-password",
        "mysql mysqldump mysqladmin mysqlimport mysqlsh mysqlcheck mysqlshow mysqlslap mysqlbinlo"
        "g mysqlpump mariadb maria",
        rf"\b(?:mysql|maria)[a-z_-]{{0,16}}(?:\.exe)?[ \t]{COMMAND}(?<=[ \t])-p{GIVEN}",
    ),
    shape(
        "cli-password",
        "curl wget http https xh",
        rf"\b(?:curl|wget|https?|xh)[ \t]{COMMAND}(?<=[ \t])(?:-u|--user|--proxy-user|-U|-a"
        rf"|--auth)(?:[ \t=]{{1,3}}|(?=\S)){AFTER_COLON}",
    ),
    shape("cli-password", "redis valkey keydb", rf"\b(?:redis|valkey|keydb)-cli\b{COMMAND}[ \t]-a[ \t]{{0,3}}{GIVEN}"),
    shape("cli-password", "sshpass", rf"\bsshpass{COMMAND}[ \t]-p[ \t]{{0,3}}{GIVEN}"),
    shape(
        "cli-password",
        "docker podman nerdctl helm oc az registry skopeo buildah oras crane cf ibmcloud mongo mo"
        "ngosh mongodump mongorestore mongoimport mongoexport mongostat",
        rf"\b(?:(?:docker|podman|nerdctl|helm|oc|az|registry|skopeo|buildah|oras|crane|cf"
        rf"|ibmcloud)\b{COMMAND}\blogin|mongo[a-z]{{0,8}})[ \t]{COMMAND}(?<=[ \t])-p"
        rf"[ \t]{{1,3}}{GIVEN}",
    ),
    shape("cli-password", "7z rar unrar", rf"\b(?:7z[ar]?|rar|unrar)[ \t]{COMMAND}(?<=[ \t])-h?p{GIVEN}", strong=False),
    shape("cli-password", "zip unzip", rf"\b(?:un)?zip[ \t]{COMMAND}(?<=[ \t])-P[ \t]{{0,3}}{GIVEN}"),
    shape(
        "cli-password",
        "sqlcmd bcp ipmitool tsql isql",
        rf"\b(?:sqlcmd|bcp|ipmitool|tsql|isql)[ \t]{COMMAND}(?<=[ \t])-P[ \t]{{0,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldappasswd ldapcompare",
        rf"\bldap[a-z]{{3,10}}[ \t]{COMMAND}(?<=[ \t])-w[ \t]{{0,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "smbclient rpcclient smbmap",
        rf"\b(?:smb|rpc)[a-z]{{3,8}}\b{COMMAND}-U[ \t]{{0,3}}(?P<quote>[\"']?)[^\s%\"']{{1,64}}%"
        rf"(?P<secret>[^\s\"'|;]{{1,128}})",
    ),
    shape(
        "cli-password",
        "lftp",
        rf"\blftp\b{COMMAND}-u[ \t]{{0,3}}(?P<quote>[\"']?)[^\s,\"']{{1,64}},(?P<secret>[^\s\"'|;]{{1,128}})",
    ),
    shape(
        "cli-password",
        "xfreerdp wlfreerdp rdesktop",
        rf"\b(?:xfreerdp3?|wlfreerdp|rdesktop)\b{COMMAND}(?:/p:|-p[ \t]){GIVEN}",
    ),
    shape(
        "cli-password",
        "storepass keypass srcstorepass deststorepass srckeypass destkeypass storepassword keypassword",
        rf"-(?:src|dest)?(?:store|key)pass(?:word)?[ \t]{{1,3}}(?:pass:)?{GIVEN}",
    ),
    shape(
        "cli-password",
        "pass",
        r"(?:-pass(?:in|out)?|--ks-pass|--key-pass)[ \t=]{1,3}"
        + r"""(?P<quote>["']?)pass:(?P<secret>[^\s"'|;]{1,128})""",
    ),
    shape(
        "cli-password",
        "net_use",
        rf"(?i:\bnet use)[ \t]{COMMAND}(?<=[ \t])(?!/|\\|[a-zA-Z]:|\*)(?P<quote>)(?P<secret>[^\s"
        rf"|;\\]{{4,64}})[ \t]{{1,3}}/(?i:user)",
    ),
    shape("cli-password", "net_use", rf"(?i:\bnet use)[ \t]{COMMAND}/(?i:user):\S{{1,64}}[ \t]{{1,3}}(?!/){GIVEN}"),
    shape(
        "cli-password", "net_user", rf"(?i:\bnet user)[ \t]{{1,3}}[\w.-]{{1,32}}[ \t]{{1,3}}(?!/){GIVEN}", strong=True
    ),
    shape(
        "cli-password",
        "chpasswd",
        r"""\becho[ \t]{1,3}(?:-[en]{1,2}[ \t]{1,3})?(?P<quote>["']?)[\w.-]{1,64}:(?P<secret>[^"'\n"""
        r"""|]{1,128}?)(?P=quote)[ \t]{0,3}\|[ \t]{0,3}(?:sudo[ \t]{1,3})?chpasswd""",
    ),
    shape(
        "cli-password",
        "sudo stdin kinit su cryptsetup",
        r"""\b(?:echo|printf)[ \t]{1,3}(?:-[en]{1,2}[ \t]{1,3}"""
        r"""|['"]%s['"][ \t]{1,3})?(?P<quote>["']?)(?P<secret>[^"'\n"""
        r"""|\s]{1,128}?)(?P=quote)[ \t]{0,3}\|[ \t]{0,3}"""
        r"""(?:sudo[ \t]{1,3}-\w{0,4}S|(?:\S{1,32}[ \t]{1,3}){1,8}?--(?:\w{1,16}-)?stdin|kinit"""
        r"""|su[ \t]{1,3}-|cryptsetup)""",
    ),
    shape(
        "cli-password",
        "htpasswd",
        rf"\bhtpasswd[ \t]{{1,3}}-[a-zA-Z]{{0,4}}b[a-zA-Z]{{0,4}}[ \t]{{1,3}}(?:\S{{1,200}}"
        rf"[ \t]{{1,3}}){{1,2}}{GIVEN}[ \t]{{0,3}}(?:$|(?=[\n;&|。，]))",
    ),
    shape(
        "cli-password",
        "rabbitmqctl",
        rf"\brabbitmqctl[ \t]{COMMAND}(?:add_user|change_password"
        rf"|authenticate_user)[ \t]{{1,3}}\S{{1,64}}[ \t]{{1,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "passphrase",
        rf"\bwpa_passphrase[ \t]{{1,3}}(?:\"[^\"\n]{{1,64}}\"|'[^'\n]{{1,64}}'|\S{{1,64}})[ \t]{{1,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "psk",
        rf"(?i:\bwpa-psk|\bpsk|wifi-sec\.psk|802-11-wireless-security\.psk)(?:[ \t]{{1,3}}"
        rf"|[ \t]{{0,3}}=[ \t]{{0,3}}){GIVEN}",
        strong=True,
    ),
    shape("cli-password", "nmcli", rf"(?i:\bnmcli)[ \t]{COMMAND}(?i:password)[ \t]{{1,3}}{GIVEN}"),
    shape(
        "cli-password",
        "sqlplus expdp impdp sqlldr",
        rf"\b(?:sqlplus|expdp|impdp|sqlldr)[ \t]{COMMAND}\b\w{{1,32}}/(?P<quote>)(?P<secret>[^\s@/|;\"']{{1,128}})@",
    ),
    shape(
        "cli-password",
        "configure",
        rf"\baws configure set[ \t]{{1,3}}\S{{0,40}}(?:secret|token)\S{{0,20}}[ \t]{{1,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "snmpwalk snmpget snmpset snmpbulkwalk snmpgetnext snmptrap snmptable",
        rf"\bsnmp[a-z]{{3,8}}[ \t]{COMMAND}(?<=[ \t])-[AX][ \t]{{1,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "influx ncftp ncftpget ncftpput svn clickhouse",
        rf"\b(?:influx|ncftp[a-z]{{0,4}}|svn|clickhouse)\b{COMMAND}(?<=[ \t])-(?:password|p)[ \t]{{1,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "cqlsh beeline hydra nxc crackmapexec evil psexec rabbitmqadmin yt youtube cypher snowsql openconnect",
        rf"\b(?:cqlsh|beeline|hydra|nxc|crackmapexec|evil-winrm|psexec|rabbitmqadmin|yt-dlp|youtube-dl|cypher-shell"
        rf"|snowsql|openconnect)\b{COMMAND}(?<=[ \t])-p[ \t]{{1,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "pscp plink putty psftp kitty",
        rf"\b(?:pscp|plink|putty|psftp|kitty)\b{COMMAND}[ \t]-pw[ \t]{{1,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "mosquitto osql freebcp",
        rf"\b(?:mosquitto_[a-z]{{2,4}}|osql|freebcp)\b{COMMAND}(?<=[ \t])-P[ \t]{{0,3}}{GIVEN}",
    ),
    shape("cli-password", "keygen", rf"\bssh-keygen\b{COMMAND}(?<=[ \t])-[NP][ \t]{{1,3}}{GIVEN}"),
    shape(
        "cli-password", "swaks sendemail", rf"\b(?:swaks|sendemail)\b{COMMAND}(?<=[ \t])-(?:ap|xp)[ \t]{{1,3}}{GIVEN}"
    ),
    shape(
        "cli-password",
        "pdftotext pdftoppm pdfinfo pdfimages",
        rf"\bpdf[a-z]{{4,8}}\b{COMMAND}(?<=[ \t])-[uo]pw[ \t]{{1,3}}{GIVEN}",
    ),
    shape("cli-password", "pdftk", rf"\bpdftk\b{COMMAND}(?<=[ \t])(?:user|owner|input)_pw[ \t]{{1,3}}{GIVEN}"),
    shape(
        "cli-password",
        "openssl sslocal ssserver ss",
        rf"\b(?:openssl|sslocal|ssserver|ss-(?:local|server|redir|tunnel))[ \t]{COMMAND}(?<=[ \t])-[kK][ \t]"
        rf"{{1,3}}{GIVEN}",
    ),
    shape(
        "cli-password",
        "db",
        rf"(?i:\bconnect to)[ \t]\S{{1,64}}[ \t](?i:user)[ \t]\S{{1,64}}[ \t](?i:using)[ \t]{GIVEN}",
        also="_using_",
    ),
    shape("cli-password", "initial", rf"\bset-initial-password[ \t]{{1,3}}{GIVEN}"),
    shape(
        "cli-password",
        "creds user auth",
        rf"(?<![\w-])--?(?:(?:src-|dest-)?creds|auth|user|proxy-user|ftp-user)(?:=|[ \t]{{1,3}}){AFTER_COLON}",
        also="--user --creds --src-creds --dest-creds -auth --proxy-user",
        before=r"\b(?:skopeo|ctr|podman|buildah|etcdctl|jenkins-cli\S{0,4}|crictl|nerdctl|oras|influx|nats|c"
        r"osign|aria2c|kubectl|java)\b[^\n|;&]{0,78}\Z",
    ),
    shape("cli-password", "iwconfig", rf"\biwconfig\b{COMMAND}\bkey[ \t]{{1,3}}(?:s:)?{GIVEN}"),
    shape(
        "cli-password",
        "sqlplus rman",
        r"\b(?:sqlplus|rman target)[ \t]{1,3}(?:-[a-zA-Z]{1,2}[ \t])?[A-Za-z]\w{0,31}/(?P<quote>)"
        r"(?P<secret>(?![\s/])[^\s@/|;\"'\\]{3,128})(?=[@\s\"']|\Z)",
        strong=True,
    ),
    shape("cli-password", "sqlplus", r"\bsqlplus[ \t]{1,3}\w{1,32}/(?P<quote>)(?P<secret>[a-z]{4,32})(?=@|\s*\Z)"),
    shape("cli-password", "login", rf"\bvault login[ \t]{{1,3}}(?:token=)?{GIVEN}", strong=True),
    shape("cli-password", "token", rf"(?<![\w-])-token[= \t]{{1,3}}{GIVEN}", strong=True, also="-token"),
    shape(
        "cli-password", "signtool certutil", rf"\b(?:signtool|certutil)\b{COMMAND}(?<=[ \t])[/-]p[ \t]{{1,3}}{GIVEN}"
    ),
    shape(
        "cli-password",
        "doctl hcloud frpc ngrok cloudflared codecov railway vercel netlify glab",
        rf"\b(?:doctl|hcloud|frpc|ngrok|cloudflared|codecov|railway|vercel|netlify|glab)"
        rf"\b{COMMAND}(?<=[ \t])(?:-t|--token|add-authtoken|authtok"
        rf"en)[ \t=]{{1,3}}{GIVEN}",
        strong=True,
    ),
    shape("cli-password", "rclone", rf"\brclone obscure[ \t]{{1,3}}{GIVEN}"),
    shape("cli-password", "bitwarden bw", rf"\bbw (?:login[ \t]\S{{3,64}}|unlock)[ \t]{{1,3}}(?!-){GIVEN}"),
    shape("cli-password", "gh", rf"\bgh secret set\b{COMMAND}(?<=[ \t])(?:--body|-b)[ \t=]{{1,3}}{GIVEN}", strong=True),
)
