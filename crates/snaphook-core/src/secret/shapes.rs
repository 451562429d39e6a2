//! The list. Each certain shape is one that its provider documents, or that a
//! format defines.

use super::shape::Shape;

/// Every shape that is looked for, in this order: one that begins like another
/// stands before it.
pub const SHAPES: &[Shape] = &[
    // Keys in files.
    Shape::new(
        "private key",
        &["PRIVATE KEY"],
        r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|\z)",
    ),
    // `-----BEGIN ` and the beginning of RSA, EC, ENCRYPTED, OPENSSH, DSA, PRIVATE
    // or PGP, but not of CERTIFICATE or PUBLIC.
    Shape::new(
        "private key in base64",
        &["LS0tLS1CRUdJTiB"],
        r"LS0tLS1CRUdJTiB(?:[SFPE]|QUklW|QR1Ag)[A-Za-z0-9+/_-]{20,}(?:\r\n|\n|
?
)?(?:[A-Za-z0-9+/_-]{40,}(?:\r\n|\n|
?
)?)*[A-Za-z0-9+/_-]*={0,2}",
    ),
    Shape::new(
        "PuTTY key",
        &["PuTTY-User-Key-File-"],
        r"PuTTY-User-Key-File-[0-9]:[\s\S]*?(?:Private-MAC:[^\n]*|\z)",
    ),
    Shape::new(
        "age key",
        &["AGE-SECRET-KEY-1"],
        r"AGE-SECRET-KEY-1[0-9A-Z]{50,}",
    ),
    // Clouds.
    Shape::new(
        "AWS access key",
        &["AKIA", "ASIA", "ABIA", "ACCA"],
        r"\b(?:AKIA|ASIA|ABIA|ACCA)[0-9A-Z]{16}\b",
    ),
    Shape::new("Google key", &["AIza"], r"\bAIza[0-9A-Za-z_-]{35}"),
    Shape::new(
        "Google client secret",
        &["GOCSPX-"],
        r"\bGOCSPX-[A-Za-z0-9_-]{20,}",
    ),
    Shape::new(
        "Google access token",
        &["ya29."],
        r"\bya29\.[A-Za-z0-9_.-]{20,}",
    ),
    Shape::new(
        "Google refresh token",
        &["1//0"],
        r"\b1//0[A-Za-z0-9_-]{30,}",
    ),
    Shape::new(
        "Azure storage key",
        &["AccountKey="],
        r"AccountKey=(?<secret>[A-Za-z0-9+/]{40,}={0,2})",
    ),
    Shape::new(
        "Azure signature",
        &["sig="],
        r"[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,}={0,2})",
    ),
    Shape::new(
        "Azure client secret",
        &["Q~"],
        r"\b[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}",
    ),
    Shape::new(
        "DigitalOcean token",
        &["doo_v1_", "dop_v1_", "dor_v1_"],
        r"\bdo[opr]_v1_[0-9a-f]{64}",
    ),
    Shape::new("Heroku key", &["HRKU-"], r"\bHRKU-[A-Za-z0-9_-]{30,}"),
    Shape::new(
        "Fly.io token",
        &["FlyV1 ", "fm2_"],
        r"\b(?:FlyV1 [A-Za-z0-9+/=_,-]{40,}|fm2_[A-Za-z0-9+/=_-]{40,})",
    ),
    Shape::new("Netlify token", &["nfp_"], r"\bnfp_[A-Za-z0-9]{36,}"),
    Shape::new("Supabase token", &["sbp_"], r"\bsbp_[0-9a-f]{40}"),
    Shape::new(
        "PlanetScale token",
        &["pscale_"],
        r"\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{30,}",
    ),
    Shape::new("Databricks token", &["dapi"], r"\bdapi[0-9a-f]{32}"),
    Shape::new(
        "Tailscale key",
        &["tskey-"],
        r"\btskey-[a-z]+-[A-Za-z0-9-]{16,}",
    ),
    Shape::new("Pulumi token", &["pul-"], r"\bpul-[0-9a-f]{40}"),
    Shape::new(
        "Terraform token",
        &[".atlasv1."],
        r"\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}",
    ),
    Shape::new(
        "Vault token",
        &["hvs.", "hvb.", "hvr."],
        r"\bhv[sbr]\.[A-Za-z0-9_-]{24,}",
    ),
    Shape::new(
        "Doppler token",
        &["dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim.", "dp.audit."],
        r"\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}",
    ),
    Shape::new(
        "1Password token",
        &["ops_eyJ"],
        r"\bops_eyJ[A-Za-z0-9_=-]{50,}",
    ),
    // Code and packages.
    Shape::new(
        "GitHub token",
        &["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
        r"\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{22,})",
    ),
    Shape::new(
        "GitLab token",
        &[
            "glpat-", "gldt-", "glrt-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-",
            "glsoat-", "gloas-",
        ],
        r"\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|soat|oas)-[A-Za-z0-9_.-]{20,}",
    ),
    Shape::new(
        "Atlassian token",
        &["ATATT3", "ATBB"],
        r"\b(?:ATATT3[A-Za-z0-9_=-]{50,}|ATBB[A-Za-z0-9_=-]{24,})",
    ),
    Shape::new("npm token", &["npm_"], r"\bnpm_[A-Za-z0-9]{36}\b"),
    Shape::new("PyPI token", &["pypi-"], r"\bpypi-[A-Za-z0-9_-]{50,}"),
    Shape::new(
        "RubyGems key",
        &["rubygems_"],
        r"\brubygems_[0-9a-f]{48}",
    ),
    Shape::new("crates.io token", &["cio"], r"\bcio[A-Za-z0-9]{32}\b"),
    Shape::new(
        "Docker token",
        &["dckr_pat_", "dckr_oat_"],
        r"\bdckr_[po]at_[A-Za-z0-9_-]{20,}",
    ),
    Shape::new("NuGet key", &["oy2"], r"\boy2[a-z0-9]{43}\b"),
    Shape::new(
        "Postman key",
        &["PMAK-"],
        r"\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}",
    ),
    // Language models.
    Shape::new("Anthropic key", &["sk-ant-"], r"\bsk-ant-[A-Za-z0-9_-]{20,}"),
    Shape::new("OpenAI key", &["sk-"], r"\bsk-(?:proj-)?[A-Za-z0-9_-]{20,}"),
    Shape::new("Hugging Face token", &["hf_"], r"\bhf_[A-Za-z0-9]{30,}"),
    Shape::new("Groq key", &["gsk_"], r"\bgsk_[A-Za-z0-9]{40,}"),
    Shape::new("xAI key", &["xai-"], r"\bxai-[A-Za-z0-9]{60,}"),
    Shape::new("Replicate token", &["r8_"], r"\br8_[A-Za-z0-9]{30,}"),
    Shape::new("Perplexity key", &["pplx-"], r"\bpplx-[A-Za-z0-9]{40,}"),
    // Payment, messages, the rest.
    Shape::new(
        "Stripe key",
        &["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
        r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}",
    ),
    Shape::new(
        "webhook secret",
        &["whsec_"],
        r"\bwhsec_[A-Za-z0-9+/=]{24,}",
    ),
    Shape::new(
        "Square token",
        &["sq0atp-", "sq0csp-", "sq0idp-"],
        r"\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}",
    ),
    Shape::new(
        "Shopify token",
        &["shpat_", "shpca_", "shppa_", "shpss_"],
        r"\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}",
    ),
    Shape::new(
        "Slack token",
        &["xox", "xapp-"],
        r"\b(?:xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[0-9]-[A-Za-z0-9-]{20,})",
    ),
    Shape::new(
        "Slack webhook",
        &["hooks.slack.com/"],
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?<secret>[A-Za-z0-9/_-]{20,})",
    ),
    Shape::new(
        "Discord webhook",
        &["/api/webhooks/"],
        r"/api/webhooks/(?<secret>[0-9]{10,}/[A-Za-z0-9_-]{30,})",
    ),
    Shape::new(
        "Telegram token",
        &[":AA"],
        r"\b[0-9]{8,10}:AA[A-Za-z0-9_-]{33}",
    ),
    Shape::new("Twilio key", &["SK"], r"\bSK[0-9a-f]{32}\b"),
    Shape::new(
        "SendGrid key",
        &["SG."],
        r"\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    ),
    Shape::new("Mailgun key", &["key-"], r"\bkey-[0-9a-f]{32}\b"),
    Shape::new("Mailchimp key", &["-us"], r"\b[0-9a-f]{32}-us[0-9]{1,2}\b"),
    Shape::new(
        "Grafana token",
        &["glsa_", "glc_"],
        r"\bgl(?:sa|c)_[A-Za-z0-9+/=_]{32,}",
    ),
    Shape::new(
        "New Relic key",
        &["NRAK-", "NRJS-", "NRII-", "NRRA-"],
        r"\bNR(?:AK|JS|II|RA)-[A-Za-z0-9]{20,}",
    ),
    Shape::new(
        "Sentry token",
        &["sntrys_", "sntryu_"],
        r"\bsntry[su]_[A-Za-z0-9+/=_-]{30,}",
    ),
    Shape::new(
        "Linear key",
        &["lin_api_", "lin_oauth_"],
        r"\blin_(?:api|oauth)_[A-Za-z0-9]{32,}",
    ),
    Shape::new(
        "Notion token",
        &["ntn_", "secret_"],
        r"\b(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}\b)",
    ),
    Shape::new(
        "Figma token",
        &["figd_", "figo_", "figu_", "figr_"],
        r"\bfig[dour]_[A-Za-z0-9_-]{30,}",
    ),
    Shape::new(
        "Airtable token",
        &["pat"],
        r"\bpat[A-Za-z0-9]{14}\.[0-9a-f]{64}",
    ),
    Shape::new("Dropbox token", &["sl."], r"\bsl\.[A-Za-z0-9_-]{60,}"),
    Shape::new("Facebook token", &["EAA"], r"\bEAA[A-Za-z0-9]{60,}"),
    Shape::new(
        "JSON web token",
        &["eyJ"],
        r"\beyJ[A-Za-z0-9_-]{8,}\.(?:eyJ|e30)[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*",
    ),
    // Secrets by what stands around them.
    Shape::new(
        "password in a URL",
        &["://"],
        r#"[A-Za-z][A-Za-z0-9+.-]*://[^\s:/@"'`]*:(?<secret>[^\s/@"'`$<{\[][^\s/"'`]*)@"#,
    )
    .perhaps(),
    Shape::new(
        "authorization",
        &["authorization"],
        r#"(?i)authorization(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?(?:(?:bearer|basic|token|digest)\s+)?(?<secret>[^\s"'\\$<\[][^\s"'\\]{7,})"#,
    )
    .perhaps(),
    Shape::new(
        "bearer token",
        &["bearer"],
        r"(?i)\bbearer\s+(?<secret>[A-Za-z0-9._~+/=-]{16,})",
    )
    .perhaps(),
    Shape::new(
        "cookie",
        &["cookie:"],
        r#"(?i)\b(?:set-)?cookie:\s*(?<secret>[^\s"'$<\[][^"'\n]{3,})"#,
    )
    .perhaps(),
    Shape::new(
        "password of a user",
        &["curl ", "--user", "wget "],
        r#"(?i)(?:\s-[a-z]*u|\s--user|\s--proxy-user)[= ]?\s*["']?[^\s:"'$]+:(?<secret>[^\s"'$<\[][^\s"']*)"#,
    )
    .perhaps(),
    Shape::new(
        "password of a database",
        &["mysql", "mariadb", "sshpass"],
        r#"\b(?:(?:mysql|mariadb)[a-z-]*[ \t](?:[^\n|;&\[]*?[ \t])??-p|sshpass[ \t]+-p[ \t]*)["']?(?<secret>[^\s"'$<\[][^\s"']*)"#,
    )
    .perhaps(),
    Shape::new(
        "password for a machine",
        &["login", "machine"],
        r#"\b(?:login|machine)\s+[^\s"']+\s+password\s+(?<secret>[^\s"'$<\[][^\s"']*)"#,
    )
    .perhaps(),
    Shape::new(
        "value that is set",
        &["set "],
        r#"(?i)\bset\s+["']?[a-z0-9_./:@-]*(?:[_.:][a-z0-9_-]*)(?:password|passwd|passphrase|secret|token|api_?key|access_?key|secret_?key)["']?\s+["']?(?<secret>[^\s"'$<\[=-][^\s"']{5,})"#,
    )
    .perhaps(),
];
