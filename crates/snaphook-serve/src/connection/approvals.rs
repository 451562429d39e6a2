//! Questions of hooks and rules, passed on to the client.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use snaphook::{ApprovalReply, Approver, Question};

use super::client_link::ClientLink;
use crate::protocol::{APPROVAL_REQUEST, ApprovalParams, ApprovalResult};

/// Asks the person at the client of one session.
pub(super) struct ClientApprover {
    pub(super) link: Arc<ClientLink>,
    /// The session id that the client knows.
    pub(super) session: Arc<str>,
}

impl Approver for ClientApprover {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        Box::pin(async move {
            let params = ApprovalParams {
                session_id: &self.session,
                hook: &question.hook,
                event: question.event.as_str(),
                tool_name: question.tool_name.as_deref(),
                tool_input: question.tool_input.as_ref(),
                about: question.about.as_deref(),
                question_id: &question.id,
                message: &question.message,
                options: question.options.iter().map(Into::into).collect(),
            };
            // An error is never a yes.
            let Ok(answer) = self.link.ask(APPROVAL_REQUEST, &params).await else {
                return ApprovalReply::Cancelled;
            };
            match serde_json::from_str(answer.get()) {
                Ok(ApprovalResult {
                    selected: Some(key),
                    cancelled: false,
                }) => ApprovalReply::Selected(key),
                _ => ApprovalReply::Cancelled,
            }
        })
    }
}
