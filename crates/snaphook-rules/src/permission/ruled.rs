//! Whether a rule decides a call: deny, then ask, then allow.
//!
//! | rule | decides where |
//! |---|---|
//! | deny, ask | something that is known to happen matches, whatever else is unknown |
//! | deny, ask | *unclear*: it could match, because a part is unknown. A person is asked, and nobody else answers |
//! | allow | all that the call does is certain and covered: every command of a line needs a rule |

use std::cell::OnceCell;
use std::sync::Arc;

use crate::{Rule, Subject, covering, uncovered};
use snaphook_core::permission::Behavior;

use super::permissions::Permissions;
use super::redirect::{Redirect, TOOLS, redirects};
use super::rule::PermissionRule;

/// What the rules say of a call.
#[derive(Debug, Clone)]
pub enum Ruled {
    /// This rule denies it.
    Deny(Matched),
    /// Nobody can know whether this deny or ask rule matches, because a part of
    /// the call is unknown: a person is asked, and nobody else answers.
    Unclear(Matched),
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
            Self::Ask(_) | Self::Unclear(_) => Some(Behavior::Ask),
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
        if let Some(matched) = self.unclear(subject) {
            return Ruled::Unclear(matched);
        }
        if let Some(matched) = self.asking(subject) {
            return Ruled::Ask(matched);
        }
        self.allowing(subject).map_or(Ruled::Nothing, Ruled::Allow)
    }

    /// The first deny rule that the call is known to match.
    #[must_use]
    pub fn denying(&self, subject: &Subject<'_>) -> Option<Matched> {
        self.known(Behavior::Deny, subject).next()
    }

    /// The first deny rule, else the first ask rule, that the call could match
    /// because a part of it is unknown, and that it is not known to match.
    #[must_use]
    pub fn unclear(&self, subject: &Subject<'_>) -> Option<Matched> {
        let redirected = Redirected::of(subject);
        let rules = self.rules(Behavior::Deny).chain(self.rules(Behavior::Ask));
        for rule in rules {
            if let Some(Met::Unclear(how)) = redirected.met_by(&rule.rule) {
                let rule = Arc::clone(rule);
                return Some(Matched { rule, how });
            }
        }
        None
    }

    /// The first ask rule that the call is known to match.
    #[must_use]
    pub fn asking(&self, subject: &Subject<'_>) -> Option<Matched> {
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
    ) -> impl Iterator<Item = Matched> + 'p {
        let redirected = Redirected::of(subject);
        self.rules(behavior)
            .filter_map(move |rule| match redirected.met_by(&rule.rule)? {
                Met::Known(how) => Some(Matched {
                    how,
                    rule: Arc::clone(rule),
                }),
                Met::Unclear(_) => None,
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

    /// What of a call of Bash the allow rules leave uncovered, in words for people.
    #[must_use]
    pub fn uncovered(&self, subject: &Subject<'_>) -> Option<String> {
        let rules: Vec<&Rule> = self.rules(Behavior::Allow).map(|rule| &rule.rule).collect();
        uncovered(&rules, subject)
    }
}

/// How a deny or ask rule is met.
enum Met {
    /// By something that is known to happen.
    Known(String),
    /// It could be, for some values of what is unknown.
    Unclear(String),
}

impl Met {
    fn of(rule: &Rule, subject: &Subject<'_>) -> Option<Self> {
        let tested = rule.test(subject);
        let how = || tested.because.how().unwrap_or_default();
        match (tested.known, tested.possible) {
            (true, _) => Some(Self::Known(how())),
            (false, true) => Some(Self::Unclear(how())),
            (false, false) => None,
        }
    }

    fn is_known(&self) -> bool {
        matches!(self, Self::Known(_))
    }

    fn by_a_redirection(self) -> Self {
        let words = |how: String| format!("{how}, by a redirection");
        match self {
            Self::Known(how) => Self::Known(words(how)),
            Self::Unclear(how) => Self::Unclear(words(how)),
        }
    }
}

/// A call and its redirections, which are found when the first rule asks for
/// them.
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

    /// How the call, or one of its redirections, meets the rule: what is known
    /// before what is unclear.
    fn met_by(&self, rule: &Rule) -> Option<Met> {
        let mut best = Met::of(rule, self.subject);
        for (tool, one) in self.like(rule) {
            if best.as_ref().is_some_and(Met::is_known) {
                break;
            }
            let met = self.file_met_by(rule, tool, one);
            if met.as_ref().is_some_and(Met::is_known) || best.is_none() {
                best = met;
            }
        }
        best
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

    /// How a rule is met by the files of one redirection. One for every use of
    /// the tool is met wherever it goes.
    fn file_met_by(&self, rule: &Rule, tool: &str, one: &Redirect) -> Option<Met> {
        if rule.content().is_none() && one.sure {
            let how = "is for every use of the tool".to_owned();
            return Some(Met::Known(how).by_a_redirection());
        }
        let mut unclear = None;
        for input in &one.inputs {
            match Met::of(rule, &self.subject.of_tool(tool, input)) {
                Some(met) if met.is_known() => return Some(met.by_a_redirection()),
                met => unclear = unclear.or(met),
            }
        }
        let anywhere = || {
            let why = match one.sure {
                true => "where a redirection goes is not known",
                false => "nobody knows which files the command reads and writes",
            };
            Met::Unclear(format!("could match: {why}"))
        };
        unclear
            .map(Met::by_a_redirection)
            .or_else(|| (!one.complete).then(anywhere))
    }
}
