//! Tells people elsewhere that a request waits: the seam for webhooks and their like. None of
//! them delays a decision; what goes wrong is reported, and the request goes on.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use tokio::task::JoinSet;

use super::request::in_background;
use super::store_approver::ProblemSink;
use crate::answer::{Answerer, AnswererIdentity};
use crate::approval::{Approval, ChoiceKind};
use crate::approvers::Approvers;
use crate::error::ApprovalError;
use crate::link_page::LINK_PATH;
use crate::store::ApprovalStore;

/// What a notifier tells.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ApprovalNotice {
    /// The request.
    pub approval: Approval,
    /// The one-time link that answers it, if answers arrive somewhere. Each notifier gets
    /// its own.
    pub link: Option<String>,
}

/// What sending a notice comes to: the error is for people.
pub type NotifyFuture<'a> = Pin<Box<dyn Future<Output = Result<(), String>> + Send + 'a>>;

/// Tells people elsewhere about requests.
pub trait ApprovalNotifier: Send + Sync {
    /// Its name in messages, such as `webhook "phone"`.
    fn name(&self) -> String;

    /// Sends a notice. The future is dropped when the request has ended.
    fn notify(&self, notice: ApprovalNotice) -> NotifyFuture<'_>;
}

/// The notices of one request on their way; dropped, they are given up.
pub(super) struct SentNotices {
    sending: JoinSet<bool>,
    any: bool,
}

impl SentNotices {
    /// Starts to send a notice with every notifier.
    pub(super) fn start(
        notifiers: &[Arc<dyn ApprovalNotifier>],
        store: &ApprovalStore,
        approval: &Approval,
        links: Option<&Arc<str>>,
        approvers: &Approvers,
        problems: &ProblemSink,
    ) -> Self {
        let mut sending = JoinSet::new();
        for notifier in notifiers {
            let (notifier, problems) = (Arc::clone(notifier), Arc::clone(problems));
            let link = links.map(|base| NoticeLink {
                store: store.clone(),
                base: Arc::clone(base),
                approvers: approvers.clone(),
            });
            let approval = approval.clone();
            sending.spawn(async move {
                let sent = send(&*notifier, approval, link).await;
                if let Err(why) = &sent {
                    problems(&format!("the {} failed: {why}", notifier.name()));
                }
                sent.is_ok()
            });
        }
        Self {
            any: !sending.is_empty(),
            sending,
        }
    }

    /// Returns when none of the notices could be sent; never, if one was, or if there is no
    /// notifier.
    pub(super) async fn all_failed(&mut self) {
        let mut any_sent = !self.any;
        while let Some(sent) = self.sending.join_next().await {
            any_sent |= sent.unwrap_or(false);
        }
        if any_sent {
            std::future::pending::<()>().await;
        }
    }
}

/// Where links lead, and what they may answer.
struct NoticeLink {
    store: ApprovalStore,
    base: Arc<str>,
    approvers: Approvers,
}

impl NoticeLink {
    /// Makes the link of one notice; none if nothing may be answered by a link.
    async fn make(self, approval: Approval) -> Result<Option<String>, ApprovalError> {
        let who = Answerer::new(AnswererIdentity::Link, "link");
        let keys: Vec<String> = approval
            .choices
            .iter()
            .filter(|choice| !matches!(choice.kind, ChoiceKind::Edit | ChoiceKind::AllowRule))
            .filter(|choice| self.approvers.allows(&who, (&approval).into(), &choice.key))
            .map(|choice| choice.key.clone())
            .collect();
        if keys.is_empty() {
            return Ok(None);
        }
        let Self { store, base, .. } = self;
        in_background(move || {
            let keys: Vec<_> = keys.iter().map(String::as_str).collect();
            let token = store.create_link(&approval, &keys)?;
            let base = base.trim_end_matches('/');
            Ok(Some(format!("{base}{LINK_PATH}{}", token.as_str())))
        })
        .await
    }
}

async fn send(
    notifier: &dyn ApprovalNotifier,
    approval: Approval,
    link: Option<NoticeLink>,
) -> Result<(), String> {
    let link = match link {
        Some(link) => link
            .make(approval.clone())
            .await
            .map_err(|error| error.to_string())?,
        None => None,
    };
    notifier.notify(ApprovalNotice { approval, link }).await
}
