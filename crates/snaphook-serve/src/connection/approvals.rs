//! Questions of hooks and rules: passed on to the client, and kept where others may answer
//! them, too.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use snaphook::{ApprovalReply, Approver, Question};
use snaphook_approvals::StoreApprover;

use super::client_link::ClientLink;
use crate::approvals_host::ApprovalsHost;
use crate::protocol::write;
use crate::protocol::{
    APPROVAL_ANSWERED, APPROVAL_REQUEST, ApprovalAnsweredParams, ApprovalParams, ApprovalResult,
};

const DENY: &str = "deny";
const EDIT: &str = "edit";

/// Asks the person at the client of one session.
pub(super) struct ClientApprover {
    pub(super) link: Arc<ClientLink>,
    /// The session id that the client knows.
    pub(super) session: Arc<str>,
}

impl Approver for ClientApprover {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        Box::pin(async move {
            let record = question.record.as_ref();
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
                asked_by: question.askers.iter().map(Into::into).collect(),
                approval_id: record.map(|record| &*record.id),
                digest: record.map(|record| &*record.digest),
                shown_input: record
                    .filter(|record| record.redacted > 0)
                    .map(|record| &record.input),
                created: record.map(|record| record.created),
                expires: record.map(|record| record.expires),
            };
            // An error is never a yes.
            let Ok(answer) = self.link.ask(APPROVAL_REQUEST, &params).await else {
                return ApprovalReply::Cancelled;
            };
            match serde_json::from_str(answer.get()) {
                Ok(result) => reply(result, params.digest),
                Err(_) => ApprovalReply::Cancelled,
            }
        })
    }

    fn answered_elsewhere(&self, question: &Question, how: &str) {
        let params = ApprovalAnsweredParams {
            session_id: &self.session,
            question_id: &question.id,
            approval_id: question.record.as_ref().map(|record| &*record.id),
            how,
        };
        if let Ok(line) = write::notification(APPROVAL_ANSWERED, &params) {
            self.link.outbox.push_now(&line);
        }
    }
}

/// What the client answered. Where the question had a digest, an answer must echo it.
fn reply(result: ApprovalResult, digest: Option<&str>) -> ApprovalReply {
    let ApprovalResult {
        selected,
        cancelled,
        digest: echoed,
        message,
        input,
    } = result;
    let is_bound = match (digest, echoed) {
        (None, _) => true,
        (Some(digest), Some(echoed)) => digest.eq_ignore_ascii_case(&echoed),
        // A no needs no proof of what was shown.
        (Some(_), None) => selected.as_deref() == Some(DENY),
    };
    match (selected, input, message) {
        _ if cancelled || !is_bound => ApprovalReply::Cancelled,
        (None, ..) => ApprovalReply::Cancelled,
        (Some(key), Some(input), _) if key == EDIT => ApprovalReply::Edited(input),
        (Some(key), _, Some(words)) if key == DENY => ApprovalReply::Denied(words),
        (Some(key), ..) => ApprovalReply::Selected(key),
    }
}

/// Asks through the store of the host, and at the client beside it. Settings are read when
/// there is a question.
pub(super) struct SessionApprover {
    pub(super) host: Arc<dyn ApprovalsHost>,
    pub(super) client: Option<(ClientApprover, String)>,
    pub(super) session: Arc<str>,
    pub(super) cwd: String,
    /// When the session began: what was allowed in another one of its name does not count.
    pub(super) since: i64,
}

impl SessionApprover {
    fn make(self: &Arc<Self>) -> StoreApprover {
        let approver = self.host.approver(&self.session, &self.cwd);
        let approver = approver.grants_since(self.since);
        match &self.client {
            Some((_, name)) => approver.client(Arc::new(ClientOf(Arc::clone(self))), name, true),
            None => approver,
        }
    }
}

/// The client of a session's approver.
struct ClientOf(Arc<SessionApprover>);

impl Approver for ClientOf {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        match &self.0.client {
            Some((client, _)) => client.ask(question),
            None => Box::pin(async { ApprovalReply::Nobody }),
        }
    }

    fn answered_elsewhere(&self, question: &Question, how: &str) {
        if let Some((client, _)) = &self.0.client {
            client.answered_elsewhere(question, how);
        }
    }
}

/// A handle to a session's approver, for its session.
pub(super) struct SharedApprover(pub(super) Arc<SessionApprover>);

impl Approver for SharedApprover {
    fn ask(&self, question: Question) -> Pin<Box<dyn Future<Output = ApprovalReply> + Send + '_>> {
        Box::pin(async move {
            let shared = Arc::clone(&self.0);
            // Settings are files.
            let made = tokio::task::spawn_blocking(move || shared.make()).await;
            match made {
                Ok(approver) => approver.ask(question).await,
                Err(_) => ApprovalReply::Cancelled,
            }
        })
    }
}
