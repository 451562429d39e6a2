//! `domain:host` rules, and the host of a URL.
//!
//! The host is taken as a browser takes it: tabs and newlines are dropped,
//! backslashes count as slashes, everything before the last `@` is user info,
//! percent escapes are decoded. A URL that a browser and a plain parser read
//! differently is ambiguous, and nothing certain can be said of it. So is one
//! outside ASCII: which name it comes to, only IDNA tells. Addresses are
//! compared as addresses, however they are spelled: `0x7f.1` is `127.0.0.1`.

use std::net::{Ipv4Addr, Ipv6Addr};

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
pub(crate) enum UrlHost {
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
            None => {
                let folded = fold(host);
                let plain = host.trim_matches(['[', ']']);
                let known = if plain.contains(':') {
                    v6(plain)
                } else {
                    canonical(&folded)
                };
                Some(HostPattern::Exact(known.unwrap_or(folded)))
            }
        }
    }

    /// Whether the two may be one name in two spellings: the pattern's is
    /// outside ASCII, the host's is encoded.
    pub(crate) fn is_unclear_about(&self, host: &str) -> bool {
        match self {
            HostPattern::Any => false,
            HostPattern::Exact(want) | HostPattern::Below(want) => {
                !want.is_ascii() && host.contains("xn--")
            }
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

impl UrlHost {
    pub(crate) fn of(url: &str) -> UrlHost {
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
            return UrlHost::Ambiguous;
        }
        let host = authority.rsplit('@').next().unwrap_or_default();
        if let Some(rest) = host.strip_prefix('[') {
            let address = rest.split_once(']').and_then(|(address, port)| {
                let fits = port.is_empty() || port.starts_with(':');
                fits.then(|| v6(address)).flatten()
            });
            return address.map_or(UrlHost::Ambiguous, UrlHost::Known);
        }
        let host = host.split(':').next().unwrap_or_default();
        let host = percent_decoded(host);
        // A separator that only appears once decoded splits differently in
        // different clients.
        let odd = |c: char| !c.is_ascii_graphic() || "@/\\?#%:<>[]^|".contains(c);
        if host.contains(odd) {
            return UrlHost::Ambiguous;
        }
        let host = fold(&host);
        match canonical(&host) {
            Some(host) if !host.is_empty() => UrlHost::Known(host),
            _ => UrlHost::Ambiguous,
        }
    }
}

/// A host as it is compared: a name whose last label is a number is an IPv4
/// address, as the URL standard reads it. Nothing, where it is a wrong one.
fn canonical(host: &str) -> Option<String> {
    let last = host.rsplit('.').next().unwrap_or_default();
    let digits = !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
    if !digits && number(last).is_none() {
        return Some(host.to_owned());
    }
    let parts: Vec<u64> = host.split('.').map(number).collect::<Option<_>>()?;
    let (last, first) = parts.split_last()?;
    if first.len() > 3 || first.iter().any(|part| *part > 255) {
        return None;
    }
    let free = 8 * (4 - u32::try_from(first.len()).ok()?);
    if *last >= 1u64 << free {
        return None;
    }
    let head = first.iter().fold(0, |sum, part| sum << 8 | part);
    let address = u32::try_from(head << free | last).ok()?;
    Some(Ipv4Addr::from(address).to_string())
}

/// `10`, `0x0a`, `012`.
fn number(text: &str) -> Option<u64> {
    let (digits, radix) = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some("") => return Some(0),
        Some(digits) => (digits, 16),
        None if text.len() > 1 && text.starts_with('0') => (&text[1..], 8),
        None => (text, 10),
    };
    // A sign is not a digit.
    let plain = digits.bytes().all(|b| b.is_ascii_hexdigit());
    plain.then(|| u64::from_str_radix(digits, radix).ok())?
}

/// An IPv6 address; one that stands for an IPv4 address is that one.
fn v6(text: &str) -> Option<String> {
    let address: Ipv6Addr = text.parse().ok()?;
    Some(match address.to_ipv4_mapped() {
        Some(address) => address.to_string(),
        None => address.to_string(),
    })
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
            ("http://[0:0::0:1]/", "::1"),
            ("http://[::ffff:127.0.0.1]/", "127.0.0.1"),
            ("http://[::FFFF:7f00:1]/", "127.0.0.1"),
            ("http://2130706433/", "127.0.0.1"),
            ("http://127.1/", "127.0.0.1"),
            ("http://0x7f.0.0.1/", "127.0.0.1"),
            ("http://0177.0.0.1./", "127.0.0.1"),
            ("http://0x7F000001/", "127.0.0.1"),
            ("http://%3127.0.0.1/", "127.0.0.1"),
            ("http://1.example.test/", "1.example.test"),
            ("http://0xample.test/", "0xample.test"),
        ] {
            assert_eq!(UrlHost::of(url), UrlHost::Known(want.to_owned()), "{url}");
        }
        for url in [
            "http://good.test\\@evil.test/",
            "http://a%40b/",
            "http:///",
            "",
            "http://exa\u{ad}mple.test/",
            "http://exa%C2%ADmple.test/",
            "http://ｅxample.test/",
            "http://example。test/",
            "http://bücher.test/",
            "http://256.0.0.1/",
            "http://1.2.3.4.5/",
            "http://4294967296/",
            "http://09.1.1.1/",
            "http://example.1/",
            "http://[::1/",
            "http://[::1]x/",
            "http://[fe80::1%25eth0]/",
            "http://a<b.test/",
        ] {
            assert_eq!(UrlHost::of(url), UrlHost::Ambiguous, "{url}");
        }
    }

    #[test]
    fn an_address_in_a_rule_is_compared_as_one() {
        for (rule, url) in [
            ("domain:127.1", "http://127.0.0.1/"),
            ("domain:[::1]", "http://[0::1]/"),
            ("domain:::1", "http://[0::1]/"),
            ("domain:[::ffff:127.0.0.1]", "http://2130706433/"),
        ] {
            let UrlHost::Known(host) = UrlHost::of(url) else {
                panic!("{url} is known");
            };
            let pattern = HostPattern::parse(rule).expect("a host");
            assert!(pattern.matches(&host), "{rule} on {url}");
        }
        let pattern = HostPattern::parse("domain:bücher.test").expect("a host");
        assert!(pattern.is_unclear_about("xn--bcher-kva.test"));
        assert!(!pattern.is_unclear_about("example.test"));
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
