//! Posts a signed JSON object: the request, and its link.

use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use snaphook_approvals::{ApprovalNotice, ApprovalNotifier, NotifyFuture};

use crate::make::{NotifierError, NotifierFields};
use crate::post::NoticePoster;
use crate::signature::WebhookSignature;

/// What is left of a request where the input is hidden.
const OUTLINE: &[&str] = &[
    "id", "digest", "revision", "state", "kind", "session", "agent", "event", "tool", "created",
    "expires",
];

struct Webhook {
    name: String,
    url: String,
    signature: WebhookSignature,
    hide_input: bool,
    poster: NoticePoster,
}

pub(super) fn make(
    name: String,
    fields: &NotifierFields<'_>,
) -> Result<Arc<dyn ApprovalNotifier>, NotifierError> {
    Ok(Arc::new(Webhook {
        name,
        url: fields.text("url")?,
        signature: WebhookSignature::new(&fields.secret("secret")?),
        hide_input: fields.flag("hideInput"),
        poster: fields.poster.clone(),
    }))
}

impl Webhook {
    fn body(&self, notice: &ApprovalNotice) -> Vec<u8> {
        let mut approval = serde_json::to_value(&notice.approval).unwrap_or_default();
        if let (true, Value::Object(members)) = (self.hide_input, &mut approval) {
            members.retain(|key, _| OUTLINE.contains(&key.as_str()));
        }
        let mut body = json!({"type": "approval.pending", "approval": approval});
        if let Some(link) = &notice.link {
            body["link"] = json!(link);
        }
        body.to_string().into_bytes()
    }
}

impl ApprovalNotifier for Webhook {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn notify(&self, notice: ApprovalNotice) -> NotifyFuture<'_> {
        Box::pin(async move {
            let body = self.body(&notice);
            let now = SystemTime::now().duration_since(UNIX_EPOCH);
            let now = now.map_or(0, |now| now.as_secs());
            let id = &notice.approval.id;
            let headers = [
                ("content-type", "application/json".to_owned()),
                ("webhook-id", id.clone()),
                ("webhook-timestamp", now.to_string()),
                ("webhook-signature", self.signature.sign(id, now, &body)),
            ];
            self.poster.post(&self.url, &headers, body).await
        })
    }
}
