//! `domain:host` rules, and the host of a URL.
//!
//! The host is taken as a browser takes it: tabs and newlines are dropped,
//! backslashes count as slashes, everything before the last `@` is user info,
//! percent escapes are decoded. A URL that a browser and a plain parser read
//! differently is ambiguous, and nothing certain can be said of it.

/// The host part of a `domain:` rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HostPattern {
    Any,
    Exact(String),
    /// `*.host`: below the host, not the host itself.
    Below(String),
}

/// The host of a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Host {
    Known(String),
    Ambiguous,
}

impl HostPattern {
    pub(crate) fn parse(content: &str) -> Option<HostPattern> {
        let host = content.strip_prefix("domain:")?.trim();
        if host == "*" {
            return Some(HostPattern::Any);
        }
        match host.strip_prefix("*.") {
            Some(rest) => Some(HostPattern::Below(format!(".{}", fold(rest)))),
            None => Some(HostPattern::Exact(fold(host))),
        }
    }

    pub(crate) fn matches(&self, host: &str) -> bool {
        match self {
            HostPattern::Any => true,
            HostPattern::Exact(want) => host == want,
            HostPattern::Below(want) => host.len() > want.len() && host.ends_with(want),
        }
    }
}

impl Host {
    pub(crate) fn of(url: &str) -> Host {
        let url: String = url
            .trim_matches(|c: char| c <= ' ')
            .chars()
            .filter(|c| !matches!(c, '\t' | '\n' | '\r'))
            .collect();
        let lower = url.to_ascii_lowercase();
        let web = ["http:", "https:"].iter().find(|s| lower.starts_with(**s));
        let rest = match (web, url.find("://")) {
            (Some(scheme), _) => url[scheme.len()..].trim_start_matches(['/', '\\']),
            (None, Some(at)) if is_scheme(&url[..at]) => &url[at + 3..],
            _ => url.trim_start_matches('/'),
        };
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let authority = &rest[..end];
        if authority.contains('\\') {
            return Host::Ambiguous;
        }
        let host = authority.rsplit('@').next().unwrap_or_default();
        let host = match host.strip_prefix('[') {
            Some(v6) => v6.split(']').next().unwrap_or_default(),
            None => host.split(':').next().unwrap_or_default(),
        };
        let host = percent_decoded(host);
        // A separator that only appears once decoded splits differently in
        // different clients.
        if host.contains(['@', '/', '\\', '?', '#', '%', ' ']) || host.is_empty() {
            return Host::Ambiguous;
        }
        Host::Known(fold(&host))
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
}

/// Case and the dot of the root do not matter, nor which full stop it is.
fn fold(host: &str) -> String {
    let host: String = host
        .trim_matches(['[', ']'])
        .chars()
        .map(|c| {
            if matches!(c, '。' | '．' | '｡') {
                '.'
            } else {
                c
            }
        })
        .flat_map(char::to_lowercase)
        .collect();
    host.trim_end_matches('.').to_owned()
}

fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = text
            .get(at + 1..at + 3)
            .filter(|_| bytes[at] == b'%')
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match hex {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_a_url() {
        for (url, want) in [
            ("https://example.test/a", "example.test"),
            ("https://EXAMPLE.test:8443/a", "example.test"),
            ("https://user:pw@example.test/", "example.test"),
            ("http://good.test@evil.test/", "evil.test"),
            ("http://good.test:80@evil.test:80/", "evil.test"),
            ("http://evil.test/@good.test", "evil.test"),
            ("http://evil.test?@good.test", "evil.test"),
            ("http://evil.test#@good.test", "evil.test"),
            ("https://example.test./", "example.test"),
            ("https://ex%61mple.test/", "example.test"),
            ("https:example.test", "example.test"),
            ("https:////example.test", "example.test"),
            ("  https://exa\nmple.test", "example.test"),
            ("example.test/path", "example.test"),
            ("example.test:3000/x", "example.test"),
            ("http://[::1]:80/", "::1"),
        ] {
            assert_eq!(Host::of(url), Host::Known(want.to_owned()), "{url}");
        }
        for url in [
            "http://good.test\\@evil.test/",
            "http://a%40b/",
            "http:///",
            "",
        ] {
            assert_eq!(Host::of(url), Host::Ambiguous, "{url}");
        }
    }

    #[test]
    fn a_star_is_for_subdomains_only() {
        let below = HostPattern::parse("domain:*.Example.test").expect("a host");
        assert!(below.matches("a.example.test"));
        assert!(!below.matches("example.test"));
        assert!(!below.matches("badexample.test"));
        let exact = HostPattern::parse("domain:example.test").expect("a host");
        assert!(exact.matches("example.test"));
        assert!(!exact.matches("a.example.test"));
        assert_eq!(HostPattern::parse("example.test"), None);
    }
}
