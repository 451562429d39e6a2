//! A listener, and clients that speak streamable HTTP with it.

use std::net::SocketAddr;
use std::sync::Arc;

use futures_util::StreamExt;
use reqwest::{RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use snaphook::input::CommonFields;
use snaphook::{CancellationToken, Engine};
use snaphook_listen::{BearerToken, ListenOptions};
use snaphook_proxy::{
    NoteSink, ProxyListenOptions, ProxyListener, ProxyOptions, ServerName, UpstreamServer,
};
use tokio_util::bytes::Bytes;

use crate::common::{HANG, Notes};

pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A listener before a server that is called `fake`.
pub(crate) struct Listening {
    pub(crate) address: SocketAddr,
    stop: CancellationToken,
    pub(crate) notes: Arc<Notes>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

impl Listening {
    pub(crate) async fn before(server: UpstreamServer, engine: Engine) -> Self {
        Self::with(server, engine, |_, _| {}).await
    }

    pub(crate) async fn with(
        server: UpstreamServer,
        engine: Engine,
        change: impl FnOnce(&mut ProxyListenOptions, &mut ProxyOptions),
    ) -> Self {
        let notes = Arc::new(Notes::default());
        let sink: Arc<dyn NoteSink> = Arc::clone(&notes) as _;
        let common = CommonFields::new("", std::env::temp_dir().to_string_lossy());
        let mut proxy = ProxyOptions::new(ServerName::new("fake").unwrap(), common, sink);
        let token = Some(BearerToken::new(TOKEN).unwrap());
        let mut options = ProxyListenOptions::new(ListenOptions::new(token));
        change(&mut options, &mut proxy);
        let listener = ProxyListener::listen("127.0.0.1:0".parse().unwrap(), options).await;
        let listener = listener.unwrap();
        let (address, stop) = (listener.address(), CancellationToken::new());
        tokio::spawn(listener.run(engine, server, proxy, stop.clone()));
        Self {
            address,
            stop,
            notes,
        }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/mcp", self.address)
    }

    /// A POST that lacks only its message.
    pub(crate) fn post(&self) -> RequestBuilder {
        let post = reqwest::Client::new().post(self.url()).bearer_auth(TOKEN);
        post.header("accept", "application/json, text/event-stream")
            .header("content-type", "application/json")
    }

    /// A client that has begun a session.
    pub(crate) async fn client(&self) -> HttpClient<'_> {
        let message = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "test", "version": "1"}}});
        let response = self.post().body(message.to_string()).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let session = response.headers()["mcp-session-id"].to_str().unwrap();
        let client = HttpClient {
            listening: self,
            session: session.to_owned(),
        };
        assert_eq!(answer(response).await["id"], 0);
        let greeting = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        let told = client.send(&greeting).await;
        assert_eq!(told.status(), StatusCode::ACCEPTED);
        client
    }
}

/// A client with a session.
pub(crate) struct HttpClient<'a> {
    listening: &'a Listening,
    pub(crate) session: String,
}

impl HttpClient<'_> {
    pub(crate) fn post(&self, message: impl ToString) -> RequestBuilder {
        let post = self.listening.post().body(message.to_string());
        post.header("mcp-session-id", &self.session)
    }

    pub(crate) async fn send(&self, message: &Value) -> Response {
        self.post(message).send().await.unwrap()
    }

    pub(crate) async fn ask(&self, message: &Value) -> Value {
        answer(self.send(message).await).await
    }

    /// The stream for the server's own messages.
    pub(crate) async fn events(&self) -> Events {
        let get = reqwest::Client::new().get(self.listening.url());
        let get = get.bearer_auth(TOKEN).header("accept", "text/event-stream");
        let response = get.header("mcp-session-id", &self.session).send().await;
        let response = response.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        Events::of(response)
    }

    pub(crate) async fn end(&self) -> StatusCode {
        let delete = reqwest::Client::new().delete(self.listening.url());
        let delete = delete.bearer_auth(TOKEN);
        let response = delete.header("mcp-session-id", &self.session).send().await;
        response.unwrap().status()
    }
}

/// The last message of a response.
pub(crate) async fn answer(response: Response) -> Value {
    let kind = response.headers()["content-type"].to_str().unwrap();
    match kind.starts_with("text/event-stream") {
        false => tokio::time::timeout(HANG, response.json())
            .await
            .unwrap()
            .unwrap(),
        true => {
            let mut events = Events::of(response);
            let mut last = Value::Null;
            while let Some(next) = events.next().await {
                last = next;
            }
            last
        }
    }
}

/// The messages of a stream.
pub(crate) struct Events {
    bytes: futures_util::stream::BoxStream<'static, reqwest::Result<Bytes>>,
    text: String,
}

impl Events {
    pub(crate) fn of(response: Response) -> Self {
        Self {
            bytes: response.bytes_stream().boxed(),
            text: String::new(),
        }
    }

    /// The next message; nothing at the end of the stream.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let data = event.lines().find_map(|line| line.strip_prefix("data: "));
                let message = data.map(|data| serde_json::from_str(data).unwrap());
                self.text = rest.to_owned();
                if message.is_some() {
                    return message;
                }
            }
            let chunk = tokio::time::timeout(HANG, self.bytes.next()).await;
            let chunk = chunk.expect("a message in time")?.ok()?;
            self.text += std::str::from_utf8(&chunk).unwrap();
        }
    }
}
