//! What reads well and still does not do what its author meant.
//!
//! The loader finds what cannot be read; these look at hooks that were read.
//! Each is sure of its case: where a path or a word cannot be known, it says
//! nothing. Each kind of handlers has lints of its own
//! ([`snaphook_core::kind::KindSpec::lint`]); the others are these:
//!
//! | code | severity | when |
//! |---|---|---|
//! | `matcher-ignored` | warning | a matcher on an event that matches on nothing |
//! | `name-of-other-agent` | hint | a matcher or a rule names a tool as another agent does |
//! | `matcher-never-matches` | warning | a matcher, or a name in its list, that no value can be (a hint where the values are an open set) |
//! | `if-never-runs` | warning | an `if` on an event where conditions are not evaluated |
//! | `if-never-true` | warning | an `if` on a tool that the matcher never lets through, or that is not a tool |
//! | `once-outside-skill` | hint | `once` where other programs do not know it |
//! | `guard-fails-open` | hint | a command that looks as if it denied tool calls, and does not say what its failure means |
//! | `failure-not-decided` | hint | other commands that are before tool calls and do not say it, once for all files |
//! | `bash-syntax` | warning | syntax of bash in a command that another shell runs |
//! | `variable-never-set` | warning | a variable that examples use and no agent sets |
//! | `rule-without-arguments` | hint | a rule that denies a command, or asks about it, only without any arguments |
//! | `on-failure-ignored` | warning | `"onFailure": "block"` on an event where it has no effect, or on a hook in the background |
//! | `script-missing` | warning | the script that a command names is not there |
//! | `script-not-executable` | warning | it is there and cannot be run |
//! | `timeout-in-milliseconds` | warning | 5000 seconds |
//! | `timeout-too-long` | hint | a timeout longer than its event can last |
//! | `type-not-runnable` | warning | a type of hook that the program cannot run |
//! | `duplicate` | warning | the same hook twice, under the same matcher |

mod commands;
mod conditions;
mod denied;
mod duplicates;
mod expressions;
mod guards;
mod helpers;
mod kinds;
mod matchers;
mod once;
mod pass;
mod scripts;
mod timeouts;
mod types;
mod values;
mod words;

#[cfg(test)]
mod testing;

pub use pass::{Files, FoundPath, LintContext, lint};
