//! The last steps: PermissionRequest hooks, then a person.

use std::sync::{Arc, LazyLock};

use snaphook_core::answer::PermissionDecision;
use snaphook_core::event::Event;
use snaphook_core::hook::Scope;
use snaphook_core::permission::{Behavior, Update, UpdateKind};
use snaphook_rules::permission::{ByMode, PermissionRule, Ruled, by_mode};

use super::apply::{Wanted, apply};
use super::ask::{Asking, Replied, Requested};
use super::before::HookSaid;
use super::decision::{Decided, Decider, Stage, Step, StepResult};
use super::look::decider;
use super::way::{End, Way, deciding_hook, denied_by, unclear};

static PERMISSION_REQUEST: LazyLock<Event> = LazyLock::new(|| Event::resolve("PermissionRequest"));

/// A call that is to be asked about.
pub(super) struct Ask {
    pub(super) asker: Decider,
    pub(super) reason: Option<String>,
    /// The ask rules that want it.
    pub(super) asks: Vec<Arc<PermissionRule>>,
    pub(super) suggestions: Vec<Update>,
    /// No hook's yes answers it: a rule could match, and nobody can know, or the
    /// host itself wants a person to be asked.
    pub(super) only_person: bool,
}

impl Way<'_> {
    /// PermissionRequest hooks, then a person.
    pub(super) async fn ask(&mut self, mut ask: Ask) -> End {
        if self.session.has(&PERMISSION_REQUEST) {
            let asker = asker_name(&ask.asker);
            let asking = self.asking(&asker, &ask, None);
            let (outcome, requested) = asking.hooks().await;
            let wanted = Wanted::of(&outcome);
            let request = outcome.permission_request.clone();
            let by = deciding_hook(&outcome);
            let reason = outcome
                .block_reason
                .clone()
                .or_else(|| outcome.why_stopped());
            self.steps.push(Step {
                stage: Stage::PermissionRequest,
                result: match requested {
                    Requested::Allow if ask.only_person => StepResult::Nothing,
                    Requested::Allow => StepResult::Allow,
                    Requested::Deny => StepResult::Deny,
                    Requested::Nothing => StepResult::Nothing,
                },
                by: (requested != Requested::Nothing).then(|| by.clone()),
                reason: match requested {
                    Requested::Allow if ask.only_person => {
                        Some("it would allow the call, but only a person may".to_owned())
                    }
                    _ => reason.clone(),
                },
            });
            self.note_stop(&outcome);
            let text = outcome.text_for_model();
            self.outcomes.push(outcome);
            if self.is_cancelled() {
                return self.cancelled();
            }
            match requested {
                Requested::Deny => {
                    let mut end = End::new(Decided::Deny, by, reason);
                    end.text = text;
                    end.interrupt = request.is_some_and(|request| request.interrupt);
                    return end;
                }
                // What it rewrites was allowed by nobody either.
                Requested::Allow if ask.only_person => {}
                Requested::Allow => {
                    let rewrite = request.and_then(|request| request.updated_input);
                    let stands = match rewrite.filter(|input| *input != self.input) {
                        None => Ok(true),
                        Some(input) => {
                            self.rewrite(input);
                            self.still_stands(&mut ask).await
                        }
                    };
                    match stands {
                        Err(end) => return end,
                        Ok(true) => {
                            self.apply(wanted).await;
                            return End::new(Decided::Allow, by, None);
                        }
                        // A person must look at what the hook made of it.
                        Ok(false) => {}
                    }
                }
                Requested::Nothing => {}
            }
        }
        self.ask_person(ask).await
    }

    /// Whether a hook's yes holds for what it made of the input: false, where a
    /// person is to be asked.
    async fn still_stands(&mut self, ask: &mut Ask) -> Result<bool, End> {
        let mut said = HookSaid::nothing();
        self.recheck(&mut said).await?;
        if said.decision == Some(PermissionDecision::Defer) {
            return Err(End::new(Decided::Defer, said.by, said.reason));
        }
        let wish = self.ask_own().await?;
        // What the same hook asked before, the other has answered.
        let answered = said.decision == Some(PermissionDecision::Ask) && said.by == ask.asker;
        let unasked = (said.decision.is_none() || answered) && wish.is_none();
        let destination = self.kept_at();
        let Some(current) = &self.current else {
            return Ok(unasked);
        };
        let mode = current.mode;
        let seen = current.look(self.session, &self.call.tool, &self.input, destination);
        self.steps.extend(seen.steps);
        if let Ruled::Deny(matched) = seen.ruled {
            return Err(denied_by(&matched));
        }
        let mode_denies = match by_mode(mode, seen.situation) {
            ByMode::Says(behavior) => behavior == Behavior::Deny,
            ByMode::Classifier(_) => {
                let judged = self.classify(seen.situation.class).await;
                judged.is_some_and(|(behavior, _)| behavior == Behavior::Deny)
            }
        };
        if mode_denies && !matches!(seen.ruled, Ruled::Allow(_)) {
            return Err(self.denied_by_mode());
        }
        if let Ruled::Unclear(matched) = &seen.ruled {
            ask.asker = decider(&matched.rule);
            ask.reason = Some(unclear(matched));
            ask.only_person = true;
            return Ok(false);
        }
        let is_known =
            |rule: &Arc<PermissionRule>| ask.asks.iter().any(|one| Arc::ptr_eq(one, rule));
        Ok(seen.asks.iter().all(is_known) && unasked)
    }

    async fn ask_person(&mut self, ask: Ask) -> End {
        let asker = asker_name(&ask.asker);
        // Only where the mode asks: an allow rule holds against no ask rule.
        let by_mode = matches!(ask.asker, Decider::Mode { .. });
        let rules = |update: &&Update| matches!(update.kind, UpdateKind::AddRules { .. });
        let always = ask.suggestions.iter().find(rules).filter(|_| by_mode);
        let always = always.filter(|_| !self.rewritten).cloned();
        let offered = always.as_ref().map(|update| update.kind.to_string());
        let replied = self.asking(&asker, &ask, offered).person().await;
        let (decision, by) = match replied {
            Replied::Yes | Replied::Always => (Decided::Allow, Decider::Approver),
            Replied::No => (Decided::Deny, Decider::Approver),
            Replied::Nobody => (Decided::Deny, Decider::Nobody),
        };
        let reason = match decision {
            Decided::Allow => None,
            _ => ask.reason,
        };
        self.steps.push(Step {
            stage: Stage::Approver,
            result: match decision {
                Decided::Allow => StepResult::Allow,
                _ => StepResult::Deny,
            },
            by: Some(by.clone()),
            reason: None,
        });
        if self.is_cancelled() {
            return self.cancelled();
        }
        if let Some(update) = always.filter(|_| replied == Replied::Always) {
            self.apply(vec![Wanted {
                value: update.to_value(),
                by: Decider::Approver.to_string(),
                // The person themself.
                scope: Scope::User,
            }])
            .await;
        }
        End::new(decision, by, reason)
    }

    fn asking<'w>(&'w self, asker: &'w str, ask: &'w Ask, always: Option<String>) -> Asking<'w> {
        Asking {
            session: self.session,
            common: &self.common,
            tool: &self.call.tool,
            input: &self.input,
            approver: self.approver.as_ref(),
            id: &self.id,
            asker,
            reason: ask.reason.as_deref(),
            suggestions: ask.suggestions.iter().map(Update::to_value).collect(),
            always,
            cancel: self.call.cancel.clone(),
        }
    }

    async fn apply(&mut self, wanted: Vec<Wanted>) {
        // Where rules have no say, there are none to change.
        let Some(current) = &self.current else {
            return;
        };
        let made = apply(self.session, current, wanted).await;
        for one in &made {
            let what = one.update.as_ref().map(|update| update.kind.to_string());
            let what = what.unwrap_or_else(|| "an update".to_owned());
            let words = match (&one.why_not, &one.file) {
                (Some(why), _) => format!("{what}: {why}"),
                (None, Some(file)) => format!("{what}: written into {file}"),
                (None, None) => format!("{what}: for this session"),
            };
            self.steps.push(Step {
                stage: Stage::Updates,
                result: match one.applied {
                    true => StepResult::Applied,
                    false => StepResult::Nothing,
                },
                by: None,
                reason: Some(words),
            });
        }
        self.updates.extend(made);
    }
}

/// Who wants it to be asked, as a person reads it.
fn asker_name(asker: &Decider) -> String {
    match asker {
        // One of the host's own is known by its name.
        Decider::Hook { id: None, name, .. } => name.clone(),
        other => other.to_string(),
    }
}
