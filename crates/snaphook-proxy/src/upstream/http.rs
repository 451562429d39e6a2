//! A server behind streamable HTTP: every message is posted, answers come as JSON or as a
//! stream of events, and the server's own messages over a stream that stays open.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use futures_util::StreamExt;
use reqwest::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response, StatusCode, Url};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::server::{MESSAGE_LIMIT, QUEUE, ServerLink, next_message};
use super::sse::SseDecoder;
use crate::message::{INTERNAL_ERROR, Message, MessageKind, on_one_line};
use crate::proxy::NoteSink;
use crate::request_id::RequestId;

const SESSION: &str = "mcp-session-id";
const VERSION: &str = "mcp-protocol-version";
const LAST_EVENT: &str = "last-event-id";
const BOTH: &str = "application/json, text/event-stream";

/// Where a stream of events takes up, how often, and after which pause.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_secs(1);

/// How long the goodbye may take.
const GOODBYE: Duration = Duration::from_secs(2);

/// A server behind streamable HTTP.
#[derive(Clone)]
#[non_exhaustive]
pub struct HttpServer {
    /// Its address.
    pub url: String,
    /// Headers of every request.
    pub headers: Vec<(String, String)>,
}

impl HttpServer {
    /// A server at this address.
    #[must_use]
    pub fn new(url: impl Into<String>, headers: Vec<(String, String)>) -> Self {
        let url = url.into();
        Self { url, headers }
    }
}

/// Without what may be a key.
impl std::fmt::Debug for HttpServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HttpServer").finish_non_exhaustive()
    }
}

/// What all requests to one server share.
struct HttpLink {
    client: Client,
    url: Url,
    headers: HeaderMap,
    /// The session and the version of the protocol, once they are known.
    agreed: Mutex<Agreed>,
    giving: mpsc::Sender<Vec<u8>>,
    notes: Arc<dyn NoteSink>,
    end: Arc<OnceLock<String>>,
    stop: CancellationToken,
    tasks: TaskTracker,
}

#[derive(Default, Clone)]
struct Agreed {
    session: Option<HeaderValue>,
    version: Option<HeaderValue>,
    /// The stream for the server's own messages is open, or was refused.
    listening: bool,
}

