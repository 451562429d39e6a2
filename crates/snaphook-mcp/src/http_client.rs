//! The client for servers behind HTTP, and what it must not tell.

use reqwest::redirect::{Attempt, Policy};
use reqwest::{Client, Url};
use serde_json::Value;

const REDIRECTS: usize = 5;

/// A client that takes nothing from the process environment, and carries a
/// server's headers nowhere else.
pub(crate) fn client() -> Result<Client, reqwest::Error> {
    Client::builder()
        .no_proxy()
        .redirect(Policy::custom(|attempt: Attempt<'_>| {
            let same = attempt.previous().first().map(Url::origin) == Some(attempt.url().origin());
            if same && attempt.previous().len() <= REDIRECTS {
                attempt.follow()
            } else {
                attempt.stop()
            }
        }))
        .build()
}

/// An address whose variables were replaced, perhaps by keys. Messages show it
/// as it was written.
#[derive(Debug)]
pub(crate) struct Hidden {
    shown: String,
    written: String,
}

impl Hidden {
    pub(crate) fn new(url: &str, definition: &Value) -> Self {
        let written = definition.get("url").and_then(Value::as_str);
        Self {
            // As the client's messages have it.
            shown: Url::parse(url).map_or_else(|_| url.to_owned(), Url::into),
            written: written.unwrap_or_default().to_owned(),
        }
    }

    pub(crate) fn hide(&self, message: &str) -> String {
        message.replace(&self.shown, &self.written)
    }
}
