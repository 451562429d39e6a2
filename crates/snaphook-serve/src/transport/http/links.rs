//! The pages of one-time links. The link itself is what lets somebody in, so there is no
//! token; looking at a page changes nothing, only its form answers.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use snaphook_approvals::{ApprovalError, ApprovalStore, LinkPage, LinkToken};

use super::router::HttpState;
use crate::approvals_host::ApprovalsHost;

/// More bytes of a form are not read.
const MOST_BYTES: usize = 64 * 1024;

pub(super) async fn show(
    State(served): State<Arc<HttpState>>,
    Path(token): Path<String>,
) -> Response {
    page(&served, move |store, _| {
        LinkPage::show(store, &LinkToken::new(&token))
    })
    .await
}

pub(super) async fn answer(
    State(served): State<Arc<HttpState>>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    if !is_own_form(request.headers()) {
        return StatusCode::FORBIDDEN.into_response();
    }
    let reading = axum::body::to_bytes(request.into_body(), MOST_BYTES);
    let form = match tokio::time::timeout(served.arrival, reading).await {
        Ok(Ok(read)) => read,
        Ok(Err(_)) => return StatusCode::PAYLOAD_TOO_LARGE.into_response(),
        Err(_) => return StatusCode::REQUEST_TIMEOUT.into_response(),
    };
    page(&served, move |store, host| {
        LinkPage::answer(store, &LinkToken::new(&token), &form, &host.approvers())
    })
    .await
}

/// Whether a form was sent by the page of this server, or by a program.
fn is_own_form(headers: &HeaderMap) -> bool {
    // A browser that says from where it comes is believed: a proxy before this server may have
    // changed the host.
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    let Some(origin) = headers.get(ORIGIN) else {
        return true;
    };
    let origin = origin
        .to_str()
        .ok()
        .and_then(|origin| origin.split_once("://"));
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    matches!((origin, host), (Some((_, origin)), Some(host)) if origin.eq_ignore_ascii_case(host))
}

async fn page(
    served: &HttpState,
    work: impl FnOnce(&ApprovalStore, &dyn ApprovalsHost) -> LinkPage + Send + 'static,
) -> Response {
    let Some(host) = served.server.options.approvals.clone() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let worked = tokio::task::spawn_blocking(move || {
        let store = host.open()?;
        Ok::<_, ApprovalError>(work(&store, &*host))
    });
    let Ok(Ok(page)) = worked.await else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let status = StatusCode::from_u16(page.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, page.html).into_response();
    for (name, value) in LinkPage::headers() {
        if let Ok(value) = HeaderValue::from_str(&value) {
            let name = HeaderName::from_static(name);
            response.headers_mut().insert(name, value);
        }
    }
    response
}
