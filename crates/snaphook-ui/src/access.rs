//! Decides which requests are let in. The page's own files hold no secret; everything else
//! needs the token in a header, which no other page can know or send.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use snaphook_listen::HalfOpenConnection;

use crate::error::Refusal;
use crate::state::PageState;

/// Lets in what is addressed to this listener: a page of somebody else can let its own name
/// resolve to this address.
pub(crate) async fn check_host(
    State(state): State<Arc<PageState>>,
    request: Request,
    next: Next,
) -> Response {
    let host = only(request.headers(), HOST.as_str());
    match host.is_some_and(|host| state.hosts.includes(host)) {
        true => next.run(request).await,
        false => {
            let words = "the Host header does not name this page; allow a name with --allow-host";
            Refusal::new(StatusCode::FORBIDDEN, words).into_response()
        }
    }
}

/// Lets in what has the token and comes from this page, or from no page at all.
pub(crate) async fn check_token(
    State(state): State<Arc<PageState>>,
    request: Request,
    next: Next,
) -> Response {
    let headers = request.headers();
    if !is_same_origin(headers) {
        let words = "requests from other pages are not allowed";
        return Refusal::new(StatusCode::FORBIDDEN, words).into_response();
    }
    let shown = only(headers, AUTHORIZATION.as_str()).and_then(|it| it.strip_prefix("Bearer "));
    if !shown.is_some_and(|shown| state.token.is(shown.as_bytes())) {
        let words = "the key of this page is missing or no longer valid";
        return Refusal::new(StatusCode::UNAUTHORIZED, words).into_response();
    }
    if let Some(connection) = request.extensions().get::<Arc<HalfOpenConnection>>() {
        state.half_open.leave(connection);
    }
    next.run(request).await
}

/// Whether a request comes from the page itself, or from a program that is no browser.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let site = headers.get("sec-fetch-site");
    if site.is_some_and(|site| site != "same-origin" && site != "none") {
        return false;
    }
    if !headers.contains_key(ORIGIN) {
        return true;
    }
    let (origin, host) = (only(headers, ORIGIN.as_str()), only(headers, HOST.as_str()));
    let origin = origin.and_then(|origin| {
        let rest = origin.strip_prefix("http://");
        // A proxy with TLS before it.
        rest.or_else(|| origin.strip_prefix("https://"))
    });
    origin
        .zip(host)
        .is_some_and(|(origin, host)| origin.eq_ignore_ascii_case(host))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_page_itself_counts_as_the_page() {
        for (host, origin, site, same) in [
            ("127.0.0.1:80", None, None, true),
            (
                "127.0.0.1:80",
                Some("http://127.0.0.1:80"),
                Some("same-origin"),
                true,
            ),
            ("page.example", Some("https://page.example"), None, true),
            ("127.0.0.1:80", Some("http://127.0.0.1:81"), None, false),
            ("127.0.0.1:80", Some("http://localhost:80"), None, false),
            ("127.0.0.1:80", Some("null"), None, false),
            ("127.0.0.1:80", Some("file://127.0.0.1:80"), None, false),
            ("127.0.0.1:80", None, Some("cross-site"), false),
            ("127.0.0.1:80", None, Some("same-site"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(ORIGIN, origin.parse().unwrap());
            }
            if let Some(site) = site {
                headers.insert("sec-fetch-site", site.parse().unwrap());
            }
            assert_eq!(is_same_origin(&headers), same, "{host} {origin:?} {site:?}");
        }
    }
}
