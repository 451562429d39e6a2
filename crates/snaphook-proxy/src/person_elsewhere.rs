//! What the server asks the user: the person at the client is asked, and at the same time
//! whoever the host's approver asks. The first answer counts.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::json;
use snaphook::answer::ElicitationAction;
use snaphook::input::Fields;
use snaphook::{Approver, ElicitationAnswer, ElicitationQuestion};
use tokio::sync::oneshot;

use crate::client_message::MessageTopic;
use crate::elicitation::{AnsweredQuestion, answered, changed};
use crate::link::{ProxyLink, ServerQuestion, error_line, result_line};
use crate::message::{INVALID_REQUEST, Message};
use crate::request_id::RequestId;

/// Asks both. The client's own answer reaches the server as the client wrote it.
pub(crate) async fn ask(
    link: Arc<ProxyLink>,
    message: Message,
    id: RequestId,
    answer: AnsweredQuestion,
    person: &dyn Approver,
) {
    let (sender, reply) = oneshot::channel();
    if !link.await_reply(&id, ServerQuestion::Own(sender)) {
        let refused = message.refused(INVALID_REQUEST, "a request with this id is under way");
        return link.to_server(error_line(&refused)).await;
    }
    let question = ElicitationQuestion {
        server: link.name.as_str().to_owned(),
        message: text(&message, "message"),
        input: params(&message),
    };
    let written = Mutex::new(None);
    let client = async {
        link.pass_to_client(message).await;
        let reply = reply.await.ok()?;
        let read = read(&reply);
        *written.lock().unwrap_or_else(PoisonError::into_inner) = Some(reply);
        read
    };
    let given = person.elicit(question, Box::pin(client)).await;
    let written = written.into_inner().unwrap_or_else(PoisonError::into_inner);
    match (given, written) {
        // Also an error of the client, if nobody else answered.
        (given, Some(reply)) if given.is_none() || given == read(&reply) => {
            answered(link, reply, id, answer).await;
        }
        (Some(given), _) => {
            if link.take_question(&id).is_some() {
                take_back(&link, &id).await;
            }
            answer_server(&link, &id, given, answer).await;
        }
        // The client is gone, or the request expired.
        (None, _) => {
            if link.take_question(&id).is_some() {
                take_back(&link, &id).await;
            }
            link.to_server(result_line(&id, r#"{"action":"cancel"}"#))
                .await;
        }
    }
}

fn text(message: &Message, key: &str) -> String {
    let params = message.fields.fields("params");
    let text = params.as_ref().and_then(|params| params.text(key));
    text.map(std::borrow::Cow::into_owned).unwrap_or_default()
}

fn params(message: &Message) -> snaphook::json::Json {
    let params = message.fields.json("params");
    params.unwrap_or_else(|| json!({}).into())
}

/// What the client answered; nothing for an error.
fn read(reply: &Message) -> Option<ElicitationAnswer> {
    let result = reply.fields.fields("result")?;
    Some(ElicitationAnswer {
        action: serde_json::from_value(json!(result.text("action")?)).ok()?,
        content: result.json("content"),
    })
}

/// Tells the client that its form is no longer needed.
async fn take_back(link: &ProxyLink, id: &RequestId) {
    let id = id.to_json();
    let line = format!(
        r#"{{"jsonrpc":"2.0","method":"notifications/cancelled","params":{{"requestId":{id},"reason":"it was answered elsewhere, or nobody answered in time"}}}}"#
    );
    link.to_client(line.into_bytes(), MessageTopic::Other).await;
}

/// Gives the server the answer of somebody elsewhere, as hooks change it.
async fn answer_server(
    link: &ProxyLink,
    id: &RequestId,
    given: ElicitationAnswer,
    answer: AnsweredQuestion,
) {
    let mut result = json!({"action": given.action});
    if given.action == ElicitationAction::Accept {
        result["content"] = given
            .content
            .map_or_else(|| json!({}), |content| content.as_value().clone());
    }
    let text = result.to_string();
    let hooked = match Fields::parse(&text) {
        Ok(fields) => changed(link, &fields, answer).await,
        Err(_) => None,
    };
    let text = hooked.map_or(text, |hooked| hooked.get().to_owned());
    link.to_server(result_line(id, &text)).await;
}
