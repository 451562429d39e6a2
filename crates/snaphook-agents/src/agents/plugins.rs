//! Agents whose hooks are JavaScript: opencode, Kilo, pi and Amp. A plugin of our own
//! pipes canonical events to one kept process and does what it answers.

use crate::agent::AgentSpec;
use crate::configuration::{ConfigFile, ConfigForm, Configuration};
use crate::contract::Ability::{Context, Deny, KeepGoing, RewriteInput, RewriteOutput};
use crate::contract::{Contract, EventContract, HookTimeout, MatcherKind};
use crate::encode::plugin;
use crate::install::{InstallSpec, MovedFolder, moved};
use crate::plugin::{AMP as AMP_PLUGIN, OPENCODE as OPENCODE_PLUGIN, OPENCODE_2, PI as PI_PLUGIN};
use crate::tool::ToolSpec;

const OPENCODE_EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", &[]),
    EventContract::new("UserPromptSubmit", &[Deny, Context]),
    EventContract::new("PreToolUse", &[Deny, RewriteInput]),
    EventContract::new("PostToolUse", &[Context, RewriteOutput]),
    EventContract::new("PreCompact", &[Context]).documented(),
    EventContract::new("Stop", &[]),
    EventContract::new("SessionEnd", &[]).documented(),
];

const OPENCODE_2_EVENTS: &[EventContract] = &[
    EventContract::new("UserPromptSubmit", &[Deny, Context]).documented(),
    EventContract::new("PreToolUse", &[Deny, RewriteInput]).documented(),
    EventContract::new("PostToolUse", &[]).documented(),
    EventContract::new("PostToolUseFailure", &[]).documented(),
];

const PI_EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", &[]),
    EventContract::new("UserPromptSubmit", &[Context]).documented(),
    EventContract::new("PreToolUse", &[Deny, RewriteInput]),
    EventContract::new("PostToolUse", &[Context, RewriteOutput]),
    EventContract::new("Stop", &[]),
    EventContract::new("SessionEnd", &[]),
];

const AMP_EVENTS: &[EventContract] = &[
    EventContract::new("SessionStart", &[]).documented(),
    EventContract::new("UserPromptSubmit", &[Context]).documented(),
    EventContract::new("PreToolUse", &[Deny, RewriteInput]).documented(),
    EventContract::new("PostToolUse", &[]).documented(),
    EventContract::new("Stop", &[KeepGoing]).documented(),
];

const OPENCODE_TOOLS: &[ToolSpec] = &[
    ToolSpec::new("bash", "Bash"),
    ToolSpec::new("read", "Read").keys(&[("filePath", "file_path")]),
    ToolSpec::new("write", "Write").keys(&[("filePath", "file_path")]),
    ToolSpec::new("edit", "Edit").keys(&[
        ("filePath", "file_path"),
        ("oldString", "old_string"),
        ("newString", "new_string"),
    ]),
    ToolSpec::new("multiedit", "MultiEdit").keys(&[("filePath", "file_path")]),
    ToolSpec::new("patch", "Edit").shape(crate::tool::ToolShape::Patch("patchText")),
    ToolSpec::new("apply_patch", "Edit").shape(crate::tool::ToolShape::Patch("patchText")),
    ToolSpec::new("grep", "Grep"),
    ToolSpec::new("glob", "Glob"),
    ToolSpec::new("list", "LS"),
    ToolSpec::new("webfetch", "WebFetch"),
    ToolSpec::new("websearch", "WebSearch"),
    ToolSpec::new("task", "Agent"),
    ToolSpec::new("todowrite", "TodoWrite"),
    ToolSpec::new("todoread", "TodoRead"),
    ToolSpec::new("skill", "Skill"),
];

const PI_TOOLS: &[ToolSpec] = &[
    ToolSpec::new("bash", "Bash"),
    ToolSpec::new("read", "Read").keys(&[("path", "file_path")]),
    ToolSpec::new("write", "Write").keys(&[("path", "file_path")]),
    ToolSpec::new("edit", "Edit").keys(&[
        ("path", "file_path"),
        ("oldText", "old_string"),
        ("newText", "new_string"),
    ]),
    ToolSpec::new("grep", "Grep"),
    ToolSpec::new("find", "Glob"),
    ToolSpec::new("ls", "LS"),
];

