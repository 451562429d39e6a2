//! Kiro: hook files of version 1, and the hooks in agent files of its command line 2.x.

use snaphook_agents::{AnswerForm, HostSpec, MatcherKind};
use snaphook_core::dialect::Strategy;

use crate::agent::{AgentData, Layout};

const HOST: HostSpec = HostSpec {
    answer: AnswerForm::NONE,
    text_is_context: &["SessionStart", "UserPromptSubmit"],
    strategy: Strategy::OneByOne,
    ..HostSpec::like_claude("kiro")
};

pub(super) static KIRO: AgentData = AgentData {
    layout: Layout::Named("trigger"),
    folders: &[".kiro"],
    ..AgentData::new("kiro", HOST)
};

pub(super) static KIRO_CLI: AgentData = AgentData {
    layout: Layout::Flat,
    folders: &[".kiro"],
    keys: &[("timeout_ms", "timeout")],
    milliseconds: &["timeout_ms"],
    own_keys: &["timeout_ms", "cache_ttl_seconds"],
    events: &[
        ("agentSpawn", "SessionStart"),
        ("userPromptSubmit", "UserPromptSubmit"),
        ("preToolUse", "PreToolUse"),
        ("postToolUse", "PostToolUse"),
        ("stop", "Stop"),
    ],
    without_own_places: true,
    user_files: &[".kiro/agents/*.json"],
    project_files: &[".kiro/agents/*.json"],
    ..AgentData::new(
        "kiro-cli",
        HostSpec {
            event_values: &[
                ("SessionStart", "agentSpawn"),
                ("UserPromptSubmit", "userPromptSubmit"),
                ("PreToolUse", "preToolUse"),
                ("PostToolUse", "postToolUse"),
                ("Stop", "stop"),
            ],
            matchers: Some(MatcherKind::Glob),
            event_timeouts: &[
                ("SessionStart", 30),
                ("UserPromptSubmit", 30),
                ("PreToolUse", 30),
                ("PostToolUse", 30),
                ("Stop", 30),
            ],
            ..HOST
        },
    )
};
