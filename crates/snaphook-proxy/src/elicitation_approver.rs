//! Asks the person at the client, by an elicitation of the proxy's own.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, OnceLock, Weak};

use serde_json::json;
use snaphook::{ApprovalReply, Approver, Question};
use tokio::sync::oneshot;

use crate::client_message::MessageTopic;
use crate::link::{ProxyLink, ServerQuestion};
use crate::request_id::RequestId;

/// An approver that shows a form in the client. Where the client shows none, nobody is
/// there to ask.
#[derive(Default)]
pub(crate) struct ElicitationApprover {
    link: OnceLock<Weak<ProxyLink>>,
}

impl ElicitationApprover {
    /// Names the proxy at whose client it asks: the first one stays.
    pub(crate) fn connect(&self, link: &Arc<ProxyLink>) {
        let _ = self.link.set(Arc::downgrade(link));
    }

    /// The proxy, if its client shows forms.
    fn form_link(&self) -> Option<Arc<ProxyLink>> {
        let link = self.link.get()?.upgrade()?;
        link.shows_forms().then_some(link)
    }

    async fn reply(link: Arc<ProxyLink>, question: Question) -> Option<String> {
        // Nobody can guess it, so no server can use it for a request of its own.
        let id = RequestId::Text(format!("snaphook-{}", uuid::Uuid::new_v4()));
        let (sender, reply) = oneshot::channel();
        if !link.await_reply(&id, ServerQuestion::Own(sender)) {
            return None;
        }
        let _end = EndOfQuestion {
            link: &link,
            id: &id,
        };
        let topic = MessageTopic::Question(id.clone());
        link.to_client(request(&id, &question).into_bytes(), topic)
            .await;
        let reply = reply.await.ok()?;
        let result = reply.fields.fields("result")?;
        if result.text("action")? != "accept" {
            return None;
        }
        let chosen = result.fields("content")?.text("answer")?.into_owned();
        let offered = question.options.iter().any(|option| option.key == chosen);
        offered.then_some(chosen)
    }
}

/// Forgets a question that nobody waits for any more.
struct EndOfQuestion<'a> {
    link: &'a ProxyLink,
    id: &'a RequestId,
}

impl Drop for EndOfQuestion<'_> {
    fn drop(&mut self) {
        drop(self.link.take_question(self.id));
    }
}

fn request(id: &RequestId, question: &Question) -> String {
    let about = question.about.as_deref().unwrap_or_default();
    let message = format!("{} asks: {}\n{about}", question.hook, question.message);
    let keys: Vec<&str> = question
        .options
        .iter()
        .map(|option| option.key.as_str())
        .collect();
    let labels: Vec<String> = question
        .options
        .iter()
        .map(|option| match &option.description {
            Some(more) => format!("{}: {more}", option.label),
            None => option.label.clone(),
        })
        .collect();
    let params = json!({
        "message": snaphook::visible::text(&message),
        "requestedSchema": {
            "type": "object",
            "properties": {
                "answer": { "type": "string", "title": "Answer", "enum": keys, "enumNames": labels }
            },
            "required": ["answer"]
        }
    });
    let id = id.to_json();
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"elicitation/create","params":{params}}}"#)
}

impl Approver for ElicitationApprover {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        Box::pin(async move {
            let Some(link) = self.form_link() else {
                return ApprovalReply::Nobody;
            };
            let reply = Self::reply(link, question).await;
            reply.map_or(ApprovalReply::Cancelled, ApprovalReply::Selected)
        })
    }
}
