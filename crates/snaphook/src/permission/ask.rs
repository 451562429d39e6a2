//! A call is to be asked about: PermissionRequest hooks first, then a person.

use std::sync::Arc;

use serde_json::Value;
use snaphook_core::answer::RequestBehavior;
use snaphook_core::event::EventName;
use snaphook_core::input::Common;
use snaphook_core::input::typed::PermissionRequest;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;
use snaphook_exec::{Approver, Choice, Question, Reply, behind_wall};
use tokio_util::sync::CancellationToken;

use crate::fire::fire;
use crate::session::Session;

const EVENT: &str = "PermissionRequest";
pub(crate) const ALLOW: &str = "allow";
pub(crate) const ALWAYS: &str = "always";
pub(crate) const DENY: &str = "deny";

/// A call that somebody is to be asked about.
pub(crate) struct Asking<'a> {
    pub(crate) session: &'a Session,
    pub(crate) common: &'a Common,
    pub(crate) tool: &'a str,
    pub(crate) input: &'a Json,
    pub(crate) approver: Option<&'a Arc<dyn Approver>>,
    /// The call's own id.
    pub(crate) id: &'a str,
    /// Who wants it to be asked.
    pub(crate) asker: &'a str,
    /// Why.
    pub(crate) reason: Option<&'a str>,
    /// Updates that would have allowed it, for hooks to take up.
    pub(crate) suggestions: Vec<Value>,
    /// What a person may allow for good.
    pub(crate) always: Option<String>,
    pub(crate) cancel: Option<CancellationToken>,
}

/// What PermissionRequest hooks said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Requested {
    Allow,
    Deny,
    Nothing,
}

/// What a person said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Replied {
    Yes,
    /// Yes, and do not ask again.
    Always,
    No,
    /// There is nobody.
    Nobody,
}

impl Asking<'_> {
    /// Asks the hooks.
    pub(crate) async fn hooks(&self) -> (Outcome, Requested) {
        let mut typed = PermissionRequest::new(self.tool, self.input.clone());
        if !self.suggestions.is_empty() {
            typed = typed.permission_suggestions(self.suggestions.clone());
        }
        let outcome = fire(self.session, self.common, &typed, self.cancel.clone()).await;
        let behavior = outcome
            .permission_request
            .as_ref()
            .map(|request| request.behavior);
        let requested = match behavior {
            _ if outcome.blocked || !outcome.go_on => Requested::Deny,
            Some(RequestBehavior::Allow) => Requested::Allow,
            Some(RequestBehavior::Deny) => Requested::Deny,
            None => Requested::Nothing,
        };
        (outcome, requested)
    }

    /// Asks a person. Whoever panics, cancels or answers something else has not
    /// said yes.
    pub(crate) async fn person(&self) -> Replied {
        let Some(approver) = self.approver else {
            return Replied::Nobody;
        };
        let mut options = vec![Choice::new(ALLOW, "Allow")];
        if let Some(always) = &self.always {
            let mut choice = Choice::new(ALWAYS, "Allow, and do not ask again");
            choice.description = Some(always.clone());
            options.push(choice);
        }
        options.push(Choice::new(DENY, "Deny"));
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
        .about_call(self.tool, self.input);
        let asking = behind_wall(|| approver.ask(question));
        let reply = match &self.cancel {
            None => asking.await,
            Some(cancel) => tokio::select! {
                biased;
                () = cancel.cancelled() => return Replied::No,
                reply = asking => reply,
            },
        };
        match reply {
            Ok(reply) if says_yes(&reply) => Replied::Yes,
            Ok(Reply::Selected(key)) if key == ALWAYS && self.always.is_some() => Replied::Always,
            _ => Replied::No,
        }
    }
}

/// Whether a person said yes.
pub(crate) fn says_yes(reply: &Reply) -> bool {
    matches!(reply, Reply::Selected(key) if key == ALLOW)
}
