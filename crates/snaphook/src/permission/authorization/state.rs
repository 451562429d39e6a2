//! What is known of a call while it is decided, and the decision of the step that
//! ends it.

use std::borrow::Cow;
use std::sync::Arc;

use snaphook_core::event::Event;
use snaphook_core::input::CommonFields;
use snaphook_core::json::Json;
use snaphook_core::outcome::{HookEntry, Outcome};
use snaphook_core::permission::{Destination, Mode};
use snaphook_exec::Approver;
use snaphook_rules::permission::RuleMatch;
use tokio_util::sync::CancellationToken;

use super::authorize::AuthorizationRequest;
use super::record::StartTime;
use super::rule_check::decider;
use crate::permission::decision::{CallDecision, Decider, Step};
use crate::permission::host_hooks::HostHooks;
use crate::tool_call::{BeforeCall, CallInput, ToolCall, next_id};
use snaphook_engine::Session;
use snaphook_engine::permission::{CurrentPermissions, UpdateResult};

/// One call while it is decided.
pub(super) struct Authorization<'a> {
    pub(super) session: &'a Session,
    pub(super) common: Cow<'a, CommonFields>,
    pub(super) call: ToolCall,
    pub(super) approver: Option<Arc<dyn Approver>>,
    /// Rules and the mode; `None` if they take no part.
    pub(super) current: Option<CurrentPermissions>,
    pub(super) host_hooks: Option<&'a mut dyn HostHooks>,
    /// The call's own id.
    pub(super) id: String,
    /// The tool input, as hooks rewrote it so far.
    pub(super) input: Json,
    pub(super) rewritten: bool,
    pub(super) steps: Vec<Step>,
    pub(super) outcomes: Vec<Outcome>,
    pub(super) updates: Vec<UpdateResult>,
    pub(super) stop: Option<String>,
    pub(super) started: StartTime,
}

/// The decision of the step that ends an authorization.
pub(super) struct FinalDecision {
    pub(super) decision: CallDecision,
    /// Boxed, because functions return this as an error.
    pub(super) by: Box<Decider>,
    pub(super) reason: Option<String>,
    /// The text of hooks for the model.
    pub(super) text: Option<String>,
    pub(super) interrupt: bool,
}

impl FinalDecision {
    pub(super) fn new(decision: CallDecision, by: Decider, reason: Option<String>) -> Self {
        Self {
            decision,
            by: Box::new(by),
            reason,
            text: None,
            interrupt: false,
        }
    }

    /// A deny rule matched.
    pub(super) fn denied_by(matched: &RuleMatch) -> Self {
        let reason = format!("it {}", matched.how);
        Self::new(CallDecision::Deny, decider(&matched.rule), Some(reason))
    }
}

impl<'a> Authorization<'a> {
    pub(super) fn start(request: AuthorizationRequest<'a>) -> Self {
        let AuthorizationRequest {
            session,
            common,
            mut call,
            approver,
            rules,
            host_hooks,
        } = request;
        let current = rules.then(|| CurrentPermissions::of(session, common));
        let common = match &current {
            None => Cow::Borrowed(common),
            Some(current) => Cow::Owned(CommonFields {
                permission_mode: Some(current.mode.as_str().to_owned()),
                ..common.clone()
            }),
        };
        let id = call.tool_use_id.clone();
        Self {
            session,
            common,
            approver,
            current,
            host_hooks,
            id: id.unwrap_or_else(|| next_id().to_string()),
            input: std::mem::take(&mut call.tool_input),
            rewritten: false,
            steps: Vec::new(),
            outcomes: Vec::new(),
            updates: Vec::new(),
            stop: None,
            started: StartTime::default(),
            call,
        }
    }

    /// The permission mode; the default one where modes take no part.
    pub(super) fn mode(&self) -> Mode {
        let current = self.current.as_ref();
        current.map_or(Mode::Default, |current| current.mode)
    }

    /// Where a suggested permission update would be stored.
    pub(super) fn update_destination(&self) -> Destination {
        let engine = self.session.engine();
        match engine.writes_permissions_to(Destination::LocalSettings) {
            true => Destination::LocalSettings,
            false => Destination::Session,
        }
    }

