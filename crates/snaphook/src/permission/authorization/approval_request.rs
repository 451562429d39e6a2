//! Asks for the approval of a call: PermissionRequest hooks, and a person through the
//! host's approver.

use std::sync::Arc;

use serde_json::Value;
use snaphook_core::answer::RequestBehavior;
use snaphook_core::event::EventName;
use snaphook_core::input::CommonFields;
use snaphook_core::input::typed::PermissionRequest;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;
use snaphook_exec::{ApprovalReply, Approver, Question, QuestionAsker, ReplyChoice, catch_panics};

use crate::fire::fire;
use snaphook_engine::{ExecuteOptions, Session};

const EVENT: &str = "PermissionRequest";
const ALLOW: &str = "allow";
const ALWAYS: &str = "always";
const DENY: &str = "deny";

/// A call that needs approval, as hooks and the person see it.
pub(super) struct ApprovalRequest<'a> {
    pub(super) session: &'a Session,
    pub(super) common: &'a CommonFields,
    pub(super) tool: &'a str,
    pub(super) input: &'a Json,
    pub(super) approver: Option<&'a Arc<dyn Approver>>,
    /// The call's own id.
    pub(super) id: &'a str,
    /// The hook, rule or mode that asks.
    pub(super) asker: &'a str,
    /// Why.
    pub(super) reason: Option<&'a str>,
    /// Updates that would have allowed the call; hooks may return them.
    pub(super) suggestions: Vec<Value>,
    /// Everybody who asks, with their reasons.
    pub(super) askers: Vec<QuestionAsker>,
    /// The rule that a person may add with "do not ask again", and its file.
    pub(super) always: Option<String>,
    pub(super) options: ExecuteOptions,
}

/// What PermissionRequest hooks decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RequestHooksReply {
    Allow,
    Deny,
    Nothing,
}

/// What a person decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PersonReply {
    Yes,
    /// Yes, and the same call needs no approval from now on.
    Always,
    /// Yes, with this input instead.
    Edited(Json),
    No,
    /// No, with words for the model.
    NoBecause(String),
    /// The host has no approver.
    Nobody,
}

impl ApprovalRequest<'_> {
    /// Fires PermissionRequest.
    pub(super) async fn hooks(&self) -> (Outcome, RequestHooksReply) {
        let mut typed = PermissionRequest::new(self.tool, self.input.clone());
        if !self.suggestions.is_empty() {
            typed = typed.permission_suggestions(self.suggestions.clone());
        }
        let outcome = fire(self.session, self.common, &typed, self.options.clone()).await;
        let behavior = outcome
            .permission_request
            .as_ref()
            .map(|request| request.behavior);
        let requested = match behavior {
            _ if outcome.blocked || !outcome.go_on => RequestHooksReply::Deny,
            Some(RequestBehavior::Allow) => RequestHooksReply::Allow,
            Some(RequestBehavior::Deny) => RequestHooksReply::Deny,
            None => RequestHooksReply::Nothing,
        };
        (outcome, requested)
    }

    /// Asks a person. A panic, a cancellation and an unknown answer count as no.
    pub(super) async fn person(&self) -> PersonReply {
        let Some(approver) = self.approver else {
            return PersonReply::Nobody;
        };
        let mut options = vec![ReplyChoice::new(ALLOW, "Allow")];
        if let Some(always) = &self.always {
            let mut choice = ReplyChoice::new(ALWAYS, "Allow, and do not ask again");
            choice.description = Some(always.clone());
            options.push(choice);
        }
        options.push(ReplyChoice::new(DENY, "Deny"));
        let message = match self.reason {
            Some(reason) => reason.to_owned(),
            None => format!("May the agent use {}?", self.tool),
        };
        let question = Question::new(
            self.asker,
            EventName::Known(EVENT),
            self.id,
            message,
            options,
        )
        .about_call(self.tool, self.input)
        .asked_by(self.askers.clone());
        let asking = catch_panics(|| approver.ask(question));
        let reply = match &self.options.cancel {
            None => asking.await,
            Some(cancel) => tokio::select! {
                biased;
                () = cancel.cancelled() => return PersonReply::No,
                reply = asking => reply,
            },
        };
        match reply {
            Ok(reply) if says_yes(&reply) => PersonReply::Yes,
            Ok(ApprovalReply::Selected(key)) if key == ALWAYS && self.always.is_some() => {
                PersonReply::Always
            }
            Ok(ApprovalReply::Edited(input)) => PersonReply::Edited(input),
            Ok(ApprovalReply::Nobody) => PersonReply::Nobody,
            Ok(ApprovalReply::Denied(words)) if !words.trim().is_empty() => {
                PersonReply::NoBecause(words)
            }
            _ => PersonReply::No,
        }
    }
}

/// Whether a person said yes.
fn says_yes(reply: &ApprovalReply) -> bool {
    matches!(reply, ApprovalReply::Selected(key) if key == ALLOW)
}
