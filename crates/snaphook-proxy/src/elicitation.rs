//! What the server asks the user, and what the user answers: hooks may answer in the
//! user's place, and change the answer.

use std::sync::Arc;

use serde_json::value::RawValue;
use snaphook::answer::ElicitationAction;
use snaphook::input::Fields;
use snaphook::input::typed;
use snaphook::turn::ElicitationReply;

use crate::link::{ProxyLink, ServerQuestion, error_line, result_line};
use crate::message::{INVALID_PARAMS, INVALID_REQUEST, Message};
use crate::person_elsewhere;
use crate::request_id::RequestId;

/// Which question is answered.
pub(crate) struct AnsweredQuestion {
    pub(crate) mode: Option<String>,
    pub(crate) elicitation_id: Option<String>,
}

/// The server asks: hooks first, then the user.
pub(crate) async fn asked(link: Arc<ProxyLink>, message: Message, id: RequestId) {
    let question = match message.fields.repeated() {
        None => message
            .fields
            .fields("params")
            .and_then(|params| question(&link, &params)),
        Some(_) => None,
    };
    let Some(question) = question else {
        let refused = message.refused(INVALID_PARAMS, "the question cannot be read");
        return link.to_server(error_line(&refused)).await;
    };
    let answered = AnsweredQuestion {
        mode: question.mode.clone(),
        elicitation_id: question.elicitation_id.clone(),
    };
    if let Some(reply) = decided(&link, question).await {
        return link.to_server(result_line(&id, reply.get())).await;
    }
    if let Some(person) = link.hooks.session().approver() {
        return person_elsewhere::ask(link, message, id, answered, &*person).await;
    }
    let AnsweredQuestion {
        mode,
        elicitation_id,
    } = answered;
    let awaited = ServerQuestion::Elicitation {
        mode,
        elicitation_id,
    };
    if link.await_reply(&id, awaited) {
        return link.pass_to_client(message).await;
    }
    let refused = message.refused(INVALID_REQUEST, "a request with this id is under way");
    link.to_server(error_line(&refused)).await;
}

/// The input of hooks.
pub(crate) fn question(link: &ProxyLink, params: &Fields) -> Option<typed::Elicitation> {
    let message = params.text("message")?;
    let mut question = typed::Elicitation::new(link.name.as_str(), message.into_owned());
    if let Some(mode) = params.text("mode") {
        question = question.mode(mode);
    }
    if let Some(url) = params.text("url") {
        question = question.url(url);
    }
    if let Some(id) = params.text("elicitationId") {
        question = question.elicitation_id(id);
    }
    if params.raw("requestedSchema").is_some() {
        question = question.requested_schema(params.json("requestedSchema")?.into_value());
    }
    Some(question)
}

/// The answer of hooks; nothing where the user is to be asked.
pub(crate) async fn decided(
    link: &ProxyLink,
    question: typed::Elicitation,
) -> Option<Box<RawValue>> {
    if !link.has(&link.events.elicitation) {
        return None;
    }
    reply(link, link.hooks.elicitation(question).await)
}

/// The user answered: hooks may change it.
pub(crate) async fn answered(
    link: Arc<ProxyLink>,
    message: Message,
    id: RequestId,
    answer: AnsweredQuestion,
) {
    let Some(result) = message.fields.fields("result") else {
        return link.to_server(message.line).await;
    };
    match changed(&link, &result, answer).await {
        None => link.to_server(message.line).await,
        Some(changed) => link.to_server(result_line(&id, changed.get())).await,
    }
}

/// What hooks make of an answer; nothing where it stands.
pub(crate) async fn changed(
    link: &ProxyLink,
    result: &Fields,
    answer: AnsweredQuestion,
) -> Option<Box<RawValue>> {
    if !link.has(&link.events.elicitation_result) {
        return None;
    }
    let content = result.json("content");
    let action = result.text("action");
    let is_readable =
        result.repeated().is_none() && result.raw("content").is_none() == content.is_none();
    let Some(action) = action.filter(|_| is_readable) else {
        link.notes
            .note("cancelled an answer of the user: hooks cannot read it");
        return RawValue::from_string(r#"{"action":"cancel"}"#.to_owned()).ok();
    };
    let mut input = typed::ElicitationResult::new(link.name.as_str(), action.into_owned());
    if let Some(mode) = answer.mode {
        input = input.mode(mode);
    }
    if let Some(id) = answer.elicitation_id {
        input = input.elicitation_id(id);
    }
    if let Some(content) = content {
        input = input.content(content.into_value());
    }
    reply(link, link.hooks.elicitation_result(input).await)
}

fn reply(link: &ProxyLink, reply: ElicitationReply) -> Option<Box<RawValue>> {
    for text in &reply.messages.texts_for_user {
        link.notes.note(text);
    }
    let action = match reply.action {
        Some(action) => action,
        None if reply.messages.outcome.blocked => ElicitationAction::Decline,
        None if reply.messages.stop.is_some() => ElicitationAction::Cancel,
        None => return None,
    };
    // The content to the digit.
    let text = match (action, reply.content) {
        (ElicitationAction::Accept, Some(content)) => {
            format!(r#"{{"action":"accept","content":{content}}}"#)
        }
        (ElicitationAction::Accept, None) => r#"{"action":"accept","content":{}}"#.to_owned(),
        (ElicitationAction::Cancel, _) => r#"{"action":"cancel"}"#.to_owned(),
        (ElicitationAction::Decline, _) => r#"{"action":"decline"}"#.to_owned(),
    };
    RawValue::from_string(text).ok()
}
