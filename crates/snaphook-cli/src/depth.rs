//! Commands within hooks of commands. A hook that calls `snaphook fire` on the very
//! settings it stands in would start itself again and again; hooks are told how deep
//! they are, and so is whatever they start.

use std::ffi::OsString;

use crate::error::CommandError;

const VARIABLE: &str = "SNAPHOOK_DEPTH";
/// Nobody means to go deeper.
const DEEPEST: u32 = 8;

/// How many commands this one is within; none where nobody says so.
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

/// Ends a loop.
pub(crate) fn refuse_loop() -> Result<(), CommandError> {
    if depth() < DEEPEST {
        return Ok(());
    }
    Err(CommandError::new(format!(
        "hooks have started snaphook {DEEPEST} times within each other; nothing was run"
    ))
    .help("a hook that calls snaphook must not meet itself: let it name other settings, as in `snaphook fire --settings FILE`"))
}
