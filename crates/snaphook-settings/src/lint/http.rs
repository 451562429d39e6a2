//! Hooks of type `http`: where they go, and what their headers hold.

use std::net::IpAddr;
use std::ops::Range;

use snaphook_core::http::{AddressKind, HeaderTemplate, Part};
use snaphook_core::kind::HttpDef;
use url::{Host, Url};

use super::pass::{LintContext, Subject};
use super::secrets::holds_secret;
use crate::finding::Finding;

/// Ends of names that the internet does not have.
const INSIDE: &[&str] = &[
    ".localhost",
    ".local",
    ".internal",
    ".lan",
    ".home.arpa",
    ".test",
    ".svc",
];

pub(super) fn check(subject: &Subject<'_>, context: &LintContext<'_>, findings: &mut Vec<Finding>) {
    let Some(def) = subject.hook.handler.get::<HttpDef>() else {
        return;
    };
    check_url(subject, def, findings);
    check_headers(subject, def, findings);
    check_allowed(subject, context, def, findings);
}

fn check_url(subject: &Subject<'_>, def: &HttpDef, findings: &mut Vec<Finding>) {
    let handler = &subject.spans.handler;
    let span = subject.spans.url.as_ref().unwrap_or(handler).clone();
    let unusable = |message: String, help: &str| {
        let message = format!("{message}: the hook always fails");
        subject.error("url-unusable", span.clone(), message, help)
    };
    let url = match Url::parse(def.url.trim()) {
        Ok(url) => url,
        Err(error) => {
            let help = "write a whole URL, such as https://hooks.example.com/guard";
            findings.push(unusable(format!("`url` is no URL ({error})"), help));
            return;
        }
    };
    if !matches!(url.scheme(), "http" | "https") {
        let message = format!("`url` begins with `{}:`", url.scheme());
        findings.push(unusable(message, "it must begin with http:// or https://"));
        return;
    }
    if !url.username().is_empty() || url.password().is_some() {
        let message = "`url` holds a user name or a password".to_owned();
        let help = "put credentials into `headers`, with a variable in `allowedEnvVars`";
        findings.push(unusable(message, help));
        return;
    }
    let address: Option<IpAddr> = match url.host() {
        Some(Host::Ipv4(address)) => Some(address.into()),
        Some(Host::Ipv6(address)) => Some(address.into()),
        Some(Host::Domain(_)) | None => None,
    };
    if let Some(address) = address
        && let Some(refusal) = AddressKind::of(address).refusal(true)
    {
        let message = format!("{address} is {refusal}");
        findings.push(unusable(message, "name another address"));
        return;
    }
    if url.scheme() == "http" && is_on_the_internet(url.host()) {
        findings.push(subject.warning(
            "url-not-encrypted",
            span,
            "the input, which may hold anything the agent works on, and the headers are sent over the internet in the clear",
            "write https://",
        ));
    }
}

/// As far as can be known: a name may still lead inside.
fn is_on_the_internet(host: Option<Host<&str>>) -> bool {
    let global = |address: IpAddr| AddressKind::of(address) == AddressKind::Global;
    match host {
        Some(Host::Ipv4(address)) => global(address.into()),
        Some(Host::Ipv6(address)) => global(address.into()),
        Some(Host::Domain(name)) => {
            let name = name.strip_suffix('.').unwrap_or(name);
            name.contains('.') && !INSIDE.iter().any(|end| name.ends_with(end))
        }
        None => false,
    }
}

fn check_headers(subject: &Subject<'_>, def: &HttpDef, findings: &mut Vec<Finding>) {
    for (name, value) in &def.headers {
        let Some(span) = span_of(subject, name) else {
            continue;
        };
        if holds_secret(value) {
            findings.push(subject.warning(
                "secret-in-settings",
                span.clone(),
                format!("the header `{name}` seems to hold a key, which everybody who reads this file can use"),
                "put it into a variable: `\"Bearer $NAME\"` in `headers`, and `\"NAME\"` in `allowedEnvVars`",
            ));
        }
        for part in HeaderTemplate::parse(value).parts() {
            if let Part::Variable(variable, written) = part
                && !def.allowed_env_vars.contains(variable)
            {
                findings.push(subject.warning(
                    "variable-not-allowed",
                    subject.source.inside(span, written.clone()),
                    format!(
                        "`{variable}` is not in `allowedEnvVars`, so nothing is put in its place"
                    ),
                    format!("write `\"allowedEnvVars\": [\"{variable}\"]`"),
                ));
            }
        }
    }
}

fn span_of<'a>(subject: &'a Subject<'_>, header: &str) -> Option<&'a Range<usize>> {
    let mut headers = subject.spans.headers.iter();
    headers.find_map(|(name, span)| (name == header).then_some(span))
}

