//! One request and its answer.
//!
//! | HTTP answer | meaning |
//! |---|---|
//! | 2xx, empty body | success, nothing to apply |
//! | 2xx, JSON object | as JSON on stdout at exit 0; `{"async": true}` is success with nothing to apply |
//! | 2xx, anything else | failure |
//! | other status, connection failure | failure |

use super::address::{AddressKind, AddressRefusal};
use reqwest::header::{CONTENT_ENCODING, HeaderMap, LOCATION};
use reqwest::{Client, StatusCode};
use snaphook_core::answer::Response;
use snaphook_core::input::{Fields, InputError};
use snaphook_core::visible;
use snaphook_exec::process::OUTPUT_LIMIT;
use snaphook_redact::Redaction;

use super::cause::cause;
use super::target::RequestTarget;

/// As many characters of a body as a failure shows.
const SHOWN: usize = 200;

/// Why an exchange brought no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExchangeError {
    #[error("{0}")]
    NoAnswer(String),
    #[error("it connected to {0}, {1}")]
    Peer(std::net::IpAddr, AddressRefusal),
    #[error("it answered {status}{}", body_shown(body))]
    Status { status: StatusCode, body: String },
    #[error("it answered {0} with a redirect to {1}, which is not followed; use that URL instead")]
    Redirect(StatusCode, String),
    #[error("its answer is longer than {} MiB", OUTPUT_LIMIT / 1024 / 1024)]
    TooLong,
    #[error("its answer is compressed, although no compression was requested")]
    Compressed,
    #[error("its answer was cut off: {0}")]
    BrokeOff(String),
    #[error("its answer must be a JSON object, or empty: {0}")]
    NotAnObject(InvalidBody),
}

/// What is wrong with a body. It is not shown: it may repeat what was sent.
#[derive(Debug, thiserror::Error)]
pub(crate) enum InvalidBody {
    #[error("it is {0}")]
    Other(&'static str),
    #[error("it is not JSON: {0}")]
    NotJson(String),
}

impl From<InputError> for InvalidBody {
    fn from(error: InputError) -> Self {
        match error {
            InputError::NotAnObject(found) => Self::Other(found),
            InputError::NotJson(error) => Self::NotJson(error.to_string()),
            other => Self::NotJson(other.to_string()),
        }
    }
}

/// What one request needs.
pub(crate) struct Exchange<'a> {
    pub(crate) client: Client,
    pub(crate) target: &'a RequestTarget,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Vec<u8>,
    pub(crate) private_networks: bool,
}

impl Exchange<'_> {
    /// Sends the request and reads the answer. Dropping it closes the
    /// connection.
    pub(crate) async fn run(self) -> Result<Response, ExchangeError> {
        let request = self
            .client
            .post(self.target.url().clone())
            .headers(self.headers)
            .body(self.body);
        let sent = request.send().await;
        let answer = sent.map_err(|error| ExchangeError::NoAnswer(cause(&error)))?;
        // Only addresses that may be reached were given to the client; should
        // it ever find another way, its answer still does not count.
        if let Some(peer) = answer.remote_addr()
            && let Some(refusal) = AddressKind::of(peer.ip()).refusal(self.private_networks)
        {
            return Err(ExchangeError::Peer(peer.ip(), refusal));
        }
        let status = answer.status();
        if !status.is_success() {
            return Err(match redirect(self.target, &answer) {
                Some(there) => ExchangeError::Redirect(status, there),
                None => {
                    let body = beginning(answer).await;
                    ExchangeError::Status { status, body }
                }
            });
        }
        if is_compressed(&answer) {
            return Err(ExchangeError::Compressed);
        }
        understand(&read(answer).await?)
    }
}

/// The beginning of a body, for the error message; empty if it cannot be read.
async fn beginning(mut answer: reqwest::Response) -> String {
    let mut body = Vec::new();
    while body.len() < SHOWN
        && let Ok(Some(chunk)) = answer.chunk().await
    {
        body.extend_from_slice(&chunk);
    }
    let mut text = String::from_utf8_lossy(&body).into_owned();
    // It may repeat what was sent.
    Redaction::thorough().text(&mut text);
    visible::line(&text.trim().chars().take(SHOWN).collect::<String>())
}

fn body_shown(body: &str) -> String {
    match body {
        "" => String::new(),
        body => format!(": {body}"),
    }
}

fn redirect(target: &RequestTarget, answer: &reqwest::Response) -> Option<String> {
    let location = answer
        .status()
        .is_redirection()
        .then(|| answer.headers().get(LOCATION))??;
    target.points_to(&String::from_utf8_lossy(location.as_bytes()))
}

fn is_compressed(answer: &reqwest::Response) -> bool {
    let mut encodings = answer.headers().get_all(CONTENT_ENCODING).iter();
    encodings.any(|encoding| !encoding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

/// The body, up to the limit. Beyond it nothing more is read, and the
/// connection is closed.
async fn read(mut answer: reqwest::Response) -> Result<Vec<u8>, ExchangeError> {
    let announced = answer.content_length().unwrap_or_default();
    let announced = usize::try_from(announced).unwrap_or(usize::MAX);
    if announced > OUTPUT_LIMIT {
        return Err(ExchangeError::TooLong);
    }
    let mut body = Vec::new();
    loop {
        match answer.chunk().await {
            Ok(None) => return Ok(body),
            Ok(Some(chunk)) if body.len() + chunk.len() > OUTPUT_LIMIT => {
                return Err(ExchangeError::TooLong);
            }
            Ok(Some(chunk)) => body.extend_from_slice(&chunk),
            Err(error) => return Err(ExchangeError::BrokeOff(cause(&error))),
        }
    }
}

/// What a body says. As on stdout, bytes that are not UTF-8 are replaced, and
/// white space and a byte order mark around it do not count.
fn understand(body: &[u8]) -> Result<Response, ExchangeError> {
    let text = String::from_utf8_lossy(body);
    let text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    if text.is_empty() {
        return Ok(nothing());
    }
    let object = Fields::parse(text);
    let object = object.map_err(|error| ExchangeError::NotAnObject(error.into()))?;
    if only_says_async(&object) {
        return Ok(nothing());
    }
    Ok(Response::Text(text.to_owned()))
}

fn nothing() -> Response {
    Response::Answer(Box::default())
}

/// `{"async": true}`, perhaps with `asyncTimeout`. Whatever else is beside
/// it is an answer: nothing voids a deny.
fn only_says_async(object: &Fields) -> bool {
    let mut values = object.every("async").peekable();
    let is_async = values.peek().is_some() && values.all(|value| value.get() == "true");
    let mut rest = object.clone();
    rest.remove("async");
    rest.remove("asyncTimeout");
    is_async && rest.to_line() == b"{}"
}
