//! Publishes to a topic of ntfy, as JSON: nothing of a request gets into a header.

use std::sync::Arc;

use serde_json::{Value, json};
use snaphook_approvals::{Approval, ApprovalNotice, ApprovalNotifier, ChoiceKind, NotifyFuture};
use snaphook_core::visible;
use snaphook_exec::about_tool_call;

use crate::make::{NotifierError, NotifierFields};
use crate::post::NoticePoster;

/// A longer message would become a file.
const MOST_CHARACTERS: usize = 1000;

const USUAL_PRIORITY: u64 = 4;

struct Ntfy {
    name: String,
    server: String,
    topic: String,
    token: Option<String>,
    priority: u64,
    hide_input: bool,
    poster: NoticePoster,
}

pub(super) fn make(
    name: String,
    fields: &NotifierFields<'_>,
) -> Result<Arc<dyn ApprovalNotifier>, NotifierError> {
    let url = fields.text("url")?;
    let (server, topic) = url
        .trim_end_matches('/')
        .rsplit_once('/')
        .filter(|(server, topic)| !server.ends_with('/') && !topic.contains(['?', '#']))
        .ok_or(NotifierError::Value("url"))?;
    Ok(Arc::new(Ntfy {
        name,
        server: format!("{server}/"),
        topic: topic.to_owned(),
        token: fields.optional_secret("token")?,
        priority: fields.number("priority").unwrap_or(USUAL_PRIORITY),
        hide_input: fields.flag("hideInput"),
        poster: fields.poster.clone(),
    }))
}

impl Ntfy {
    fn body(&self, notice: &ApprovalNotice) -> Value {
        let approval = &notice.approval;
        let message = match self.hide_input {
            true => "a call waits for an answer".to_owned(),
            false => message(approval),
        };
        let agent = approval.agent.as_deref().unwrap_or("An agent");
        let mut body = json!({
            "topic": self.topic,
            "title": format!("{agent} asks for approval"),
            "message": message,
            "priority": self.priority,
        });
        if let Some(link) = &notice.link {
            body["click"] = json!(link);
            body["actions"] = actions(approval, link);
        }
        body
    }
}

/// Looking opens the page of the link. To deny needs no look; to allow does.
fn actions(approval: &Approval, link: &str) -> Value {
    let look = json!({"action": "view", "label": "Look", "url": link});
    let denies = approval
        .choices
        .iter()
        .any(|choice| choice.kind == ChoiceKind::Deny);
    match denies {
        false => json!([look]),
        true => json!([look, {
            "action": "http",
            "label": "Deny",
            "url": link,
            "method": "POST",
            "headers": {"Content-Type": "application/x-www-form-urlencoded"},
            "body": "choice=deny",
            "clear": true,
        }]),
    }
}

fn message(approval: &Approval) -> String {
    let about = match &approval.tool {
        Some(tool) => about_tool_call(tool, &approval.input),
        None => approval.message.clone(),
    };
    let askers: Vec<_> = approval.asked_by.iter().map(|one| &*one.name).collect();
    let text = format!("{about}\nasked by {}", askers.join(", "));
    // Nothing may hide or turn around what a person judges.
    visible::text(&text).chars().take(MOST_CHARACTERS).collect()
}

impl ApprovalNotifier for Ntfy {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn notify(&self, notice: ApprovalNotice) -> NotifyFuture<'_> {
        Box::pin(async move {
            let mut headers = vec![("content-type", "application/json".to_owned())];
            if let Some(token) = &self.token {
                headers.push(("authorization", format!("Bearer {token}")));
            }
            let body = self.body(&notice).to_string().into_bytes();
            self.poster.post(&self.server, &headers, body).await
        })
    }
}