pub(super) fn start(server: HttpServer, notes: Arc<dyn NoteSink>) -> Result<ServerLink, String> {
    // Not the address: it may hold a key.
    let url = Url::parse(&server.url).map_err(|error| format!("invalid address: {error}"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err("the address must begin with http:// or https://".to_owned());
    }
    let client = Client::builder()
        .no_proxy()
        .redirect(Policy::none())
        .build()
        .map_err(|error| format!("failed to make an HTTP client: {error}"))?;
    let (to_server, taking) = mpsc::channel(QUEUE);
    let (giving, from_server) = mpsc::channel(QUEUE);
    let link = Arc::new(HttpLink {
        client,
        url,
        headers: headers(&server.headers)?,
        agreed: Mutex::default(),
        giving,
        notes,
        end: Arc::default(),
        stop: CancellationToken::new(),
        tasks: TaskTracker::new(),
    });
    let gone = CancellationToken::new();
    let server = ServerLink {
        to_server,
        from_server,
        end: Arc::clone(&link.end),
        close: CancellationToken::new(),
        stop: link.stop.clone(),
        gone: gone.clone(),
    };
    let close = server.close.clone();
    tokio::spawn(async move {
        let _gone = gone.drop_guard();
        tokio::select! {
            () = post_all(&link, taking, &close) => {}
            () = link.stop.cancelled() => {}
        }
        link.say_goodbye().await;
        // Ends the streams that are open.
        link.stop.cancel();
        link.tasks.close();
        link.tasks.wait().await;
    });
    Ok(server)
}

fn headers(written: &[(String, String)]) -> Result<HeaderMap, String> {
    let mut headers = HeaderMap::new();
    for (name, value) in written {
        let key = HeaderName::try_from(name.as_str())
            .map_err(|_| format!("invalid header name `{name}`"))?;
        if [SESSION, VERSION, LAST_EVENT, "accept", "content-type"].contains(&key.as_str()) {
            return Err(format!("the header `{name}` is set by the protocol"));
        }
        // Not the value itself: it is often a key.
        let mut value = HeaderValue::try_from(value.as_str())
            .map_err(|_| format!("invalid value of the header `{name}`"))?;
        value.set_sensitive(true);
        headers.append(key, value);
    }
    Ok(headers)
}

/// Posts messages until nobody has more. Requests are under way together; anything else is
/// taken by the server before the next message is posted.
async fn post_all(
    link: &Arc<HttpLink>,
    mut taking: mpsc::Receiver<Vec<u8>>,
    close: &CancellationToken,
) {
    while let Some(line) = next_message(&mut taking, close).await {
        // It was read before, when it came from the client or was made here.
        let Ok(message) = Message::of_server(line) else {
            continue;
        };
        let (request, method) = match &message.kind {
            MessageKind::Request { id, method } => (Some(id.clone()), method.as_str()),
            MessageKind::Notification { method } => (None, method.as_str()),
            MessageKind::Response { .. } => (None, ""),
        };
        match (method, request) {
            // What follows needs the session that this makes.
            ("initialize", Some(id)) => link.request(message, id).await,
            (_, Some(id)) => {
                let link = Arc::clone(link);
                let tasks = link.tasks.clone();
                tasks.spawn(async move {
                    let stop = link.stop.clone();
                    tokio::select! {
                        () = link.request(message, id) => {}
                        () = stop.cancelled() => {}
                    }
                });
            }
            (_, None) => {
                if let Err(why) = link.post(&message).await {
                    link.notes
                        .note(&format!("the server did not take a message: {why}"));
                }
            }
        }
        if link.starts_listening() {
            let link = Arc::clone(link);
            let tasks = link.tasks.clone();
            tasks.spawn(async move {
                let stop = link.stop.clone();
                tokio::select! {
                    () = link.listen() => {}
                    () = stop.cancelled() => {}
                }
            });
        }
    }
}

impl HttpLink {
    fn agreed(&self) -> Agreed {
        self.agreed
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Whether the stream for the server's own messages is to be opened now.
    fn starts_listening(&self) -> bool {
        let mut agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        let starts = agreed.version.is_some() && !agreed.listening;
        agreed.listening |= starts;
        starts
    }

    fn prepare(&self, request: RequestBuilder, message: Option<&Message>) -> RequestBuilder {
        let Agreed {
            session, version, ..
        } = self.agreed();
        let mut request = request.headers(self.headers.clone());
        if let Some(session) = session {
            request = request.header(SESSION, session);
        }
        let own = message.and_then(own_version);
        for (name, value) in message
            .filter(|_| own.is_some())
            .into_iter()
            .flat_map(standard)
        {
            request = request.header(name, value);
        }
        match own.or(version) {
            Some(version) => request.header(VERSION, version),
            None => request,
        }
    }

    /// Posts a message. The response is one of success, or the error says why not.
    async fn post(&self, message: &Message) -> Result<Response, String> {
        let request = self.prepare(self.client.post(self.url.clone()), Some(message));
        let request = request
            .header(ACCEPT, BOTH)
            .header(CONTENT_TYPE, "application/json")
            .body(message.line.clone());
        let response = request.send().await.map_err(|error| describe(&error))?;
        let status = response.status();
        if status == StatusCode::NOT_FOUND && self.agreed().session.is_some() {
            // The client must begin anew, and it does when its server ends.
            let _ = self.end.set("its session has expired".to_owned());
            self.stop.cancel();
        }
        match status.is_success() || is_json(&response) {
            true => Ok(response),
            false => Err(format!("it answered with status {status}")),
        }
    }

    /// Posts a request, and passes on everything that comes back. Whatever happens, the
    /// request gets an answer.
    async fn request(&self, message: Message, id: RequestId) {
        if let Err(why) = self.try_request(&message, &id).await {
            let error = serde_json::json!({ "code": INTERNAL_ERROR, "message": why });
            let id = id.to_json();
            let line = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#);
            let _ = self.giving.send(line.into_bytes()).await;
        }
    }

    async fn try_request(&self, message: &Message, id: &RequestId) -> Result<(), String> {
        let response = self.post(message).await?;
        let is_first = matches!(&message.kind,
            MessageKind::Request { method, .. } if method == "initialize");
        if is_first {
            let mut agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
            agreed.session = response.headers().get(SESSION).cloned();
        }
        if is_json(&response) {
            let body = bounded(response).await?;
            return match self.pass_on(body, id).await {
                true => Ok(()),
                false => Err("it did not answer the request".to_owned()),
            };
        }
        let mut seen = StreamPlace::default();
        if self.read_stream(response, Some(id), &mut seen).await? {
            return Ok(());
        }
        for _ in 0..ATTEMPTS {
            let Some(last) = seen.last.clone() else {
                break;
            };
            tokio::time::sleep(seen.pause()).await;
            let Ok(response) = self.open_stream(Some(&last)).await else {
                continue;
            };
            if self.read_stream(response, Some(id), &mut seen).await? {
                return Ok(());
            }
        }
        Err("it closed the stream before it answered".to_owned())
    }

    /// Keeps the stream for the server's own messages open, where the server has one.
    async fn listen(&self) {
        let mut seen = StreamPlace::default();
        let mut failed = 0;
        while failed < ATTEMPTS {
            match self.open_stream(seen.last.as_deref()).await {
                Ok(response) => {
                    failed = 0;
                    if let Err(why) = self.read_stream(response, None, &mut seen).await {
                        self.notes
                            .note(&format!("the stream of the server ended: {why}"));
                    }
                }
                // Servers need not have one.
                Err(Some(StatusCode::METHOD_NOT_ALLOWED | StatusCode::NOT_FOUND)) => return,
                Err(_) => failed += 1,
            }
            tokio::time::sleep(seen.pause()).await;
        }
    }

    async fn open_stream(&self, last: Option<&str>) -> Result<Response, Option<StatusCode>> {
        let mut request = self.prepare(self.client.get(self.url.clone()), None);
        request = request.header(ACCEPT, "text/event-stream");
        if let Some(last) = last {
            request = request.header(LAST_EVENT, last);
        }
        let response = request.send().await.map_err(|error| error.status())?;
        match response.status() {
            status if status.is_success() => Ok(response),
            status => Err(Some(status)),
        }
    }

    /// Passes on the messages of a stream. True when the request was answered.
    async fn read_stream(
        &self,
        response: Response,
        request: Option<&RequestId>,
        seen: &mut StreamPlace,
    ) -> Result<bool, String> {
        let mut decoder = SseDecoder::new(MESSAGE_LIMIT);
        let mut bytes = response.bytes_stream();
        let mut answered = false;
        // After the answer nothing more is said here.
        while !answered && let Some(Ok(chunk)) = bytes.next().await {
            let events = decoder.push(&chunk);
            for event in events.map_err(|_| "it sent an event that is too long".to_owned())? {
                seen.last = event.id.or(seen.last.take());
                seen.retry = event.retry.or(seen.retry);
                if event.kind.is_none() && !event.data.is_empty() {
                    answered |= match request {
                        Some(id) => self.pass_on(event.data, id).await,
                        None => self.give(event.data).await,
                    };
                }
            }
        }
        Ok(answered)
    }

    async fn give(&self, message: Vec<u8>) -> bool {
        let _ = self.giving.send(on_one_line(message)).await;
        false
    }

    /// Passes on a message. True when it answers the request.
    async fn pass_on(&self, line: Vec<u8>, id: &RequestId) -> bool {
        let line = on_one_line(line);
        let read = Message::of_server(line.clone());
        let answers = read.as_ref().is_ok_and(|message| {
            matches!(&message.kind, MessageKind::Response { id: answered } if answered == id)
        });
        if let Ok(message) = &read
            && answers
        {
            self.note_version(message);
        }
        let _ = self.giving.send(line).await;
        answers
    }

    /// Keeps the version that the answer of `initialize` names.
    fn note_version(&self, message: &Message) {
        let version = message.fields.fields("result");
        let version = version.and_then(|result| {
            let version = result.text("protocolVersion")?;
            HeaderValue::try_from(version.as_ref()).ok()
        });
        let mut agreed = self.agreed.lock().unwrap_or_else(PoisonError::into_inner);
        if agreed.version.is_none() {
            agreed.version = version;
        }
    }

    /// Ends the session.
    async fn say_goodbye(&self) {
        if self.agreed().session.is_some() {
            let request = self.prepare(self.client.delete(self.url.clone()), None);
            let _ = tokio::time::timeout(GOODBYE, request.send()).await;
        }
    }
}

/// How far a stream of events was read.
#[derive(Default)]
struct StreamPlace {
    last: Option<String>,
    retry: Option<u64>,
}

impl StreamPlace {
    fn pause(&self) -> Duration {
        let asked = self.retry.map(Duration::from_millis);
        asked.unwrap_or(PAUSE).min(Duration::from_secs(30))
    }
}

fn is_json(response: &Response) -> bool {
    let kind = response.headers().get(CONTENT_TYPE);
    kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
}

/// The whole body, unless it is too long.
async fn bounded(response: Response) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    let mut bytes = response.bytes_stream();
    while let Some(chunk) = bytes.next().await {
        body.extend_from_slice(&chunk.map_err(|error| describe(&error))?);
        if body.len() > MESSAGE_LIMIT {
            return Err("its answer is too long".to_owned());
        }
    }
    Ok(body)
}

/// The version that a message itself names, as those do that have no `initialize`.
fn own_version(message: &Message) -> Option<HeaderValue> {
    HeaderValue::try_from(message.own_version()?).ok()
}

/// The headers by which such a message says what it is about.
fn standard(message: &Message) -> Vec<(&'static str, HeaderValue)> {
    let (MessageKind::Request { method, .. } | MessageKind::Notification { method }) =
        &message.kind
    else {
        return Vec::new();
    };
    let key = match method.as_str() {
        "tools/call" | "prompts/get" => "name",
        "resources/read" | "resources/subscribe" | "resources/unsubscribe" => "uri",
        "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
        _ => "",
    };
    let params = message.fields.fields("params");
    let about = params.and_then(|params| params.text(key).map(|text| text.into_owned()));
    let about = about.and_then(|about| HeaderValue::try_from(about).ok());
    let method = HeaderValue::try_from(method.as_str()).ok();
    let headers = [("mcp-method", method), ("mcp-name", about)];
    headers
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// An error and what is behind it, without the address, which may hold a key.
fn describe(error: &reqwest::Error) -> String {
    let mut text = match () {
        () if error.is_timeout() => "it did not answer in time".to_owned(),
        () if error.is_connect() => "it cannot be reached".to_owned(),
        () => "the request failed".to_owned(),
    };
    let mut behind = std::error::Error::source(error);
    while let Some(error) = behind {
        text = format!("{text}: {error}");
        behind = error.source();
    }
    text
}
