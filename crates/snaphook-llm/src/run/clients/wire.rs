//! The pool of connections, and one request over it.

use std::error::Error;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Response};
use serde_json::Value;

use super::endpoint::Endpoint;
use super::failures::ServerRefusal;
use crate::run::language_model::ModelError;

/// No answer of a model is longer than this.
const LONGEST_BODY: usize = 8 * 1024 * 1024;

/// The clients, made when the first request wants them: nobody else shall pay
/// for reading the system's certificates.
#[derive(Clone, Default)]
pub(crate) struct Wire(Arc<WireClients>);

#[derive(Default)]
struct WireClients {
    /// For `http`, which also works where there are no certificates.
    plain: OnceLock<Result<Client, String>>,
    secure: OnceLock<Result<Client, String>>,
}

/// Why a request failed.
pub(super) enum RequestFailure {
    /// The server refused it, perhaps because of one of its fields.
    Refused(ServerRefusal),
    /// Another form of the request would fail, too.
    Failed(ModelError),
}

impl Wire {
    fn client(&self, plain: bool) -> Result<Client, String> {
        let kept = if plain { &self.0.plain } else { &self.0.secure };
        kept.get_or_init(|| client(plain)).clone()
    }

    /// Posts a body. A server that is busy is asked once more.
    pub(super) async fn post(
        &self,
        endpoint: &Endpoint,
        path: &str,
        headers: &HeaderMap,
        body: &Value,
        deadline: Option<Instant>,
    ) -> Result<Value, RequestFailure> {
        match self.post_once(endpoint, path, headers, body).await {
            Err(RequestFailure::Refused(refused)) => match refused.retry(deadline) {
                None => Err(RequestFailure::Refused(refused)),
                Some(wait) => {
                    tokio::time::sleep(wait).await;
                    self.post_once(endpoint, path, headers, body).await
                }
            },
            done => done,
        }
    }

    async fn post_once(
        &self,
        endpoint: &Endpoint,
        path: &str,
        headers: &HeaderMap,
        body: &Value,
    ) -> Result<Value, RequestFailure> {
        let unreachable = |why: String| {
            RequestFailure::Failed(ModelError::Unreachable {
                server: endpoint.server().to_owned(),
                why,
            })
        };
        let client = self.client(endpoint.is_plain()).map_err(unreachable)?;
        let response = client
            .post(format!("{}{path}", endpoint.base_url()))
            .headers(headers.clone())
            .header(CONTENT_TYPE, HeaderValue::from_static("application/json"))
            .body(body.to_string())
            .send()
            .await
            .map_err(|error| unreachable(describe(error)))?;
        let status = response.status();
        let said = response.headers().clone();
        let body = read(response).await.map_err(unreachable)?;
        if !status.is_success() {
            let refused =
                ServerRefusal::new(status.as_u16(), &said, &String::from_utf8_lossy(&body));
            return Err(RequestFailure::Refused(refused));
        }
        let mut value: Value = serde_json::from_slice(&body).map_err(|error| {
            RequestFailure::Failed(ModelError::Unreadable {
                server: endpoint.server().to_owned(),
                why: error.to_string(),
            })
        })?;
        if let Some(key) = &endpoint.key {
            key.hide_in(&mut value);
        }
        Ok(value)
    }
}

fn client(plain: bool) -> Result<Client, String> {
    let builder = Client::builder()
        // The process's environment is none of a library's business, and a key
        // goes to the server it is meant for and nowhere else.
        .no_proxy()
        .redirect(Policy::none())
        .user_agent(concat!("snaphook/", env!("CARGO_PKG_VERSION")));
    let builder = if plain {
        builder.tls_certs_only([])
    } else {
        builder
    };
    builder.build().map_err(describe)
}

async fn read(mut response: Response) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(describe)? {
        if body.len() + piece.len() > LONGEST_BODY {
            return Err(format!("its answer is longer than {LONGEST_BODY} bytes"));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// An error with its causes. It is known where the request went; the whole
/// address only gets in the way.
fn describe(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        text = format!("{text}: {inner}");
        cause = inner.source();
    }
    text
}
