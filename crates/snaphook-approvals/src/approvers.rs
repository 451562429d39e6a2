//! Who may answer what.

use std::path::Path;

use serde_json::Value;
use snaphook_core::json::Json;
use snaphook_core::permission::Behavior;
use snaphook_rules::permission::{PermissionSource, Permissions};
use snaphook_rules::{Aliases, PathRoots, Rule, Subject, Wildcards};

use crate::answer::{Answerer, AnswererIdentity};
use crate::approval::{Approval, ApprovalKind, ChoiceKind, NewApproval};
use crate::keys::ApprovalKeys;

/// The name of the token with which the user's own page answers.
pub const PAGE_TOKEN: &str = "ui";

/// One entry of the setting `approvers`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ApproverRule {
    /// Who: `terminal`, `command`, `local`, `page`, `client`, `token`, `key`, `link`, `*`; some
    /// with a name, such as `local:ann` and `key:ann`.
    pub who: Vec<String>,
    /// Names of tools with `*`, or rules such as `Bash(git push *)`, which must cover all
    /// that the call does; empty: all tools, and what is not about a tool.
    pub tools: Vec<String>,
    /// Keys of choices; empty: all.
    pub choices: Vec<String>,
}

/// What an answer is about, as far as it matters who gives it.
#[derive(Debug, Clone, Copy)]
pub struct AnswerSubject<'a> {
    /// What the request is about.
    pub kind: ApprovalKind,
    /// The tool, where it is about a call.
    pub tool: Option<&'a str>,
    /// The input of the call.
    pub input: &'a Json,
    /// The working directory of the call.
    pub cwd: Option<&'a str>,
}

impl<'a> AnswerSubject<'a> {
    /// The same call with another input.
    #[must_use]
    pub fn with_input(self, input: &'a Json) -> Self {
        Self { input, ..self }
    }
}

impl<'a> From<&'a Approval> for AnswerSubject<'a> {
    fn from(approval: &'a Approval) -> Self {
        Self {
            kind: approval.kind,
            tool: approval.tool.as_deref(),
            input: &approval.input,
            cwd: approval.cwd.as_deref(),
        }
    }
}

impl<'a> From<&'a NewApproval> for AnswerSubject<'a> {
    fn from(new: &'a NewApproval) -> Self {
        Self {
            kind: new.kind,
            tool: new.tool.as_deref(),
            input: &new.input,
            cwd: new.cwd.as_deref(),
        }
    }
}

/// Who may answer what: an answer needs an entry in each list.
///
/// Without a list the local user may, also in the user's page, the client whose own session
/// asks, who shows a key, and who was sent a one-time link. A token of another name may not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Approvers {
    lists: Vec<Vec<ApproverRule>>,
    keys: ApprovalKeys,
}

impl Approvers {
    /// Anyone who has access to the user's own account, their keys and their links.
    #[must_use]
    pub fn usual() -> Self {
        Self::default()
    }

    /// Adds a list; an answer must be allowed by all of them.
    #[must_use]
    pub fn list(mut self, rules: Vec<ApproverRule>) -> Self {
        self.lists.push(rules);
        self
    }

    /// Says which keys count, where an answer of another process is looked at again.
    #[must_use]
    pub fn keys(mut self, keys: ApprovalKeys) -> Self {
        self.keys = keys;
        self
    }

    /// Whether the answer that a request has counts here: the process that took it may have
    /// had other settings.
    #[must_use]
    pub(crate) fn accept(&self, ended: &Approval) -> bool {
        let Some(answer) = &ended.answer else {
            return false;
        };
        let who = answer.answerer();
        let is_shown = match (&who.identity, &ended.key_digest) {
            (AnswererIdentity::Key(owner), Some(digest)) => self.keys.have(owner.name(), digest),
            (AnswererIdentity::Key(_), None) => false,
            _ => true,
        };
        let about = AnswerSubject::from(ended);
        let choice = ended.choice(&answer.choice);
        let edited = answer.input.as_ref();
        let edited = edited.filter(|_| choice.is_some_and(|one| one.kind == ChoiceKind::Edit));
        is_shown
            && self.allows(&who, about, &answer.choice)
            && edited.is_none_or(|input| self.allows(&who, about.with_input(input), &answer.choice))
    }

    /// Whether somebody may answer a request with this choice, wherever they are.
    #[must_use]
    pub fn may_answer(&self, who: &AnswererIdentity, approval: &Approval, choice: &str) -> bool {
        let who = Answerer::new(who.clone(), "");
        self.allows(&who, approval.into(), choice)
    }

    /// Whether an answerer may give this answer.
    #[must_use]
    pub fn allows(&self, who: &Answerer, about: AnswerSubject<'_>, choice: &str) -> bool {
        if self.lists.is_empty() {
            return match &who.identity {
                AnswererIdentity::Token(name) => name == PAGE_TOKEN,
                _ => true,
            };
        }
        let allows = |rule: &ApproverRule| rule.allows(who, about, choice);
        self.lists.iter().all(|list| list.iter().any(allows))
    }
}

impl ApproverRule {
    fn allows(&self, who: &Answerer, about: AnswerSubject<'_>, choice: &str) -> bool {
        // Questions and elicitations have keys of their own, whose meaning nobody knows: an
        // entry that says what may be answered to a call is not for them.
        let has_choice = self.choices.is_empty()
            || about.kind == ApprovalKind::ToolCall && self.choices.iter().any(|key| key == choice);
        self.who.iter().any(|word| names(word, who))
            && (self.tools.is_empty() || self.covers(about))
            && has_choice
    }

    /// Whether the tools of this entry cover a call: by a name, or all rules together.
    fn covers(&self, about: AnswerSubject<'_>) -> bool {
        let Some(tool) = about.tool else {
            return self.tools.iter().any(|pattern| pattern == "*");
        };
        let is_named = |pattern: &String| Wildcards::Star.fit(pattern, tool);
        self.tools.iter().any(is_named) || self.rules_cover(tool, about)
    }

    fn rules_cover(&self, tool: &str, about: AnswerSubject<'_>) -> bool {
        let mut permissions = Permissions::default();
        for text in self.tools.iter().filter(|text| text.contains('(')) {
            if let Ok(rule) = Rule::parse(text) {
                permissions.add_rule(Behavior::Allow, rule, PermissionSource::by_host());
            }
        }
        if permissions.rules(Behavior::Allow).next().is_none() {
            return false;
        }
        let aliases = Aliases::default();
        let places = PathRoots::at(Path::new(about.cwd.unwrap_or("/")));
        let input: &Value = about.input.as_value();
        let subject = Subject::new(tool, input, &aliases, &places);
        permissions.allowing(&subject).is_some()
    }
}

/// Whether a word of `who` names an answerer.
fn names(word: &str, who: &Answerer) -> bool {
    let is_local = matches!(who.identity, AnswererIdentity::Local(_));
    match word {
        "*" => true,
        "terminal" => is_local && who.place == "terminal",
        "command" => is_local && who.place == "command line",
        "page" => who.identity == AnswererIdentity::Token(PAGE_TOKEN.to_owned()),
        _ => word == kind_of(&who.identity) || word == who.identity.to_string(),
    }
}

fn kind_of(who: &AnswererIdentity) -> &'static str {
    match who {
        AnswererIdentity::Local(_) => "local",
        AnswererIdentity::Client(_) => "client",
        AnswererIdentity::Token(_) => "token",
        AnswererIdentity::Key(_) => "key",
        AnswererIdentity::Link => "link",
    }
}
