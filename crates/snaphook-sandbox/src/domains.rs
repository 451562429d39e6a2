//! Which domains a hook may reach. A name is compared without case and without the dot at
//! its end; an address is no name, however it is written.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

/// `example.com` or `*.example.com`, maybe with a port.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DomainPattern(String);

impl DomainPattern {
    /// The pattern of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(text.to_ascii_lowercase())
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it covers this host. `*.a` does not cover `a` itself.
    #[must_use]
    pub fn covers(&self, host: &str, port: u16) -> bool {
        let (name, wanted) = match self.0.rsplit_once(':') {
            Some((name, wanted)) => (name, wanted.parse::<u16>().ok()),
            None => (&*self.0, Some(port)),
        };
        let covered = match name.strip_prefix("*.") {
            Some(end) => host
                .strip_suffix(end)
                .and_then(|start| start.strip_suffix('.'))
                .is_some_and(|start| !start.is_empty()),
            None => host == name,
        };
        covered && wanted == Some(port)
    }
}

/// The domains that are allowed, and those that are not whatever is allowed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct DomainRules {
    /// One pattern of each list must cover a host.
    pub allowed: Vec<Vec<DomainPattern>>,
    /// None of these may.
    pub denied: Vec<DomainPattern>,
}

impl DomainRules {
    /// Whether no domain can be reached.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.allowed.is_empty() || self.allowed.iter().any(Vec::is_empty)
    }

    /// The host as it is compared, if it may be reached.
    ///
    /// # Errors
    /// Why it may not.
    pub fn admit(&self, host: &str, port: u16) -> Result<String, &'static str> {
        let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
        if is_address(&host) {
            return Err("addresses are not allowed, only names");
        }
        let covers = |list: &[DomainPattern]| list.iter().any(|domain| domain.covers(&host, port));
        match !self.is_empty() && self.allowed.iter().all(|list| covers(list)) {
            _ if covers(&self.denied) => Err("the domain is denied"),
            true => Ok(host),
            false => Err("the domain is not allowed"),
        }
    }
}

/// Whether a host is an address in any of the forms that resolvers take: its last part
/// is a number.
fn is_address(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let last = host.rsplit('.').next().unwrap_or_default();
    let is_number = last.starts_with("0x") || last.chars().all(|c| c.is_ascii_digit());
    bare.parse::<IpAddr>().is_ok() || host.contains(':') || is_number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(allowed: &[&str], denied: &[&str]) -> DomainRules {
        let list = |texts: &[&str]| texts.iter().map(|text| DomainPattern::new(text)).collect();
        DomainRules {
            allowed: vec![list(allowed)],
            denied: list(denied),
        }
    }

    #[test]
    fn names_are_allowed_and_nothing_else() {
        let rules = rules(
            &["a.example", "*.b.example", "c.example:443"],
            &["x.b.example"],
        );
        for (host, port, expected) in [
            ("a.example", 80, true),
            ("A.Example.", 443, true),
            ("x.a.example", 80, false),
            ("aa.example", 80, false),
            ("b.example", 80, false),
            ("y.b.example", 80, true),
            ("z.y.b.example", 80, true),
            ("x.b.example", 80, false),
            ("evilb.example", 80, false),
            (".b.example", 80, false),
            ("c.example", 443, true),
            ("c.example", 80, false),
            ("127.0.0.1", 80, false),
            ("[::1]", 80, false),
            ("2130706433", 80, false),
            ("0x7f.1", 80, false),
            ("", 80, false),
        ] {
            assert_eq!(rules.admit(host, port).is_ok(), expected, "{host}:{port}");
        }
    }

    #[test]
    fn a_second_list_only_takes_away() {
        let mut both = rules(&["*.example"], &[]);
        both.allowed.push(vec![DomainPattern::new("a.example")]);
        assert!(both.admit("a.example", 80).is_ok());
        assert!(both.admit("b.example", 80).is_err());
        both.allowed.push(Vec::new());
        assert!(both.is_empty() && both.admit("a.example", 80).is_err());
        assert!(DomainRules::default().admit("a.example", 80).is_err());
    }
}
