//! Sends notices over HTTP with the client of hooks: no redirect, no proxy, no link-local
//! address, no metadata service.

use std::time::Duration;

use snaphook_http::HttpPoster;

/// How long a notice may take.
const TIME: Duration = Duration::from_secs(10);

/// Sends notices.
#[derive(Clone)]
pub(crate) struct NoticePoster(HttpPoster);

impl NoticePoster {
    pub(crate) fn new() -> Self {
        Self(HttpPoster::new())
    }

    /// Posts a body; any status but 2xx is an error.
    pub(crate) async fn post(
        &self,
        url: &str,
        headers: &[(&str, String)],
        body: Vec<u8>,
    ) -> Result<(), String> {
        let posting = self.0.post(url, headers, body);
        match tokio::time::timeout(TIME, posting).await {
            Ok(posted) => posted.map_err(|error| error.to_string()),
            Err(_) => Err(format!("no answer within {} s", TIME.as_secs())),
        }
    }
}
