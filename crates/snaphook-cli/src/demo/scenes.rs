//! The scripted events of the demo: one short session of an agent.

use serde_json::{Value, json};

/// One event of the session.
pub(super) struct Scene {
    /// What the agent is doing, for the timeline.
    pub(super) doing: &'static str,
    pub(super) event: &'static str,
    /// The event's own fields.
    pub(super) fields: Value,
}

pub(super) fn scenes() -> Vec<Scene> {
    let scene = |doing, event, fields| Scene {
        doing,
        event,
        fields,
    };
    let bash = |command: &str| json!({"tool_name": "Bash", "tool_input": {"command": command}, "tool_use_id": "call"});
    vec![
        scene(
            "a session starts",
            "SessionStart",
            json!({"source": "startup"}),
        ),
        scene(
            "the user asks: clean up and ship it",
            "UserPromptSubmit",
            json!({"prompt": "clean up and ship it"}),
        ),
        scene(
            "the agent wants to run: rm -rf / --no-preserve-root",
            "PreToolUse",
            bash("rm -rf / --no-preserve-root"),
        ),
        scene(
            "the agent wants to run: npm install left-pad",
            "PreToolUse",
            bash("npm install left-pad"),
        ),
        scene(
            "the agent wrote app.js",
            "PostToolUse",
            json!({"tool_name": "Write", "tool_use_id": "call",
                "tool_input": {"file_path": "app.js", "content": "var pad = require('left-pad')"},
                "tool_response": {"ok": true}}),
        ),
        scene(
            "the agent wants to stop",
            "Stop",
            json!({"stop_hook_active": false}),
        ),
        scene(
            "the agent ran: npm test",
            "PostToolUse",
            json!({"tool_name": "Bash", "tool_use_id": "call",
                "tool_input": {"command": "npm test"}, "tool_response": "12 passing"}),
        ),
        scene(
            "the agent wants to stop again",
            "Stop",
            json!({"stop_hook_active": true}),
        ),
    ]
}
