//! Whether a rule decides a call: deny, then ask, then allow.
//!
//! | rule | decides where |
//! |---|---|
//! | deny, ask | something that is known to happen matches, whatever else is unknown |
//! | deny, ask | *unclear*: it could match, because a part is unknown. A person is asked, and nobody else answers |
//! | allow | all that the call does is certain and covered: every command of a line needs a rule |

use std::cell::OnceCell;
use std::sync::Arc;

use crate::{LineEffect, Rule, Subject, covering, line_effect, uncovered};
use snaphook_core::permission::Behavior;

use super::call_match::CallMatch;
use super::files::{TouchedFile, match_rule, match_search, touched_files};
use super::permissions::Permissions;
use super::rule::PermissionRule;
use super::unknown_tool::NamedInUnknownCall;

/// What the rules say of a call.
#[derive(Debug, Clone)]
pub enum RuleDecision {
    /// This rule denies it.
    Deny(RuleMatch),
    /// Nobody can know whether this deny or ask rule matches, because a part of
    /// the call is unknown: a person is asked, and nobody else answers.
    Unclear(RuleMatch),
    /// This rule wants somebody to be asked.
    Ask(RuleMatch),
    /// These rules together allow all that it does.
    Allow(Vec<Arc<PermissionRule>>),
    /// No rule decides it.
    Nothing,
}

/// A rule that matched, and how.
#[derive(Debug, Clone)]
pub struct RuleMatch {
    /// The rule.
    pub rule: Arc<PermissionRule>,
    /// How it matched, to be put behind the rule: matches `rm x`.
    pub how: String,
}

impl RuleDecision {
    /// What the rules say; `None` if none decides.
    #[must_use]
    pub fn behavior(&self) -> Option<Behavior> {
        match self {
            Self::Deny(_) => Some(Behavior::Deny),
            Self::Ask(_) | Self::Unclear(_) => Some(Behavior::Ask),
            Self::Allow(_) => Some(Behavior::Allow),
            Self::Nothing => None,
        }
    }
}

impl Permissions {
    /// What the rules say of a call, in their order: the first that decides.
    #[must_use]
    pub fn ruled(&self, subject: &Subject<'_>) -> RuleDecision {
        if let Some(matched) = self.denying(subject) {
            return RuleDecision::Deny(matched);
        }
        if let Some(matched) = self.unclear(subject) {
            return RuleDecision::Unclear(matched);
        }
        if let Some(matched) = self.asking(subject) {
            return RuleDecision::Ask(matched);
        }
        self.allowing(subject)
            .map_or(RuleDecision::Nothing, RuleDecision::Allow)
    }

    /// The first deny rule that the call is known to match.
    #[must_use]
    pub fn denying(&self, subject: &Subject<'_>) -> Option<RuleMatch> {
        self.known(Behavior::Deny, subject).next()
    }

    /// The first deny rule, else the first ask rule, that the call could match
    /// because a part of it is unknown, and that it is not known to match.
    #[must_use]
    pub fn unclear(&self, subject: &Subject<'_>) -> Option<RuleMatch> {
        let touching = TouchedFiles::of(subject);
        let rules = self.rules(Behavior::Deny).chain(self.rules(Behavior::Ask));
        for rule in rules {
            if let Some(CallMatch::Unclear(how)) = touching.met_by(rule) {
                let rule = Arc::clone(rule);
                return Some(RuleMatch { rule, how });
            }
        }
        None
    }

    /// The first ask rule that the call is known to match.
    #[must_use]
    pub fn asking(&self, subject: &Subject<'_>) -> Option<RuleMatch> {
        self.known(Behavior::Ask, subject).next()
    }

    /// Every ask rule that the call is known to match.
    #[must_use]
    pub fn all_asking(&self, subject: &Subject<'_>) -> Vec<Arc<PermissionRule>> {
        let matched = self.known(Behavior::Ask, subject);
        matched.map(|matched| matched.rule).collect()
    }

