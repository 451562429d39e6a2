//! Hooks that decide in process, without a command: rules, and policies in Cedar and Rego.
//!
//! | module | holds |
//! |---|---|
//! | `decision` | [`PolicyDecision`]: what such a hook may decide, and how an event is told |
//! | `engines` | the kinds `cedar` and `rego`: folders of policies |
//! | `rule` | the kind `rule`: one decision |

mod decision;
#[cfg_attr(
    not(any(feature = "cedar", feature = "rego")),
    expect(dead_code, reason = "what engines share, in a build without any")
)]
mod engines;
mod rule;

pub use decision::{DecisionError, PolicyDecision};
pub use engines::{CedarKind, PolicyDef, PolicyError, PolicySpec, RegoKind};
pub use rule::{RuleDef, RuleFactory, RuleKind, RuleSpec};
