//! Made-up secrets of every shape, for tests that none of them is shown.
//!
//! They are put together here, so that no tool that looks for leaked keys finds
//! one in this repository.

/// A made-up secret.
#[derive(Debug, Clone)]
pub struct FakeSecret {
    /// What it is.
    pub name: &'static str,
    /// The text it is in.
    pub text: String,
    /// The part that must not be seen.
    pub secret: String,
}

const LETTERS: &str = "aB3dE6gH9jK2mN5pQ8sT1vW4xY7zA0cD";
const HEX: &str = "0a1b2c3d4e5f60718293a4b5c6d7e8f9";

/// One for every shape, and for fields and flags by name.
#[must_use]
pub fn fake_secrets() -> Vec<FakeSecret> {
    let mut all: Vec<FakeSecret> = keys()
        .into_iter()
        .map(|(name, secret)| FakeSecret {
            name,
            text: format!("use {secret} here"),
            secret,
        })
        .collect();
    all.extend(
        in_context()
            .into_iter()
            .map(|(name, before, secret, after)| FakeSecret {
                name,
                text: format!("{before}{secret}{after}"),
                secret,
            }),
    );
    all
}

/// So many characters of a text that is repeated.
fn some(text: &str, count: usize) -> String {
    text.chars().cycle().take(count).collect()
}

fn letters(count: usize) -> String {
    some(LETTERS, count)
}

fn hex(count: usize) -> String {
    some(HEX, count)
}

fn upper(count: usize) -> String {
    some("A2B4C6D7EFGHJKLM", count)
}

fn keys() -> Vec<(&'static str, String)> {
    let token = |prefix: &str, count: usize| format!("{prefix}{}", letters(count));
    let jwt = format!("eyJ{}.eyJ{}.{}", letters(20), letters(30), letters(40));
    vec![
        (
            "private key in base64",
            format!("LS0tLS1CRUdJTiB{}{}", "SU0EgUFJJVkFURSBLRVkt", letters(80)),
        ),
        ("age key", format!("AGE-SECRET-KEY-1{}", upper(58))),
        ("AWS access key", format!("AKIA{}", upper(16))),
        ("Google key", token("AIza", 35)),
        ("Google client secret", token("GOCSPX-", 28)),
        ("Google access token", token("ya29.", 60)),
        ("Google refresh token", token("1//0", 40)),
        ("Azure client secret", format!("aB38Q~{}", letters(34))),
        ("DigitalOcean token", format!("dop_v1_{}", hex(64))),
        ("Heroku key", token("HRKU-", 60)),
        ("Fly.io token", token("FlyV1 ", 80)),
        ("Netlify token", token("nfp_", 36)),
        ("Supabase token", format!("sbp_{}", hex(40))),
        ("PlanetScale token", token("pscale_tkn_", 43)),
        ("Databricks token", format!("dapi{}", hex(32))),
        ("Tailscale key", token("tskey-auth-", 30)),
        ("Pulumi token", format!("pul-{}", hex(40))),
        (
            "Terraform token",
            format!("{}.atlasv1.{}", letters(14), letters(67)),
        ),
        ("Vault token", token("hvs.", 90)),
        ("Doppler token", token("dp.pt.", 43)),
        ("1Password token", token("ops_eyJ", 250)),
        ("GitHub token", token("ghp_", 36)),
        ("GitHub token", token("github_pat_", 82)),
        ("GitLab token", token("glpat-", 20)),
        ("Atlassian token", token("ATATT3", 180)),
        ("npm token", token("npm_", 36)),
        ("PyPI token", token("pypi-", 160)),
        ("RubyGems key", format!("rubygems_{}", hex(48))),
        ("crates.io token", token("cio", 32)),
        ("Docker token", token("dckr_pat_", 27)),
        ("NuGet key", format!("oy2{}", some("a1b2c3d4e5f6g7", 43))),
        ("Postman key", format!("PMAK-{}-{}", hex(24), hex(34))),
        ("Anthropic key", token("sk-ant-api03-", 95)),
        ("OpenAI key", token("sk-proj-", 120)),
        ("Hugging Face token", token("hf_", 34)),
        ("Groq key", token("gsk_", 52)),
        ("xAI key", token("xai-", 80)),
        ("Replicate token", token("r8_", 37)),
        ("Perplexity key", token("pplx-", 48)),
        ("Stripe key", token("sk_live_", 99)),
        ("webhook secret", token("whsec_", 32)),
        ("Square token", token("sq0atp-", 22)),
        ("Shopify token", format!("shpat_{}", hex(32))),
        ("Slack token", token("xoxb-123456789012-", 24)),
        ("Telegram token", token("123456789:AA", 33)),
        ("Twilio key", format!("SK{}", hex(32))),
        (
            "SendGrid key",
            format!("SG.{}.{}", letters(22), letters(43)),
        ),
        ("Mailgun key", format!("key-{}", hex(32))),
        ("Mailchimp key", format!("{}-us12", hex(32))),
        ("Grafana token", token("glsa_", 41)),
        ("New Relic key", format!("NRAK-{}", upper(27))),
        ("Sentry token", token("sntrys_", 80)),
        ("Linear key", token("lin_api_", 40)),
        ("Notion token", token("ntn_", 46)),
        ("Figma token", token("figd_", 40)),
        ("Airtable token", format!("pat{}.{}", letters(14), hex(64))),
        ("Dropbox token", token("sl.", 130)),
        ("Facebook token", token("EAA", 120)),
        ("JSON web token", jwt),
        ("NVIDIA key", token("nvapi-", 64)),
        ("Tavily key", token("tvly-", 32)),
        ("Jina key", token("jina_", 60)),
        ("Gemini key", token("AQ.Ab8RN6", 44)),
        ("Fireworks key", token("fw_", 24)),
        ("Cloudflare token", token("cfut_", 40)),
        ("Supabase key", token("sb_secret_", 31)),
        ("Vercel token", token("vcp_", 56)),
        ("Render key", token("rnd_", 28)),
        ("Buildkite token", format!("bkua_{}", hex(40))),
        (
            "CircleCI token",
            format!("CCIPAT_{}_{}", letters(22), hex(40)),
        ),
        ("Sourcegraph token", format!("sgp_{}_{}", hex(16), hex(40))),
        (
            "1Password secret key",
            format!(
                "A3-{}-{}-{}-{}-{}",
                upper(6),
                upper(11),
                upper(5),
                upper(5),
                upper(5)
            ),
        ),
        (
            "Discord token",
            format!("MTA4{}.Gabc12.{}", letters(20), letters(38)),
        ),
        ("Resend key", format!("re_{}_{}", letters(8), letters(24))),
        ("Brevo key", format!("xkeysib-{}-{}", hex(64), letters(16))),
        ("ClickUp token", format!("pk_12345678_{}", upper(32))),
        ("PostHog key", token("phx_", 43)),
        ("Contentful token", token("CFPAT-", 43)),
        (
            "HubSpot token",
            format!(
                "pat-na1-{}-{}-{}-{}-{}",
                hex(8),
                hex(4),
                hex(4),
                hex(4),
                hex(12)
            ),
        ),
        ("password hash", format!("$6$abcdefgh${}", letters(86))),
        (
            "private key",
            pem("RSA PRIVATE KEY", &letters(64).repeat(4)),
        ),
        (
            "PuTTY key",
            format!("PuTTY-User-Key-File-3: ssh-ed25519\n{}\n", letters(64)),
        ),
    ]
}

