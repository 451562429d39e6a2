//! Decides from the headers of a request whether it is let in.
//!
//! A web page can make requests to loopback addresses, also through a name that it
//! lets resolve to them. Such requests carry an `Origin`, a `Sec-Fetch-Site` or that
//! name as their `Host`, and none has the token.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};

use crate::token::BearerToken;

/// Which requests are let in.
#[derive(Debug)]
pub(super) struct AccessPolicy {
    /// Without one, whoever reaches the address is let in, but for web pages.
    token: Option<BearerToken>,
    address: SocketAddr,
    /// Names of the server, besides its address.
    names: Vec<String>,
}

/// Why a request is refused.
pub(super) type AccessRefusal = (StatusCode, &'static str);

impl AccessPolicy {
    pub(super) fn new(token: Option<BearerToken>, address: SocketAddr, names: &[String]) -> Self {
        Self {
            token,
            address,
            names: names.iter().map(|name| name.to_ascii_lowercase()).collect(),
        }
    }

    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), AccessRefusal> {
        if headers.contains_key(ORIGIN) || made_by_page(headers) {
            return Err((
                StatusCode::FORBIDDEN,
                "requests from web pages are not allowed",
            ));
        }
        if !only(headers, HOST.as_str()).is_some_and(|host| self.is_host(host)) {
            let words = "the Host header does not name this server; allow a name with --allow-host";
            return Err((StatusCode::FORBIDDEN, words));
        }
        let Some(token) = &self.token else {
            return Ok(());
        };
        let shown = only(headers, AUTHORIZATION.as_str()).and_then(bearer);
        match shown.is_some_and(|shown| token.is(shown.as_bytes())) {
            true => Ok(()),
            false => Err((
                StatusCode::UNAUTHORIZED,
                "missing or wrong token; send `Authorization: Bearer TOKEN`",
            )),
        }
    }

    /// Whether a `Host` means this server: its address, or one of its names.
    fn is_host(&self, host: &str) -> bool {
        let (name, port) = split(host);
        let name = name.to_ascii_lowercase();
        // Behind a proxy the port differs.
        if self.names.contains(&name) {
            return true;
        }
        if port != Some(self.address.port()) {
            return false;
        }
        let own = self.address.ip();
        match name.parse::<IpAddr>() {
            Ok(address) if own.is_unspecified() => !address.is_unspecified(),
            Ok(address) => address == own || (address.is_loopback() && own.is_loopback()),
            Err(_) => name == "localhost" && (own.is_loopback() || own.is_unspecified()),
        }
    }
}

/// The text of a header that is present exactly once.
fn only<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    match all.next() {
        None => first.to_str().ok(),
        Some(_) => None,
    }
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    scheme.eq_ignore_ascii_case("bearer").then_some(token)
}

/// Whether a web page made the request; `none` means that a person typed the URL.
fn made_by_page(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site");
    site.is_some_and(|site| site != "none")
}

/// Splits a host into name and port, by default that of HTTP.
fn split(host: &str) -> (&str, Option<u16>) {
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => match rest.split_once(']') {
            Some((name, rest)) => (name, rest.strip_prefix(':')),
            None => return (host, None),
        },
        None => match host.split_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (host, None),
        },
    };
    match port {
        None => (name, Some(80)),
        Some(port) => (name, port.parse().ok()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(address: &str, names: &[&str]) -> AccessPolicy {
        let names: Vec<_> = names.iter().map(ToString::to_string).collect();
        let token = BearerToken::new("0123456789abcdef").unwrap();
        AccessPolicy::new(Some(token), address.parse().unwrap(), &names)
    }

    #[test]
    fn only_names_of_the_server_are_its_host() {
        let local = door("127.0.0.1:7878", &["Agents.example"]);
        for (host, own) in [
            ("127.0.0.1:7878", true),
            ("localhost:7878", true),
            ("LOCALHOST:7878", true),
            ("[::1]:7878", true),
            ("agents.example", true),
            ("agents.example:443", true),
            ("127.0.0.1", false),
            ("127.0.0.1:7879", false),
            ("evil.example:7878", false),
            ("localhost.evil.example:7878", false),
            ("192.168.0.5:7878", false),
            ("0.0.0.0:7878", false),
            ("127.0.0.1:7878:7878", false),
            ("127.0.0.1:", false),
            ("[::1", false),
            ("", false),
        ] {
            assert_eq!(local.is_host(host), own, "{host}");
        }
        let anywhere = door("0.0.0.0:80", &[]);
        for (host, own) in [
            ("192.168.0.5", true),
            ("localhost", true),
            ("evil.example", false),
            ("0.0.0.0", false),
        ] {
            assert_eq!(anywhere.is_host(host), own, "{host}");
        }
    }

    #[test]
    fn the_token_must_be_there_once_and_right() {
        let door = door("127.0.0.1:80", &[]);
        let check = |values: &[&str]| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, "localhost".parse().unwrap());
            for value in values {
                headers.append(AUTHORIZATION, value.parse().unwrap());
            }
            door.check(&headers).is_ok()
        };
        assert!(check(&["Bearer 0123456789abcdef"]));
        assert!(check(&["bearer  0123456789abcdef"]));
        for wrong in [
            "Bearer 0123456789abcdeF",
            "Bearer 0123456789abcde",
            "Bearer 0123456789abcdef0",
            "Bearer ",
            "Bearer",
            "Basic 0123456789abcdef",
            "0123456789abcdef",
        ] {
            assert!(!check(&[wrong]), "{wrong}");
        }
        assert!(!check(&[]));
        assert!(!check(&[
            "Bearer 0123456789abcdef",
            "Bearer 0123456789abcdef"
        ]));
    }

    #[test]
    fn short_tokens_and_odd_ones_are_none() {
        assert!(BearerToken::new("short").is_err());
        assert!(BearerToken::new("0123456789abcde f").is_err());
        assert!(BearerToken::new("0123456789abcdé").is_err());
        assert!(BearerToken::new("  0123456789abcdef\n").is_ok());
    }
}
