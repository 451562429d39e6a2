//! The table of all builtins that ship.

use snaphook_core::kind::SHIPPED_BUILTINS;
use snaphook_exec::{BuiltinFunction, Builtins};

use super::{deny_commands, deny_paths, log, redact, require_intent};

/// All builtins that ship, ready for [`EngineBuilder::builtins`].
///
/// [`EngineBuilder::builtins`]: crate::EngineBuilder::builtins
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// use snaphook::prelude::*;
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
    let all: [(&str, BuiltinFunction); SHIPPED_BUILTINS.len()] = [
        ("log", BuiltinFunction::new(log::run)),
        ("deny_paths", BuiltinFunction::new(deny_paths::run)),
        ("deny_commands", BuiltinFunction::new(deny_commands::run)),
        ("redact_secrets", BuiltinFunction::new(redact::run)),
        ("require_intent", BuiltinFunction::new(require_intent::run)),
    ];
    for (name, builtin) in all {
        // Only a builtin without a name is refused.
        let _ = builtins.register(name, builtin);
    }
    builtins
}
