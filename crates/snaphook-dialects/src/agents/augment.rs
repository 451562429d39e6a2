//! Augment: Claude Code's form, with timeouts in milliseconds.

use snaphook_agents::HostSpec;

use crate::agent::AgentData;

pub(super) static AUGMENT: AgentData = AgentData {
    folders: &[".augment"],
    user_files: &[".augment/settings.local.json"],
    project_files: &[".augment/settings.local.json"],
    ..AgentData::new(
        "augment",
        HostSpec {
            variables: &["CLAUDE_", "SNAPHOOK_", "AUGMENT_"],
            ..HostSpec::like_claude("augment")
        },
    )
};
