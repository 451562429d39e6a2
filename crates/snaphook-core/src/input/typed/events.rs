//! The inputs, one by one.

use serde_json::Value;

use super::declare::{TypedInput, key, typed_inputs};
use crate::input::{Fields, InputError};
use crate::json::Json;

#[cfg(feature = "schema")]
type Object = serde_json::Map<String, Value>;

/// One call of a batch.
#[cfg(feature = "schema")]
#[derive(schemars::JsonSchema)]
#[schemars(inline)]
#[expect(dead_code, reason = "only its schema is wanted")]
struct BatchedToolCall {
    /// The name of the tool.
    tool_name: String,
    /// What the tool was called with.
    tool_input: Object,
    /// The id of the call.
    tool_use_id: String,
    /// What the tool gave.
    #[schemars(skip_serializing_if = "Option::is_none")]
    tool_response: Option<Value>,
}

typed_inputs! {
    SessionStart {
        /// Why it begins.
        source: String,
    } {
        /// The model's name.
        model: String,
        /// The agent that the session runs as.
        agent_type: String,
        /// The session's title.
        session_title: String,
    }
    Setup {
        /// Why it runs.
        trigger: String,
    } {}
    UserPromptSubmit {
        /// What the user wrote.
        prompt: String,
    } {
        /// The session's title.
        session_title: String,
    }
    UserPromptExpansion {
        /// What kind of expansion it is.
        expansion_type: String,
        /// The command's name.
        command_name: String,
        /// What follows the name.
        command_args: String,
        /// Where the command was defined.
        command_source: String,
        /// What the user wrote.
        prompt: String,
    } {}
    PreToolUse {
        /// The name of the tool.
        tool_name: String,
        /// What the tool is called with.
        #[cfg_attr(feature = "schema", schemars(with = "Object"))]
        tool_input: Json,
        /// The id of the call.
        tool_use_id: String,
    } {
        /// The MCP server whose tool it is.
        mcp_server: Value,
    }
    PermissionRequest {
        /// The name of the tool.
        tool_name: String,
        /// What the tool is called with.
        #[cfg_attr(feature = "schema", schemars(with = "Object"))]
        tool_input: Json,
    } {
        /// Permission updates that the host would offer.
        permission_suggestions: Value,
    }
    PermissionDenied {
        /// The name of the tool.
        tool_name: String,
        /// What the tool is called with.
        #[cfg_attr(feature = "schema", schemars(with = "Object"))]
        tool_input: Json,
        /// The id of the call.
        tool_use_id: String,
        /// Why it was denied.
        reason: String,
    } {}
    PostToolUse {
        /// The name of the tool.
        tool_name: String,
        /// What the tool is called with.
        #[cfg_attr(feature = "schema", schemars(with = "Object"))]
        tool_input: Json,
        /// What the tool gave.
        tool_response: Json,
        /// The id of the call.
        tool_use_id: String,
    } {
        /// How long the tool took, in milliseconds.
        duration_ms: u64,
    }
    PostToolUseFailure {
        /// The name of the tool.
        tool_name: String,
        /// What the tool is called with.
        #[cfg_attr(feature = "schema", schemars(with = "Object"))]
        tool_input: Json,
        /// The id of the call.
        tool_use_id: String,
        /// What went wrong.
        error: String,
    } {
        /// Whether the user ended it.
        is_interrupt: bool,
        /// How long the tool took, in milliseconds.
        duration_ms: u64,
    }
    PostToolBatch {
        /// The calls, in order.
        #[cfg_attr(feature = "schema", schemars(with = "Vec<BatchedToolCall>"))]
        tool_calls: Vec<Value>,
    } {}
    Notification {
        /// What is said.
        message: String,
        /// What kind of notification it is.
        notification_type: String,
    } {
        /// The headline.
        title: String,
    }
    MessageDisplay {
        /// The turn's id.
        turn_id: String,
        /// The message's id.
        message_id: String,
        /// Which piece of the message it is, from 0.
        index: u64,
        /// Whether it is the last piece.
        r#final: bool,
        /// The text of the piece.
        delta: String,
    } {}
    SubagentStart {
        /// The subagent's id.
        agent_id: String,
        /// The subagent's type.
        agent_type: String,
    } {}
    SubagentStop {
        /// Whether it goes on because a hook kept it from ending.
        stop_hook_active: bool,
        /// The subagent's id.
        agent_id: String,
        /// The subagent's type.
        agent_type: String,
        /// Where the subagent's conversation is recorded.
        agent_transcript_path: String,
    } {
        /// The last text that the model wrote.
        last_assistant_message: String,
    }
    TaskCreated {
        /// The task's id.
        task_id: String,
        /// What is to be done, in a line.
        task_subject: String,
    } {
        /// What is to be done, at length.
        task_description: String,
        /// Whose task it is.
        teammate_name: String,
        /// The teammate's team.
        team_name: String,
    }
    TaskCompleted {
        /// The task's id.
        task_id: String,
        /// What is to be done, in a line.
        task_subject: String,
    } {
        /// What is to be done, at length.
        task_description: String,
        /// Whose task it is.
        teammate_name: String,
        /// The teammate's team.
        team_name: String,
    }
    Stop {
        /// Whether it goes on because a hook kept it from stopping.
        stop_hook_active: bool,
    } {
        /// The last text that the model wrote.
        last_assistant_message: String,
        /// What still runs in the background.
        background_tasks: Value,
        /// What the session runs by the clock.
        session_crons: Value,
    }
    StopFailure {
        /// What kind of error it was.
        error: String,
    } {
        /// What is known of the error.
        error_details: String,
        /// The last text that the model wrote.
        last_assistant_message: String,
    }
    TeammateIdle {
        /// The teammate's name.
        teammate_name: String,
        /// The teammate's team.
        team_name: String,
    } {}
    InstructionsLoaded {
        /// The file.
        file_path: String,
        /// Whose instructions they are.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["User", "Project", "Local", "Managed"])))]
        memory_type: String,
        /// Why it was read.
        load_reason: String,
    } {
        /// The patterns of paths that the file is for.
        globs: Vec<String>,
        /// The file whose use made it be read.
        trigger_file_path: String,
        /// The file that includes it.
        parent_file_path: String,
    }
    ConfigChange {
        /// Which settings changed.
        source: String,
    } {
        /// The file that changed.
        file_path: String,
    }
    CwdChanged {
        /// The working directory so far.
        old_cwd: String,
        /// The working directory from now on.
        new_cwd: String,
    } {}
    DirectoryAdded {
        /// The folder.
        directory: String,
        /// Who or what added it.
        source: String,
    } {}
    FileChanged {
        /// The file.
        file_path: String,
        /// What happened to it.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["change", "add", "unlink"])))]
        event: String,
    } {}
    WorktreeCreate {
        /// What the worktree is to be called.
        name: String,
    } {}
    WorktreeRemove {
        /// The path of the worktree.
        worktree_path: String,
    } {}
    PreCompact {
        /// Who wants it: the user, or the agent itself.
        trigger: String,
        /// What the user wants to be kept, if anything was said.
        custom_instructions: Option<String>,
    } {}
    PostCompact {
        /// Who wanted it: the user, or the agent itself.
        trigger: String,
        /// What is left of the conversation.
        compact_summary: String,
    } {}
    PreModelSwitch {
        /// The model so far.
        from_model: String,
        /// The model that takes over.
        to_model: String,
        /// Who or what asked for it.
        source: String,
    } {
        /// The model as it was asked for, before it was resolved.
        requested_model: String,
    }
    PostModelSwitch {
        /// The model so far.
        from_model: String,
        /// The model that takes over.
        to_model: String,
        /// Who or what asked for it.
        source: String,
    } {
        /// The model as it was asked for, before it was resolved.
        requested_model: String,
    }
    Elicitation {
        /// The MCP server that asks.
        mcp_server_name: String,
        /// What it asks.
        message: String,
    } {
        /// How the question is put: as a form, or by a URL.
        mode: String,
        /// Where the user is to go.
        url: String,
        /// The question's id.
        elicitation_id: String,
        /// The JSON Schema of the answer.
        #[cfg_attr(feature = "schema", schemars(with = "Option<Object>"))]
        requested_schema: Value,
    }
    ElicitationResult {
        /// The MCP server that asked.
        mcp_server_name: String,
        /// What the user did.
        #[cfg_attr(feature = "schema", schemars(extend("enum" = ["accept", "decline", "cancel"])))]
        action: String,
    } {
        /// How the question is put: as a form, or by a URL.
        mode: String,
        /// The question's id.
        elicitation_id: String,
        /// What the user filled in.
        #[cfg_attr(feature = "schema", schemars(with = "Option<Object>"))]
        content: Value,
    }
    SessionEnd {
        /// Why it ends.
        reason: String,
    } {}
    TurnStart {} {}
    BeforeLlmCall {} {
        /// The request, as the host sends it.
        llm_request: Json,
    }
    AfterLlmCall {
        /// What the model answered.
        last_assistant_message: String,
    } {
        /// The answer, as the host got it.
        llm_response: Json,
    }
    OnUserInput {} {}
    OnError {
        /// What happened.
        message: String,
        /// How bad it is.
        level: String,
    } {}
    OnMaxIterations {
        /// What happened.
        message: String,
        /// How bad it is.
        level: String,
    } {}
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::event::EVENTS;
    use crate::input::{CommonFields, Input};

    #[test]
    fn every_event_of_the_table_has_a_struct_with_exactly_its_fields() {
        let plain = |name: &&'static str| key(name).to_owned();
        for spec in EVENTS {
            let (_, required, optional) = TYPED
                .iter()
                .find(|(event, ..)| *event == spec.name)
                .unwrap_or_else(|| panic!("no struct for {}", spec.name));
            let typed: BTreeSet<_> = required.iter().map(plain).collect();
            let table: BTreeSet<_> = spec
                .fields
                .iter()
                .filter(|field| field.required)
                .map(|field| field.name.to_owned())
                .collect();
            assert_eq!(typed, table, "required fields of {}", spec.name);
            let typed: BTreeSet<_> = optional.iter().map(plain).collect();
            let table: BTreeSet<_> = spec
                .fields
                .iter()
                .filter(|field| !field.required)
                .map(|field| field.name.to_owned())
                .collect();
            assert_eq!(typed, table, "optional fields of {}", spec.name);
        }
        assert_eq!(TYPED.len(), EVENTS.len());
    }

    #[test]
    fn a_typed_input_writes_the_protocols_keys() {
        let display = MessageDisplay::new("t", "m", 3_u64, true, "text");
        let input = Input::new(&CommonFields::new("s", "/w"), &display).unwrap();
        let line = String::from_utf8(input.fields().to_line()).unwrap();
        assert_eq!(
            line,
            r#"{"session_id":"s","transcript_path":"","cwd":"/w","hook_event_name":"MessageDisplay","turn_id":"t","message_id":"m","index":3,"final":true,"delta":"text"}"#
        );
    }
}
