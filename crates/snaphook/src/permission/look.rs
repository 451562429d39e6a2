//! Holding a call against the permissions: rules, then what its mode needs to
//! know of it. Nothing here waits.

use std::sync::{Arc, LazyLock};

use serde_json::Value;
use snaphook_core::permission::{Behavior, Destination, Update};
use snaphook_core::tool::ToolClass;
use snaphook_rules::permission::{Matched, PermissionRule, Ruled, Situation, suggestions};
use snaphook_rules::{ContentKind, Places, Rule, Subject};

use super::current::Current;
use super::decision::{Decider, Stage, Step, StepResult};
use crate::links::LinksOfTool;
use crate::scripts::Scripts;
use crate::session::Session;

/// What was seen of a call.
pub(super) struct Seen {
    pub(super) ruled: Ruled,
    /// What the rules said, step by step.
    pub(super) steps: Vec<Step>,
    pub(super) situation: Situation,
    /// Every ask rule that it may match, where one decides.
    pub(super) asks: Vec<Arc<PermissionRule>>,
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
        let links = LinksOfTool(&self.bases.cwd);
        let scripts = Scripts::within(self.working());
        let places = self.places(&links, &scripts);
        let aliases = engine.set.aliases();
        let working = self.working();
        let subject = Subject::new(tool, input, aliases, &places).working_in(&working);
        let options = &engine.permissions.options;
        let class = options.classes.clone().aliases(aliases.clone()).of(tool);
        let read_only = options
            .classifier
            .as_ref()
            .is_some_and(|classifier| says_read_only(&**classifier, tool, input));
        let (ruled, steps) = self.rule(&subject);
        Seen {
            situation: Situation {
                class,
                inside: subject.lies_within(&working) && !rules_itself(&subject, class),
                read_only,
            },
            suggestions: match ruled {
                Ruled::Deny(_) => Vec::new(),
                _ => suggestions(&subject, class, destination),
            },
            asks: match ruled {
                Ruled::Ask(_) => self.permissions.all_asking(&subject),
                _ => Vec::new(),
            },
            ruled,
            steps,
        }
    }

    /// What the rules say of a call as it is now.
    pub(super) fn ruled(&self, session: &Session, tool: &str, input: &Value) -> Ruled {
        let engine = session.engine().inner();
        let aliases = engine.set.aliases();
        let links = LinksOfTool(&self.bases.cwd);
        let scripts = Scripts::within(self.working());
        let places = self.places(&links, &scripts);
        self.rule(&Subject::new(tool, input, aliases, &places)).0
    }

    fn places<'a>(&'a self, links: &'a LinksOfTool<'a>, scripts: &'a Scripts) -> Places<'a> {
        Places {
            cwd: &self.bases.cwd,
            home: self.bases.home.as_deref(),
            settings_base: self.bases.project.as_deref(),
            real_path: links,
            scripts: Some(scripts),
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
        let unclear = self.permissions.unclear(subject);
        if let Some(matched) = &unclear
            && matched.rule.behavior == Behavior::Deny
        {
            steps.push(step(Stage::DenyRules, StepResult::Ask, matched));
        } else {
            steps.push(nothing(Stage::DenyRules, Behavior::Deny));
        }
        if let Some(matched) = unclear {
            if matched.rule.behavior == Behavior::Ask {
                steps.push(step(Stage::AskRules, StepResult::Ask, &matched));
            }
            return (Ruled::Unclear(matched), steps);
        }
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
                let mut step = nothing(Stage::AllowRules, Behavior::Allow);
                let why = self.doubt(subject);
                if let Some(why) = why.or_else(|| self.permissions.uncovered(subject)) {
                    step.reason = Some(why);
                }
                steps.push(step);
                (Ruled::Nothing, steps)
            }
        }
    }

    /// Why no allow rule for the tool counts, where that is not for lack of one
    /// that matches: what the line does is not certain.
    fn doubt(&self, subject: &Subject<'_>) -> Option<String> {
        let (tool, aliases) = (subject.tool_name(), subject.aliases());
        let mut rules = self.permissions.rules(Behavior::Allow);
        let named = rules.any(|rule| rule.rule.names(tool, aliases));
        let doubt = subject.certain_line().err();
        let doubt = doubt.filter(|_| named && subject.kind() == ContentKind::Bash)?;
        Some(format!(
            "none counts, for what the line does is not certain: {doubt}"
        ))
    }
}

/// Whether an edit changes what decides about edits: settings, what git runs,
/// MCP servers. In no mode but one that bypasses everything is that unasked.
fn rules_itself(subject: &Subject<'_>, class: ToolClass) -> bool {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
        let folders = [".claude", ".snaphook", ".gen", ".git"];
        let below = folders
            .iter()
            .map(|folder| format!("Edit(//**/{folder}/**)"));
        let texts = below.chain(["Edit(//**/.mcp.json)".to_owned()]);
        texts.filter_map(|text| Rule::parse(&text).ok()).collect()
    });
    let as_edit = subject.of_tool("Edit", subject.tool_input());
    class == ToolClass::Edit && RULES.iter().any(|rule| rule.test(&as_edit).possible)
}

fn step(stage: Stage, result: StepResult, matched: &Matched) -> Step {
    Step {
        stage,
        result,
        by: Some(decider(&matched.rule)),
        reason: Some(matched.how.clone()),
    }
}

pub(super) fn decider(rule: &PermissionRule) -> Decider {
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
