//! What reads well and still does not do what its author meant.
//!
//! The loader finds what cannot be read; these look at hooks that were read.
//! Each is sure of its case: where a path or a word cannot be known, it says
//! nothing.
//!
//! | code | severity | when |
//! |---|---|---|
//! | `matcher-ignored` | warning | a matcher on an event that matches on nothing |
//! | `matcher-never-matches` | warning | a matcher, or a name in its list, that no value can be (a hint where the values are an open set) |
//! | `if-never-runs` | warning | an `if` on an event where conditions are not evaluated |
//! | `if-never-true` | warning | an `if` on a tool that the matcher never lets through, or that is no tool |
//! | `guard-fails-open` | hint | a command that may refuse a tool call and does not say what its failure means |
//! | `rule-without-arguments` | hint | a rule that denies a command, or asks about it, only without any arguments |
//! | `on-failure-ignored` | warning | `"onFailure": "block"` on an event where it has no effect, or on a hook in the background |
//! | `script-missing` | warning | the script that a command names is not there |
//! | `script-not-executable` | warning | it is there and cannot be run |
//! | `timeout-in-milliseconds` | warning | 5000 seconds |
//! | `timeout-too-long` | hint | a timeout longer than its event can last |
//! | `worker-pool-ignored` | warning | a `workerPool` of a command that is no worker |
//! | `url-unusable` | error | an http hook whose URL can never be called |
//! | `url-not-encrypted` | warning | an http hook that sends its input over the internet in the clear |
//! | `secret-in-settings` | warning | a header that holds a key itself, not a variable |
//! | `variable-not-allowed` | warning | a variable in a header that the hook does not allow: it becomes nothing |
//! | `variable-not-set` | hint | an allowed variable that nobody has set |
//! | `type-not-runnable` | warning | a type of hook that the program cannot run |
//! | `model-without-key` | hint | a hook that asks a language model to which there is no key in the environment |
//! | `duplicate` | warning | the same hook twice, under the same matcher |

mod conditions;
mod denied;
mod duplicates;
mod guards;
mod helpers;
#[cfg(feature = "lint-urls")]
mod http;
mod kinds;
mod matchers;
mod models;
mod pass;
mod scripts;
#[cfg(feature = "lint-urls")]
mod secrets;
mod timeouts;
mod tools;
mod types;
mod values;
mod words;

#[cfg(test)]
mod testing;

pub use pass::{Files, Found, LintContext, lint};
pub(crate) use tools::tool_pattern;
