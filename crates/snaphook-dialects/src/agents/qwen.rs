//! Qwen Code: Claude Code's form with Gemini's tools. Timeouts from 1000 on are
//! milliseconds, as older versions wrote them.

use snaphook_agents::HostSpec;

use crate::agent::AgentData;

pub(super) static QWEN: AgentData = AgentData {
    folders: &[".qwen"],
    milliseconds_from: Some(1000),
    ..AgentData::new(
        "qwen",
        HostSpec {
            tool_aliases: &[
                ("Bash", "Shell"),
                ("Read", "ReadFile"),
                ("Write", "WriteFile"),
                ("Edit", "Edit"),
                ("Grep", "Grep"),
                ("Glob", "Glob"),
            ],
            variables: &["CLAUDE_", "SNAPHOOK_", "QWEN_", "GEMINI_"],
            ..HostSpec::like_claude("qwen")
        },
    )
};
