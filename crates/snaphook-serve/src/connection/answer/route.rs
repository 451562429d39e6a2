//! Routes a call to its function, and writes the answer.

use std::sync::Arc;

use serde::Serialize;

use super::{
    approvals, events, initialize, permissions, session_state, sessions, settings, shutdown,
};
use crate::connection::connected_client::{ConnectedClient, OutgoingResponse};
use crate::connection::method_call::MethodCall;
use crate::connection::requests_in_flight::RequestSlot;
use crate::metrics::Metrics;
use crate::protocol::write::{self, MessageLine};
use crate::protocol::{Id, Method, RpcError};

/// Runs a call and returns its answer, which holds the request's slot.
pub(in crate::connection) async fn answer(
    client: Arc<ConnectedClient>,
    id: Id,
    call: MethodCall,
    place: RequestSlot,
) -> OutgoingResponse {
    let method = call.method();
    let write = AnswerWriter {
        id: &id,
        method,
        metrics: &client.server.metrics,
    };
    let client = &client;
    let line = match call {
        MethodCall::Execute(call) => write.line(events::execute(client, call, &place).await),
        MethodCall::Observe(call) => {
            let line = write.line(events::observe(client, call, place));
            return OutgoingResponse::immediate(line);
        }
        MethodCall::Initialize(params) => write.line(initialize::initialize(client, params)),
        MethodCall::Explain(call) => write.line(events::explain(client, call)),
        MethodCall::Has(params) => write.line(events::has(client, &params)),
        MethodCall::List(params) => write.line(Ok(settings::list(client, &params))),
        MethodCall::Reload => write.line(settings::reload(client, &place).await),
        MethodCall::Authorize(call) => {
            write.line(permissions::authorize(client, call, &place).await)
        }
        MethodCall::StartSession(params) => write.line(sessions::start(client, params)),
        MethodCall::EndSession(params) => write.line(sessions::end(client, params, &place).await),
        MethodCall::AddHook(params) => write.line(sessions::add_hook(client, &params)),
        MethodCall::RemoveHook(params) => write.line(sessions::remove_hook(client, &params)),
        MethodCall::SessionEnv(params) => write.line(session_state::env(client, &params)),
        MethodCall::SetIntent(params) => write.line(session_state::set_intent(client, params)),
        MethodCall::UpdatePermissions(params) => {
            write.line(session_state::update_permissions(client, params))
        }
        MethodCall::ListApprovals(params) => write.line(approvals::list(client, params).await),
        MethodCall::ShowApproval(params) => write.line(approvals::show(client, params).await),
        MethodCall::AnswerApproval(params) => write.line(approvals::answer(client, params).await),
        MethodCall::SubscribeApprovals(params) => {
            write.line(approvals::subscribe(client, params).await)
        }
        MethodCall::Shutdown(params) => write.line(Ok(shutdown::shutdown(client, &params).await)),
    };
    OutgoingResponse {
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
    fn line<T: Serialize>(&self, answer: Result<T, RpcError>) -> MessageLine {
        self.metrics
            .count_request(self.method.name(), answer.as_ref().err());
        match answer {
            Ok(result) => write::result(self.id, &result),
            Err(error) => write::error(Some(self.id), &error),
        }
    }
}
