//! A call on its way through the pipeline: what was said so far, and its end.

use std::borrow::Cow;
use std::sync::Arc;

use snaphook_core::event::Event;
use snaphook_core::input::Common;
use snaphook_core::json::Json;
use snaphook_core::outcome::Outcome;
use snaphook_core::permission::{Destination, Mode};
use snaphook_core::{Diagnostic, Severity};
use snaphook_exec::Approver;
use snaphook_rules::permission::{Matched, Ruled};
use snaphook_settings::Finding;
use tokio_util::sync::CancellationToken;

use super::authorize::Request;
use super::current::Current;
use super::decision::{Decided, Decider, Decision, Stage, Step, Updated};
use super::look::decider;
use super::own::OwnHooks;
use super::recorded::SetOut;
use super::words::for_model;
use crate::gate::{ToolCall, next_id};
use crate::session::Session;

/// A call on its way.
pub(super) struct Way<'a> {
    pub(super) session: &'a Session,
    pub(super) common: Cow<'a, Common>,
    pub(super) call: ToolCall,
    pub(super) approver: Option<Arc<dyn Approver>>,
    /// What rules and the mode are; nothing where they have no say.
    pub(super) current: Option<Current>,
    /// Hooks of whoever wants to know.
    pub(super) own: Option<&'a mut dyn OwnHooks>,
    /// The call's own id.
    pub(super) id: String,
    /// As hooks rewrote it so far.
    pub(super) input: Json,
    pub(super) rewritten: bool,
    pub(super) steps: Vec<Step>,
    pub(super) outcomes: Vec<Outcome>,
    pub(super) updates: Vec<Updated>,
    pub(super) stop: Option<String>,
    pub(super) set_out: SetOut,
}

/// Where a way ends.
pub(super) struct End {
    pub(super) decision: Decided,
    pub(super) by: Decider,
    pub(super) reason: Option<String>,
    /// The words of hooks for the model.
    pub(super) text: Option<String>,
    pub(super) interrupt: bool,
}

impl End {
    pub(super) fn new(decision: Decided, by: Decider, reason: Option<String>) -> Self {
        Self {
            decision,
            by,
            reason,
            text: None,
            interrupt: false,
        }
    }
}

