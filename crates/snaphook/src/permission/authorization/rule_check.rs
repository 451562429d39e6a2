//! Checks a call against the permission rules, and finds what the mode needs to know
//! of it. Nothing here is asynchronous.

use std::sync::Arc;

use serde_json::Value;
use snaphook_core::input::CommonFields;
use snaphook_core::permission::{Behavior, Destination, Update};
use snaphook_core::tool::ToolClass;
use snaphook_rules::permission::{
    PermissionRule, RuleDecision, RuleMatch, Situation, suggestions, writes_files,
};
use snaphook_rules::{ContentKind, PathRoots, Subject};

use super::state::unclear;
use super::words::text_for_model;
use crate::permission::decision::{Decider, Stage, Step, StepResult};
use snaphook_engine::links::LinksOfTool;
use snaphook_engine::permission::{Classifier, CurrentPermissions};
use snaphook_engine::scripts::ScriptFolders;
use snaphook_engine::{Engine, Session};

/// What the rules say of a call, and what the mode needs to know of it.
pub(super) struct RuleFindings {
    pub(super) ruled: RuleDecision,
    /// What the rules said, step by step.
    pub(super) steps: Vec<Step>,
    pub(super) situation: Situation,
    /// Allow rules cover all that the call does, whatever ask rules say.
    pub(super) allowed: bool,
    /// Every ask rule that may match, where an ask rule decides.
    pub(super) asks: Vec<Arc<PermissionRule>>,
    /// Permission updates that would have allowed the call.
    pub(super) suggestions: Vec<Update>,
}

/// Checks calls of one session against its permissions.
pub(super) struct RuleCheck<'a> {
    current: &'a CurrentPermissions,
    engine: &'a Engine,
}

impl<'a> RuleCheck<'a> {
    pub(super) fn new(current: &'a CurrentPermissions, session: &'a Session) -> Self {
        Self {
            current,
            engine: session.engine(),
        }
    }

    /// Checks a call. Suggested updates would be stored in `destination`.
    pub(super) fn look(&self, tool: &str, input: &Value, destination: Destination) -> RuleFindings {
        let links = LinksOfTool(&self.current.bases.cwd);
        let working = self.current.working();
        let scripts = ScriptFolders::within(working.iter().copied());
        let places = self.places(&links, &scripts);
        let aliases = self.engine.tool_aliases();
        let options = self.engine.permission_options();
        let class = options.classes().clone().aliases(aliases.clone()).of(tool);
        let subject = Subject::new(tool, input, &aliases, &places)
            .working_in(&working)
            .of_class(class);
        let read_only = options
            .host_classifier()
            .is_some_and(|classifier| says_read_only(&**classifier, tool, input));
        let (ruled, steps) = self.rule(&subject);
        let is_protected = class == ToolClass::Edit && subject.names_protected_file();
        RuleFindings {
            situation: Situation {
                class,
                inside: subject.lies_within(&working) && !is_protected,
                read_only,
                line: self.current.permissions.line_effect(&subject),
                writes: writes_files(&subject),
            },
            suggestions: match ruled {
                RuleDecision::Deny(_) => Vec::new(),
                _ => suggestions(&subject, class, destination),
            },
            allowed: match ruled {
                RuleDecision::Allow(_) => true,
                RuleDecision::Ask(_) => self.current.permissions.allowing(&subject).is_some(),
                _ => false,
            },
            asks: match ruled {
                RuleDecision::Ask(_) => self.current.permissions.all_asking(&subject),
                _ => Vec::new(),
            },
            ruled,
            steps,
        }
    }

    /// What the rules say of a call.
    pub(super) fn ruled(&self, tool: &str, input: &Value) -> RuleDecision {
        let aliases = self.engine.tool_aliases();
        let links = LinksOfTool(&self.current.bases.cwd);
        let scripts = ScriptFolders::within(self.current.working());
        let places = self.places(&links, &scripts);
        let working = self.current.working();
        let classes = self.engine.permission_options().classes().clone();
        let class = classes.aliases(aliases.clone()).of(tool);
        let subject = Subject::new(tool, input, &aliases, &places);
        self.rule(&subject.working_in(&working).of_class(class)).0
    }

