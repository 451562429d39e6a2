//! Where a hook is sent to, and how that is shown.

use std::fmt;
use std::net::IpAddr;

use reqwest::Url;

/// A URL that can be called.
#[derive(Debug, Clone)]
pub(crate) struct RequestTarget {
    url: Url,
}

/// Why a URL cannot be called.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum TargetError {
    // The parser's words never repeat the URL.
    #[error("its `url` is not a valid URL: {0}")]
    NotAUrl(String),
    #[error("its `url` must begin with http:// or https://, not {0}:")]
    Scheme(String),
    #[error("its `url` must not hold a user name or a password; put credentials into `headers`")]
    UserInfo,
}

impl RequestTarget {
    pub(crate) fn parse(text: &str) -> Result<Self, TargetError> {
        let mut url =
            Url::parse(text.trim()).map_err(|error| TargetError::NotAUrl(error.to_string()))?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(TargetError::Scheme(url.scheme().to_owned()));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(TargetError::UserInfo);
        }
        url.set_fragment(None);
        Ok(Self { url })
    }

    pub(crate) fn url(&self) -> &Url {
        &self.url
    }

    pub(crate) fn is_https(&self) -> bool {
        self.url.scheme() == "https"
    }

    /// The address, where the host is one.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        address_of(&self.url)
    }

    /// Where a `Location` points to, without its secrets.
    pub(crate) fn points_to(&self, location: &str) -> Option<String> {
        let there = self.url.join(location).ok()?;
        let mut shown = shown(&there);
        if let Some((end, _)) = shown.char_indices().nth(LONGEST) {
            shown.truncate(end);
            shown.push('…');
        }
        Some(shown)
    }
}

/// The address, where the host of a URL is one: no name is resolved then. The URL
/// parser has made one of `0x7f.1` and `2130706433` too.
pub(crate) fn address_of(url: &Url) -> Option<IpAddr> {
    let host = url.host_str()?;
    let bare = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'));
    bare.unwrap_or(host).parse().ok()
}

/// Characters of another's URL that are shown.
const LONGEST: usize = 200;

/// As errors name it: `POST https://host/path`. The query may hold a secret.
impl fmt::Display for RequestTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "POST {}", shown(&self.url))
    }
}

/// A URL without user info, query and fragment.
fn shown(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let port = url
        .port()
        .map(|port| format!(":{port}"))
        .unwrap_or_default();
    format!("{}://{host}{port}{}", url.scheme(), url.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(url: &str) -> RequestTarget {
        RequestTarget::parse(url).unwrap()
    }

    #[test]
    fn it_is_shown_without_what_may_be_secret() {
        let shown = target("https://Host.test:443/a?token=SECRET#SECRET").to_string();
        assert_eq!(shown, "POST https://host.test/a");
        assert_eq!(
            target("http://[::1]:81").to_string(),
            "POST http://[::1]:81/"
        );
    }

    #[test]
    fn only_plain_http_and_https_urls_can_be_called() {
        for (url, error) in [
            (
                "",
                "its `url` is not a valid URL: relative URL without a base",
            ),
            (
                "/hook",
                "its `url` is not a valid URL: relative URL without a base",
            ),
            ("https://", "its `url` is not a valid URL: empty host"),
            (
                "http://256.1.1.1/",
                "its `url` is not a valid URL: invalid IPv4 address",
            ),
            (
                "http://x:99999/",
                "its `url` is not a valid URL: invalid port number",
            ),
            (
                "ftp://x/",
                "its `url` must begin with http:// or https://, not ftp:",
            ),
            (
                "file:///etc/passwd",
                "its `url` must begin with http:// or https://, not file:",
            ),
            (
                "localhost:80/x",
                "its `url` must begin with http:// or https://, not localhost:",
            ),
        ] {
            assert_eq!(
                RequestTarget::parse(url).unwrap_err().to_string(),
                error,
                "{url}"
            );
        }
        for url in ["http://me@x/", "http://me:SECRET@x/", "http://:SECRET@x/"] {
            assert_eq!(
                RequestTarget::parse(url).unwrap_err(),
                TargetError::UserInfo
            );
        }
    }

    #[test]
    fn an_address_is_seen_in_every_spelling() {
        for url in [
            "http://127.0.0.1/",
            "http://127.1/",
            "http://0x7f000001/",
            "http://0177.0.0.1/",
            "http://2130706433/",
            "http://127.0.0.1./",
            "http://%31%32%37.0.0.1/",
            "http://①②⑦.0.0.1/",
        ] {
            assert_eq!(target(url).address(), "127.0.0.1".parse().ok(), "{url}");
        }
        let v6 = target("http://[::ffff:a9fe:a9fe]/").address();
        assert_eq!(v6, "::ffff:169.254.169.254".parse().ok());
        assert_eq!(target("http://localhost/").address(), None);
    }

    #[test]
    fn a_redirect_is_shown_without_its_secrets() {
        let target = target("https://a.test/b/c");
        let points_to = |location| target.points_to(location).unwrap();
        assert_eq!(points_to("d?x=SECRET#y"), "https://a.test/b/d");
        assert_eq!(
            points_to("http://me:SECRET@b.test:1/x"),
            "http://b.test:1/x"
        );
        assert_eq!(target.points_to("http://["), None);
        let long = points_to(&"é".repeat(10_000));
        assert!(long.chars().count() <= LONGEST + 1, "{long}");
    }
}
