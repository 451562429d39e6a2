//! Who may answer what.

use snaphook_rules::Wildcards;

use crate::answer::AnswererIdentity;
use crate::approval::{Approval, ApprovalKind};

/// The name of the token with which the user's own page answers.
pub const PAGE_TOKEN: &str = "ui";

/// One entry of the setting `approvers`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ApproverRule {
    /// Identities: `local`, `local:ann`, `client`, `token:NAME`, `link`, `*`.
    pub who: Vec<String>,
    /// Names of tools with `*`; empty: all tools, and what is not about a tool.
    pub tools: Vec<String>,
    /// Keys of choices; empty: all.
    pub choices: Vec<String>,
}

/// Who may answer what: an answer needs an entry in each list.
///
/// Without a list the local user may, also in the user's page, the client whose own session
/// asks, and who was sent a one-time link. A token of another name may not.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Approvers {
    lists: Vec<Vec<ApproverRule>>,
}

impl Approvers {
    /// Anyone who has access to the user's own account, and their links.
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

    /// Whether somebody may answer a request with this choice.
    #[must_use]
    pub fn may_answer(&self, who: &AnswererIdentity, approval: &Approval, choice: &str) -> bool {
        if self.lists.is_empty() {
            return match who {
                AnswererIdentity::Local(_)
                | AnswererIdentity::Client(_)
                | AnswererIdentity::Link => true,
                AnswererIdentity::Token(name) => name == PAGE_TOKEN,
            };
        }
        let allows = |rule: &ApproverRule| rule.allows(who, approval, choice);
        self.lists.iter().all(|list| list.iter().any(allows))
    }
}

impl ApproverRule {
    fn allows(&self, who: &AnswererIdentity, approval: &Approval, choice: &str) -> bool {
        let (kind, full) = (kind_of(who), who.to_string());
        let is_named = |name: &String| name == "*" || *name == kind || *name == full;
        let tool = approval.tool.as_deref();
        let covers = |pattern: &String| match tool {
            Some(tool) => Wildcards::Star.fit(pattern, tool),
            None => pattern == "*",
        };
        // Questions and elicitations have keys of their own.
        let has_choice = self.choices.is_empty()
            || approval.kind != ApprovalKind::ToolCall
            || self.choices.iter().any(|key| key == choice);
        self.who.iter().any(is_named)
            && (self.tools.is_empty() || self.tools.iter().any(covers))
            && has_choice
    }
}

fn kind_of(who: &AnswererIdentity) -> &'static str {
    match who {
        AnswererIdentity::Local(_) => "local",
        AnswererIdentity::Client(_) => "client",
        AnswererIdentity::Token(_) => "token",
        AnswererIdentity::Link => "link",
    }
}