    /// Whether the caller cancelled the call, or the engine was shut down.
    pub(super) fn is_cancelled(&self) -> bool {
        let cancel = self.call.cancel.as_ref();
        cancel.is_some_and(CancellationToken::is_cancelled) || self.session.engine().is_closed()
    }

    pub(super) fn cancelled(&self) -> FinalDecision {
        let reason = match self.session.engine().is_closed() {
            true => "the engine was shut down".to_owned(),
            false => "the call was cancelled".to_owned(),
        };
        FinalDecision::new(CallDecision::Deny, Decider::Cancelled, Some(reason))
    }

    /// Replaces the tool input by a hook's rewrite.
    pub(super) fn rewrite(&mut self, input: Json) {
        self.input = input;
        self.rewritten = true;
    }

    /// Keeps the first reason that a hook gave for stopping the agent.
    pub(super) fn note_stop(&mut self, outcome: &Outcome) {
        if self.stop.is_none() {
            self.stop = outcome.why_stopped();
        }
    }

    /// The input of PreToolUse for the call as it is now.
    pub(super) fn before(&self) -> BeforeCall<'_> {
        BeforeCall {
            called: CallInput {
                tool: &self.call.tool,
                tool_input: &self.input,
                id: self.id.as_str().into(),
            },
            mcp_server: self.call.mcp_server.as_deref(),
        }
    }
}

/// Why a person is asked about a rule that may match or not.
pub(super) fn unclear(matched: &RuleMatch) -> String {
    let rule = &matched.rule;
    format!(
        "the {} rule `{}` {}",
        rule.behavior.as_str(),
        rule.rule,
        matched.how
    )
}

/// A hook that decided an event, by its entry.
pub(super) fn hook_decider(outcome: &Outcome, entry: &HookEntry) -> Decider {
    Decider::Hook {
        event: Event::resolve(outcome.event.as_str()).spec().name,
        id: Some(entry.id.clone()),
        name: entry.name.to_string(),
        plugin: entry.plugin.clone(),
        skill: entry.skill.clone(),
    }
}

/// The first hook that decided an event.
pub(super) fn deciding_hook(outcome: &Outcome) -> Decider {
    let entry = outcome
        .hooks
        .iter()
        .find(|entry| outcome.decided_by.contains(&entry.id));
    Decider::Hook {
        event: Event::resolve(outcome.event.as_str()).spec().name,
        id: entry.map(|entry| entry.id.clone()),
        name: entry.map_or_else(
            || "of the settings".to_owned(),
            |entry| entry.name.to_string(),
        ),
        plugin: entry.and_then(|entry| entry.plugin.clone()),
        skill: entry.and_then(|entry| entry.skill.clone()),
    }
}

#[cfg(test)]
mod tests {
    use snaphook_core::hook::{FunctionDef, Hook, Origin, Scope, Source};
    use snaphook_core::matching::GroupMatcher;
    use snaphook_core::outcome::Status;

    use super::*;

    #[test]
    fn who_decides_is_named_with_its_plugin_or_skill() {
        for (scope, key) in [(Scope::Plugin, "plugin"), (Scope::Skill, "skill")] {
            let event = Event::resolve("PreToolUse");
            let origin = Origin {
                name: "tidy".into(),
                ..Origin::default()
            };
            let source = Source {
                scope,
                file: None,
                line: None,
                origin: Some(Arc::new(origin)),
            };
            let mut hook = Hook::new(event.clone(), GroupMatcher::all(), FunctionDef, source);
            hook.name = "guard".into();
            let mut outcome = Outcome::go_on(&event);
            outcome.decided_by = vec![hook.id.clone()];
            outcome.hooks = vec![HookEntry::new(&hook, Status::Blocked)];
            let decider = deciding_hook(&outcome);
            assert_eq!(
                decider.to_string(),
                format!("the PreToolUse hook guard of the {key} tidy")
            );
            assert_eq!(serde_json::to_value(&decider).unwrap()[key], "tidy");
        }
    }
}
