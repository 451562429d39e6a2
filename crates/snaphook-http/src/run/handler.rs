//! Runs a hook of type `http`.

use std::sync::Arc;

use super::address::AddressKind;
use snaphook_core::answer::{Failure, Response};
use snaphook_exec::{Call, Handler, InputLine, RunFuture};

use super::clients::{ClientKind, HookClients};
use super::exchange::Exchange;
use super::headers::Headers;
use super::settings::RequestLimits;
use super::target::RequestTarget;

/// One hook, ready to be sent.
pub(crate) struct HttpHandler {
    pub(crate) target: RequestTarget,
    pub(crate) headers: Headers,
    pub(crate) private_networks: bool,
    /// Why it is never sent.
    pub(crate) refused: Option<String>,
    pub(crate) clients: Arc<HookClients>,
}

/// Why the settings, or its address, keep a hook from ever being sent. The list
/// of URLs comes first.
pub(crate) fn refusal(target: &RequestTarget, limits: &RequestLimits) -> Option<String> {
    if let Err(error) = limits.check_url(target.url()) {
        return Some(error.to_string());
    }
    let address = target.address()?;
    let refusal = AddressKind::of(address).refusal(limits.private_networks)?;
    Some(format!("{address} is {refusal}"))
}

impl HttpHandler {
    async fn exchange(&self, call: &Call) -> Result<Response, String> {
        if let Some(refused) = &self.refused {
            return Err(refused.clone());
        }
        let headers = self.headers.fill(|name| call.var(name));
        let headers = headers.map_err(|error| error.to_string())?;
        let kind = ClientKind {
            https: self.target.is_https(),
            private_networks: self.private_networks,
        };
        let client = self.clients.get(kind).await;
        let exchange = Exchange {
            client: client.map_err(|error| error.to_string())?,
            target: &self.target,
            headers,
            body: body(&call.input),
            private_networks: self.private_networks,
        };
        exchange.run().await.map_err(|error| error.to_string())
    }
}

/// The input as a command reads it, without the newline.
fn body(input: &InputLine) -> Vec<u8> {
    let line = input.line();
    line.strip_suffix(b"\n").unwrap_or(line).to_vec()
}

impl Handler for HttpHandler {
    fn run(&self, call: Call) -> RunFuture<'_> {
        Box::pin(async move {
            let response = tokio::select! {
                biased;
                () = call.stop.cancelled() => return Failure::cancelled().into(),
                response = self.exchange(&call) => response,
            };
            let failed = |why| Failure::new(format!("{}: {why}", self.target)).into();
            response.unwrap_or_else(failed)
        })
    }
}
