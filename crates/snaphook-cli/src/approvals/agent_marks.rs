//! Refuses to let an agent approve its own calls. Agents mark the programs that they start by
//! variables; a program that takes these out of its own environment still has parents that
//! had them. An agent that goes out of its way can get around this, as the page of the book
//! says: `approvers` with a key, or a deny rule, is what to rely on.

use std::ffi::OsString;

use snaphook_approvals::Approval;

use crate::error::CommandError;

/// The variables by which agents mark what they start.
const MARKS: &[&str] = &[
    "AI_AGENT",
    "AUGMENT_AGENT",
    "CLAUDECODE",
    "CLINE_ACTIVE",
    "CODEX_SANDBOX",
    "CODEX_SANDBOX_NETWORK_DISABLED",
    "COPILOT_CLI",
    "CURSOR_AGENT",
    "GEMINI_CLI",
    "GOOSE_TERMINAL",
    "OPENCODE",
    "QWEN_CODE",
    "SNAPHOOK_BRIDGE",
];

/// Refuses an answer that lets something run, given from within an agent.
pub(super) fn refuse_agents(approval: &Approval) -> Result<(), CommandError> {
    const HELP: &str = "answer in a terminal that no agent started, in the page, or with a key \
                        (`--key-file`)";
    if let Some(why) = started_by_agent() {
        return Err(CommandError::new(why).help(HELP));
    }
    if approval.is_asked_by_ancestor() {
        let why = "the process that asks started this command, so it may not answer";
        return Err(CommandError::new(why).help(HELP));
    }
    Ok(())
}

/// Says that an agent has started this program, if one has.
pub(crate) fn started_by_agent() -> Option<String> {
    let mark = own_mark().or_else(marks_above::mark)?;
    Some(format!(
        "an agent may not approve calls, and `{mark}` says that an agent started this program"
    ))
}

fn own_mark() -> Option<&'static str> {
    let is_set =
        |name: &&&str| std::env::var_os(name).is_some_and(|value: OsString| !value.is_empty());
    MARKS.iter().find(is_set).copied()
}

/// The environments of the processes that started this one.
#[cfg(target_os = "linux")]
mod marks_above {
    use std::path::Path;

    use super::MARKS;

    /// More processes above one another are not looked at.
    const MOST: usize = 256;

    pub(super) fn mark() -> Option<&'static str> {
        let mut pid = parent(Path::new("/proc/self/stat"))?;
        for _ in 0..MOST {
            let folder = Path::new("/proc").join(pid.to_string());
            // That of another user cannot be read, and no agent of this user is above it.
            let env = std::fs::read(folder.join("environ")).unwrap_or_default();
            let is_set = |name: &&&str| {
                let mut entries = env.split(|byte| *byte == 0);
                entries.any(|entry| {
                    let value = entry.strip_prefix(name.as_bytes());
                    value.is_some_and(|value| value.len() > 1 && value[0] == b'=')
                })
            };
            if let Some(mark) = MARKS.iter().find(is_set) {
                return Some(mark);
            }
            pid = parent(&folder.join("stat"))?;
        }
        None
    }

    fn parent(stat: &Path) -> Option<u32> {
        let stat = std::fs::read_to_string(stat).ok()?;
        // The name before may hold anything, blanks and parentheses too.
        let (_, rest) = stat.rsplit_once(')')?;
        let parent = rest.split_whitespace().nth(1)?.parse().ok()?;
        (parent > 0).then_some(parent)
    }
}

/// Elsewhere the environments of other processes cannot be read.
#[cfg(not(target_os = "linux"))]
mod marks_above {
    pub(super) fn mark() -> Option<&'static str> {
        None
    }
}
