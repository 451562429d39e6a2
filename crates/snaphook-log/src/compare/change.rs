//! The differences that a replay reports.

use std::fmt;

use serde_json::{Value, json};

/// One difference between a logged outcome and a new one.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum OutcomeChange {
    /// The event was not blocked, and is now.
    NowBlocked {
        /// The hooks that block.
        by: Vec<String>,
        /// What they say.
        reason: Option<String>,
    },
    /// The event was blocked, and no longer is.
    NoLongerBlocked {
        /// The hooks that blocked.
        by: Vec<String>,
    },
    /// Another decision, neither being a block.
    Decision {
        /// What came of it then.
        from: String,
        /// What comes of it now.
        to: String,
    },
    /// The tool's input or output is rewritten differently.
    Rewrite {
        /// Which of them.
        what: RewrittenField,
        /// To what it was rewritten.
        from: Option<Value>,
        /// To what it is rewritten.
        to: Option<Value>,
    },
    /// Another decision, or a text for the model or the user, differs: the
    /// outcome's field.
    Field(&'static str),
    /// A hook takes part that did not.
    NowRuns {
        /// The hook.
        hook: String,
    },
    /// A hook took part and does not any more.
    NoLongerRuns {
        /// The hook.
        hook: String,
        /// Why not.
        why: String,
    },
    /// A hook answers differently.
    Answer {
        /// The hook.
        hook: String,
        /// Its status then.
        from: String,
        /// Its status now.
        to: String,
    },
}

/// What a hook may rewrite.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RewrittenField {
    /// The tool's input.
    Input,
    /// The tool's output.
    Output,
}

impl OutcomeChange {
    /// A stable word for programs.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Self::NowBlocked { .. } => "nowBlocked",
            Self::NoLongerBlocked { .. } => "noLongerBlocked",
            Self::Decision { .. } => "decision",
            Self::Rewrite { .. } => "rewrite",
            Self::Field(_) => "said",
            Self::NowRuns { .. } => "nowRuns",
            Self::NoLongerRuns { .. } => "noLongerRuns",
            Self::Answer { .. } => "answer",
        }
    }

    /// The hooks it is about.
    #[must_use]
    pub fn hooks(&self) -> Vec<&str> {
        match self {
            Self::NowBlocked { by, .. } | Self::NoLongerBlocked { by } => {
                by.iter().map(String::as_str).collect()
            }
            Self::NowRuns { hook }
            | Self::NoLongerRuns { hook, .. }
            | Self::Answer { hook, .. } => {
                vec![hook]
            }
            Self::Decision { .. } | Self::Rewrite { .. } | Self::Field(_) => Vec::new(),
        }
    }

    /// The change for programs.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let mut json = match self {
            Self::NowBlocked { by, reason } => json!({"by": by, "reason": reason}),
            Self::NoLongerBlocked { by } => json!({"by": by}),
            Self::Decision { from, to } => json!({"from": from, "to": to}),
            Self::Rewrite { what, from, to } => {
                let what = match what {
                    RewrittenField::Input => "updatedInput",
                    RewrittenField::Output => "updatedToolOutput",
                };
                json!({"what": what, "from": from, "to": to})
            }
            Self::Field(field) => json!({"field": field}),
            Self::NowRuns { hook } => json!({"hook": hook}),
            Self::NoLongerRuns { hook, why } => json!({"hook": hook, "why": why}),
            Self::Answer { hook, from, to } => json!({"hook": hook, "from": from, "to": to}),
        };
        json["kind"] = self.code().into();
        json["message"] = self.to_string().into();
        json
    }
}

impl fmt::Display for OutcomeChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let by = |by: &[String]| match by.is_empty() {
            true => String::new(),
            false => format!(" by {}", by.join(", ")),
        };
        match self {
            Self::NowBlocked { by: hooks, reason } => {
                write!(f, "now blocked{}", by(hooks))?;
                reason.iter().try_for_each(|reason| write!(f, ": {reason}"))
            }
            Self::NoLongerBlocked { by: hooks } => {
                write!(f, "no longer blocked (it was{})", by(hooks))
            }
            Self::Decision { from, to } => write!(f, "the decision was `{from}` and is `{to}`"),
            Self::Rewrite { what, from, to } => {
                let what = match what {
                    RewrittenField::Input => "the tool's input",
                    RewrittenField::Output => "the tool's output",
                };
                match (from, to) {
                    (Some(_), None) => write!(f, "{what} is no longer rewritten"),
                    (None, Some(to)) => write!(f, "{what} is now rewritten to {to}"),
                    (Some(from), Some(to)) => {
                        write!(f, "{what} was rewritten to {from} and is to {to}")
                    }
                    (None, None) => write!(f, "{what} is as it was"),
                }
            }
            Self::Field(field) => write!(f, "`{field}` differs"),
            Self::NowRuns { hook } => write!(f, "{hook} now runs"),
            Self::NoLongerRuns { hook, why } => write!(f, "{hook} no longer runs: {why}"),
            Self::Answer { hook, from, to } => write!(f, "{hook} was `{from}` and is `{to}`"),
        }
    }
}
