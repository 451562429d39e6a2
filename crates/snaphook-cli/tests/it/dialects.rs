//! Dialects, through the command.
//!
//! | statement | test |
//! |---|---|
//! | `.gen/` and agent files are found, and a line says which dialect was taken | `recognition::*` |
//! | a file that is named is recognised by its place or what is in it | `recognition::a_file_that_is_named_…` |
//! | a project cannot switch off the hooks of the user or the organisation | `recognition::a_project_does_not_…` |
//! | project hooks need trust in every dialect | `commands::trust_is_needed_…` |
//! | `check`, `explain`, `list`, `test` | `commands::*` |
//! | timeouts: gen 600 s, also SessionEnd; cagent 60 s | `commands::list_shows_the_timeouts_…` |
//! | gen: several `--settings` replace each other | `commands::named_files_replace_…` |
//! | `--native`; own and canonical names of events | `commands::fire_takes_…`, `commands::native_…` |
//! | cagent: `--agent`, unknown, not clear, no agents at all | `agents::*` |

mod agents;
mod commands;
mod recognition;

use crate::common::Folder;

const GEN: &str = r#"{"hooks": {"PreToolUse": [{"matcher": "Bash(git:*)", "hooks": [
    {"name": "no-git", "command": "cat >/dev/null; echo 'no git here' >&2; exit 2"}]}]}}"#;

const AGENT: &str = "\
agents:
  root:
    hooks:
      pre_tool_use:
        matcher: shell
        hooks:
          name: no-shell
          type: command
          command: cat >/dev/null; echo 'no shell here' >&2; exit 2
";

/// A home with a project in `p`, which has this file.
fn project_with(file: &str, text: &str) -> Folder {
    Folder::with(&format!("p/{file}"), text)
}
