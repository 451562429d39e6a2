//! The files of the page, which are part of the program. There is no build step: they are
//! served as they are written.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::error::Refusal;

/// One file of the page.
#[derive(Debug, Clone, Copy)]
pub struct PageAsset {
    /// Its name below `/assets/`; that of the page itself is `index.html`.
    pub name: &'static str,
    /// Its type.
    pub kind: &'static str,
    /// Its content.
    pub text: &'static str,
}

const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! asset {
    ($name:literal, $kind:expr) => {
        PageAsset {
            name: $name,
            kind: $kind,
            text: include_str!(concat!("../page/", $name)),
        }
    };
}

/// Every file of the page.
pub const ASSETS: &[PageAsset] = &[
    asset!("index.html", "text/html; charset=utf-8"),
    asset!("style.css", "text/css; charset=utf-8"),
    asset!("icon.svg", "image/svg+xml"),
    asset!("app.js", SCRIPT),
    asset!("api.js", SCRIPT),
    asset!("approval.js", SCRIPT),
    asset!("call.js", SCRIPT),
    asset!("dom.js", SCRIPT),
    asset!("event.js", SCRIPT),
    asset!("format.js", SCRIPT),
    asset!("health.js", SCRIPT),
    asset!("inbox.js", SCRIPT),
    asset!("lanes.js", SCRIPT),
    asset!("live.js", SCRIPT),
    asset!("policy.js", SCRIPT),
    asset!("timeline.js", SCRIPT),
    asset!("virtual.js", SCRIPT),
];

/// The page itself.
pub(crate) async fn index() -> Response {
    answer("index.html")
}

/// One of its files.
pub(crate) async fn asset(Path(name): Path<String>) -> Response {
    answer(&name)
}

fn answer(name: &str) -> Response {
    match ASSETS.iter().find(|asset| asset.name == name) {
        Some(asset) => ([(CONTENT_TYPE, asset.kind)], asset.text).into_response(),
        None => Refusal::new(StatusCode::NOT_FOUND, "the page has no such file").into_response(),
    }
}
