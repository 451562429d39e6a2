//! Where a hook goes: nowhere, or over the internet in the clear.

use std::net::IpAddr;

use reqwest::Url;
use snaphook_core::Severity;
use snaphook_core::kind::{KindFinding, Place};

use crate::definition::HttpDef;
use crate::run::{AddressKind, address_of};

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

/// What is wrong with the URL: one thing at most.
pub(super) fn check(def: &HttpDef) -> Option<KindFinding> {
    let url = match Url::parse(def.url.trim()) {
        Ok(url) => url,
        Err(error) => {
            let help = "write a whole URL, such as https://hooks.example.com/guard";
            return Some(unusable(
                &format!("`url` is not a valid URL ({error})"),
                help,
            ));
        }
    };
    if !matches!(url.scheme(), "http" | "https") {
        let message = format!("`url` begins with `{}:`", url.scheme());
        return Some(unusable(&message, "it must begin with http:// or https://"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        let help = "put credentials into `headers`, with a variable in `allowedEnvVars`";
        return Some(unusable("`url` holds a user name or a password", help));
    }
    let address = address_of(&url);
    if let Some(address) = address
        && let Some(refusal) = AddressKind::of(address).refusal(true)
    {
        let message = format!("{address} is {refusal}");
        return Some(unusable(&message, "name another address"));
    }
    (url.scheme() == "http" && is_on_the_internet(&url, address)).then(|| KindFinding {
        severity: Severity::Warning,
        code: "url-not-encrypted",
        place: Place::Key("url"),
        message: "the input and the headers are sent over the internet without \
            encryption"
            .to_owned(),
        help: "write https://".to_owned(),
    })
}

fn unusable(message: &str, help: &str) -> KindFinding {
    KindFinding {
        severity: Severity::Error,
        code: "url-unusable",
        place: Place::Key("url"),
        message: format!("{message}: the hook always fails"),
        help: help.to_owned(),
    }
}

/// As far as can be known: a name may still lead inside.
fn is_on_the_internet(url: &Url, address: Option<IpAddr>) -> bool {
    if let Some(address) = address {
        return AddressKind::of(address) == AddressKind::Global;
    }
    let Some(name) = url.host_str() else {
        return false;
    };
    let name = name.strip_suffix('.').unwrap_or(name);
    name.contains('.') && !INSIDE.iter().any(|end| name.ends_with(end))
}
