//! Names that other agents have for events and tools, where no slip of a canonical name comes
//! near them. In canonical settings they match nothing: whoever copied hooks from such an agent
//! is told the canonical name. A test of `snaphook-dialects` holds the events to its agents.

/// Events of other agents, with their canonical names.
const EVENTS: &[(&str, &str)] = &[
    ("AfterAgent", "Stop"),
    ("AfterFileEdit", "PostToolUse"),
    ("AfterModel", "AfterLlmCall"),
    ("AfterShellExecution", "PostToolUse"),
    ("AfterTool", "PostToolUse"),
    ("BeforeAgent", "UserPromptSubmit"),
    ("BeforeModel", "BeforeLlmCall"),
    ("BeforeReadFile", "PreToolUse"),
    ("BeforeShellExecution", "PreToolUse"),
    ("BeforeTool", "PreToolUse"),
    ("PreCompress", "PreCompact"),
    ("PromptSubmit", "UserPromptSubmit"),
    ("SessionShutdown", "SessionEnd"),
    ("afterFileEdit", "PostToolUse"),
    ("afterMCPExecution", "PostToolUse"),
    ("afterShellExecution", "PostToolUse"),
    ("agentStop", "Stop"),
    ("beforeMCPExecution", "PreToolUse"),
    ("beforeReadFile", "PreToolUse"),
    ("beforeShellExecution", "PreToolUse"),
    ("beforeSubmitPrompt", "UserPromptSubmit"),
    ("errorOccurred", "StopFailure"),
    ("on_session_end", "SessionEnd"),
    ("on_session_start", "SessionStart"),
    ("post_agent", "Stop"),
    ("post_cascade_response", "Stop"),
    ("post_mcp_tool_use", "PostToolUse"),
    ("post_read_code", "PostToolUse"),
    ("post_run_command", "PostToolUse"),
    ("post_tool", "PostToolUse"),
    ("post_tool_call", "PostToolUse"),
    ("post_write_code", "PostToolUse"),
    ("pre_llm_call", "TurnStart"),
    ("pre_mcp_tool_use", "PreToolUse"),
    ("pre_read_code", "PreToolUse"),
    ("pre_run_command", "PreToolUse"),
    ("pre_tool", "PreToolUse"),
    ("pre_tool_call", "PreToolUse"),
    ("pre_user_prompt", "UserPromptSubmit"),
    ("pre_write_code", "PreToolUse"),
];

/// Tools of other agents, with their canonical names: those that no host is likely to have
/// beside the canonical ones.
const TOOLS: &[(&str, &str)] = &[
    ("Execute", "Bash"),
    ("FetchURL", "WebFetch"),
    ("FetchUrl", "WebFetch"),
    ("ReadFile", "Read"),
    ("SearchWeb", "WebSearch"),
    ("Shell", "Bash"),
    ("StrReplaceFile", "Edit"),
    ("WriteFile", "Write"),
    ("apply_patch", "Edit"),
    ("create_file", "Write"),
    ("delete_file", "Edit"),
    ("edit_file", "Edit"),
    ("exec_command", "Bash"),
    ("execute_bash", "Bash"),
    ("execute_command", "Bash"),
    ("file_search", "Glob"),
    ("fs_read", "Read"),
    ("fs_write", "Write"),
    ("google_web_search", "WebSearch"),
    ("grep_search", "Grep"),
    ("launch-process", "Bash"),
    ("list_dir", "LS"),
    ("list_directory", "LS"),
    ("list_files", "LS"),
    ("read_file", "Read"),
    ("read_many_files", "Read"),
    ("replace_in_file", "Edit"),
    ("replace_string_in_file", "Edit"),
    ("runTerminalCommand", "Bash"),
    ("run_command", "Bash"),
    ("run_in_terminal", "Bash"),
    ("run_shell_command", "Bash"),
    ("run_terminal_cmd", "Bash"),
    ("run_terminal_command", "Bash"),
    ("search_file_content", "Grep"),
    ("search_files", "Grep"),
    ("search_replace", "Edit"),
    ("shell", "Bash"),
    ("str-replace-editor", "Edit"),
    ("str_replace_editor", "Edit"),
    ("view_file", "Read"),
    ("web_fetch", "WebFetch"),
    ("write_file", "Write"),
    ("write_to_file", "Write"),
];

/// The canonical name of an event that another agent calls so.
#[must_use]
pub fn event_of_other_agent(name: &str) -> Option<&'static str> {
    look_up(EVENTS, name)
}

/// The canonical name of a tool that another agent calls so.
pub(crate) fn tool_of_other_agent(name: &str) -> Option<&'static str> {
    look_up(TOOLS, name)
}

fn look_up(table: &'static [(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    let row = table.iter().find(|(other, _)| *other == name);
    row.map(|(_, canonical)| *canonical)
}
