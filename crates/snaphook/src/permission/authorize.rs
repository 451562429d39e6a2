//! The way of one call through the pipeline.

use std::sync::Arc;

use snaphook_core::input::{Common, names_a_tool};
use snaphook_core::permission::{Behavior, Mode};
use snaphook_core::tool::ToolClass;
use snaphook_exec::{Approver, behind_wall};
use snaphook_rules::permission::{ByMode, Ruled, by_mode};

use super::asked::Ask;
use super::before::HookSaid;
use super::classifier::ClassifierCall;
use super::conclude::{By, Concluded, ModeSays, conclude};
use super::decision::{Decided, Decider, Decision, Stage, Step, StepResult};
use super::look::{Seen, decider};
use super::own::{OwnHooks, OwnSaid};
use super::way::{End, Way, denied_by, unclear};
use crate::gate::ToolCall;
use crate::session::Session;

/// What is to be decided about a call, and by whom.
pub(crate) struct Request<'a> {
    pub(crate) session: &'a Session,
    pub(crate) common: &'a Common,
    pub(crate) call: ToolCall,
    /// Whom to ask.
    pub(crate) approver: Option<Arc<dyn Approver>>,
    /// Rules and the mode have a say. Else only hooks do, and a person where one
    /// of them asks.
    pub(crate) rules: bool,
    /// Hooks of whoever wants to know.
    pub(crate) own: Option<&'a mut dyn OwnHooks>,
}

/// Decides about one call. Every way to a tool goes through here.
pub(crate) async fn authorize(request: Request<'_>) -> Decision {
    let mut way = Way::start(request);
    let end = Box::pin(way.go()).await;
    way.finish(end).await
}

impl Way<'_> {
    async fn go(&mut self) -> End {
        if self.is_cancelled() {
            return self.cancelled();
        }
        if let Some(end) = self.names_no_tool() {
            return end;
        }
        let said = match self.pre_tool_use().await {
            Ok(said) => said,
            Err(end) => return end,
        };
        let judged = match self.current.is_some() {
            true => self.by_rules(said).await,
            false => by_hooks(said),
        };
        // Whoever refuses is heard before anybody is asked.
        let ask = match judged {
            Err(end) if end.decision != Decided::Allow => return end,
            judged => match self.ask_own().await {
                Err(end) => return end,
                Ok(None) => judged,
                Ok(Some(wish)) => self.with_wish(judged, wish),
            },
        };
        match ask {
            Ok(ask) => self.ask(ask).await,
            Err(end) => end,
        }
    }

    /// What hooks, rules and the mode come to: what is to be asked, or the end.
    async fn by_rules(&mut self, said: HookSaid) -> Result<Ask, End> {
        let destination = self.kept_at();
        let Some(current) = &self.current else {
            return by_hooks(said);
        };
        let Seen {
            ruled,
            steps,
            situation,
            asks,
            suggestions,
        } = current.look(self.session, &self.call.tool, &self.input, destination);
        self.steps.extend(steps);
        let mode = current.mode;
        let by_hook = |decision| End::new(decision, said.by.clone(), said.reason.clone());
        let mode_says = ModeSays::of(mode, situation);
        let concluded = conclude(said.decision, ruled.behavior(), mode_says);
        let mut only_person = false;
        let (asker, reason) = match (concluded, ruled) {
            (Concluded::Deny(By::Mode), _) => return Err(self.denied_by_mode()),
            (Concluded::Deny(_), Ruled::Deny(matched)) => return Err(denied_by(&matched)),
            (Concluded::Deny(_), _) => return Err(by_hook(Decided::Deny)),
            (Concluded::Defer, _) => return Err(by_hook(Decided::Defer)),
            (Concluded::Allow(By::Hook), _) => return Err(by_hook(Decided::Allow)),
            (Concluded::Allow(_), Ruled::Allow(rules)) => {
                let by = rules.first().map(|rule| decider(rule));
                let by = by.unwrap_or(Decider::Mode { mode });
                return Err(End::new(Decided::Allow, by, None));
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
                self.ask_mode(mode, by_mode(mode, situation), situation.class)
                    .await?
            }
        };
        Ok(Ask {
            asker,
            reason,
            asks,
            suggestions,
            only_person,
        })
    }

    /// The hooks of whoever wants to know: what they want to be asked, if they do.
    pub(super) async fn ask_own(&mut self) -> Result<Option<Wish>, End> {
        let Some(own) = self.own.as_deref_mut() else {
            return Ok(None);
        };
        let hook = |name: String| Decider::Hook {
            event: "PreToolUse",
            id: None,
            name,
        };
        let said = own.look(&self.input, &self.steps).await;
        if self.is_cancelled() {
            return Err(self.cancelled());
        }
        match said {
            OwnSaid::Nothing => Ok(None),
            OwnSaid::Refuse { by, reason } => {
                let mut end = End::new(Decided::Deny, hook(by), Some(reason.clone()));
                end.text = Some(reason);
                Err(end)
            }
            OwnSaid::Ask { by, reason } => Ok(Some(Wish {
                by: hook(by),
                reason,
            })),
        }
    }

    /// A question of the host's own hooks, put together with what is to be asked
    /// anyway: a person is asked once.
    fn with_wish(&mut self, judged: Result<Ask, End>, wish: Wish) -> Result<Ask, End> {
        match judged {
            Ok(mut ask) => {
                let reasons = [ask.reason.take(), wish.reason];
                let reasons: Vec<_> = reasons.into_iter().flatten().collect();
                ask.reason = (!reasons.is_empty()).then(|| reasons.join("\n"));
                ask.only_person = true;
                Ok(ask)
            }
            Err(_) if self.mode() == Mode::DontAsk => Err(self.denied_by_mode()),
            Err(_) => Ok(Ask {
                asker: wish.by,
                reason: wish.reason,
                asks: Vec::new(),
                suggestions: Vec::new(),
                only_person: true,
            }),
        }
    }

    /// A call of no tool is none that hooks and rules could judge.
    fn names_no_tool(&self) -> Option<End> {
        if names_a_tool(&self.call.tool) {
            return None;
        }
        let reason = format!("it names no tool: {:?} is no name", self.call.tool);
        let mut end = End::new(Decided::Deny, Decider::Engine, Some(reason));
        end.text = Some("The tool call was refused: it names no tool".to_owned());
        Some(end)
    }

    /// What the mode says: who wants the call to be asked about, and why; else
    /// the end of the way.
    async fn ask_mode(
        &mut self,
        mode: Mode,
        says: ByMode,
        class: ToolClass,
    ) -> Result<(Decider, Option<String>), End> {
        let mode = Decider::Mode { mode };
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
        let mode = self.mode();
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

/// What the host's own hooks want to be asked.
pub(super) struct Wish {
    by: Decider,
    reason: Option<String>,
}

/// Without rules: what hooks come to.
fn by_hooks(said: HookSaid) -> Result<Ask, End> {
    use snaphook_core::answer::PermissionDecision as Hook;
    let decision = match said.decision {
        Some(Hook::Deny) => Decided::Deny,
        Some(Hook::Defer) => Decided::Defer,
        Some(Hook::Allow) | None => Decided::Allow,
        Some(Hook::Ask) => {
            return Ok(Ask {
                asker: said.by,
                reason: said.reason,
                asks: Vec::new(),
                suggestions: Vec::new(),
                only_person: false,
            });
        }
    };
    Err(End::new(decision, said.by, said.reason))
}
