//! The table of events. One row per event, and the only place that knows
//! what an event is.

use std::time::Duration;

use super::output::OutputFields as O;
use super::spec::{
    EventBudget, EventSpec, FieldSpec, MatchesOn, MissingScript, OnBlock, OnGuardFailure, TextRole,
};
use crate::kind::KindNeeds;

const fn req(name: &'static str) -> FieldSpec {
    FieldSpec {
        name,
        required: true,
    }
}

const fn opt(name: &'static str) -> FieldSpec {
    FieldSpec {
        name,
        required: false,
    }
}

const fn event(name: &'static str, summary: &'static str) -> EventSpec {
    EventSpec::new(name, summary)
}

const TASK_FIELDS: &[FieldSpec] = &[
    req("task_id"),
    req("task_subject"),
    opt("task_description"),
    opt("teammate_name"),
    opt("team_name"),
];

const MODEL_SWITCH_FIELDS: &[FieldSpec] = &[
    req("from_model"),
    req("to_model"),
    opt("requested_model"),
    req("source"),
];

const TROUBLE_FIELDS: &[FieldSpec] = &[req("message"), req("level")];

/// Every event the protocol names, in the protocol's order.
pub static EVENTS: &[EventSpec] = &TABLE;

/// A static, and no constant: an event knows its table by the address.
static TABLE: [EventSpec; 39] = [
    event("SessionStart", "A session begins or is resumed.")
        .with_env_file()
        .on("source", &["startup", "resume", "clear", "compact", "fork"])
        .having(KindNeeds::TOOL_SERVER)
        .block(OnBlock::Notice)
        .guard_failure(OnGuardFailure::StopSession)
        .gives(O::ADDITIONAL_CONTEXT)
        .gives(O::INITIAL_USER_MESSAGE)
        .gives(O::SESSION_TITLE)
        .gives(O::WATCH_PATHS)
        .gives(O::RELOAD_SKILLS)
        .text(TextRole::Context)
        .reads(&[
            req("source"),
            opt("model"),
            opt("agent_type"),
            opt("session_title"),
        ]),
    event("Setup", "The project is set up or maintained.")
        .with_env_file()
        .on("trigger", &["init", "maintenance"])
        .having(KindNeeds::NOTHING)
        .gives(O::ADDITIONAL_CONTEXT)
        .reads(&[req("trigger")]),
    event(
        "UserPromptSubmit",
        "The user sent a prompt; the model has not seen it yet.",
    )
    .with_timeout(Duration::from_secs(30))
    .block(OnBlock::Block)
    .gives(O::ADDITIONAL_CONTEXT)
    .gives(O::SESSION_TITLE)
    .gives(O::SUPPRESS_ORIGINAL_PROMPT)
    .gives(O::UPDATED_PROMPT)
    .text(TextRole::Context)
    .missing_script(MissingScript::FailsForPlugins)
    .tells_user("the prompt was stopped by")
    .reads(&[req("prompt"), opt("session_title")]),
    event(
        "UserPromptExpansion",
        "A slash command is about to become a prompt.",
    )
    .on("command_name", &[])
    .block(OnBlock::Block)
    .gives(O::ADDITIONAL_CONTEXT)
    .text(TextRole::Context)
    .tells_user("the expansion was stopped by")
    .reads(&[
        req("expansion_type"),
        req("command_name"),
        req("command_args"),
        req("command_source"),
        req("prompt"),
    ]),
    event("PreToolUse", "A tool is about to be called.")
        .on_tool()
        .block(OnBlock::Deny)
        .stop_denies()
        .decides(&["allow", "deny", "ask", "defer"])
        .gives(O::UPDATED_INPUT)
        .gives(O::ADDITIONAL_CONTEXT)
        .tells_model("the tool call was refused by")
        .reads(&[
            req("tool_name"),
            req("tool_input"),
            req("tool_use_id"),
            opt("mcp_server"),
        ]),
    event(
        "PermissionRequest",
        "A tool call needs the permission of a person.",
    )
    .on_tool()
    .having(KindNeeds::NO_MODEL.and(KindNeeds::MODEL))
    .block(OnBlock::OnlyGuardsDeny)
    .gives(O::DECISION)
    .tells_model("permission for the tool call was refused by")
    .reads(&[
        req("tool_name"),
        req("tool_input"),
        opt("permission_suggestions"),
    ]),
    event("PermissionDenied", "A tool call was denied.")
        .on_tool()
        .gives(O::RETRY)
        .reads(&[
            req("tool_name"),
            req("tool_input"),
            req("tool_use_id"),
            req("reason"),
        ]),
    event("PostToolUse", "A tool call succeeded.")
        .on_tool()
        .block(OnBlock::Feedback)
        .guard_failure(OnGuardFailure::WithholdOutput)
        .gives(O::ADDITIONAL_CONTEXT)
        .gives(O::CLASSIFIER_CONTEXT)
        .gives(O::UPDATED_TOOL_OUTPUT)
        .tells_model("feedback on the tool call from")
        .reads(&[
            req("tool_name"),
            req("tool_input"),
            req("tool_response"),
            req("tool_use_id"),
            opt("duration_ms"),
        ]),
    event("PostToolUseFailure", "A tool call failed.")
        .on_tool()
        .block(OnBlock::Feedback)
        .guard_failure(OnGuardFailure::WithholdOutput)
        .gives(O::ADDITIONAL_CONTEXT)
        .tells_model("feedback on the failed tool call from")
        .reads(&[
            req("tool_name"),
            req("tool_input"),
            req("tool_use_id"),
            req("error"),
            opt("is_interrupt"),
            opt("duration_ms"),
        ]),
    event(
        "PostToolBatch",
        "All tool calls of one model answer are done.",
    )
    .block(OnBlock::Block)
    .gives(O::ADDITIONAL_CONTEXT)
    .tells_model("the loop was stopped by")
    .reads(&[req("tool_calls")]),
    event("Notification", "The agent tells the user something.")
        .on("notification_type", &[])
        .having(KindNeeds::NO_MODEL)
        .gives(O::ADDITIONAL_CONTEXT)
        .reads(&[req("message"), opt("title"), req("notification_type")]),
    event(
        "MessageDisplay",
        "A piece of the model's text is about to be shown.",
    )
    .having(KindNeeds::NO_MODEL)
    .with_timeout(Duration::from_secs(10))
    .guard_failure(OnGuardFailure::HideMessage)
    .gives(O::DISPLAY_CONTENT)
    .reads(&[
        req("turn_id"),
        req("message_id"),
        req("index"),
        req("final"),
        req("delta"),
    ]),
    event("SubagentStart", "A subagent begins.")
        .on("agent_type", &[])
        .having(KindNeeds::NO_MODEL)
        .block(OnBlock::Notice)
        .gives(O::ADDITIONAL_CONTEXT)
        .reads(&[req("agent_id"), req("agent_type")]),
    event("SubagentStop", "A subagent is about to end.")
        .on("agent_type", &[])
        .block(OnBlock::Block)
        .gives(O::ADDITIONAL_CONTEXT)
        .context_blocks()
        .unguarded()
        .stop_clears_block()
        .missing_script(MissingScript::Fails)
        .tells_model("feedback for the subagent from")
        .reads(&[
            req("stop_hook_active"),
            req("agent_id"),
            req("agent_type"),
            req("agent_transcript_path"),
            opt("last_assistant_message"),
        ]),
    event("TaskCreated", "A task is about to be created.")
        .block(OnBlock::Block)
        .tells_model("the task was refused, feedback from")
        .reads(TASK_FIELDS),
    event("TaskCompleted", "A task is about to be marked as done.")
        .block(OnBlock::Block)
        .unguarded()
        .missing_script(MissingScript::Fails)
        .tells_model("the task is not complete, feedback from")
        .reads(TASK_FIELDS),
    event("Stop", "The agent is about to end its turn.")
        .block(OnBlock::Block)
        .gives(O::ADDITIONAL_CONTEXT)
        .context_blocks()
        .unguarded()
        .stop_clears_block()
        .missing_script(MissingScript::Fails)
        .tells_model("feedback from")
        .reads(&[
            req("stop_hook_active"),
            opt("last_assistant_message"),
            opt("background_tasks"),
            opt("session_crons"),
        ]),
    event("StopFailure", "The turn ended because of an error.")
        .matching(MatchesOn::Field {
            name: "error",
            values: &[
                "rate_limit",
                "overloaded",
                "authentication_failed",
                "billing_error",
                "invalid_request",
                "model_not_found",
                "server_error",
                "max_output_tokens",
                "unknown",
            ],
            missing: Some("unknown"),
            narrow: true,
        })
        .having(KindNeeds::NO_MODEL)
        .reads(&[
            req("error"),
            opt("error_details"),
            opt("last_assistant_message"),
        ]),
    event("TeammateIdle", "A teammate is idle.")
        .block(OnBlock::Block)
        .unguarded()
        .stop_clears_block()
        .tells_model("feedback for the teammate from")
        .reads(&[req("teammate_name"), req("team_name")]),
    event("InstructionsLoaded", "A file of instructions was read.")
        .on(
            "load_reason",
            &[
                "session_start",
                "nested_traversal",
                "path_glob_match",
                "include",
                "compact",
            ],
        )
        .having(KindNeeds::NO_MODEL)
        .reads(&[
            req("file_path"),
            req("memory_type"),
            req("load_reason"),
            opt("globs"),
            opt("trigger_file_path"),
            opt("parent_file_path"),
        ]),
    event(
        "ConfigChange",
        "Settings changed and are about to take effect.",
    )
    .on(
        "source",
        &[
            "user_settings",
            "project_settings",
            "local_settings",
            "policy_settings",
            "skills",
        ],
    )
    .having(KindNeeds::NO_MODEL)
    .block(OnBlock::Block)
    .never_blocks_when("source", "policy_settings")
    .tells_user("the change of settings was stopped by")
    .reads(&[req("source"), opt("file_path")]),
    event("CwdChanged", "The working directory changed.")
        .with_env_file()
        .having(KindNeeds::NO_MODEL)
        .block(OnBlock::Notice)
        .gives(O::WATCH_PATHS)
        .reads(&[req("old_cwd"), req("new_cwd")]),
    event("DirectoryAdded", "A working directory was added.")
        .on("source", &[])
        .having(KindNeeds::NO_MODEL)
        .reads(&[req("directory"), req("source")]),
    event("FileChanged", "A watched file changed.")
        .with_env_file()
        .matching(MatchesOn::BaseName("file_path"))
        .having(KindNeeds::NO_MODEL)
        .block(OnBlock::Notice)
        .gives(O::WATCH_PATHS)
        .reads(&[req("file_path"), req("event")]),
    event("WorktreeCreate", "A worktree is needed; a hook creates it.")
        .having(KindNeeds::NO_MODEL)
        .block(OnBlock::FailCreation)
        .gives(O::WORKTREE_PATH)
        .text(TextRole::WorktreePath)
        .tells_user("the worktree was not created:")
        .reads(&[req("name")]),
    event("WorktreeRemove", "A worktree is to be removed.")
        .having(KindNeeds::NO_MODEL)
        .block(OnBlock::FailRemoval)
        .tells_user("the worktree was not removed:")
        .reads(&[req("worktree_path")]),
    event("PreCompact", "The conversation is about to be compacted.")
        .on("trigger", &["manual", "auto"])
        .having(KindNeeds::NO_MODEL)
        .block(OnBlock::Block)
        .text(TextRole::CompactInstructions)
        .tells_user("the compaction was stopped by")
        .reads(&[req("trigger"), req("custom_instructions")]),
    event("PostCompact", "The conversation was compacted.")
        .on("trigger", &["manual", "auto"])
        .having(KindNeeds::NO_MODEL)
        .block(OnBlock::Notice)
        .reads(&[req("trigger"), req("compact_summary")]),
    event("PreModelSwitch", "Another model is about to take over.")
        .on("to_model", &[])
        .having(KindNeeds::NO_MODEL)
        .with_timeout(Duration::from_secs(30))
        .block(OnBlock::Deny)
        .decides(&["allow", "deny", "ask"])
        .timeout_blocks()
        .tells_user("the switch of models was refused by")
        .reads(MODEL_SWITCH_FIELDS),
    event("PostModelSwitch", "Another model took over.")
        .on("to_model", &[])
        .having(KindNeeds::NO_MODEL)
        .with_timeout(Duration::from_secs(30))
        .block(OnBlock::Notice)
        .gives(O::ADDITIONAL_CONTEXT)
        .text(TextRole::Context)
        .reads(MODEL_SWITCH_FIELDS),
    event("Elicitation", "An MCP server asks the user for something.")
        .on("mcp_server_name", &[])
        .having(KindNeeds::NO_MODEL)
        .block(OnBlock::Decline)
        .gives(O::ELICITATION)
        .tells_user("the elicitation was declined by")
        .reads(&[
            req("mcp_server_name"),
            req("message"),
            opt("mode"),
            opt("url"),
            opt("elicitation_id"),
            opt("requested_schema"),
        ]),
    event("ElicitationResult", "The user answered an MCP server.")
        .on("mcp_server_name", &[])
        .having(KindNeeds::NO_MODEL)
        .block(OnBlock::Decline)
        .gives(O::ELICITATION)
        .tells_user("the answer to the elicitation was declined by")
        .reads(&[
            req("mcp_server_name"),
            req("action"),
            opt("mode"),
            opt("elicitation_id"),
            opt("content"),
        ]),
    event("SessionEnd", "A session ends.")
        .on(
            "reason",
            &["clear", "resume", "logout", "prompt_input_exit", "other"],
        )
        .having(KindNeeds::NO_MODEL)
        .with_timeout(Duration::from_millis(1500))
        .shared(EventBudget {
            most: Duration::from_secs(60),
            variables: &[
                "SNAPHOOK_SESSIONEND_TIMEOUT_MS",
                "CLAUDE_CODE_SESSIONEND_HOOKS_TIMEOUT_MS",
            ],
        })
        .block(OnBlock::Notice)
        .reads(&[req("reason")]),
    event("TurnStart", "A turn of the agent loop begins.").gives(O::ADDITIONAL_CONTEXT),
    event("BeforeLlmCall", "The model is about to be called.")
        .block(OnBlock::Block)
        .gives(O::UPDATED_REQUEST)
        .tells_user("the model call was stopped by")
        .reads(&[opt("llm_request")]),
    event(
        "AfterLlmCall",
        "The model answered; the answer is not recorded yet.",
    )
    .block(OnBlock::Block)
    .guard_failure(OnGuardFailure::WithholdResponse)
    .gives(O::ADDITIONAL_CONTEXT)
    .gives(O::UPDATED_RESPONSE)
    .tells_user("the model's answer was withheld by")
    .reads(&[req("last_assistant_message"), opt("llm_response")]),
    event("OnUserInput", "The agent waits for the user.").having(KindNeeds::NO_MODEL),
    event("OnError", "An error occurred in the agent.")
        .having(KindNeeds::NO_MODEL)
        .reads(TROUBLE_FIELDS),
    event("OnMaxIterations", "The agent loop reached its limit.")
        .having(KindNeeds::NO_MODEL)
        .reads(TROUBLE_FIELDS),
];

/// The row that every other name shares: a host may fire events of its own.
pub const CUSTOM: EventSpec = event("", "An event of the host's own.")
    .on("matcher_value", &[])
    .block(OnBlock::Block)
    .gives(O::ADDITIONAL_CONTEXT)
    .tells_model("stopped by");
