//! Its own names of events and fields.

use snaphook_core::dialect::Names;

/// Its names beside the canonical ones.
pub(super) const NAMES: Names = Names {
    events: &[
        ("pre_tool_use", "PreToolUse"),
        ("post_tool_use", "PostToolUse"),
        ("session_start", "SessionStart"),
        ("session_end", "SessionEnd"),
        ("turn_start", "TurnStart"),
        ("before_llm_call", "BeforeLlmCall"),
        ("after_llm_call", "AfterLlmCall"),
        ("on_user_input", "OnUserInput"),
        ("stop", "Stop"),
        ("notification", "Notification"),
        ("on_error", "OnError"),
        ("on_max_iterations", "OnMaxIterations"),
    ],
    input: &[
        ("stop_response", "last_assistant_message"),
        ("notification_message", "message"),
        ("notification_level", "level"),
    ],
    answer: &[
        ("stop_reason", "stopReason"),
        ("suppress_output", "suppressOutput"),
        ("system_message", "systemMessage"),
        ("hook_specific_output", "hookSpecificOutput"),
        ("hook_event_name", "hookEventName"),
        ("permission_decision", "permissionDecision"),
        ("permission_decision_reason", "permissionDecisionReason"),
        ("updated_input", "updatedInput"),
        ("additional_context", "additionalContext"),
    ],
    ..Names::CANONICAL
};