impl<'a> Way<'a> {
    pub(super) fn start(request: Request<'a>) -> Self {
        let Request {
            session,
            common,
            mut call,
            approver,
            rules,
            own,
        } = request;
        let current = rules.then(|| Current::of(session, common));
        let common = match &current {
            None => Cow::Borrowed(common),
            Some(current) => Cow::Owned(Common {
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
            own,
            id: id.unwrap_or_else(|| next_id().to_string()),
            input: std::mem::take(&mut call.payload),
            rewritten: false,
            steps: Vec::new(),
            outcomes: Vec::new(),
            updates: Vec::new(),
            stop: None,
            set_out: SetOut::default(),
            call,
        }
    }

    /// The mode that holds, as far as modes do.
    pub(super) fn mode(&self) -> Mode {
        let current = self.current.as_ref();
        current.map_or(Mode::Default, |current| current.mode)
    }

    /// Where a suggestion would be kept.
    pub(super) fn kept_at(&self) -> Destination {
        let engine = self.session.engine().inner();
        match engine.destinations.has(Destination::LocalSettings) {
            true => Destination::LocalSettings,
            false => Destination::Session,
        }
    }

    /// Nobody waits for it any more, or its hooks were ended with the engine.
    pub(super) fn is_cancelled(&self) -> bool {
        let cancel = self.call.cancel.as_ref();
        cancel.is_some_and(CancellationToken::is_cancelled)
            || self.session.engine().lasting().running.is_closed()
    }

    pub(super) fn cancelled(&self) -> End {
        let reason = match self.session.engine().lasting().running.is_closed() {
            true => "the engine was shut down".to_owned(),
            false => "the call was cancelled".to_owned(),
        };
        End::new(Decided::Deny, Decider::Cancelled, Some(reason))
    }

    pub(super) fn note_stop(&mut self, outcome: &Outcome) {
        if self.stop.is_none() {
            self.stop = outcome.why_stopped();
        }
    }

    /// A yes is looked at once more: others may have changed rules, or ended all
    /// this, while hooks ran and a person thought.
    fn once_more(&mut self, end: End) -> End {
        if end.decision != Decided::Allow {
            return end;
        }
        if self.is_cancelled() {
            return self.cancelled();
        }
        let waited = !self.outcomes.is_empty()
            || self.steps.iter().any(|step| step.stage == Stage::Approver);
        if !waited || self.current.is_none() {
            return end;
        }
        let now = Current::of(self.session, &self.common);
        match now.ruled(self.session, &self.call.tool, &self.input) {
            Ruled::Deny(matched) => denied_by(&matched),
            // Only a person's yes answers this, and none was asked.
            Ruled::Unclear(matched) if end.by != Decider::Approver => {
                End::new(Decided::Deny, Decider::Nobody, Some(unclear(&matched)))
            }
            _ => end,
        }
    }

    pub(super) async fn finish(mut self, end: End) -> Decision {
        let end = self.once_more(end);
        if self.current.is_some() {
            self.record(&end);
        }
        let text_for_model = match end.decision {
            Decided::Allow => None,
            _ => Some(
                end.text
                    .unwrap_or_else(|| for_model(&self.call.tool, &end.by, end.reason.as_deref())),
            ),
        };
        let by_nobody = matches!(end.by, Decider::Cancelled | Decider::Engine);
        let asked = end.decision == Decided::Deny && !by_nobody;
        let retry = match &text_for_model {
            Some(text) if asked && self.stop.is_none() => {
                let reason = end.reason.clone().unwrap_or_else(|| text.clone());
                self.tell_of_deny(&reason).await
            }
            _ => false,
        };
        let mut diagnostics = Vec::new();
        let current = self.current.as_mut();
        if let Some(why) = current.and_then(|current| current.refused_mode.take()) {
            diagnostics.push(Diagnostic::new(Severity::Warning, "permission-mode", why));
        }
        // What stands in the place of a rule that cannot be read asks about every use.
        if self.current.is_some() && end.decision != Decided::Allow {
            let findings = self.session.engine().findings();
            let bad = findings.iter().filter(|one| one.code == "bad-rule");
            diagnostics.extend(bad.map(Finding::to_diagnostic));
        }
        let untrusted = self.session.engine().inner().permission_settings.untrusted;
        if untrusted > 0 && self.current.is_some() && end.decision != Decided::Allow {
            let message = format!(
                "the project allows more that nobody has trusted yet ({untrusted}); \
                 look at it with `snaphook trust`"
            );
            diagnostics.push(Diagnostic::new(
                Severity::Hint,
                "untrusted-permissions",
                message,
            ));
        }
        let mode = self.mode();
        Decision {
            decision: end.decision,
            by: end.by,
            reason: end.reason,
            tool_name: self.call.tool.to_string(),
            tool_input: self.input,
            rewritten: self.rewritten,
            mode,
            retry,
            interrupt: end.interrupt,
            stop: self.stop,
            updates: self.updates,
            steps: self.steps,
            diagnostics,
            outcomes: self.outcomes,
            text_for_model,
        }
    }
}

pub(super) fn denied_by(matched: &Matched) -> End {
    End::new(
        Decided::Deny,
        decider(&matched.rule),
        Some(format!("it {}", matched.how)),
    )
}

/// Why a person is asked, where nobody can know whether a rule matches.
pub(super) fn unclear(matched: &Matched) -> String {
    let rule = &matched.rule;
    format!(
        "the {} rule `{}` {}",
        rule.behavior.as_str(),
        rule.rule,
        matched.how
    )
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
    }
}
