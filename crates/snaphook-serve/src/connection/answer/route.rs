//! The route of one call: which function does it, and the line that answers it.

use std::sync::Arc;

use serde::Serialize;

use super::{events, initialize, look, permissions, sessions, shutdown};
use crate::connection::call::Call;
use crate::connection::client::{Answered, Client};
use crate::connection::in_flight::Place;
use crate::metrics::Metrics;
use crate::protocol::write::{self, Line};
use crate::protocol::{Id, Method, RpcError};

/// Does what is asked. The place among the requests in flight is held until it
/// is done.
pub(in crate::connection) async fn answer(
    client: Arc<Client>,
    id: Id,
    call: Call,
    place: Place,
) -> Answered {
    let method = call.method();
    let write = AnswerWriter {
        id: &id,
        method,
        metrics: &client.server.metrics,
    };
    let client = &client;
    let line = match call {
        Call::Execute(call) => write.line(events::execute(client, call, &place).await),
        Call::Observe(call) => {
            let line = write.line(events::observe(client, call, place));
            return Answered::at_once(line);
        }
        Call::Initialize(params) => write.line(initialize::initialize(client, params)),
        Call::Explain(call) => write.line(events::explain(client, call)),
        Call::Has(params) => write.line(events::has(client, &params)),
        Call::List(params) => write.line(Ok(look::list(client, &params))),
        Call::Reload => write.line(look::reload(client, &place).await),
        Call::Authorize(call) => write.line(permissions::authorize(client, call, &place).await),
        Call::StartSession(params) => write.line(sessions::start(client, params)),
        Call::EndSession(params) => write.line(sessions::end(client, params, &place).await),
        Call::AddHook(params) => write.line(sessions::add_hook(client, &params)),
        Call::RemoveHook(params) => write.line(sessions::remove_hook(client, &params)),
        Call::Shutdown(params) => write.line(Ok(shutdown::shutdown(client, &params).await)),
    };
    Answered {
        line,
        place: Some(place),
        last: method == Method::Shutdown,
    }
}

/// Writes the answer to one request, and counts it.
struct AnswerWriter<'a> {
    id: &'a Id,
    method: Method,
    metrics: &'a Metrics,
}

impl AnswerWriter<'_> {
    fn line<T: Serialize>(&self, answer: Result<T, RpcError>) -> Line {
        self.metrics
            .answered(self.method.name(), answer.as_ref().err());
        match answer {
            Ok(result) => write::result(self.id, &result),
            Err(error) => write::error(Some(self.id), &error),
        }
    }
}
