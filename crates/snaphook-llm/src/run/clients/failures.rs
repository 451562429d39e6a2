//! What is made of a server's refusals.

use std::time::{Duration, Instant};

use reqwest::header::HeaderMap;
use serde_json::Value;

use super::endpoint::Endpoint;
use crate::run::ask::excerpt;
use crate::run::language_model::ModelError;

/// The longest wait for a busy server.
const LONGEST: Duration = Duration::from_secs(20);

/// The wait for a busy server that sends no `Retry-After`.
const USUAL: Duration = Duration::from_secs(1);

/// A server's answer with a status that is not a success.
pub(super) struct ServerRefusal {
    pub(super) status: u16,
    /// How long the server wants to be left alone, if it says so.
    wait: Option<Duration>,
    message: String,
    /// The answer as it came, as far as it matters.
    body: String,
}

impl ServerRefusal {
    pub(super) fn new(status: u16, headers: &HeaderMap, body: &str) -> Self {
        Self {
            status,
            wait: wait(headers),
            message: message(body),
            body: body.chars().take(4096).collect(),
        }
    }

    /// How long to wait before the server is asked once more; nothing, if that
    /// is useless.
    pub(super) fn retry(&self, deadline: Option<Instant>) -> Option<Duration> {
        let wait = self.wait.unwrap_or(USUAL);
        let in_time = deadline.is_none_or(|deadline| {
            let left = deadline.saturating_duration_since(Instant::now());
            wait < left
        });
        (self.is_busy() && wait <= LONGEST && in_time).then_some(wait)
    }

    /// Too many requests, not available, overloaded.
    fn is_busy(&self) -> bool {
        matches!(self.status, 429 | 503 | 529)
    }

    /// Whether the server complains of the request, and names this part of it.
    pub(super) fn blames(&self, part: &str) -> bool {
        matches!(self.status, 400 | 404 | 422) && self.body.contains(part)
    }

    pub(super) fn into_error(self, endpoint: &Endpoint) -> ModelError {
        let server = endpoint.server().to_owned();
        let (status, busy) = (self.status, self.is_busy());
        let message = match &endpoint.key {
            Some(key) => key.hide(&self.message),
            None => self.message,
        };
        match self.wait {
            // Some servers show parts of the key in these messages.
            _ if matches!(status, 401 | 403) && endpoint.key.is_some() => ModelError::Key {
                server,
                variable: endpoint.key_variable.clone(),
                status,
            },
            Some(wait) if busy => ModelError::Busy {
                server,
                status,
                wait,
                message,
            },
            _ => ModelError::Status {
                server,
                status,
                message,
            },
        }
    }
}

/// `retry-after` in seconds; OpenAI also has milliseconds. A date says too
/// little without a clock that both sides share.
fn wait(headers: &HeaderMap) -> Option<Duration> {
    let number =
        |name: &str| -> Option<f64> { headers.get(name)?.to_str().ok()?.trim().parse().ok() };
    let seconds = number("retry-after-ms")
        .map(|milliseconds| milliseconds / 1000.0)
        .or_else(|| number("retry-after"))?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// The type and message of an error, in either format; else what there is.
fn message(body: &str) -> String {
    let parsed: Value = serde_json::from_str(body).unwrap_or_default();
    let error = parsed.get("error").unwrap_or(&parsed);
    let text = |key: &str| error.get(key).and_then(Value::as_str);
    let said = match (text("type").or(text("code")), text("message")) {
        (Some(kind), Some(message)) => format!("{kind}: {message}"),
        (None, Some(message)) => message.to_owned(),
        (Some(kind), None) => kind.to_owned(),
        // Ollama has the message right there.
        (None, None) => error.as_str().unwrap_or(body).to_owned(),
    };
    match excerpt(&said) {
        empty if empty.is_empty() => "it did not say why".to_owned(),
        said => said,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(status: u16, retry_after: Option<&str>) -> ServerRefusal {
        let mut headers = HeaderMap::new();
        if let Some(value) = retry_after {
            headers.insert("retry-after", value.parse().unwrap());
        }
        ServerRefusal::new(status, &headers, "")
    }

    #[test]
    fn a_busy_server_is_asked_again_if_it_is_worth_waiting() {
        let soon = Instant::now() + Duration::from_secs(5);
        for (status, said, deadline, waits) in [
            (429, Some("2"), None, Some(2.0)),
            (529, None, None, Some(1.0)),
            (503, Some("0.5"), Some(soon), Some(0.5)),
            (429, Some("10"), Some(soon), None),
            (429, Some("21"), None, None),
            (429, Some("-1"), None, Some(1.0)),
            (500, Some("1"), None, None),
            (400, None, None, None),
        ] {
            let wait = refused(status, said).retry(deadline);
            assert_eq!(
                wait.map(|wait| wait.as_secs_f64()),
                waits,
                "{status} {said:?}"
            );
        }
    }

    #[test]
    fn the_message_of_every_format_is_found() {
        for (body, said) in [
            (
                r#"{"type": "error", "error": {"type": "overloaded_error", "message": "Over\nloaded"}}"#,
                "overloaded_error: Over loaded",
            ),
            (
                r#"{"error": {"message": "m", "type": null, "code": "c"}}"#,
                "c: m",
            ),
            (r#"{"error": "model not found"}"#, "model not found"),
            ("<html>Bad Gateway</html>", "<html>Bad Gateway</html>"),
            ("", "it did not say why"),
        ] {
            assert_eq!(message(body), said);
        }
        assert!(message(&"x".repeat(5000)).len() < 400);
    }
}
