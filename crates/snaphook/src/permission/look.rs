//! Holding a call against the permissions: rules, then what its mode needs to
//! know of it. Nothing here waits.

use std::path::Path;

use serde_json::Value;
use snaphook_core::permission::{Behavior, Destination, Update};
use snaphook_permissions::{Matched, Ruled, Situation, suggestions};
use snaphook_rules::{Places, Subject};

use super::current::Current;
use super::decision::{Decider, Stage, Step, StepResult};
use crate::real_path::real_path;
use crate::session::Session;

/// What was seen of a call.
pub(super) struct Seen {
    pub(super) ruled: Ruled,
    /// What the rules said, step by step.
    pub(super) steps: Vec<Step>,
    pub(super) situation: Situation,
    /// What would have allowed it.
    pub(super) suggestions: Vec<Update>,
}

impl Current {
    /// Holds a call against the rules. `destination` is where a suggestion
    /// would be kept.
    pub(super) fn look(
        &self,
        session: &Session,
        tool: &str,
        input: &Value,
        destination: Destination,
    ) -> Seen {
        let engine = session.engine().inner();
        let places = Places {
            cwd: &self.bases.cwd,
            home: self.bases.home.as_deref(),
            settings_base: self.bases.project.as_deref(),
            real_path: &real_path,
        };
        let aliases = engine.set.aliases();
        let subject = Subject::new(tool, input, aliases, &places);
        let options = &engine.permissions.options;
        let class = options.classes.clone().aliases(aliases.clone()).of(tool);
        let mut folders: Vec<&Path> = vec![&self.bases.cwd];
        folders.extend(self.bases.project.as_deref());
        let added = self.permissions.folders().iter();
        folders.extend(added.map(|folder| folder.path.as_path()));
        let read_only = options
            .classifier
            .as_ref()
            .is_some_and(|classifier| says_read_only(&**classifier, tool, input));
        let (ruled, steps) = self.rule(&subject);
        Seen {
            situation: Situation {
                class,
                inside: subject.lies_within(&folders),
                read_only,
            },
            suggestions: match ruled {
                Ruled::Deny(_) => Vec::new(),
                _ => suggestions(&subject, class, destination),
            },
            ruled,
            steps,
        }
    }

    /// Deny, then ask, then allow rules, until one decides.
    fn rule(&self, subject: &Subject<'_>) -> (Ruled, Vec<Step>) {
        let mut steps = Vec::with_capacity(3);
        let nothing = |stage, behavior| Step {
            stage,
            result: StepResult::Nothing,
            by: None,
            reason: Some(match self.permissions.rules(behavior).count() {
                0 => "there are none".to_owned(),
                1 => "the only one does not match".to_owned(),
                count => format!("none of {count} matches"),
            }),
        };
        if let Some(matched) = self.permissions.denying(subject) {
            steps.push(step(Stage::DenyRules, StepResult::Deny, &matched));
            return (Ruled::Deny(matched), steps);
        }
        steps.push(nothing(Stage::DenyRules, Behavior::Deny));
        if let Some(matched) = self.permissions.asking(subject) {
            steps.push(step(Stage::AskRules, StepResult::Ask, &matched));
            return (Ruled::Ask(matched), steps);
        }
        steps.push(nothing(Stage::AskRules, Behavior::Ask));
        match self.permissions.allowing(subject) {
            Some(rules) => {
                steps.push(Step {
                    stage: Stage::AllowRules,
                    result: StepResult::Allow,
                    by: rules.first().map(|rule| decider(rule)),
                    reason: (rules.len() > 1).then(|| {
                        let rules: Vec<_> = rules
                            .iter()
                            .map(|rule| format!("`{}`", rule.rule))
                            .collect();
                        format!("{} cover it together", rules.join(", "))
                    }),
                });
                (Ruled::Allow(rules), steps)
            }
            None => {
                steps.push(nothing(Stage::AllowRules, Behavior::Allow));
                (Ruled::Nothing, steps)
            }
        }
    }
}

fn step(stage: Stage, result: StepResult, matched: &Matched) -> Step {
    Step {
        stage,
        result,
        by: Some(decider(&matched.rule)),
        reason: Some(matched.how.clone()),
    }
}

pub(super) fn decider(rule: &snaphook_permissions::PermissionRule) -> Decider {
    Decider::Rule {
        rule: rule.rule.to_string(),
        behavior: rule.behavior,
        place: rule.said.to_string(),
    }
}

/// What the host's code says; a panic is no yes.
fn says_read_only(classifier: &dyn super::Classifier, tool: &str, input: &Value) -> bool {
    let asked = std::panic::AssertUnwindSafe(|| classifier.is_read_only(tool, input));
    std::panic::catch_unwind(asked).unwrap_or(false)
}
