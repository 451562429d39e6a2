//! A client over HTTP, and its stream of events.

use std::net::SocketAddr;

use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use snaphook_serve::{BearerToken, HttpListener, HttpOptions};

use crate::common::{HANG, TestServer};

pub(crate) const TOKEN: &str = "0123456789abcdef0123456789abcdef";

/// A server that listens.
pub(crate) async fn listen(world: &TestServer) -> SocketAddr {
    listen_with(world, |_| {}).await
}

pub(crate) async fn listen_with(
    world: &TestServer,
    change: impl FnOnce(&mut HttpOptions),
) -> SocketAddr {
    let mut options = HttpOptions::new(BearerToken::new(TOKEN).unwrap());
    change(&mut options);
    let http = HttpListener::listen("127.0.0.1:0".parse().unwrap(), options)
        .await
        .unwrap();
    let address = http.address();
    let server = world.server.clone();
    tokio::spawn(async move { server.serve_http(http).await });
    address
}

/// A client that was initialized.
pub(crate) struct HttpPeer {
    http: Client,
    pub(crate) address: SocketAddr,
    pub(crate) id: String,
}

/// Its stream of events.
pub(crate) struct Events {
    response: Response,
    text: String,
}

impl HttpPeer {
    pub(crate) async fn connect(address: SocketAddr, params: Value) -> Self {
        let http = Client::new();
        let mut all = json!({"protocolVersion": 1});
        for (key, value) in params.as_object().unwrap() {
            all[key] = value.clone();
        }
        let message = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": all});
        let post = http.post(format!("http://{address}/rpc"));
        let response = post.bearer_auth(TOKEN).json(&message).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        let id = response.headers()["snaphook-client"]
            .to_str()
            .unwrap()
            .to_owned();
        let answer: Value = response.json().await.unwrap();
        assert_eq!(answer["result"]["clientId"], id);
        Self { http, address, id }
    }

    pub(crate) fn post(&self) -> RequestBuilder {
        let post = self.http.post(format!("http://{}/rpc", self.address));
        post.bearer_auth(TOKEN).header("snaphook-client", &self.id)
    }

    /// Sends a message; its status and its answer.
    pub(crate) async fn say(&self, message: &Value) -> (StatusCode, Value) {
        let sent = tokio::time::timeout(HANG, self.post().json(message).send());
        let response = sent.await.expect("no answer").unwrap();
        let status = response.status();
        let text = response.text().await.unwrap();
        (status, serde_json::from_str(&text).unwrap_or(Value::Null))
    }

    pub(crate) async fn answer(&self, method: &str, params: Value) -> Value {
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        let (status, answer) = self.say(&message).await;
        assert_eq!(status, StatusCode::OK, "{answer}");
        answer
    }

    pub(crate) async fn ask(&self, method: &str, params: Value) -> Value {
        let answer = self.answer(method, params).await;
        assert_eq!(answer.get("error"), None, "{answer}");
        answer["result"].clone()
    }

    pub(crate) async fn refused(&self, method: &str, params: Value) -> i64 {
        let answer = self.answer(method, params).await;
        answer["error"]["code"].as_i64().unwrap()
    }

    pub(crate) async fn reply(&self, request: &Value, result: Value) {
        let message = json!({"jsonrpc": "2.0", "id": request["id"], "result": result});
        assert_eq!(self.say(&message).await.0, StatusCode::ACCEPTED);
    }

    pub(crate) fn get(&self, path: &str) -> RequestBuilder {
        let get = self.http.get(format!("http://{}{path}", self.address));
        get.bearer_auth(TOKEN).header("snaphook-client", &self.id)
    }

    /// Opens the stream of events; it is open when this returns.
    pub(crate) async fn events(&self) -> Events {
        let response = self.get("/events").send().await.unwrap();
        assert_eq!(response.status(), StatusCode::OK);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Events {
            response,
            text: String::new(),
        }
    }
}

impl Events {
    /// The next message; nothing at the end.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some((event, rest)) = self.text.split_once("\n\n") {
                let data = event.strip_prefix("data: ").map(str::to_owned);
                self.text = rest.to_owned();
                if let Some(data) = data {
                    return Some(serde_json::from_str(&data).unwrap());
                }
                continue;
            }
            let chunk = tokio::time::timeout(HANG, self.response.chunk()).await;
            let chunk = chunk.expect("nothing is said").ok().flatten()?;
            self.text.push_str(std::str::from_utf8(&chunk).unwrap());
        }
    }

    /// The next message of this method.
    pub(crate) async fn hear(&mut self, method: &str) -> Value {
        loop {
            let message = self.next().await.expect("the stream has ended");
            if message["method"] == method {
                return message;
            }
        }
    }
}