fn pem(kind: &str, body: &str) -> String {
    format!("-----BEGIN {kind}-----\n{body}\n-----END {kind}-----")
}

/// Secrets that only the text around them gives away.
fn in_context() -> Vec<(&'static str, &'static str, String, &'static str)> {
    let word = |count| letters(count);
    vec![
        (
            "Azure storage key",
            "AccountName=a;AccountKey=",
            word(86),
            "==;X=y",
        ),
        (
            "Azure signature",
            "https://a.example/b?sv=1&sig=",
            word(44),
            "&x=y",
        ),
        (
            "Slack webhook",
            "https://hooks.slack.com/services/",
            format!("T{}/B{}/{}", word(8), word(8), word(24)),
            "",
        ),
        (
            "Discord webhook",
            "https://discord.com/api/webhooks/",
            format!("123456789012345678/{}", word(68)),
            "",
        ),
        (
            "password in a URL",
            "psql postgres://admin:",
            "kittens-and-2-cats".into(),
            "@db.example/prod",
        ),
        (
            "authorization",
            "curl -H 'Authorization: Basic ",
            word(24),
            "' https://a.example",
        ),
        ("bearer token", "it said bearer ", word(30), " and left"),
        ("cookie", "GET /\nCookie: session=", word(24), "\n"),
        (
            "password of a user",
            "curl -u admin:",
            "kittens-and-3-cats".into(),
            " https://a.example",
        ),
        (
            "password of a database",
            "mysqldump -h db -u me -p",
            "kittens-and-6-cats".into(),
            " shop",
        ),
        (
            "password for a machine",
            "machine a.example login me password ",
            "kittens-and-7-cats".into(),
            "\n",
        ),
        (
            "value that is set",
            "aws configure set aws_secret_access_key ",
            word(40),
            " --profile x",
        ),
        (
            "password",
            "export DB_PASSWORD=",
            "kittens-and-4-cats".into(),
            " && run",
        ),
        (
            "passphrase",
            "{\"passphrase\": \"",
            "kittens and 5 cats".into(),
            "\"}",
        ),
        ("token", "deploy --deploy-token ", word(18), " --now"),
        ("apikey", "api_key: '", word(32), "'"),
        ("secret", "client_secret=", word(20), ""),
        (
            "Teams webhook",
            "https://x.office.com/webhook/",
            format!("{}@{}/IncomingWebhook/{}", hex(32), hex(32), hex(32)),
            "",
        ),
        (
            "key in a URL",
            "git clone https://",
            word(40),
            "@a.example/b",
        ),
        (
            "signature of a URL",
            "https://a.example/?X-Amz-Signature=",
            hex(64),
            "&x=y",
        ),
        (
            "code of a login",
            "https://a.example/cb?code=",
            word(30),
            "&x=y",
        ),
        (
            "password for a database",
            "localhost:5432:shop:me:",
            "kittens-and-8-cats".into(),
            "\n",
        ),
        ("vault", "$ANSIBLE_VAULT;1.1;AES256\n", hex(80), "\n"),
        (
            "value of a variable",
            "env:\n- name: DB_PASSWORD\n  value: ",
            "kittens-and-9-cats".into(),
            "\n",
        ),
        (
            "value of an element",
            "<server><password>",
            "kittens-and-10-cats".into(),
            "</password></server>",
        ),
        (
            "password of an account",
            "CREATE USER me IDENTIFIED BY '",
            "kittens-and-11-cats".into(),
            "'",
        ),
        (
            "password that is told",
            "the password is ",
            "kittens-and-12-cats".into(),
            " today",
        ),
        (
            "password that is sent",
            "expect assword; send \"",
            "kittens-and-13-cats".into(),
            "\\r\"",
        ),
    ]
}
