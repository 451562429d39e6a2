//! The way of a message from the client to the server.

use std::sync::Arc;

use snaphook::CancellationToken;

use crate::link::{AwaitedResponse, ProxyLink, ServerQuestion};
use crate::message::{INVALID_REQUEST, Message, MessageKind};
use crate::request_id::RequestId;
use crate::{call, elicitation};

/// More requests than this wait for nobody who reads their answers.
const UNDER_WAY: usize = 1024;

/// Takes one message as it is written.
pub(crate) async fn take(link: &Arc<ProxyLink>, line: Vec<u8>) {
    match Message::of_client(line) {
        Ok(message) => take_message(link, message).await,
        Err(refused) => link.refuse_client(&refused).await,
    }
}

/// Takes one message that was read.
pub(crate) async fn take_message(link: &Arc<ProxyLink>, message: Message) {
    match message.kind.clone() {
        MessageKind::Request { id, method } => request(link, message, id, &method).await,
        MessageKind::Notification { method } => notification(link, message, &method).await,
        MessageKind::Response { id } => response(link, message, &id).await,
    }
}

async fn request(link: &Arc<ProxyLink>, message: Message, id: RequestId, method: &str) {
    if link.requests_under_way() >= UNDER_WAY {
        let refused = message.refused(INVALID_REQUEST, "too many requests are under way");
        return link.refuse_client(&refused).await;
    }
    let cancel = CancellationToken::new();
    let awaited = match method {
        "tools/call" => AwaitedResponse::Call {
            cancel: cancel.clone(),
            response: None,
        },
        method => AwaitedResponse::Plain {
            tool_list: method == "tools/list",
            stays_open: method == "subscriptions/listen",
        },
    };
    if !link.await_response(&id, awaited) {
        let refused = message.refused(INVALID_REQUEST, "a request with this id is under way");
        return link.refuse_client(&refused).await;
    }
    match method {
        "tools/call" => {
            let link = Arc::clone(link);
            tokio::spawn(call::run(link, message, id, cancel));
        }
        method => {
            if method == "initialize" {
                link.note_forms(shows_forms(&message));
            }
            link.to_server(message.line).await;
        }
    }
}

async fn notification(link: &Arc<ProxyLink>, message: Message, method: &str) {
    match method {
        // Some servers may run it all the same.
        "tools/call" => link
            .notes
            .note("dropped a tool call without an id: nobody could be asked"),
        "notifications/cancelled" => {
            let id = message.cancelled_request();
            if id.is_none_or(|id| link.cancel(&id)) {
                link.to_server(message.line).await;
            }
        }
        _ => link.to_server(message.line).await,
    }
}

async fn response(link: &Arc<ProxyLink>, message: Message, id: &RequestId) {
    match link.take_question(id) {
        Some(ServerQuestion::Plain) => link.to_server(message.line).await,
        Some(ServerQuestion::Own(reply)) => {
            // Whoever asked may have given up.
            let _ = reply.send(message);
        }
        Some(ServerQuestion::Elicitation {
            mode,
            elicitation_id,
        }) => {
            let answer = elicitation::AnsweredQuestion {
                mode,
                elicitation_id,
            };
            tokio::spawn(elicitation::answered(
                Arc::clone(link),
                message,
                id.clone(),
                answer,
            ));
        }
        None => link
            .notes
            .note("dropped a response of the client that answers no request"),
    }
}

/// Whether the client says that it can show a form.
fn shows_forms(message: &Message) -> bool {
    let params = message.fields.fields("params");
    let capabilities = params.and_then(|params| params.fields("capabilities"));
    let elicitation = capabilities.and_then(|capabilities| capabilities.fields("elicitation"));
    elicitation.is_some_and(|kinds| kinds.raw("form").is_some() || kinds.keys().next().is_none())
}