const MOVED: &[MovedFolder] = &[moved(".config", "XDG_CONFIG_HOME")];

const fn by_plugin(
    name: &'static str,
    title: &'static str,
    contracts: &'static [Contract],
    files: &'static [ConfigFile],
) -> AgentSpec {
    AgentSpec {
        encode: plugin,
        install: InstallSpec {
            moved: MOVED,
            ..InstallSpec::PLAIN
        },
        ..AgentSpec::like_claude(
            name,
            title,
            contracts,
            Configuration {
                form: ConfigForm::Script,
                files,
            },
        )
    }
}

/// The plugin sets its own limit, and denies what it cannot ask.
const LIMIT: HookTimeout = HookTimeout::fixed(60);

/// opencode. Version 2 has another interface for plugins.
pub(super) static OPENCODE: AgentSpec = AgentSpec {
    programs: &["opencode"],
    tools: OPENCODE_TOOLS,
    ..by_plugin(
        "opencode",
        "opencode",
        &[
            Contract::new("2.0.20", "2026-10-31", OPENCODE_2_EVENTS)
                .from("2")
                .timeout(LIMIT)
                .matchers(MatcherKind::None)
                .crash_denies()
                .timeout_denies()
                .plugin(OPENCODE_2),
            Contract::new("1.18.33", "2026-11-16", OPENCODE_EVENTS)
                .below("2")
                .timeout(LIMIT)
                .matchers(MatcherKind::None)
                .crash_denies()
                .timeout_denies()
                .plugin(OPENCODE_PLUGIN),
        ],
        &[
            ConfigFile::user(".config/opencode/plugins/snaphook.ts"),
            ConfigFile::project(".opencode/plugins/snaphook.ts"),
        ],
    )
};

/// Kilo, which takes opencode's plugins.
pub(super) static KILO: AgentSpec = AgentSpec {
    programs: &["kilo"],
    tools: OPENCODE_TOOLS,
    ..by_plugin(
        "kilo",
        "Kilo",
        &[Contract::new("7.7.7", "2026-11-16", OPENCODE_EVENTS)
            .timeout(LIMIT)
            .matchers(MatcherKind::None)
            .crash_denies()
            .timeout_denies()
            .plugin(OPENCODE_PLUGIN)],
        &[
            ConfigFile::user(".config/kilo/plugins/snaphook.ts"),
            ConfigFile::project(".kilo/plugins/snaphook.ts"),
        ],
    )
};

/// pi.
pub(super) static PI: AgentSpec = AgentSpec {
    programs: &["pi"],
    tools: PI_TOOLS,
    ..by_plugin(
        "pi",
        "pi",
        &[Contract::new("0.74.2", "2026-11-16", PI_EVENTS)
            .timeout(LIMIT)
            .matchers(MatcherKind::None)
            .crash_denies()
            .timeout_denies()
            .plugin(PI_PLUGIN)],
        &[
            ConfigFile::user(".pi/agent/extensions/snaphook.ts"),
            ConfigFile::project(".pi/extensions/snaphook.ts"),
        ],
    )
};

/// Amp.
pub(super) static AMP: AgentSpec = AgentSpec {
    programs: &["amp"],
    tools: &[
        ToolSpec::new("Bash", "Bash").keys(&[("cmd", "command")]),
        ToolSpec::new("Read", "Read").keys(&[("path", "file_path")]),
        ToolSpec::new("create_file", "Write").keys(&[("path", "file_path")]),
        ToolSpec::new("edit_file", "Edit").keys(&[
            ("path", "file_path"),
            ("old_str", "old_string"),
            ("new_str", "new_string"),
        ]),
        ToolSpec::new("Grep", "Grep"),
        ToolSpec::new("glob", "Glob"),
        ToolSpec::new("Task", "Agent"),
    ],
    ..by_plugin(
        "amp",
        "Amp",
        &[Contract::new("2026-10", "2026-10-31", AMP_EVENTS)
            .timeout(LIMIT)
            .matchers(MatcherKind::None)
            .crash_denies()
            .timeout_denies()
            .plugin(AMP_PLUGIN)],
        &[
            ConfigFile::user(".config/amp/plugins/snaphook.ts"),
            ConfigFile::project(".amp/plugins/snaphook.ts"),
        ],
    )
};
