//! What is found in hooks of type `http` that can be read.

use std::path::Path;
use std::sync::Arc;

use snaphook_core::Severity;
use snaphook_core::hook::Scope;
use snaphook_core::kind::{KindSpec, Kinds};
use snaphook_http::Http;
use snaphook_settings::{Files, FoundPath, LintContext, LoadContext, lint, parse};

struct NoFiles;

impl Files for NoFiles {
    fn look(&self, _: &Path) -> FoundPath {
        FoundPath::Unknown
    }
}

/// A finding, with the text it points at.
#[derive(Debug)]
struct FoundProblem {
    severity: Severity,
    message: String,
    help: String,
    shown: String,
}

/// Settings with one hook of these fields.
fn hook(event: &str, fields: &str) -> String {
    format!(r#"{{"hooks": {{"{event}": [{{"hooks": [{{{fields}}}]}}]}}}}"#)
}

/// What is found with this code where only the variable `TOKEN` is set.
fn found(text: &str, code: &str) -> Vec<FoundProblem> {
    let kinds = Kinds::new([Arc::new(Http) as Arc<dyn KindSpec>]);
    let mut loading = LoadContext::default().kinds(kinds.clone());
    let settings = parse("s.json".as_ref(), text, Scope::Project, &mut loading).unwrap();
    let context = LintContext {
        conditions: None,
        kinds: &kinds,
        runnable: &["http"],
        project_dir: Path::new("/p"),
        home: None,
        files: &NoFiles,
        is_set: Some(&|name| name == "TOKEN"),
    };
    let findings = lint([&settings], &context).into_iter();
    let findings = findings.filter(|finding| finding.code == code);
    findings
        .map(|finding| FoundProblem {
            severity: finding.severity,
            message: finding.message,
            help: finding.help.unwrap_or_default(),
            shown: text[finding.location.span].to_owned(),
        })
        .collect()
}

#[track_caller]
fn the_one(text: &str, code: &str) -> FoundProblem {
    let mut found = found(text, code);
    assert_eq!(found.len(), 1, "{text}: {found:?}");
    found.remove(0)
}

#[track_caller]
fn silent(text: &str, code: &str) {
    let found = found(text, code);
    assert!(found.is_empty(), "{text}: {found:?}");
}

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
            "`url` is not a valid URL (relative URL without a base): the hook always fails",
        ),
        (
            "https://",
            "`url` is not a valid URL (empty host): the hook always fails",
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
