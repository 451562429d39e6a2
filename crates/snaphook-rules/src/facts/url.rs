//! The URL that a call names, as facts.

use serde_json::Value;

use super::fact::Fact;
use crate::Subject;
use crate::host::UrlHost;

/// The URL of a call that names none.
pub(super) fn none() -> Fact {
    record(Fact::text(""), Fact::text(""), Fact::Int(0), Fact::text(""))
}

/// The URL of a call.
pub(super) fn of(subject: &Subject<'_>) -> Fact {
    let Some(host) = subject.host() else {
        return none();
    };
    let UrlHost::Known(host) = host else {
        return unknown();
    };
    let text = subject.tool_input().get("url").and_then(Value::as_str);
    let text = text.unwrap_or_default().trim();
    let (scheme, rest) = match text.split_once("://") {
        Some((scheme, rest)) => (Fact::text(scheme.to_ascii_lowercase()), rest),
        // Clients add a scheme of their own.
        None => (Fact::Unknown, text.trim_start_matches('/')),
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let place = authority.rsplit('@').next().unwrap_or_default();
    let after_host = match place.rsplit_once(']') {
        Some((_, rest)) => rest.strip_prefix(':'),
        None => place.split_once(':').map(|(_, port)| port),
    };
    let port = match (after_host.filter(|port| !port.is_empty()), &scheme) {
        (Some(port), _) => port
            .parse()
            .map_or(Fact::Unknown, |port: u16| Fact::Int(port.into())),
        (None, Fact::Text(scheme)) => match scheme.as_str() {
            "https" => Fact::Int(443),
            "http" => Fact::Int(80),
            _ => Fact::Int(0),
        },
        (None, _) => Fact::Unknown,
    };
    record(scheme, Fact::text(host), port, Fact::text(text))
}

fn unknown() -> Fact {
    record(Fact::Unknown, Fact::Unknown, Fact::Unknown, Fact::Unknown)
}

fn record(scheme: Fact, host: Fact, port: Fact, text: Fact) -> Fact {
    Fact::record([
        ("scheme", scheme),
        ("host", host),
        ("port", port),
        ("text", text),
    ])
}
