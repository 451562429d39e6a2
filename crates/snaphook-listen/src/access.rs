//! Decides from the headers of a request whether it is let in.
//!
//! A web page can make requests to loopback addresses, also through a name that it
//! lets resolve to them. Such requests carry an `Origin`, a `Sec-Fetch-Site` or that
//! name as their `Host`, and none has the token.

use std::net::SocketAddr;

use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};

use crate::hosts::HostNames;
use crate::token::BearerToken;

/// Which requests are let in.
#[derive(Debug)]
pub(super) struct AccessPolicy {
    /// Without one, whoever reaches the address is let in, but for web pages.
    token: Option<BearerToken>,
    hosts: HostNames,
}

/// Why a request is refused.
pub(super) type AccessRefusal = (StatusCode, &'static str);

impl AccessPolicy {
    pub(super) fn new(token: Option<BearerToken>, address: SocketAddr, names: &[String]) -> Self {
        Self {
            token,
            hosts: HostNames::new(address, names),
        }
    }

    pub(super) fn check(&self, headers: &HeaderMap) -> Result<(), AccessRefusal> {
        if headers.contains_key(ORIGIN) || made_by_page(headers) {
            return Err((
                StatusCode::FORBIDDEN,
                "requests from web pages are not allowed",
            ));
        }
        if !only(headers, HOST.as_str()).is_some_and(|host| self.hosts.includes(host)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn door(address: &str) -> AccessPolicy {
        let token = BearerToken::new("0123456789abcdef").unwrap();
        AccessPolicy::new(Some(token), address.parse().unwrap(), &[])
    }

    #[test]
    fn the_token_must_be_there_once_and_right() {
        let door = door("127.0.0.1:80");
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