fn check_allowed(
    subject: &Subject<'_>,
    context: &LintContext<'_>,
    def: &HttpDef,
    findings: &mut Vec<Finding>,
) {
    let Some(is_set) = context.is_set else {
        return;
    };
    let places = subject.spans.allowed_env_vars.iter();
    for (variable, span) in def.allowed_env_vars.iter().zip(places) {
        if !is_set(variable) {
            findings.push(subject.hint(
                "variable-not-set",
                span.clone(),
                format!("`{variable}` is not set here; in headers nothing is put in its place"),
                "set it where the agent is started",
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use snaphook_core::Severity;

    use crate::lint::testing::{hook, silent, the_one};

    const UNUSABLE: &str = "url-unusable";
    const CLEAR: &str = "url-not-encrypted";
    const SECRET: &str = "secret-in-settings";
    const NOT_ALLOWED: &str = "variable-not-allowed";
    const NOT_SET: &str = "variable-not-set";

    fn url(url: &str) -> String {
        hook("Stop", &format!(r#""type": "http", "url": "{url}""#))
    }

    fn header(value: &str, allowed: &str) -> String {
        let fields = format!(
            r#""type": "http", "url": "https://x.test", "headers": {{"Authorization": "{value}"}}, "allowedEnvVars": [{allowed}]"#
        );
        hook("Stop", &fields)
    }

    #[test]
    fn a_url_that_can_never_be_called_is_an_error() {
        for (text, message) in [
            (
                "/guard",
                "`url` is no URL (relative URL without a base): the hook always fails",
            ),
            (
                "https://",
                "`url` is no URL (empty host): the hook always fails",
            ),
            (
                "ftp://x.test/",
                "`url` begins with `ftp:`: the hook always fails",
            ),
            (
                "localhost:8080/x",
                "`url` begins with `localhost:`: the hook always fails",
            ),
            (
                "http://me:pw@x.test/",
                "`url` holds a user name or a password: the hook always fails",
            ),
            (
                "http://0xa9fea9fe/",
                "169.254.169.254 is a cloud's metadata service, which hooks may never reach: the hook always fails",
            ),
        ] {
            let found = the_one(&url(text), UNUSABLE);
            assert_eq!(found.severity, Severity::Error);
            assert_eq!(found.message, message);
            assert_eq!(found.shown, format!("\"{text}\""));
        }
        for fine in [
            "https://x.test/",
            "http://localhost:8080",
            "http://10.0.0.1/",
        ] {
            silent(&url(fine), UNUSABLE);
        }
    }

    #[test]
    fn what_is_sent_over_the_internet_in_the_clear_is_found() {
        for open in [
            "http://example.com/x",
            "http://8.8.8.8/",
            "http://[2606:4700::1]/",
        ] {
            assert_eq!(the_one(&url(open), CLEAR).severity, Severity::Warning);
        }
        for fine in [
            "https://example.com/x",
            "http://localhost/",
            "http://a.localhost/",
            "http://127.0.0.1:8080/",
            "http://[::1]/",
            "http://192.168.1.5/",
            "http://[fd12::1]/",
            "http://hooks:8080/",
            "http://host.docker.internal/",
            "http://printer.local./",
        ] {
            silent(&url(fine), CLEAR);
        }
    }

    #[test]
    fn a_key_in_a_header_is_found_and_not_repeated() {
        let key = "abcdefghijklmnopqrst";
        let found = the_one(&header(&format!("Bearer {key}"), ""), SECRET);
        assert_eq!(found.severity, Severity::Warning);
        assert!(
            !found.message.contains(key) && !found.help.contains(key),
            "{found:?}"
        );
        silent(&header("Bearer $TOKEN", ""), SECRET);
        silent(&header("Bearer x", ""), SECRET);
    }

    #[test]
    fn a_variable_that_is_not_allowed_is_found() {
        let found = the_one(&header("Bearer ${TOKEN}", ""), NOT_ALLOWED);
        assert_eq!(found.severity, Severity::Warning);
        assert_eq!(found.shown, "${TOKEN}");
        the_one(&header("$TOKEN", r#""OTHER""#), NOT_ALLOWED);
        silent(
            &header("Bearer ${TOKEN} costs $5", r#""TOKEN""#),
            NOT_ALLOWED,
        );
    }

    #[test]
    fn an_allowed_variable_that_nobody_set_is_a_hint() {
        let found = the_one(&header("$TOKEN $GONE", r#""TOKEN", "GONE""#), NOT_SET);
        assert_eq!(found.severity, Severity::Hint);
        assert_eq!(found.shown, "\"GONE\"");
        silent(&header("$TOKEN", r#""TOKEN""#), NOT_SET);
    }
}
