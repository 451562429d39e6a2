//! Whether a rule decides a call: deny, then ask, then allow.
//!
//! Deny and ask rules go by what a call may do, allow rules by what it does for
//! certain: all of it, so that every command of a line needs one.

use std::cell::OnceCell;
use std::sync::Arc;

use snaphook_core::permission::Behavior;
use snaphook_rules::{Rule, Subject, covering};

use crate::permissions::Permissions;
use crate::redirect::{Redirect, TOOLS, redirects};
use crate::rule::PermissionRule;

/// What the rules say of a call.
#[derive(Debug, Clone)]
pub enum Ruled {
    /// This rule denies it.
    Deny(Matched),
    /// This rule wants somebody to be asked.
    Ask(Matched),
    /// These rules together allow all that it does.
    Allow(Vec<Arc<PermissionRule>>),
    /// No rule decides it.
    Nothing,
}

/// A rule that matched, and how.
#[derive(Debug, Clone)]
pub struct Matched {
    /// The rule.
    pub rule: Arc<PermissionRule>,
    /// How it matched, to be put behind the rule: matches `rm x`.
    pub how: String,
}

impl Ruled {
    /// What the rules say; nothing when none decides.
    #[must_use]
    pub fn behavior(&self) -> Option<Behavior> {
        match self {
            Self::Deny(_) => Some(Behavior::Deny),
            Self::Ask(_) => Some(Behavior::Ask),
            Self::Allow(_) => Some(Behavior::Allow),
            Self::Nothing => None,
        }
    }
}

impl Permissions {
    /// What the rules say of a call, in their order: the first that decides.
    #[must_use]
    pub fn ruled(&self, subject: &Subject<'_>) -> Ruled {
        if let Some(matched) = self.denying(subject) {
            return Ruled::Deny(matched);
        }
        if let Some(matched) = self.asking(subject) {
            return Ruled::Ask(matched);
        }
        self.allowing(subject).map_or(Ruled::Nothing, Ruled::Allow)
    }

    /// The first deny rule that the call may match.
    #[must_use]
    pub fn denying(&self, subject: &Subject<'_>) -> Option<Matched> {
        let redirected = Redirected::of(subject);
        self.matching(Behavior::Deny, |rule| {
            how(rule, subject).or_else(|| redirected.met_by(rule))
        })
    }

    /// The first ask rule that the call may match; else a deny rule for a file
    /// where a redirection goes nobody knows where: a person can look.
    #[must_use]
    pub fn asking(&self, subject: &Subject<'_>) -> Option<Matched> {
        let redirected = Redirected::of(subject);
        self.matching(Behavior::Ask, |rule| {
            how(rule, subject)
                .or_else(|| redirected.met_by(rule))
                .or_else(|| redirected.unknown_to(rule))
        })
        .or_else(|| self.matching(Behavior::Deny, |rule| redirected.unknown_to(rule)))
    }

    /// Every ask rule that the call may match.
    #[must_use]
    pub fn all_asking(&self, subject: &Subject<'_>) -> Vec<Arc<PermissionRule>> {
        let redirected = Redirected::of(subject);
        let meets = |rule: &Rule| {
            how(rule, subject)
                .or_else(|| redirected.met_by(rule))
                .or_else(|| redirected.unknown_to(rule))
                .is_some()
        };
        let rules = self.rules(Behavior::Ask);
        rules.filter(|rule| meets(&rule.rule)).cloned().collect()
    }

    fn matching(
        &self,
        behavior: Behavior,
        how: impl Fn(&Rule) -> Option<String>,
    ) -> Option<Matched> {
        self.rules(behavior).find_map(|rule| {
            Some(Matched {
                how: how(&rule.rule)?,
                rule: Arc::clone(rule),
            })
        })
    }

    /// The allow rules that cover everything the call does.
    #[must_use]
    pub fn allowing(&self, subject: &Subject<'_>) -> Option<Vec<Arc<PermissionRule>>> {
        let rules: Vec<&Arc<PermissionRule>> = self.rules(Behavior::Allow).collect();
        let plain: Vec<&Rule> = rules.iter().map(|rule| &rule.rule).collect();
        let mut found = covering(&plain, subject)?;
        // A rule for every use of the tool is for every redirection, too.
        if !found.iter().any(|at| plain[*at].content().is_none()) {
            for write in redirects(subject).iter().filter(|one| one.writes()) {
                for at in write.covered_by(&plain, subject)? {
                    if !found.contains(&at) {
                        found.push(at);
                    }
                }
            }
        }
        Some(found.into_iter().map(|at| Arc::clone(rules[at])).collect())
    }
}

fn how(rule: &Rule, subject: &Subject<'_>) -> Option<String> {
    let tested = rule.test(subject);
    tested
        .possible
        .then(|| tested.because.how().unwrap_or_default())
}

/// The redirections of a call, found when the first rule asks for them.
struct Redirected<'s> {
    subject: &'s Subject<'s>,
    found: OnceCell<Vec<Redirect>>,
}

impl<'s> Redirected<'s> {
    fn of(subject: &'s Subject<'s>) -> Self {
        Self {
            subject,
            found: OnceCell::new(),
        }
    }

    /// Those that do what calls of the rule's tool do, with that tool.
    fn like(&self, rule: &Rule) -> impl Iterator<Item = (&'static str, &Redirect)> {
        let aliases = self.subject.aliases();
        let tools = TOOLS.into_iter().flatten().copied();
        let tools: Vec<&'static str> = tools.filter(|tool| rule.names(tool, aliases)).collect();
        let found = (!tools.is_empty()).then(|| self.found.get_or_init(|| redirects(self.subject)));
        let found = found.into_iter().flatten();
        found.filter_map(move |one| {
            let tool = one.tools.iter().find(|tool| tools.contains(tool))?;
            Some((*tool, one))
        })
    }

    /// How a rule may match one of the files that are meant. One for every use
    /// of the tool matches wherever a redirection goes.
    fn met_by(&self, rule: &Rule) -> Option<String> {
        let every = rule.content().is_none();
        self.like(rule).find_map(|(tool, one)| {
            let how = if every && one.sure {
                Some("is for every use of the tool".to_owned())
            } else {
                let inputs = one.inputs.iter();
                let subjects = inputs.map(|input| self.subject.of_tool(tool, input));
                subjects.into_iter().find_map(|subject| how(rule, &subject))
            };
            Some(format!("{}, by a redirection", how?))
        })
    }

    /// The rule is for files, and a redirection goes nobody knows where.
    fn unknown_to(&self, rule: &Rule) -> Option<String> {
        let mut like = self.like(rule).filter(|(_, one)| !one.complete);
        like.next().map(|(_, one)| {
            let why = if one.sure {
                "a redirection goes nobody knows where"
            } else {
                "nobody knows which files the command reads and writes"
            };
            format!("may be met, because {why}")
        })
    }
}

impl Redirect {
    /// The rules that allow every file that may be meant.
    fn covered_by(&self, rules: &[&Rule], subject: &Subject<'_>) -> Option<Vec<usize>> {
        if !self.known {
            return None;
        }
        let mut found = Vec::new();
        for input in &self.inputs {
            let allowed = self
                .tools
                .iter()
                .find_map(|tool| covering(rules, &subject.of_tool(tool, input)))?;
            found.extend(allowed);
        }
        Some(found)
    }
}
