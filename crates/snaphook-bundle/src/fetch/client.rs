//! One request for a bundle: its body whole and not too large, or why not.

use std::error::Error;
use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use reqwest::{Client, StatusCode};

use super::error::FetchError;
use crate::archive::MOST_COMPRESSED;

const CONNECT: Duration = Duration::from_secs(10);

/// How long a server may take beside the time that it may hold a request.
const READ: Duration = Duration::from_secs(30);

/// The type by which a server says that it held the request until something was new.
const LONG_POLL: &str = "application/vnd.openpolicyagent.bundles";

/// What a server answered.
pub(super) enum BundleAnswer {
    /// The bundle is the one that was named.
    Unchanged,
    /// A bundle.
    Bundle {
        archive: Vec<u8>,
        etag: Option<String>,
    },
}

/// An answer, and whether the server held the request.
pub(super) struct BundleResponse {
    pub(super) answer: BundleAnswer,
    pub(super) long_polled: bool,
}

/// A client that never leaves TLS where it began with it.
pub(super) fn client(url: &str) -> Result<Client, FetchError> {
    let secure = url.to_ascii_lowercase().starts_with("https:");
    let builder = Client::builder()
        .connect_timeout(CONNECT)
        .https_only(secure)
        .user_agent(concat!("snaphook/", env!("CARGO_PKG_VERSION")));
    // A server on this machine is behind no proxy.
    let builder = if secure { builder } else { builder.no_proxy() };
    builder
        .build()
        .map_err(|error| FetchError::Client(causes(&error)))
}

/// Asks for a bundle; a server that can may hold the request this long.
pub(super) async fn get(
    client: &Client,
    url: &str,
    etag: Option<&str>,
    wait: Duration,
) -> Result<BundleResponse, FetchError> {
    let shown = snaphook_core::shown_url(url);
    let failed = |error: reqwest::Error| FetchError::Request {
        url: shown.clone(),
        reason: causes(&error.without_url()),
    };
    let mut request = client.get(url).timeout(wait + READ);
    let mut prefer = "modes=snapshot".to_owned();
    if let Some(etag) = etag {
        request = request.header(IF_NONE_MATCH, etag);
        // Without anything to compare with there is nothing to wait for.
        prefer.push_str(&format!(";wait={}", wait.as_secs()));
    }
    let mut response = request
        .header("Prefer", prefer)
        .send()
        .await
        .map_err(failed)?;
    let header = |name| {
        let value = response.headers().get(name);
        value
            .and_then(|value| value.to_str().ok())
            .map(str::to_owned)
    };
    let (etag, kind) = (header(ETAG), header(CONTENT_TYPE));
    let long_polled = kind.is_some_and(|kind| kind.trim().starts_with(LONG_POLL));
    let status = response.status();
    if status == StatusCode::NOT_MODIFIED {
        return Ok(BundleResponse {
            answer: BundleAnswer::Unchanged,
            long_polled,
        });
    }
    if status != StatusCode::OK {
        return Err(FetchError::Status {
            url: shown,
            status: status.as_u16(),
        });
    }
    let mut archive = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(failed)? {
        if archive.len() + chunk.len() > MOST_COMPRESSED {
            return Err(FetchError::TooLarge {
                url: shown,
                limit: MOST_COMPRESSED / 1024 / 1024,
            });
        }
        archive.extend_from_slice(&chunk);
    }
    Ok(BundleResponse {
        answer: BundleAnswer::Bundle { archive, etag },
        long_polled,
    })
}

/// An error with everything that caused it.
fn causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text.push_str(&format!(": {cause}"));
        next = cause.source();
    }
    text
}
