//! The list. A certain shape is one that its provider, or a format, documents.

use super::shape::SecretShape;

/// Every shape that is looked for, in this order: one that begins like another
/// is before it.
pub const SHAPES: &[SecretShape] = &[
    // Keys in files.
    SecretShape::new(
        "private key",
        &["PRIVATE KEY"],
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z)",
    ),
    // `-----BEGIN ` and the beginning of RSA, EC, ENCRYPTED, OPENSSH, DSA, PRIVATE
    // or PGP, but not of CERTIFICATE or PUBLIC.
    SecretShape::new(
        "private key in base64",
        &["LS0tLS1CRUdJTiB"],
        r"LS0tLS1CRUdJTiB(?:[SFPE]|QUklW|QR1Ag)[A-Za-z0-9+/_-]{20,}(?:\r\n|\n|
?
)?(?:[A-Za-z0-9+/_-]{40,}(?:\r\n|\n|
?
)?)*[A-Za-z0-9+/_-]*={0,2}",
    ),
    SecretShape::new(
        "PuTTY key",
        &["PuTTY-User-Key-File-"],
        r"PuTTY-User-Key-File-[0-9]:[\s\S]*?(?:Private-MAC:[^\n]*|\z)",
    ),
    SecretShape::new(
        "age key",
        &["AGE-SECRET-KEY-1"],
        r"AGE-SECRET-KEY-1[0-9A-Z]{50,}",
    ),
    // Clouds.
    SecretShape::new(
        "AWS access key",
        &["AKIA", "ASIA", "ABIA", "ACCA"],
        r"\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b",
    ),
    SecretShape::new("Google key", &["AIza"], r"\bAIza[0-9A-Za-z_-]{35}"),
    SecretShape::new(
        "Google client secret",
        &["GOCSPX-"],
        r"\bGOCSPX-[A-Za-z0-9_-]{20,}",
    ),
    SecretShape::new(
        "Google access token",
        &["ya29."],
        r"\bya29\.[A-Za-z0-9_.-]{20,}",
    ),
    SecretShape::new(
        "Google refresh token",
        &["1//0"],
        r"\b1//0[A-Za-z0-9_-]{30,}",
    ),
    SecretShape::new(
        "Azure storage key",
        &["AccountKey="],
        r"AccountKey=(?<secret>[A-Za-z0-9+/]{40,}={0,2})",
    ),
    SecretShape::new(
        "Azure signature",
        &["sig="],
        r"[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,}={0,2})",
    ),
    SecretShape::new(
        "Azure client secret",
        &["Q~"],
        r"\b[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}",
    ),
    SecretShape::new(
        "DigitalOcean token",
        &["doo_v1_", "dop_v1_", "dor_v1_"],
        r"\bdo[opr]_v1_[0-9a-f]{64}",
    ),
    SecretShape::new("Heroku key", &["HRKU-"], r"\bHRKU-[A-Za-z0-9_-]{30,}"),
    SecretShape::new(
        "Fly.io token",
        &["FlyV1 ", "fm2_"],
        r"\b(?:FlyV1 [A-Za-z0-9+/=_,-]{40,}|fm2_[A-Za-z0-9+/=_-]{40,})",
    ),
    SecretShape::new("Netlify token", &["nfp_"], r"\bnfp_[A-Za-z0-9]{36,}"),
    SecretShape::new("Supabase token", &["sbp_"], r"\bsbp_[0-9a-f]{40}"),
    SecretShape::new(
        "PlanetScale token",
        &["pscale_"],
        r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}",
    ),
    SecretShape::new("Databricks token", &["dapi"], r"\bdapi[0-9a-f]{32}"),
    SecretShape::new(
        "Tailscale key",
        &["tskey-"],
        r"\btskey-[a-z]+-[A-Za-z0-9-]{16,}",
    ),
    SecretShape::new("Pulumi token", &["pul-"], r"\bpul-[0-9a-f]{40}"),
    SecretShape::new(
        "Terraform token",
        &[".atlasv1."],
        r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}",
    ),
    SecretShape::new(
        "Vault token",
        &["hvs.", "hvb.", "hvr."],
        r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}",
    ),
    SecretShape::new(
        "Doppler token",
        &["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
        r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}",
    ),
    SecretShape::new(
        "1Password token",
        &["ops_eyJ"],
        r"\bops_eyJ[A-Za-z0-9_=-]{50,}",
    ),
    SecretShape::new(
        "Cloudflare token",
        &["cfut_", "cfat_", "cfk_"],
        r"\bcf(?:ut|at|k)_[A-Za-z0-9]{36,}",
    ),
    SecretShape::new(
        "Supabase key",
        &["sb_secret_"],
        r"\bsb_secret_[A-Za-z0-9_-]{20,}",
    ),
    SecretShape::new(
        "Vercel token",
        &["vcp_", "vci_", "vca_", "vcr_", "vck_"],
        r"\bvc[piark]_[A-Za-z0-9]{24,}",
    ),
    SecretShape::new("Render key", &["rnd_"], r"\brnd_[A-Za-z0-9]{28,}\b"),
    SecretShape::new(
        "Buildkite token",
        &["bkua_", "bkaj_"],
        r"\bbk(?:ua|aj)_[0-9a-f]{40}",
    ),
    SecretShape::new(
        "CircleCI token",
        &["CCIPAT_", "CCIPRJ_"],
        r"\bCCIP(?:AT|RJ)_[A-Za-z0-9]{22}_[0-9a-f]{40}",
    ),
    SecretShape::new(
        "Sourcegraph token",
        &["sgp_"],
        r"\bsgp_(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}",
    ),
    SecretShape::new(
        "1Password secret key",
        &["A3-"],
        r"\bA3-[A-Z0-9]{6}-[A-Z0-9]{6,11}(?:-[A-Z0-9]{5}){3,4}\b",
    ),
    // Code and packages.
    SecretShape::new(
        "GitHub token",
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
        r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
    ),
    SecretShape::new(
        "GitLab token",
        &[
            "glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-",
            "glsoat-", "gloas-",
        ],
        r"\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-[A-Za-z0-9_.-]{20,}",
    ),
    SecretShape::new(
        "Atlassian token",
        &["ATATT3", "ATBB"],
        r"\b(?:ATATT3[A-Za-z0-9_=-]{50,}|ATBB[A-Za-z0-9_=-]{24,})",
    ),
    SecretShape::new("npm token", &["npm_"], r"\bnpm_[A-Za-z0-9]{36}\b"),
    SecretShape::new("PyPI token", &["pypi-"], r"\bpypi-[A-Za-z0-9_-]{50,}"),
    SecretShape::new(
        "RubyGems key",
        &["rubygems_"],
        r"\brubygems_[0-9a-f]{48}",
    ),
    SecretShape::new("crates.io token", &["cio"], r"\bcio[A-Za-z0-9]{32}\b"),
    SecretShape::new(
        "Docker token",
        &["dckr_pat_", "dckr_oat_"],
        r"\bdckr_[po]at_[A-Za-z0-9_-]{20,}",
    ),
    SecretShape::new("NuGet key", &["oy2"], r"\boy2[a-z0-9]{43}\b"),
    SecretShape::new(
        "Postman key",
        &["PMAK-"],
        r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}",
    ),
    // Language models.
    SecretShape::new("Anthropic key", &["sk-ant-"], r"\bsk-ant-[A-Za-z0-9_-]{20,}"),
    SecretShape::new("OpenAI key", &["sk-"], r"\bsk-(?:proj-)?[A-Za-z0-9_-]{20,}"),
    SecretShape::new("Hugging Face token", &["hf_"], r"\bhf_[A-Za-z0-9]{30,}"),
    SecretShape::new("Groq key", &["gsk_"], r"\bgsk_[A-Za-z0-9]{40,}"),
    SecretShape::new("xAI key", &["xai-"], r"\bxai-[A-Za-z0-9]{60,}"),
    SecretShape::new("Replicate token", &["r8_"], r"\br8_[A-Za-z0-9]{30,}"),
    SecretShape::new("Perplexity key", &["pplx-"], r"\bpplx-[A-Za-z0-9]{40,}"),
    SecretShape::new("NVIDIA key", &["nvapi-"], r"\bnvapi-[A-Za-z0-9_-]{60,}"),
    SecretShape::new("Tavily key", &["tvly-"], r"\btvly-[A-Za-z0-9-]{20,}"),
    SecretShape::new("Jina key", &["jina_"], r"\bjina_[A-Za-z0-9_-]{40,}"),
    SecretShape::new("Gemini key", &["AQ.Ab"], r"\bAQ\.Ab[A-Za-z0-9_-]{40,}"),
    SecretShape::new(
        "Fireworks key",
        &["fw_"],
        r"\bfw_[A-Za-z0-9]{22,24}\b",
    )
    .perhaps(),
    // Payment, messages, the rest.
    SecretShape::new(
        "Stripe key",
        &["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
        r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}",
    ),
    SecretShape::new(
        "webhook secret",
        &["whsec_"],
        r"\bwhsec_[A-Za-z0-9+/=]{24,}",
    ),
    SecretShape::new(
        "Square token",
        &["sq0atp-", "sq0csp-", "sq0idp-"],
        r"\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}",
    ),
    SecretShape::new(
        "Shopify token",
        &["shpat_", "shpca_", "shppa_", "shpss_"],
        r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    ),
    SecretShape::new(
        "Slack token",
        &["xox", "xapp-"],
        r"\b(?:xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{20,})",
    ),
    SecretShape::new(
        "Slack webhook",
        &["hooks.slack.com/"],
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/_-]{20,})",
    ),
    SecretShape::new(
        "Discord webhook",
        &["/api/webhooks/"],
        r"/api/webhooks/(?<secret>[0-9]{10,}/[A-Za-z0-9_-]{30,})",
    ),
    SecretShape::new(
        "Telegram token",
        &[":AA", "/bot"],
        r"(?:\b|bot)(?<secret>[0-9]{8,10}:AA[A-Za-z0-9_-]{33})|/bot(?<more>[0-9]{8,10}:[A-Za-z0-9_-]{35})",
    ),
    // The first part is a number in base64.
    SecretShape::new(
        "Discord token",
        &[
            "MD", "MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT", "mfa.",
        ],
        r"\b(?:(?:M[DTjz]|N[DTjz]|O[DT])[A-Za-z0-9]{21,26}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,}|mfa\.[A-Za-z0-9_-]{80,})",
    ),
    SecretShape::new(
        "Teams webhook",
        &["webhook"],
        r"\.(?:office|office365)\.com/webhook[a-z0-9]*/(?<secret>[A-Za-z0-9@/-]{60,})",
    ),
    SecretShape::new(
        "Resend key",
        &["re_"],
        r"\bre_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}",
    ),
    SecretShape::new(
        "Brevo key",
        &["xkeysib-", "xsmtpsib-"],
        r"\bx(?:key|smtp)sib-[0-9a-f]{64}-[A-Za-z0-9]{16}",
    ),
    SecretShape::new(
        "ClickUp token",
        &["pk_"],
        r"\bpk_[0-9]{6,}_[A-Z0-9]{32}\b",
    ),
    SecretShape::new("PostHog key", &["phx_"], r"\bphx_[A-Za-z0-9]{40,}"),
    SecretShape::new(
        "Contentful token",
        &["CFPAT-"],
        r"\bCFPAT-[A-Za-z0-9_-]{40,}",
    ),
    SecretShape::new(
        "HubSpot token",
        &["pat-"],
        r"\bpat-[a-z]{2}[0-9]-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    ),
    SecretShape::new("Twilio key", &["SK"], r"\bSK[0-9a-f]{32}\b"),
    SecretShape::new(
        "SendGrid key",
        &["SG."],
        r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    ),
    SecretShape::new("Mailgun key", &["key-"], r"\bkey-[0-9a-f]{32}\b"),
    SecretShape::new("Mailchimp key", &["-us"], r"\b[0-9a-f]{32}-us[0-9]{1,2}\b"),
    SecretShape::new(
        "Grafana token",
        &["glsa_", "glc_"],
        r"\bgl(?:sa|c)_[A-Za-z0-9+/=_]{32,}",
    ),
    SecretShape::new(
        "New Relic key",
        &["NRAK-", "NRJS-", "NRII-", "NRRA-"],
        r"\bNR(?:AK|JS|II|RA)-[A-Za-z0-9]{20,}",
    ),
    SecretShape::new(
        "Sentry token",
        &["sntrys_", "sntryu_"],
        r"\bsntry[su]_[A-Za-z0-9+/=_-]{30,}",
    ),
    SecretShape::new(
        "Linear key",
        &["lin_api_", "lin_oauth_"],
        r"\blin_(?:api|oauth)_[A-Za-z0-9]{32,}",
    ),
    SecretShape::new(
        "Notion token",
        &["ntn_", "secret_"],
        r"\b(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}\b)",
    ),
    SecretShape::new(
        "Figma token",
        &["figd_", "figo_", "figu_", "figr_"],
        r"\bfig[dour]_[A-Za-z0-9_-]{30,}",
    ),
    SecretShape::new(
        "Airtable token",
        &["pat"],
        r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
    ),
    SecretShape::new("Dropbox token", &["sl."], r"\bsl\.[A-Za-z0-9_-]{60,}"),
    SecretShape::new("Facebook token", &["EAA"], r"\bEAA[A-Za-z0-9]{60,}"),
    SecretShape::new(
        "JSON web token",
        &["eyJ"],
        r"\beyJ[A-Za-z0-9_-]{8,}\.(?:eyJ|e30)[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*",
    ),
    // Secrets by the text around them.
    SecretShape::new(
        "password in a URL",
        &["://"],
        r#"[A-Za-z][A-Za-z0-9+.-]*://[^\s:/@"'`]*:(?<secret>[^\s/@"'`$<{\[][^\s/"'`]*)@"#,
    )
    .perhaps(),
    // One with a slash. What is only a number before it is a port.
    SecretShape::new(
        "password in a URL",
        &["://"],
        r#"[A-Za-z][A-Za-z0-9+.-]*://[^\s:/@"'`\[]*:(?<secret>[0-9]*[^\s/@"'`$<{\[0-9][^\s"'`\[]*)@"#,
    )
    .perhaps(),
    SecretShape::new(
        "password in a URL",
        &["jdbc:oracle:"],
        r#"jdbc:oracle:[a-z]+:[^\s/@"']+/(?<secret>[^\s@"'$<\[]+)@"#,
    )
    .perhaps(),
    SecretShape::new(
        "key in a URL",
        &["://"],
        r"://(?<secret>[A-Za-z0-9_-]{20,})@",
    )
    .perhaps(),
    SecretShape::new(
        "signature of a URL",
        &["signature="],
        r"(?i)\bsignature=(?<secret>[0-9a-f]{40,}|[A-Za-z0-9%/+]{27,})",
    )
    .perhaps(),
    SecretShape::new(
        "code of a login",
        &["?code=", "&code="],
        r"[?&]code=(?<secret>[A-Za-z0-9._~%/-]{16,})",
    )
    .perhaps(),
    // Schemes of several fields.
    SecretShape::new(
        "authorization",
        &["authorization"],
        r"(?i)authorization(?:\\?[\x22'])?\s*[:=]\s*(?:\\?[\x22'])?(?:digest|aws4-hmac-sha256|oauth|hawk)\s+(?<secret>[^\s$<\[][^\r\n']+)",
    )
    .perhaps(),
    SecretShape::new(
        "authorization",
        &["authorization"],
        r#"(?i)authorization(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?(?:(?:bearer|basic|token|digest)\s+)?(?<secret>[^\s"'\\$<\[][^\s"'\\]{7,})"#,
    )
    .perhaps(),
    SecretShape::new(
        "authorization",
        &["authorization"],
        r#"(?i)authorization(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?(?:bearer|basic|token|api-?key|negotiate|ntlm|bot|key|sso-key)\s+(?<secret>[^\s"'\\$<\[][^\s"'\\]{3,})"#,
    )
    .perhaps(),
    SecretShape::new(
        "bearer token",
        &["bearer"],
        r"(?i)\bbearer\s+(?<secret>[A-Za-z0-9._~+/=-]{16,})",
    )
    .perhaps(),
    SecretShape::new(
        "cookie",
        &["cookie:"],
        r#"(?i)\b(?:set-)?cookie:\s*(?<secret>[^\s"'$<\[=]+=[^"'\n]+|[^\s"'$<\[]*[0-9][^"'\n]{3,})"#,
    )
    .perhaps(),
    SecretShape::new(
        "password of a user",
        &["curl ", "--user", "wget "],
        r#"(?i)(?:\s-[a-z]*u|\s--user|\s--proxy-user)[= ]?\s*["']?[^\s:"'$]+:(?<secret>[^\s"'$<\[][^\s"']*)"#,
    )
    .perhaps(),
    SecretShape::new(
        "password of a database",
        &["mysql", "mariadb", "sshpass"],
        r#"\b(?:(?:mysql|mariadb)[a-z-]*[ \t](?:[^\n|;&\[]*?[ \t])??-p|sshpass[ \t]+-p[ \t]*)["']?(?<secret>[^\s"'$<\[][^\s"']*)"#,
    )
    .perhaps(),
    SecretShape::new(
        "password for a machine",
        &["login", "machine", "default"],
        r#"\b(?:(?:login|machine)(?:\s|\\[nrt])+[^\s"'\\]+|default)(?:(?:\s|\\[nrt])+(?:login|account|port)(?:\s|\\[nrt])+[^\s"'\\]+){0,3}(?:\s|\\[nrt])+password(?:\s|\\[nrt])+(?<secret>[^\s"'\\$<\[][^\s"'\\]*)"#,
    )
    .perhaps(),
    SecretShape::new(
        "value that is set",
        &["set "],
        r#"(?i)\bset\s+["']?[a-z0-9_./:@-]*(?:[_.:][a-z0-9_-]*)(?:password|passwd|passphrase|secret|token|api_?key|access_?key|secret_?key)["']?\s+["']?(?<secret>[^\s"'$<\[=-][^\s"']{5,})"#,
    )
    .perhaps(),
    // host:port:database:user:password
    SecretShape::new(
        "password for a database",
        &[":54", ":64", ":*:", "pgpass"],
        r#"(?m)(?:^|["'`\s]|\\n)(?:\*|[A-Za-z0-9_.-]+):(?:\*|[0-9]{2,5}):(?:\*|[A-Za-z_][A-Za-z0-9_.-]*):(?:\*|[A-Za-z_][A-Za-z0-9_.@-]*):(?<secret>(?:[^\s:"'`\\$<\[]|\\[:\\])+)(?:["'`\s\\]|$)"#,
    )
    .perhaps(),
    SecretShape::new(
        "password hash",
        &["$1$", "$5$", "$6$", "$y$", "$2a$", "$2b$", "$2y$", "$apr1$", "$argon2"],
        r"\$(?:1|5|6|y|2[aby]|apr1|argon2(?:id?|d))\$[A-Za-z0-9./$,=+-]{20,}",
    )
    .perhaps(),
    SecretShape::new(
        "vault",
        &["$ansible_vault"],
        r"\$ANSIBLE_VAULT;[0-9.]+;[A-Z0-9]+[^\n\\]*(?:\n|\\n)(?<secret>(?:(?:\s|\\n)*[0-9a-f]{2,})+)",
    )
    .perhaps(),
    // Values beside a name, where neither `=` nor `:` is between them.
    SecretShape::new(
        "value of a variable",
        &["value:"],
        r#"(?i)\b(?:name|key):[ \t]*["']?[a-z0-9_-]*(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|credentials?|_pass|_pwd)["']?[ \t]*(?:\r?\n|\\n)[ \t-]*value:[ \t]*\\?["']?(?<secret>[^\s"'\\$<\[{][^\r\n"'\\]*)"#,
    )
    .perhaps(),
    SecretShape::new(
        "value of an element",
        &["</"],
        r#"(?i)<[a-z0-9:_.-]*(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|credentials?|_pass|_pwd)>(?<secret>[^<\s$\[{][^<]*)</"#,
    )
    .perhaps(),
    SecretShape::new(
        "value of an element",
        &["value="],
        r#"(?i)\b(?:key|name)=\\?["'][a-z0-9:_. -]*(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|credentials?|_pass|_pwd)\\?["']\s+value=\\?["'](?<secret>[^"'\\$<\[{][^"'\\]*)"#,
    )
    .perhaps(),
    SecretShape::new(
        "value that is set",
        &["define(", "set(", "put(", "add(", "append(", "env(", "default(", "header(", "property("],
        r#"(?i)(?:define|set|put|add|append|env|setdefault|header|property)\(\s*\\?["'][a-z0-9:_.-]*(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|credentials?|_pass|_pwd)\\?["']\s*,\s*\\?["'](?<secret>[^"'\\$<\[{][^"'\\\n]*)"#,
    )
    .perhaps(),
    SecretShape::new(
        "value of a variable",
        &["variable "],
        r#"(?i)\bvariable\s+\\?"[a-z0-9_-]*(?:password|passwd|passphrase|secret|token|api[_-]?key|access[_-]?key|secret[_-]?key|private[_-]?key|credentials?|_pass|_pwd)\\?"\s*\{[^{}]*?\bdefault\s*=\s*\\?"(?<secret>[^"\\$<\[][^"\\]*)"#,
    )
    .perhaps(),
    SecretShape::new(
        "password of an account",
        &["identified by", "password '", "password('", "password = '"],
        r#"(?i)\b(?:identified\s+by(?:\s+password)?|password)[\s(=]+'(?<secret>[^'$<\[][^']*)'"#,
    )
    .perhaps(),
    SecretShape::new(
        "password that is told",
        &["password is", "passphrase is", "token is", "key is", "secret is"],
        r#"(?i)\b(?:password|passphrase|token|key|secret) is:?\s+["'`]?(?<secret>[^\s"'`$<\[]*[0-9][^\s"'`,;]*)"#,
    )
    .perhaps(),
    SecretShape::new(
        "password that is sent",
        &["assword"],
        r#"assword[^\n]{0,200}?\bsend\s+(?:--\s+)?\\?"(?<secret>[^"\\$\[]+)\\+r"#,
    )
    .perhaps(),
];
