//! Questions of hooks, passed on to the client.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use snaphook::{Approver, Question, Reply};

use super::link::Link;
use crate::protocol::{APPROVAL_REQUEST, ApprovalParams, ApprovalResult};

/// Asks whoever is with the client of one session.
pub(super) struct ClientApprover {
    pub(super) link: Arc<Link>,
    /// What the client calls the session.
    pub(super) session: Arc<str>,
}

impl Approver for ClientApprover {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = Reply> + Send + '_>> {
        Box::pin(async move {
            let params = ApprovalParams {
                session_id: &self.session,
                hook: &question.hook,
                event: question.event.as_str(),
                about: question.about.as_deref(),
                question_id: &question.id,
                message: &question.message,
                options: question.options.iter().map(Into::into).collect(),
            };
            // Whoever does not answer has not said yes.
            let Ok(answer) = self.link.ask(APPROVAL_REQUEST, &params).await else {
                return Reply::Cancelled;
            };
            match serde_json::from_str(answer.get()) {
                Ok(ApprovalResult {
                    selected: Some(key),
                    cancelled: false,
                }) => Reply::Selected(key),
                _ => Reply::Cancelled,
            }
        })
    }
}