    fn places<'p>(
        &'p self,
        links: &'p LinksOfTool<'p>,
        scripts: &'p ScriptFolders,
    ) -> PathRoots<'p> {
        PathRoots {
            cwd: &self.current.bases.cwd,
            home: self.current.bases.home.as_deref(),
            settings_base: self.current.bases.project.as_deref(),
            real_path: links,
            scripts: Some(scripts),
        }
    }

    /// Deny, then ask, then allow rules, until one decides.
    fn rule(&self, subject: &Subject<'_>) -> (RuleDecision, Vec<Step>) {
        let mut steps = Vec::with_capacity(3);
        let nothing = |stage, behavior| Step {
            stage,
            result: StepResult::Nothing,
            by: None,
            reason: Some(match self.current.permissions.rules(behavior).count() {
                0 => "there are none".to_owned(),
                1 => "the only one does not match".to_owned(),
                count => format!("none of {count} matches"),
            }),
        };
        if let Some(matched) = self.current.permissions.denying(subject) {
            steps.push(step(Stage::DenyRules, StepResult::Deny, &matched));
            return (RuleDecision::Deny(matched), steps);
        }
        let unclear = self.current.permissions.unclear(subject);
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
            return (RuleDecision::Unclear(matched), steps);
        }
        if let Some(matched) = self.current.permissions.asking(subject) {
            steps.push(step(Stage::AskRules, StepResult::Ask, &matched));
            return (RuleDecision::Ask(matched), steps);
        }
        steps.push(nothing(Stage::AskRules, Behavior::Ask));
        match self.current.permissions.allowing(subject) {
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
                (RuleDecision::Allow(rules), steps)
            }
            None => {
                let mut step = nothing(Stage::AllowRules, Behavior::Allow);
                let why = self.doubt(subject);
                if let Some(why) = why.or_else(|| self.current.permissions.uncovered(subject)) {
                    step.reason = Some(why);
                }
                steps.push(step);
                (RuleDecision::Nothing, steps)
            }
        }
    }

    /// Why an allow rule for the tool does not count although it may match: it is not
    /// certain what the command line does.
    fn doubt(&self, subject: &Subject<'_>) -> Option<String> {
        let (tool, aliases) = (subject.tool_name(), subject.aliases());
        let mut rules = self.current.permissions.rules(Behavior::Allow);
        let named = rules.any(|rule| rule.rule.names(tool, aliases));
        let doubt = subject.certain_line().err();
        let doubt = doubt.filter(|_| named && subject.kind() == ContentKind::Bash)?;
        Some(format!(
            "none counts, because it is not certain what the line does: {doubt}"
        ))
    }
}

/// Whether a deny rule denies a tool, whatever it is called with.
pub(crate) fn is_denied_by_rule(session: &Session, common: &CommonFields, tool: &str) -> bool {
    let current = CurrentPermissions::of(session, common);
    let check = RuleCheck::new(&current, session);
    let nothing = Value::Object(serde_json::Map::new());
    matches!(check.ruled(tool, &nothing), RuleDecision::Deny(_))
}

/// What a deny or ask rule says of a call, in words for the model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleRestriction {
    /// A deny rule matches.
    Deny(String),
    /// An ask rule matches, or it cannot be known whether a rule does.
    Ask(String),
}

/// What the deny and ask rules say of a call, whatever the mode and the allow rules are.
pub(crate) fn restriction_by_rules(
    session: &Session,
    common: &CommonFields,
    tool: &str,
    input: &Value,
) -> Option<RuleRestriction> {
    let current = CurrentPermissions::of(session, common);
    let words = |matched: &RuleMatch| {
        let by = decider(&matched.rule);
        text_for_model(tool, &by, Some(&format!("it {}", matched.how)))
    };
    match RuleCheck::new(&current, session).ruled(tool, input) {
        RuleDecision::Deny(matched) => Some(RuleRestriction::Deny(words(&matched))),
        RuleDecision::Ask(matched) | RuleDecision::Unclear(matched) => {
            Some(RuleRestriction::Ask(unclear(&matched)))
        }
        RuleDecision::Allow(_) | RuleDecision::Nothing => None,
    }
}

fn step(stage: Stage, result: StepResult, matched: &RuleMatch) -> Step {
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

/// Asks the host's classifier; a panic counts as false.
fn says_read_only(classifier: &dyn Classifier, tool: &str, input: &Value) -> bool {
    let asked = std::panic::AssertUnwindSafe(|| classifier.is_read_only(tool, input));
    std::panic::catch_unwind(asked).unwrap_or(false)
}
