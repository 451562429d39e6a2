//! Who gets in: a look at the head of a request, before anything is done.
//!
//! A page in a browser can make requests to loopback addresses, and can make a
//! name of its own point there. Such requests carry an `Origin`, or say in
//! `Sec-Fetch-Site` that a page made them, or have that name as their `Host`;
//! and none has the token.

use std::net::{IpAddr, SocketAddr};

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};

use super::token::Token;

/// Who gets in.
#[derive(Debug)]
pub(super) struct Door {
    token: Token,
    address: SocketAddr,
    /// Names of the server beside its address.
    names: Vec<String>,
}

/// Why somebody does not.
pub(super) type Refusal = (StatusCode, &'static str);

impl Door {
    pub(super) fn new(token: Token, address: SocketAddr, names: &[String]) -> Self {
        Self {
            token,
            address,
            names: names.iter().map(|name| name.to_ascii_lowercase()).collect(),
        }
    }

    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        if headers.contains_key(ORIGIN) || made_by_page(headers) {
            return Err((StatusCode::FORBIDDEN, "no page in a browser is served"));
        }
        if !only(headers, HOST.as_str()).is_some_and(|host| self.is_host(host)) {
            let words = "the Host is not this server's; see --allow-host";
            return Err((StatusCode::FORBIDDEN, words));
        }
        let shown = only(headers, AUTHORIZATION.as_str()).and_then(bearer);
        match shown.is_some_and(|shown| self.token.is(shown.as_bytes())) {
            true => Ok(()),
            false => Err((
                StatusCode::UNAUTHORIZED,
                "this needs `Authorization: Bearer` and the server's token",
            )),
        }
    }

    /// Whether a `Host` means this server: its address, or a name that is known
    /// to be its own.
    fn is_host(&self, host: &str) -> bool {
        let (name, port) = split(host);
        let name = name.to_ascii_lowercase();
        // Behind a proxy the port is another one.
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

/// A header that stands once, as text.
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

/// A browser says who made a request; `none` is a person who typed it.
fn made_by_page(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site");
    site.is_some_and(|site| site != "none")
}

/// Name and port. Without a port it is that of HTTP.
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

    fn door(address: &str, names: &[&str]) -> Door {
        let names: Vec<_> = names.iter().map(ToString::to_string).collect();
        let token = Token::new("0123456789abcdef").unwrap();
        Door::new(token, address.parse().unwrap(), &names)
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
        assert!(Token::new("short").is_err());
        assert!(Token::new("0123456789abcde f").is_err());
        assert!(Token::new("0123456789abcdé").is_err());
        assert!(Token::new("  0123456789abcdef\n").is_ok());
    }
}
