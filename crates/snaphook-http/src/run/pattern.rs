//! A pattern of URLs: `https://hooks.example.com/*`, `http://localhost:*`.
//!
//! `*` is any run of characters, but a pattern is read part by part: a `*` in
//! the host never reaches into the path, so `https://*.example.com/*` does not
//! fit `https://evil.test/.example.com/`.
//!
//! | part | fits | where it is left out |
//! |---|---|---|
//! | scheme | `http` or `https` | any |
//! | host and port | the host, also with its port written out | – |
//! | from the first `/` on | the path with the query | `/` alone; anything after a `*` |

use reqwest::Url;
use snaphook_rules::Wildcards;

/// A pattern of URLs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UrlPattern {
    scheme: String,
    authority: String,
    /// With its slash.
    path: String,
}

impl UrlPattern {
    /// Every text is a pattern.
    pub(crate) fn parse(text: &str) -> Self {
        let text = text.trim();
        let (scheme, rest) = text.split_once("://").unwrap_or(("*", text));
        let (authority, path) = match rest.find('/') {
            Some(at) => rest.split_at(at),
            None if rest.ends_with('*') => (rest, "*"),
            None => (rest, "/"),
        };
        Self {
            scheme: scheme.to_ascii_lowercase(),
            authority: authority.to_ascii_lowercase(),
            path: path.to_owned(),
        }
    }

    /// Whether a URL fits. User info and the fragment, which is never sent, do
    /// not count.
    pub(crate) fn fits(&self, url: &Url) -> bool {
        let Some(host) = url.host_str() else {
            return false;
        };
        // A `?` begins the query.
        let glob = |pattern: &str, text: &str| Wildcards::Star.fit(pattern, text);
        let with_port = |port: u16| format!("{host}:{port}");
        let path = match url.query() {
            Some(query) => format!("{}?{query}", url.path()),
            None => url.path().to_owned(),
        };
        let any_port = url.port().is_none() && glob(&self.authority, host);
        let this_port = || {
            let port = url.port_or_known_default();
            port.is_some_and(|port| glob(&self.authority, &with_port(port)))
        };
        glob(&self.scheme, url.scheme()) && (any_port || this_port()) && glob(&self.path, &path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, url: &str) -> bool {
        UrlPattern::parse(pattern).fits(&Url::parse(url).unwrap())
    }

    #[test]
    fn stars_stand_for_any_text_of_their_part() {
        for (pattern, url) in [
            ("*", "https://a.test/b?c"),
            ("https://*", "https://a.test:1/b?c"),
            ("https://a.test/*", "https://a.test/b/c?d=e"),
            ("https://a.test/*", "https://A.test:443/"),
            ("HTTPS://A.Test/*", "https://a.test/"),
            ("https://a.test:443/*", "https://a.test/b"),
            ("https://*.a.test/*", "https://x.y.a.test/b"),
            ("http://localhost:*", "http://localhost:8080/hook"),
            ("http://localhost:*", "http://localhost/hook"),
            ("http://localhost:*/hook", "http://localhost:8080/hook"),
            ("*://localhost:*/*", "https://localhost:1/"),
            ("localhost:*", "http://localhost:1/x"),
            ("http://[::1]:*", "http://[::1]:80/x"),
            ("https://a.test/*/x?*", "https://a.test/b/x?c"),
            ("https://a.test", "https://a.test/"),
            ("https://a.test/b", "https://a.test/b#c"),
            ("http://127.0.0.1:*", "http://2130706433:5/"),
        ] {
            assert!(fits(pattern, url), "{pattern} {url}");
        }
    }

    #[test]
    fn a_star_never_leaves_its_part() {
        for (pattern, url) in [
            ("https://*.a.test/*", "https://evil.test/.a.test/x"),
            ("https://*.a.test/*", "https://evil.test/?.a.test/"),
            ("https://*.a.test/*", "https://evil.test/#.a.test/"),
            ("https://*.a.test/*", "https://a.test/"),
            ("https://*a.test", "https://evil.test/a.test"),
            ("https://a.test/*", "https://a.test:8443/x"),
            ("https://a.test/*", "https://a.test.evil.test/x"),
            ("https://a.test/*", "http://a.test/x"),
            ("https://a.test/*", "https://a.test@evil.test/x"),
            ("http://localhost:*", "http://localhost:80@evil.test/x"),
            ("http://localhost:*", "http://localhost.evil.test/x"),
            ("https://a.test/b/*", "https://a.test/b/../c"),
            ("https://a.test/b/*", "https://a.test/b/%2e%2e/c"),
            ("https://a.test/b", "https://a.test/b?c"),
            ("https://a.test/B", "https://a.test/b"),
            ("https://a.test", "https://a.test/b"),
            ("", "https://a.test/"),
        ] {
            assert!(!fits(pattern, url), "{pattern} {url}");
        }
    }
}