    /// The rules that the call is known to match.
    fn known<'p>(
        &'p self,
        behavior: Behavior,
        subject: &'p Subject<'p>,
    ) -> impl Iterator<Item = RuleMatch> + 'p {
        let touching = TouchedFiles::of(subject);
        self.rules(behavior)
            .filter_map(move |rule| match touching.met_by(rule)? {
                CallMatch::Known(how) => Some(RuleMatch {
                    how,
                    rule: Arc::clone(rule),
                }),
                CallMatch::Unclear(_) => None,
            })
    }

    /// The allow rules that cover everything the call does.
    #[must_use]
    pub fn allowing(&self, subject: &Subject<'_>) -> Option<Vec<Arc<PermissionRule>>> {
        let rules: Vec<&Arc<PermissionRule>> = self.rules(Behavior::Allow).collect();
        let plain: Vec<&Rule> = rules.iter().map(|rule| &rule.rule).collect();
        let found = covering(&plain, subject)?;
        Some(found.into_iter().map(|at| Arc::clone(rules[at])).collect())
    }

    /// What a call does, where it is a line of Bash: whether modes that let reads or
    /// edits run let it, beside these rules.
    #[must_use]
    pub fn line_effect(&self, subject: &Subject<'_>) -> LineEffect {
        let rules: Vec<&Rule> = self.rules(Behavior::Allow).map(|rule| &rule.rule).collect();
        line_effect(&rules, subject)
    }

    /// What of a call of Bash the allow rules leave uncovered, in words for people.
    #[must_use]
    pub fn uncovered(&self, subject: &Subject<'_>) -> Option<String> {
        let rules: Vec<&Rule> = self.rules(Behavior::Allow).map(|rule| &rule.rule).collect();
        uncovered(&rules, subject)
    }
}

/// A call and the files that it touches, which are found when the first rule
/// asks for them.
struct TouchedFiles<'s> {
    subject: &'s Subject<'s>,
    found: OnceCell<Vec<TouchedFile>>,
    unknown: OnceCell<NamedInUnknownCall>,
}

impl<'s> TouchedFiles<'s> {
    fn of(subject: &'s Subject<'s>) -> Self {
        Self {
            subject,
            found: OnceCell::new(),
            unknown: OnceCell::new(),
        }
    }

    /// How the call, or what it does to files, meets the rule: what is known
    /// before what is unclear.
    fn met_by(&self, rule: &PermissionRule) -> Option<CallMatch> {
        let mut best = CallMatch::of(rule, self.subject);
        if !best.as_ref().is_some_and(CallMatch::is_known)
            && let Some(met) = match_search(rule, self.subject)
        {
            best = Some(met);
        }
        best = best.or_else(|| self.met_by_unknown(rule));
        if !is_for_files(rule, self.subject) {
            return best;
        }
        for file in self.found.get_or_init(|| touched_files(self.subject)) {
            if best.as_ref().is_some_and(CallMatch::is_known) {
                break;
            }
            let met = match_rule(rule, file, self.subject);
            if met.as_ref().is_some_and(CallMatch::is_known) || best.is_none() {
                best = met;
            }
        }
        best
    }
}

impl TouchedFiles<'_> {
    /// How a call of a tool that nobody knows may meet a rule for files or commands.
    fn met_by_unknown(&self, rule: &PermissionRule) -> Option<CallMatch> {
        let subject = self.subject;
        let of_files = is_for_files(rule, subject);
        let of_commands = rule.rule.names(SHELL, subject.aliases());
        if rule.rule.is_for_any_tool() || !(of_files || of_commands) {
            return None;
        }
        let unknown = self.unknown.get_or_init(|| NamedInUnknownCall::of(subject));
        let met = unknown.paths_met_by(rule, subject);
        met.or_else(|| {
            let meets = |command: &serde_json::Value| {
                let inner = subject.of_tool(SHELL, command);
                TouchedFiles::of(&inner).met_by(rule).is_some()
            };
            let command = unknown.commands().find(meets)?;
            Some(NamedInUnknownCall::command_met(subject, &command))
        })
    }
}

/// The tool by whose name the commands of unknown tools are tested.
const SHELL: &str = "Bash";

/// Whether a rule is for tools that read or write files.
fn is_for_files(rule: &PermissionRule, subject: &Subject<'_>) -> bool {
    let tools = ["Read", "Write", "Edit", "MultiEdit", "NotebookEdit"];
    let mut tools = tools.iter();
    tools.any(|tool| rule.rule.names(tool, subject.aliases()))
}
