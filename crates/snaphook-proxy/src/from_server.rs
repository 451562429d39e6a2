//! The way of a message from the server to the client.

use std::sync::Arc;

use serde_json::value::RawValue;
use tokio::sync::mpsc;

use crate::link::{AwaitedResponse, ProxyLink, ServerQuestion, error_line};
use crate::message::{INTERNAL_ERROR, INVALID_REQUEST, Message, MessageKind, RefusedMessage};
use crate::request_id::RequestId;
use crate::{elicitation, multi_round, tool_list};

/// Takes messages until the server has no more.
pub(crate) async fn read_all(link: &Arc<ProxyLink>, messages: &mut mpsc::Receiver<Vec<u8>>) {
    while let Some(line) = messages.recv().await {
        match line.trim_ascii_start().first() {
            Some(b'[') => batch(link, &line).await,
            _ => take(link, line).await,
        }
    }
}

/// Messages that come together are looked at one by one.
async fn batch(link: &Arc<ProxyLink>, line: &[u8]) {
    let Ok(messages) = serde_json::from_slice::<Vec<Box<RawValue>>>(line) else {
        return link
            .notes
            .note("dropped a message of the server: invalid JSON");
    };
    for message in messages {
        take(link, message.get().as_bytes().to_vec()).await;
    }
}

async fn take(link: &Arc<ProxyLink>, line: Vec<u8>) {
    let message = match Message::of_server(line) {
        Ok(message) => message,
        Err(refused) => {
            link.notes
                .note(&format!("dropped a message of the server: {}", refused.why));
            return unreadable(link, refused).await;
        }
    };
    match message.kind.clone() {
        MessageKind::Notification { .. } => link.pass_to_client(message).await,
        MessageKind::Request { id, method } if method == "elicitation/create" => {
            tokio::spawn(elicitation::asked(Arc::clone(link), message, id));
        }
        MessageKind::Request { id, .. } => {
            if link.await_reply(&id, ServerQuestion::Plain) {
                return link.pass_to_client(message).await;
            }
            let refused = message.refused(INVALID_REQUEST, "a request with this id is under way");
            link.to_server(error_line(&refused)).await;
        }
        MessageKind::Response { id } => response(link, message, &id).await,
    }
}

/// A response that cannot be read, whose request is known, is an error: else its sender
/// would wait for ever.
async fn unreadable(link: &Arc<ProxyLink>, refused: RefusedMessage) {
    let Some(id) = refused.id else {
        return;
    };
    let awaited = link.take_awaited(&id);
    if awaited.is_some() {
        let why = format!("the server's answer cannot be used: {}", refused.why);
        let line = error_line(&RefusedMessage::new(Some(id.clone()), INTERNAL_ERROR, why));
        if let (Some(awaited), Ok(error)) = (awaited, Message::of_server(line)) {
            answer(link, awaited, error, &id).await;
        }
    }
}

async fn response(link: &Arc<ProxyLink>, message: Message, id: &RequestId) {
    match link.take_awaited(id) {
        Some(awaited) => answer(link, awaited, message, id).await,
        // A client may take it for the answer of a call that hooks have not seen.
        None => link
            .notes
            .note("dropped a response of the server that answers no request"),
    }
}

async fn answer(link: &Arc<ProxyLink>, awaited: AwaitedResponse, message: Message, id: &RequestId) {
    match awaited {
        AwaitedResponse::Call { response, .. } => {
            if let Some(waiting) = response {
                // Whoever waits may have given up.
                let _ = waiting.send(message);
            }
        }
        AwaitedResponse::Dropped => {}
        AwaitedResponse::Plain {
            tool_list: true, ..
        } => {
            link.answer_client(id, tool_list::filtered(link, message))
                .await;
            link.note_answered();
        }
        AwaitedResponse::Plain { .. } => {
            let questions = multi_round::questions(link, &message);
            if questions.is_empty() {
                link.answer_client(id, message.line).await;
                return link.note_answered();
            }
            let (link, id) = (Arc::clone(link), id.clone());
            tokio::spawn(async move {
                let line = match multi_round::ask(&link, questions).await {
                    multi_round::Round::AskUser => message.line,
                    multi_round::Round::Answered(_) | multi_round::Round::Refused => error_line(
                        &RefusedMessage::new(Some(id.clone()), INTERNAL_ERROR, multi_round::MIXED),
                    ),
                };
                link.answer_client(&id, line).await;
                link.note_answered();
            });
        }
    }
}
