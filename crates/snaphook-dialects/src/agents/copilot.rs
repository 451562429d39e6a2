//! GitHub Copilot CLI: flat lists, one hook after the other. The case of an event's name
//! says which form its hooks read: camelCase its own, PascalCase that of Claude Code.

use snaphook_agents::{AnswerForm, HostSpec};
use snaphook_core::dialect::Strategy;

use crate::agent::{AgentData, Layout};

pub(super) static COPILOT: AgentData = AgentData {
    layout: Layout::Flat,
    folders: &[".github"],
    keys: &[("bash", "command"), ("timeoutSec", "timeout")],
    own_keys: &["bash", "powershell", "timeoutSec"],
    events: &[
        ("SessionStart", "SessionStart"),
        ("SessionEnd", "SessionEnd"),
        ("UserPromptSubmit", "UserPromptSubmit"),
        ("PreToolUse", "PreToolUse"),
        ("PostToolUse", "PostToolUse"),
        ("PostToolUseFailure", "PostToolUseFailure"),
        ("SubagentStart", "SubagentStart"),
        ("SubagentStop", "SubagentStop"),
        ("Stop", "Stop"),
        ("PreCompact", "PreCompact"),
        ("Notification", "Notification"),
    ],
    ..AgentData::new(
        "copilot",
        HostSpec {
            event_key: "",
            stdout: without_progress,
            answer: AnswerForm {
                decision: &[
                    "permissionDecision",
                    "behavior",
                    "decision",
                    "hookSpecificOutput.permissionDecision",
                ],
                reason: &[
                    "permissionDecisionReason",
                    "message",
                    "reason",
                    "hookSpecificOutput.permissionDecisionReason",
                ],
                input: &["modifiedArgs", "hookSpecificOutput.updatedInput"],
                output: &["modifiedResult.textResultForLlm", "modifiedResponse"],
                context: &["additionalContext", "hookSpecificOutput.additionalContext"],
                ..AnswerForm::NONE
            },
            tool_aliases: &[
                ("Bash", "Bash"),
                ("Read", "Read"),
                ("Write", "Write"),
                ("Edit", "Edit"),
                ("Grep", "Grep"),
                ("Glob", "Glob"),
                ("WebFetch", "WebFetch"),
                ("WebSearch", "WebSearch"),
                ("TodoWrite", "TodoWrite"),
                ("Agent", "Agent"),
            ],
            canonical_in_pascal_case: true,
            strategy: Strategy::OneByOne,
            variables: &["CLAUDE_", "SNAPHOOK_", "COPILOT_"],
            ..HostSpec::like_claude("copilot")
        },
    )
};

/// Removes the lines that only show progress, which are not part of the answer.
fn without_progress(stdout: &str) -> std::borrow::Cow<'_, str> {
    let is_progress = |line: &&str| line.contains("\"type\"") && line.contains("\"progress\"");
    if !stdout.lines().any(|line| is_progress(&line)) {
        return stdout.into();
    }
    let lines: Vec<&str> = stdout.lines().filter(|line| !is_progress(line)).collect();
    lines.join("\n").into()
}
