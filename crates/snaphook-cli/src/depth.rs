//! Limits how deep commands may start each other through hooks. A hook that runs
//! `snaphook fire` with its own settings would start itself without end, so a variable
//! counts the depth for hooks and their children.

use std::ffi::OsString;

use crate::error::CommandError;

const VARIABLE: &str = "SNAPHOOK_DEPTH";
/// The session that a bridge is answering for: agent and session.
const BRIDGE: &str = "SNAPHOOK_BRIDGE";
/// The deepest level that is useful.
const DEEPEST: u32 = 8;

/// The number of commands around this one, from the environment; else 0.
fn depth() -> u32 {
    let said = std::env::var(VARIABLE).ok();
    said.and_then(|text| text.parse().ok()).unwrap_or_default()
}

/// The environment of this process, for hooks.
pub(crate) fn variables() -> Vec<(OsString, OsString)> {
    let deeper = depth().saturating_add(1).to_string();
    let own = std::env::vars_os().filter(|(name, _)| name != VARIABLE);
    own.chain([(VARIABLE.into(), deeper.into())]).collect()
}

/// Ends a bridge that was started by a hook of the very session that it is asked about.
/// Returns the variable that says so to the hooks of this one.
pub(crate) fn refuse_bridge_loop(
    agent: &str,
    session: &str,
) -> Result<(OsString, OsString), CommandError> {
    let own = format!("{agent}/{session}");
    if std::env::var(BRIDGE).is_ok_and(|outer| outer == own) {
        return Err(CommandError::new(
            "a hook started `snaphook hook` on the session that it was run for; nothing was run",
        )
        .help("remove `snaphook hook` from the settings that snaphook itself reads"));
    }
    Ok((BRIDGE.into(), own.into()))
}

/// Ends a loop.
pub(crate) fn refuse_loop() -> Result<(), CommandError> {
    if depth() < DEEPEST {
        return Ok(());
    }
    Err(CommandError::new(format!(
        "hooks that start snaphook are nested {DEEPEST} levels deep; nothing was run"
    ))
    .help(
        "a hook that calls snaphook must not start itself; give it other settings with \
        `snaphook fire --settings FILE`",
    ))
}
