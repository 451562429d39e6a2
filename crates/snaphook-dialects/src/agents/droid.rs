//! Factory Droid: Claude Code's form, with the events at the root of the file, and an
//! expression for the command of a group.

use snaphook_agents::HostSpec;

use crate::agent::{AgentData, Layout};

pub(super) static DROID: AgentData = AgentData {
    layout: Layout::RootGroups,
    folders: &[".factory"],
    user_files: &[".factory/settings.json"],
    project_files: &[".factory/settings.json"],
    ..AgentData::new(
        "droid",
        HostSpec {
            text_is_context: &["SessionStart", "UserPromptSubmit"],
            variables: &["CLAUDE_", "SNAPHOOK_", "FACTORY_", "DROID_"],
            ..HostSpec::like_claude("droid")
        },
    )
};
