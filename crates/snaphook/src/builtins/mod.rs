//! Builtins that ship: hooks that settings call by name, and real examples of
//! function hooks.
//!
//! ```json
//! { "hooks": { "PreToolUse": [ { "hooks": [
//!     { "type": "builtin", "command": "deny_paths", "args": [".env", "secrets/**"], "onFailure": "block" },
//!     { "type": "builtin", "command": "deny_commands", "args": ["rm -rf *", "Bash(git push *)"] } ] } ] } }
//! ```
//!
//! | name | on | args |
//! |---|---|---|
//! | `log` | any event | the file: a JSON line per event is added to it |
//! | `deny_paths` | PreToolUse | patterns of files that no tool may touch, as in permission rules; a person is asked where a part of a command cannot be read |
//! | `deny_commands` | PreToolUse | permission rules (`Bash(rm *)`), or the content of them (`rm *`): a command that is known to match is denied; where one could match because a part of the line is unknown, a person is asked, and told which part |
//! | `redact_secrets` | PostToolUse | none: keys of well-known shapes in a result are replaced |
//! | `require_intent` | PreToolUse | tools that need an intent; none: those that change something |
//!
//! The command has them all; a host takes [`shipped`], or some of them.

mod deny_commands;
mod deny_paths;
mod error;
mod log;
mod redact;
mod require_intent;
mod shipped;
mod words;

pub use shipped::shipped;
