//! What a permission rule covers beside the tool that it names.
//!
//! A rule of `Edit` is for every tool that edits files, one of `Read` for every
//! tool that reads them, and what may not be read may not be edited either. The
//! `if` of a hook stays with the tool that it names.
//!
//! | rule | deny | ask | allow |
//! |---|---|---|---|
//! | `Edit(path)` | tools that edit | tools that edit | tools that edit |
//! | `Read(path)` | tools that read or edit | tools that read | tools that read |
//! | `Edit`, `Read` | tools that edit, that read | tools that edit, that read | that tool |

use snaphook_core::permission::Behavior;
use snaphook_core::tool::ToolClass;

use crate::tested::{no, yes};
use crate::tested_subject::test_path;
use crate::{Rule, RuleTest, RuleTestReason, Subject};

/// The tools whose path rules cover all tools that edit, or read.
const EDITS: &str = "Edit";
const READS: &str = "Read";

impl Rule {
    /// Tests the rule as a permission rule, which covers more tools than the
    /// `if` of a hook with the same text.
    pub fn test_as(&self, behavior: Behavior, subject: &Subject<'_>) -> RuleTest {
        if behavior == Behavior::Allow && self.is_for_any_tool() {
            return no(RuleTestReason::OtherTool);
        }
        if self.names(subject.tool_name(), subject.aliases()) {
            return self.test(subject);
        }
        if !self.covers_class(behavior, subject) {
            return no(RuleTestReason::OtherTool);
        }
        match self.compiled() {
            Some(content) => test_path(content, self.base(), subject),
            None => yes(RuleTestReason::EveryUse),
        }
    }

    fn covers_class(&self, behavior: Behavior, subject: &Subject<'_>) -> bool {
        let is = |tool: &str| self.names(tool, subject.aliases());
        let (edits, reads) = (is(EDITS), is(READS));
        if !edits && !reads {
            return false;
        }
        let has_path = self.content().is_some();
        match subject.class() {
            ToolClass::Edit if edits => has_path || behavior != Behavior::Allow,
            ToolClass::Read if reads => has_path || behavior != Behavior::Allow,
            ToolClass::Edit => has_path && behavior == Behavior::Deny,
            _ => false,
        }
    }
}
