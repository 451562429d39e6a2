//! The way of one call through the pipeline.

use std::sync::Arc;

use snaphook_core::input::Common;
use snaphook_core::permission::{Behavior, Mode};
use snaphook_core::tool::ToolClass;
use snaphook_exec::{Approver, behind_wall};
use snaphook_permissions::{ByMode, Ruled, by_mode};

use super::asked::Ask;
use super::classifier::ClassifierCall;
use super::conclude::{By, Concluded, ModeSays, conclude};
use super::decision::{Decided, Decider, Decision, Stage, Step, StepResult};
use super::look::{Seen, decider};
use super::way::{End, Way, denied_by, unclear};
use crate::gate::ToolCall;
use crate::session::Session;

/// Decides about one call.
pub(crate) async fn authorize(
    session: &Session,
    common: &Common,
    call: ToolCall,
    approver: Option<Arc<dyn Approver>>,
) -> Decision {
    let mut way = Way::start(session, common, call, approver);
    let end = Box::pin(way.go()).await;
    way.finish(end).await
}

impl Way<'_> {
    async fn go(&mut self) -> End {
        if self.is_cancelled() {
            return self.cancelled();
        }
        let said = match self.pre_tool_use().await {
            Ok(said) => said,
            Err(end) => return end,
        };
        let destination = self.kept_at();
        let Seen {
            ruled,
            steps,
            situation,
            asks,
            suggestions,
        } = self
            .current
            .look(self.session, &self.call.tool, &self.input, destination);
        self.steps.extend(steps);
        let by_hook = |decision| End::new(decision, said.by.clone(), said.reason.clone());
        let mode_says = ModeSays::of(self.current.mode, situation);
        let concluded = conclude(said.decision, ruled.behavior(), mode_says);
        let mut only_person = false;
        let (asker, reason) = match (concluded, ruled) {
            (Concluded::Deny(By::Mode), _) => return self.denied_by_mode(),
            (Concluded::Deny(_), Ruled::Deny(matched)) => return denied_by(&matched),
            (Concluded::Deny(_), _) => return by_hook(Decided::Deny),
            (Concluded::Defer, _) => return by_hook(Decided::Defer),
            (Concluded::Allow(By::Hook), _) => return by_hook(Decided::Allow),
            (Concluded::Allow(_), Ruled::Allow(rules)) => {
                let by = rules.first().map(|rule| decider(rule));
                let by = by.unwrap_or(Decider::Mode {
                    mode: self.current.mode,
                });
                return End::new(Decided::Allow, by, None);
            }
            (Concluded::Ask(_), Ruled::Unclear(matched)) => {
                only_person = true;
                (decider(&matched.rule), Some(unclear(&matched)))
            }
            (Concluded::Ask(_), Ruled::Ask(matched)) => {
                let how = format!("the rule `{}` {}", matched.rule.rule, matched.how);
                (decider(&matched.rule), Some(how))
            }
            (Concluded::Ask(_), _) => (said.by, said.reason),
            (Concluded::Allow(_) | Concluded::ByMode, _) => {
                match self
                    .ask_mode(by_mode(self.current.mode, situation), situation.class)
                    .await
                {
                    Ok(asked) => asked,
                    Err(end) => return end,
                }
            }
        };
        self.ask(Ask {
            asker,
            reason,
            asks,
            suggestions,
            only_person,
        })
        .await
    }

    /// What the mode says: who wants the call to be asked about, and why; else
    /// the end of the way.
    async fn ask_mode(
        &mut self,
        says: ByMode,
        class: ToolClass,
    ) -> Result<(Decider, Option<String>), End> {
        let mode = Decider::Mode {
            mode: self.current.mode,
        };
        let (behavior, by, reason) = match says {
            ByMode::Says(behavior) => (behavior, mode, None),
            ByMode::Classifier(otherwise) => match self.classify(class).await {
                Some((behavior, reason)) => (behavior, Decider::Classifier, reason),
                None => (otherwise, mode, None),
            },
        };
        self.steps.push(Step {
            stage: Stage::Mode,
            result: behavior.into(),
            by: Some(by.clone()),
            reason: reason.clone(),
        });
        match behavior {
            Behavior::Allow => Err(End::new(Decided::Allow, by, reason)),
            Behavior::Deny => Err(End::new(Decided::Deny, by, reason)),
            Behavior::Ask => Ok((by, reason)),
        }
    }

    /// The host's classifier; one that panics has said nothing.
    pub(super) async fn classify(&self, class: ToolClass) -> Option<(Behavior, Option<String>)> {
        let engine = self.session.engine().inner();
        let classifier = engine.permissions.options.classifier.clone()?;
        let call = ClassifierCall {
            session_id: self.common.session_id.clone(),
            tool_name: self.call.tool.to_string(),
            tool_input: self.input.clone(),
            class,
        };
        let classifying = behind_wall(|| classifier.classify(call));
        let classified = match &self.call.cancel {
            None => classifying.await,
            Some(cancel) => tokio::select! {
                biased;
                () = cancel.cancelled() => return None,
                classified = classifying => classified,
            },
        };
        let classified = classified.ok()??;
        Some((classified.behavior, classified.reason))
    }

    /// It was to be asked about, and the mode is stricter than that.
    pub(super) fn denied_by_mode(&mut self) -> End {
        let mode = self.current.mode;
        let reason = match mode {
            Mode::DontAsk => "it would be asked about, and in this mode nobody is asked",
            _ => "it would be asked about, and this mode denies such calls",
        };
        let by = Decider::Mode { mode };
        self.steps.push(Step {
            stage: Stage::Mode,
            result: StepResult::Deny,
            by: Some(by.clone()),
            reason: Some(reason.to_owned()),
        });
        End::new(Decided::Deny, by, Some(reason.to_owned()))
    }
}
