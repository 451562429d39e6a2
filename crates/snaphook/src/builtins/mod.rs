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
//! | `deny_commands` | PreToolUse | permission rules (`Bash(rm *)`), or what stands in them (`rm *`): a command that is known to match is denied; where one could match because a part of the line is unknown, a person is asked, and told which part |
//! | `redact_secrets` | PostToolUse | none: keys of well-known shapes in a result are replaced |
//! | `require_intent` | PreToolUse | tools that need an intent; none: those that change something |
//!
//! The command has them all; a host takes [`shipped`], or some of them.

mod deny_commands;
mod deny_paths;
mod log;
mod redact;
mod require_intent;
mod words;

use snaphook_exec::{Builtin, Builtins};

/// All builtins that ship, ready for [`EngineBuilder::builtins`].
///
/// [`EngineBuilder::builtins`]: crate::EngineBuilder::builtins
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use snaphook::{Engine, Input, builtins};
///
/// let engine = Engine::builder()
///     .builtins(builtins::shipped())
///     .settings_json(r#"{ "hooks": { "PreToolUse": [ { "hooks": [
///         { "type": "builtin", "command": "deny_paths", "args": [".env"] } ] } ] } }"#)
///     .build()?;
/// let call = Input::parse(r#"{ "hook_event_name": "PreToolUse", "cwd": "/repo",
///     "tool_name": "Bash", "tool_input": { "command": "cat config/.env | wc -l" } }"#)?;
/// assert!(engine.execute(call).await.blocked);
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn shipped() -> Builtins {
    let builtins = Builtins::default();
    let all: [(&str, Builtin); 5] = [
        ("log", Builtin::new(log::run)),
        ("deny_paths", Builtin::new(deny_paths::run)),
        ("deny_commands", Builtin::new(deny_commands::run)),
        ("redact_secrets", Builtin::new(redact::run)),
        ("require_intent", Builtin::new(require_intent::run)),
    ];
    for (name, builtin) in all {
        // Only a builtin without a name is refused.
        let _ = builtins.register(name, builtin);
    }
    builtins
}
