//! `policySource`: where managed settings say that the signed policy comes from. One
//! that cannot be read is kept with the reason: without its policy nothing may run.

use std::collections::BTreeMap;
use std::sync::Arc;

use snaphook_core::Severity;
use snaphook_core::event::nearest;
use snaphook_core::hook::Scope;
use snaphook_core::kind::ValueType;

use super::fields::NodeFields;
use super::file::FileReader;
use super::values;
use crate::keys::POLICY_SOURCE;
use crate::node::{Kind, Node};
use crate::policy::{OnStale, PolicySource, WrittenPolicySource};

const POLL_SECONDS: u32 = 60;

impl FileReader<'_> {
    /// Reads it. Only managed settings say whose policy holds on a machine.
    pub(super) fn read_policy_source(&mut self, node: &Node) -> Option<WrittenPolicySource> {
        let held = ValueType::Object(POLICY_SOURCE);
        if let Err(problem) = values::check("policySource", &held, node) {
            let place = problem.node.span.clone();
            let message = problem.message.clone();
            self.find(
                Severity::Error,
                place,
                problem.code,
                message.clone(),
                problem.help,
            );
            let broken = self.setting(node, Err(message));
            return (self.scope() == Scope::Managed).then_some(broken);
        }
        if self.scope() != Scope::Managed {
            self.warn(
                node.span.clone(),
                "only-in-managed-settings",
                "`policySource` has no effect here: only managed settings may set it".to_owned(),
                Some("remove it, or move it to /etc/snaphook/managed-settings.json".to_owned()),
            );
            return None;
        }
        self.warn_repeated_inside(node);
        for member in node.members().unwrap_or_default() {
            if POLICY_SOURCE.iter().all(|known| known.name != member.key) {
                let near = nearest(&member.key, POLICY_SOURCE.iter().map(|key| key.name));
                self.warn(
                    member.key_span.clone(),
                    "unknown-key",
                    format!("unknown key `policySource.{}`", member.key),
                    near.map(|near| format!("did you mean `{near}`?")),
                );
            }
        }
        let source = source_of(&NodeFields::of(node));
        let source = match check_source(&source) {
            Ok(()) => Ok(Arc::new(source)),
            Err((message, help)) => {
                self.find(
                    Severity::Error,
                    node.span.clone(),
                    "policy-source",
                    message.clone(),
                    Some(help.to_owned()),
                );
                Err(message)
            }
        };
        Some(self.setting(node, source))
    }
}

/// The source, of fields that hold what they may.
fn source_of(fields: &NodeFields<'_>) -> PolicySource {
    let text = |key: &str| fields.get(key).and_then(Node::text).map(str::to_owned);
    let texts = |key: &str| -> BTreeMap<String, String> {
        let members = fields.get(key).map(NodeFields::of);
        let members = members.iter().flat_map(NodeFields::last_members);
        let pairs = members.filter_map(|one| Some((one.key.clone(), one.value.text()?.to_owned())));
        pairs.collect()
    };
    let number = |key: &str, usual| fields.get(key).map_or(usual, seconds);
    let word = text("onStale");
    PolicySource {
        url: text("url").unwrap_or_default(),
        observe_url: text("observeUrl"),
        keys: texts("keys"),
        poll_seconds: number("pollSeconds", POLL_SECONDS),
        max_staleness: number("maxStaleness", 0),
        labels: texts("labels"),
        on_stale: word
            .and_then(|word| OnStale::named(&word))
            .unwrap_or_default(),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be whole and in the range of its key"
)]
fn seconds(node: &Node) -> u32 {
    match node.kind {
        Kind::Number(number) => number as u32,
        _ => 0,
    }
}

/// What no schema says: what is wrong, and what to do.
fn check_source(source: &PolicySource) -> Result<(), (String, &'static str)> {
    if source.keys.is_empty() {
        let message = "`policySource.keys` has no key, so no bundle could be verified".to_owned();
        let help = "add the public key that `snaphook bundle keygen` printed";
        return Err((message, help));
    }
    for url in std::iter::once(&source.url).chain(&source.observe_url) {
        if !is_acceptable(url) {
            let message = format!(
                "`policySource` does not take the address `{}`: it must begin with https://",
                snaphook_core::shown_url(url)
            );
            return Err((message, "use https, or http to a server on this machine"));
        }
    }
    if source.observe_url.as_deref() == Some(&source.url) {
        let message = "`policySource.observeUrl` is the same address as `url`".to_owned();
        return Err((
            message,
            "leave it out, or name the bundle that is only watched",
        ));
    }
    Ok(())
}

/// Whether nobody on the way can hold back a newer bundle unseen.
fn is_acceptable(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    if let Some(rest) = lower.strip_prefix("https://") {
        return !rest.is_empty() && !rest.starts_with('/');
    }
    let Some(rest) = lower.strip_prefix("http://") else {
        return false;
    };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains(['@', '\\']) {
        return false;
    }
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority
            .rsplit_once(':')
            .map_or(authority, |(host, _)| host),
    };
    host == "localhost"
        || host
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_this_machine() {
        for url in [
            "https://policy.example.com/p.tar.gz",
            "HTTPS://policy.example.com",
            "http://localhost:8080/p",
            "http://127.0.0.1/p",
            "http://[::1]:80/p",
        ] {
            assert!(is_acceptable(url), "{url}");
        }
        for url in [
            "",
            "https://",
            "https:///p",
            "http://policy.example.com/p",
            "http://localhost.example.com/p",
            "http://127.0.0.1.example.com/p",
            "http://localhost@example.com/p",
            "http://localhost:80@example.com/p",
            "http://localhost\\@example.com/p",
            "http://example.com#@localhost/",
            "http://example.com?localhost",
            "ftp://localhost/p",
            "file:///etc/passwd",
        ] {
            assert!(!is_acceptable(url), "{url}");
        }
    }
}
