"""The inputs of events, and the methods that take them: made from `schemas/input` by
`clients/generate_types.py`, not by hand."""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Any,
    List,
    Literal,
    Mapping,
    NewType,
    Optional,
    TypedDict,
    Union,
    overload,
)

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._session import Executed

CustomEvent = NewType("CustomEvent", str)
"""The name of an event of your own, or of one whose input is not to be checked."""


class CommonInput(TypedDict, total=False):
    """Fields of every input."""

    session_id: str
    """The agent session's id."""
    transcript_path: str
    """Where the conversation is recorded; empty when it is not."""
    cwd: str
    """The session's working directory: command hooks run in it."""
    prompt_id: str
    """The prompt being worked on."""
    permission_mode: Literal["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"]
    """How tool calls are permitted that no rule decides."""
    effort: Any
    """How hard the model is asked to think."""
    scratchpad_dir: str
    """A folder for the agent's own notes."""


class _AfterLlmCallInputRequired(CommonInput):
    last_assistant_message: str
    """What the model answered."""


class AfterLlmCallInput(_AfterLlmCallInputRequired, total=False):
    """What a hook on AfterLlmCall gets to read. The model answered; the answer is not recorded
    yet. Exit 2 blocks. A guard's failure withholds the answer.
    """

    llm_response: Any
    """The answer, as the host got it."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class BeforeLlmCallInput(CommonInput, total=False):
    """What a hook on BeforeLlmCall gets to read. The model is about to be called. Exit 2 blocks."""

    llm_request: Any
    """The request, as the host sends it."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _ConfigChangeInputRequired(CommonInput):
    source: Literal["user_settings", "project_settings", "local_settings", "policy_settings", "skills"]
    """Which settings changed."""


class ConfigChangeInput(_ConfigChangeInputRequired, total=False):
    """What a hook on ConfigChange gets to read. Settings changed and are about to take effect.
    Exit 2 blocks, unless `source` is `policy_settings`.
    """

    file_path: str
    """The file that changed."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _CwdChangedInputRequired(CommonInput):
    old_cwd: str
    """The working directory so far."""
    new_cwd: str
    """The working directory from now on."""


class CwdChangedInput(_CwdChangedInputRequired, total=False):
    """What a hook on CwdChanged gets to read. The working directory changed. Exit 2 cannot block:
    its reason is shown to the user. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _DirectoryAddedInputRequired(CommonInput):
    directory: str
    """The folder."""
    source: str
    """Who or what added it."""


class DirectoryAddedInput(_DirectoryAddedInputRequired, total=False):
    """What a hook on DirectoryAdded gets to read. A working directory was added. Exit 2 has no
    effect. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _ElicitationInputRequired(CommonInput):
    mcp_server_name: str
    """The MCP server that asks."""
    message: str
    """What it asks."""


class ElicitationInput(_ElicitationInputRequired, total=False):
    """What a hook on Elicitation gets to read. An MCP server asks the user for something. Exit 2
    declines.
    """

    mode: str
    """How the question is put: as a form, or by a URL."""
    url: str
    """Where the user is to go."""
    elicitation_id: str
    """The question's id."""
    requested_schema: Mapping[str, Any]
    """The JSON Schema of the answer."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _ElicitationResultInputRequired(CommonInput):
    mcp_server_name: str
    """The MCP server that asked."""
    action: Literal["accept", "decline", "cancel"]
    """What the user did."""


class ElicitationResultInput(_ElicitationResultInputRequired, total=False):
    """What a hook on ElicitationResult gets to read. The user answered an MCP server. Exit 2
    declines.
    """

    mode: str
    """How the question is put: as a form, or by a URL."""
    elicitation_id: str
    """The question's id."""
    content: Mapping[str, Any]
    """What the user filled in."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _FileChangedInputRequired(CommonInput):
    file_path: str
    """The file."""
    event: Literal["change", "add", "unlink"]
    """What happened to it."""


class FileChangedInput(_FileChangedInputRequired, total=False):
    """What a hook on FileChanged gets to read. A watched file changed. Exit 2 cannot block: its
    reason is shown to the user. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _InstructionsLoadedInputRequired(CommonInput):
    file_path: str
    """The file."""
    memory_type: Literal["User", "Project", "Local", "Managed"]
    """Whose instructions they are."""
    load_reason: Literal["session_start", "nested_traversal", "path_glob_match", "include", "compact"]
    """Why it was read."""


class InstructionsLoadedInput(_InstructionsLoadedInputRequired, total=False):
    """What a hook on InstructionsLoaded gets to read. A file of instructions was read. Exit 2 has
    no effect. A guard guards nothing here.
    """

    globs: List[str]
    """The patterns of paths that the file is for."""
    trigger_file_path: str
    """The file whose use made it be read."""
    parent_file_path: str
    """The file that includes it."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _MessageDisplayInputRequired(CommonInput):
    turn_id: str
    """The turn's id."""
    message_id: str
    """The message's id."""
    index: int
    """Which piece of the message it is, from 0."""
    final: bool
    """Whether it is the last piece."""
    delta: str
    """The text of the piece."""


class MessageDisplayInput(_MessageDisplayInputRequired, total=False):
    """What a hook on MessageDisplay gets to read. A piece of the model's text is about to be
    shown. Exit 2 has no effect. A guard's failure hides the text.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _NotificationInputRequired(CommonInput):
    message: str
    """What is said."""


class NotificationInput(_NotificationInputRequired, total=False):
    """What a hook on Notification gets to read. The agent tells the user something. Exit 2 has no
    effect. A guard guards nothing here.
    """

    notification_type: str
    """What kind of notification it is."""
    title: str
    """The headline."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _OnErrorInputRequired(CommonInput):
    message: str
    """What happened."""
    level: str
    """How bad it is."""


class OnErrorInput(_OnErrorInputRequired, total=False):
    """What a hook on OnError gets to read. An error occurred in the agent. Exit 2 has no effect. A
    guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _OnMaxIterationsInputRequired(CommonInput):
    message: str
    """What happened."""
    level: str
    """How bad it is."""


class OnMaxIterationsInput(_OnMaxIterationsInputRequired, total=False):
    """What a hook on OnMaxIterations gets to read. The agent loop reached its limit. Exit 2 has no
    effect. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class OnUserInputInput(CommonInput, total=False):
    """What a hook on OnUserInput gets to read. The agent waits for the user. Exit 2 has no effect.
    A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PermissionDeniedInputRequired(CommonInput):
    tool_name: str
    """The name of the tool."""
    tool_input: Mapping[str, Any]
    """What the tool is called with."""
    reason: str
    """Why it was denied."""


class PermissionDeniedInput(_PermissionDeniedInputRequired, total=False):
    """What a hook on PermissionDenied gets to read. A tool call was denied. Exit 2 has no effect.
    A guard guards nothing here.
    """

    tool_use_id: str
    """The id of the call."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PermissionRequestInputRequired(CommonInput):
    tool_name: str
    """The name of the tool."""
    tool_input: Mapping[str, Any]
    """What the tool is called with."""


class PermissionRequestInput(_PermissionRequestInputRequired, total=False):
    """What a hook on PermissionRequest gets to read. A tool call needs the permission of a person.
    Exit 2 has no effect; only a guard's failure denies.
    """

    permission_suggestions: Any
    """Permission updates that the host would offer."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PostCompactInputRequired(CommonInput):
    trigger: Literal["manual", "auto"]
    """Who wanted it: the user, or the agent itself."""
    compact_summary: str
    """What is left of the conversation."""


class PostCompactInput(_PostCompactInputRequired, total=False):
    """What a hook on PostCompact gets to read. The conversation was compacted. Exit 2 cannot
    block: its reason is shown to the user. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PostModelSwitchInputRequired(CommonInput):
    from_model: str
    """The model so far."""
    to_model: str
    """The model that takes over."""
    source: str
    """Who or what asked for it."""


class PostModelSwitchInput(_PostModelSwitchInputRequired, total=False):
    """What a hook on PostModelSwitch gets to read. Another model took over. Exit 2 cannot block:
    its reason is shown to the user. A guard guards nothing here.
    """

    requested_model: str
    """The model as it was asked for, before it was resolved."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PostToolBatchInputRequired(CommonInput):
    tool_calls: List[Mapping[str, Any]]
    """The calls, in order."""


class PostToolBatchInput(_PostToolBatchInputRequired, total=False):
    """What a hook on PostToolBatch gets to read. All tool calls of one model answer are done. Exit
    2 blocks.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PostToolUseInputRequired(CommonInput):
    tool_name: str
    """The name of the tool."""
    tool_input: Mapping[str, Any]
    """What the tool is called with."""
    tool_response: Any
    """What the tool gave."""


class PostToolUseInput(_PostToolUseInputRequired, total=False):
    """What a hook on PostToolUse gets to read. A tool call succeeded. Exit 2 comes too late: its
    reason goes to the model. A guard's failure withholds the tool's output.
    """

    tool_use_id: str
    """The id of the call."""
    duration_ms: int
    """How long the tool took, in milliseconds."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PostToolUseFailureInputRequired(CommonInput):
    tool_name: str
    """The name of the tool."""
    tool_input: Mapping[str, Any]
    """What the tool is called with."""
    error: str
    """What went wrong."""


class PostToolUseFailureInput(_PostToolUseFailureInputRequired, total=False):
    """What a hook on PostToolUseFailure gets to read. A tool call failed. Exit 2 comes too late:
    its reason goes to the model. A guard's failure withholds the tool's output.
    """

    tool_use_id: str
    """The id of the call."""
    is_interrupt: bool
    """Whether the user ended it."""
    duration_ms: int
    """How long the tool took, in milliseconds."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PreCompactInputRequired(CommonInput):
    trigger: Literal["manual", "auto"]
    """Who wants it: the user, or the agent itself."""


class PreCompactInput(_PreCompactInputRequired, total=False):
    """What a hook on PreCompact gets to read. The conversation is about to be compacted. Exit 2
    blocks.
    """

    custom_instructions: Optional[str]
    """What the user wants to be kept, if anything was said."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PreModelSwitchInputRequired(CommonInput):
    from_model: str
    """The model so far."""
    to_model: str
    """The model that takes over."""
    source: str
    """Who or what asked for it."""


class PreModelSwitchInput(_PreModelSwitchInputRequired, total=False):
    """What a hook on PreModelSwitch gets to read. Another model is about to take over. Exit 2
    denies.
    """

    requested_model: str
    """The model as it was asked for, before it was resolved."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _PreToolUseInputRequired(CommonInput):
    tool_name: str
    """The name of the tool."""
    tool_input: Mapping[str, Any]
    """What the tool is called with."""


class PreToolUseInput(_PreToolUseInputRequired, total=False):
    """What a hook on PreToolUse gets to read. A tool is about to be called. Exit 2 denies."""

    tool_use_id: str
    """The id of the call."""
    mcp_server: Any
    """The MCP server whose tool it is."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _SessionEndInputRequired(CommonInput):
    reason: Literal["clear", "resume", "logout", "prompt_input_exit", "other"]
    """Why it ends."""


class SessionEndInput(_SessionEndInputRequired, total=False):
    """What a hook on SessionEnd gets to read. A session ends. Exit 2 cannot block: its reason is
    shown to the user. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _SessionStartInputRequired(CommonInput):
    source: Literal["startup", "resume", "clear", "compact", "fork"]
    """Why it begins."""


class SessionStartInput(_SessionStartInputRequired, total=False):
    """What a hook on SessionStart gets to read. A session begins or is resumed. Exit 2 cannot
    block: its reason is shown to the user. A guard's failure stops the session.
    """

    model: str
    """The model's name."""
    agent_type: str
    """The agent that the session runs as."""
    session_title: str
    """The session's title."""
    agent_id: str
    """The subagent's id."""


class _SetupInputRequired(CommonInput):
    trigger: Literal["init", "maintenance"]
    """Why it runs."""


class SetupInput(_SetupInputRequired, total=False):
    """What a hook on Setup gets to read. The project is set up or maintained. Exit 2 has no
    effect. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class StopInput(CommonInput, total=False):
    """What a hook on Stop gets to read. The agent is about to end its turn. Exit 2 makes the agent
    go on, with the reason. A guard guards nothing here.
    """

    stop_hook_active: bool
    """Whether it goes on because a hook kept it from stopping."""
    last_assistant_message: str
    """The last text that the model wrote."""
    background_tasks: Any
    """What still runs in the background."""
    session_crons: Any
    """What the session runs by the clock."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _StopFailureInputRequired(CommonInput):
    error: str
    """What kind of error it was."""


class StopFailureInput(_StopFailureInputRequired, total=False):
    """What a hook on StopFailure gets to read. The turn ended because of an error. Exit 2 has no
    effect. A guard guards nothing here.
    """

    error_details: str
    """What is known of the error."""
    last_assistant_message: str
    """The last text that the model wrote."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class SubagentStartInput(CommonInput):
    """What a hook on SubagentStart gets to read. A subagent begins. Exit 2 cannot block: its
    reason is shown to the user. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type."""


class _SubagentStopInputRequired(CommonInput):
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type."""
    agent_transcript_path: str
    """Where the subagent's conversation is recorded."""


class SubagentStopInput(_SubagentStopInputRequired, total=False):
    """What a hook on SubagentStop gets to read. A subagent is about to end. Exit 2 makes the agent
    go on, with the reason. A guard guards nothing here.
    """

    stop_hook_active: bool
    """Whether it goes on because a hook kept it from ending."""
    last_assistant_message: str
    """The last text that the model wrote."""


class _TaskCompletedInputRequired(CommonInput):
    task_id: str
    """The task's id."""
    task_subject: str
    """What is to be done, in a line."""


class TaskCompletedInput(_TaskCompletedInputRequired, total=False):
    """What a hook on TaskCompleted gets to read. A task is about to be marked as done. Exit 2
    blocks. A guard guards nothing here.
    """

    task_description: str
    """What is to be done, at length."""
    teammate_name: str
    """Whose task it is."""
    team_name: str
    """The teammate's team."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _TaskCreatedInputRequired(CommonInput):
    task_id: str
    """The task's id."""
    task_subject: str
    """What is to be done, in a line."""


class TaskCreatedInput(_TaskCreatedInputRequired, total=False):
    """What a hook on TaskCreated gets to read. A task is about to be created. Exit 2 blocks."""

    task_description: str
    """What is to be done, at length."""
    teammate_name: str
    """Whose task it is."""
    team_name: str
    """The teammate's team."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _TeammateIdleInputRequired(CommonInput):
    teammate_name: str
    """The teammate's name."""
    team_name: str
    """The teammate's team."""


class TeammateIdleInput(_TeammateIdleInputRequired, total=False):
    """What a hook on TeammateIdle gets to read. A teammate is idle. Exit 2 makes the agent go on,
    with the reason. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class TurnStartInput(CommonInput, total=False):
    """What a hook on TurnStart gets to read. A turn of the agent loop begins. Exit 2 has no
    effect. A guard guards nothing here.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _UserPromptExpansionInputRequired(CommonInput):
    expansion_type: str
    """What kind of expansion it is."""
    command_name: str
    """The command's name."""
    command_args: str
    """What follows the name."""
    command_source: str
    """Where the command was defined."""
    prompt: str
    """What the user wrote."""


class UserPromptExpansionInput(_UserPromptExpansionInputRequired, total=False):
    """What a hook on UserPromptExpansion gets to read. A slash command is about to become a
    prompt. Exit 2 blocks.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _UserPromptSubmitInputRequired(CommonInput):
    prompt: str
    """What the user wrote."""


class UserPromptSubmitInput(_UserPromptSubmitInputRequired, total=False):
    """What a hook on UserPromptSubmit gets to read. The user sent a prompt; the model has not seen
    it yet. Exit 2 blocks.
    """

    session_title: str
    """The session's title."""
    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _WorktreeCreateInputRequired(CommonInput):
    name: str
    """What the worktree is to be called."""


class WorktreeCreateInput(_WorktreeCreateInputRequired, total=False):
    """What a hook on WorktreeCreate gets to read. A worktree is needed; a hook creates it. Exit 2
    fails the creation, as does a guard's failure, and no path.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class _WorktreeRemoveInputRequired(CommonInput):
    worktree_path: str
    """The path of the worktree."""


class WorktreeRemoveInput(_WorktreeRemoveInputRequired, total=False):
    """What a hook on WorktreeRemove gets to read. A worktree is to be removed. Exit 2 fails the
    removal, as does any failure.
    """

    agent_id: str
    """The subagent's id."""
    agent_type: str
    """The subagent's type, else the session's."""


class AsyncEvents:
    """The methods that take the input of an event, typed for each event."""

    @overload
    async def execute(
        self, event: Literal["AfterLlmCall"], fields: AfterLlmCallInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["AfterLlmCall"], *, wait: bool = False, native: bool = False, **more: Unpack[AfterLlmCallInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["BeforeLlmCall"], fields: BeforeLlmCallInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["BeforeLlmCall"], *, wait: bool = False, native: bool = False, **more: Unpack[BeforeLlmCallInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["ConfigChange"], fields: ConfigChangeInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["ConfigChange"], *, wait: bool = False, native: bool = False, **more: Unpack[ConfigChangeInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["CwdChanged"], fields: CwdChangedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["CwdChanged"], *, wait: bool = False, native: bool = False, **more: Unpack[CwdChangedInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["DirectoryAdded"], fields: DirectoryAddedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["DirectoryAdded"], *, wait: bool = False, native: bool = False, **more: Unpack[DirectoryAddedInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["Elicitation"], fields: ElicitationInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["Elicitation"], *, wait: bool = False, native: bool = False, **more: Unpack[ElicitationInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["ElicitationResult"], fields: ElicitationResultInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["ElicitationResult"], *, wait: bool = False, native: bool = False, **more: Unpack[ElicitationResultInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["FileChanged"], fields: FileChangedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["InstructionsLoaded"], fields: InstructionsLoadedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["InstructionsLoaded"], *, wait: bool = False, native: bool = False, **more: Unpack[InstructionsLoadedInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["MessageDisplay"], fields: MessageDisplayInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["MessageDisplay"], *, wait: bool = False, native: bool = False, **more: Unpack[MessageDisplayInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["Notification"], fields: NotificationInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["Notification"], *, wait: bool = False, native: bool = False, **more: Unpack[NotificationInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["OnError"], fields: OnErrorInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["OnError"], *, wait: bool = False, native: bool = False, **more: Unpack[OnErrorInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["OnMaxIterations"], fields: OnMaxIterationsInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["OnMaxIterations"], *, wait: bool = False, native: bool = False, **more: Unpack[OnMaxIterationsInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["OnUserInput"], fields: OnUserInputInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["OnUserInput"], *, wait: bool = False, native: bool = False, **more: Unpack[OnUserInputInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PermissionDenied"], fields: PermissionDeniedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PermissionDenied"], *, wait: bool = False, native: bool = False, **more: Unpack[PermissionDeniedInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PermissionRequest"], fields: PermissionRequestInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PermissionRequest"], *, wait: bool = False, native: bool = False, **more: Unpack[PermissionRequestInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostCompact"], fields: PostCompactInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostCompact"], *, wait: bool = False, native: bool = False, **more: Unpack[PostCompactInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostModelSwitch"], fields: PostModelSwitchInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostModelSwitch"], *, wait: bool = False, native: bool = False, **more: Unpack[PostModelSwitchInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostToolBatch"], fields: PostToolBatchInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostToolBatch"], *, wait: bool = False, native: bool = False, **more: Unpack[PostToolBatchInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostToolUse"], fields: PostToolUseInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostToolUse"], *, wait: bool = False, native: bool = False, **more: Unpack[PostToolUseInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostToolUseFailure"], fields: PostToolUseFailureInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PostToolUseFailure"], *, wait: bool = False, native: bool = False, **more: Unpack[PostToolUseFailureInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PreCompact"], fields: PreCompactInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PreCompact"], *, wait: bool = False, native: bool = False, **more: Unpack[PreCompactInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PreModelSwitch"], fields: PreModelSwitchInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PreModelSwitch"], *, wait: bool = False, native: bool = False, **more: Unpack[PreModelSwitchInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PreToolUse"], fields: PreToolUseInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["PreToolUse"], *, wait: bool = False, native: bool = False, **more: Unpack[PreToolUseInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["SessionEnd"], fields: SessionEndInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["SessionEnd"], *, wait: bool = False, native: bool = False, **more: Unpack[SessionEndInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["SessionStart"], fields: SessionStartInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["SessionStart"], *, wait: bool = False, native: bool = False, **more: Unpack[SessionStartInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["Setup"], fields: SetupInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["Setup"], *, wait: bool = False, native: bool = False, **more: Unpack[SetupInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["Stop"], fields: StopInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["Stop"], *, wait: bool = False, native: bool = False, **more: Unpack[StopInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["StopFailure"], fields: StopFailureInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["StopFailure"], *, wait: bool = False, native: bool = False, **more: Unpack[StopFailureInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["SubagentStart"], fields: SubagentStartInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["SubagentStart"], *, wait: bool = False, native: bool = False, **more: Unpack[SubagentStartInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["SubagentStop"], fields: SubagentStopInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["SubagentStop"], *, wait: bool = False, native: bool = False, **more: Unpack[SubagentStopInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["TaskCompleted"], fields: TaskCompletedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["TaskCompleted"], *, wait: bool = False, native: bool = False, **more: Unpack[TaskCompletedInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["TaskCreated"], fields: TaskCreatedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["TaskCreated"], *, wait: bool = False, native: bool = False, **more: Unpack[TaskCreatedInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["TeammateIdle"], fields: TeammateIdleInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["TeammateIdle"], *, wait: bool = False, native: bool = False, **more: Unpack[TeammateIdleInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["TurnStart"], fields: TurnStartInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["TurnStart"], *, wait: bool = False, native: bool = False, **more: Unpack[TurnStartInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["UserPromptExpansion"], fields: UserPromptExpansionInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["UserPromptExpansion"], *, wait: bool = False, native: bool = False, **more: Unpack[UserPromptExpansionInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["UserPromptSubmit"], fields: UserPromptSubmitInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["UserPromptSubmit"], *, wait: bool = False, native: bool = False, **more: Unpack[UserPromptSubmitInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["WorktreeCreate"], fields: WorktreeCreateInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["WorktreeCreate"], *, wait: bool = False, native: bool = False, **more: Unpack[WorktreeCreateInput]
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["WorktreeRemove"], fields: WorktreeRemoveInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    async def execute(
        self, event: Literal["WorktreeRemove"], *, wait: bool = False, native: bool = False, **more: Unpack[WorktreeRemoveInput]
    ) -> "Executed": ...
    @overload
    async def execute(
        self,
        event: Optional[CustomEvent],
        fields: Mapping[str, Any],
        *,
        wait: bool = False,
        native: bool = False,
        **more: Any,
    ) -> "Executed": ...

    async def execute(
        self,
        event: Optional[str],
        fields: Optional[Mapping[str, Any]] = None,
        *,
        wait: bool = False,
        native: bool = False,
        **more: Any,
    ) -> "Executed":
        """Runs the hooks of one event. Its input is given as a mapping or as keywords; the
        event may be ``None`` when the mapping has ``hook_event_name``. Fields that the
        event does not have are an error for a type checker; for an event of your own, write
        ``CustomEvent("MyEvent")``.

        Cancelling it ends its hooks.
        """
        return await self._execute(event, {**(fields or {}), **more}, wait, native)

    @overload
    async def observe(self, event: Literal["AfterLlmCall"], fields: AfterLlmCallInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["AfterLlmCall"], **more: Unpack[AfterLlmCallInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["BeforeLlmCall"], fields: BeforeLlmCallInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["BeforeLlmCall"], **more: Unpack[BeforeLlmCallInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["ConfigChange"], fields: ConfigChangeInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["ConfigChange"], **more: Unpack[ConfigChangeInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["CwdChanged"], fields: CwdChangedInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["CwdChanged"], **more: Unpack[CwdChangedInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["DirectoryAdded"], fields: DirectoryAddedInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["DirectoryAdded"], **more: Unpack[DirectoryAddedInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["Elicitation"], fields: ElicitationInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["Elicitation"], **more: Unpack[ElicitationInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["ElicitationResult"], fields: ElicitationResultInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["ElicitationResult"], **more: Unpack[ElicitationResultInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["FileChanged"], fields: FileChangedInput) -> None: ...

    @overload
    async def observe(self, event: Literal["InstructionsLoaded"], fields: InstructionsLoadedInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["InstructionsLoaded"], **more: Unpack[InstructionsLoadedInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["MessageDisplay"], fields: MessageDisplayInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["MessageDisplay"], **more: Unpack[MessageDisplayInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["Notification"], fields: NotificationInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["Notification"], **more: Unpack[NotificationInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["OnError"], fields: OnErrorInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["OnError"], **more: Unpack[OnErrorInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["OnMaxIterations"], fields: OnMaxIterationsInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["OnMaxIterations"], **more: Unpack[OnMaxIterationsInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["OnUserInput"], fields: OnUserInputInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["OnUserInput"], **more: Unpack[OnUserInputInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PermissionDenied"], fields: PermissionDeniedInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PermissionDenied"], **more: Unpack[PermissionDeniedInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PermissionRequest"], fields: PermissionRequestInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PermissionRequest"], **more: Unpack[PermissionRequestInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PostCompact"], fields: PostCompactInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PostCompact"], **more: Unpack[PostCompactInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PostModelSwitch"], fields: PostModelSwitchInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PostModelSwitch"], **more: Unpack[PostModelSwitchInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PostToolBatch"], fields: PostToolBatchInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PostToolBatch"], **more: Unpack[PostToolBatchInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PostToolUse"], fields: PostToolUseInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PostToolUse"], **more: Unpack[PostToolUseInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PostToolUseFailure"], fields: PostToolUseFailureInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PostToolUseFailure"], **more: Unpack[PostToolUseFailureInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PreCompact"], fields: PreCompactInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PreCompact"], **more: Unpack[PreCompactInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PreModelSwitch"], fields: PreModelSwitchInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PreModelSwitch"], **more: Unpack[PreModelSwitchInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["PreToolUse"], fields: PreToolUseInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["PreToolUse"], **more: Unpack[PreToolUseInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["SessionEnd"], fields: SessionEndInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["SessionEnd"], **more: Unpack[SessionEndInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["SessionStart"], fields: SessionStartInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["SessionStart"], **more: Unpack[SessionStartInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["Setup"], fields: SetupInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["Setup"], **more: Unpack[SetupInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["Stop"], fields: StopInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["Stop"], **more: Unpack[StopInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["StopFailure"], fields: StopFailureInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["StopFailure"], **more: Unpack[StopFailureInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["SubagentStart"], fields: SubagentStartInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["SubagentStart"], **more: Unpack[SubagentStartInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["SubagentStop"], fields: SubagentStopInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["SubagentStop"], **more: Unpack[SubagentStopInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["TaskCompleted"], fields: TaskCompletedInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["TaskCompleted"], **more: Unpack[TaskCompletedInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["TaskCreated"], fields: TaskCreatedInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["TaskCreated"], **more: Unpack[TaskCreatedInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["TeammateIdle"], fields: TeammateIdleInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["TeammateIdle"], **more: Unpack[TeammateIdleInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["TurnStart"], fields: TurnStartInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["TurnStart"], **more: Unpack[TurnStartInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["UserPromptExpansion"], fields: UserPromptExpansionInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["UserPromptExpansion"], **more: Unpack[UserPromptExpansionInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["UserPromptSubmit"], fields: UserPromptSubmitInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["UserPromptSubmit"], **more: Unpack[UserPromptSubmitInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["WorktreeCreate"], fields: WorktreeCreateInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["WorktreeCreate"], **more: Unpack[WorktreeCreateInput]
    ) -> None: ...

    @overload
    async def observe(self, event: Literal["WorktreeRemove"], fields: WorktreeRemoveInput) -> None: ...

    @overload
    async def observe(
        self, event: Literal["WorktreeRemove"], **more: Unpack[WorktreeRemoveInput]
    ) -> None: ...
    @overload
    async def observe(
        self, event: Optional[CustomEvent], fields: Mapping[str, Any], **more: Any
    ) -> None: ...

    async def observe(
        self, event: Optional[str], fields: Optional[Mapping[str, Any]] = None, **more: Any
    ) -> None:
        """Fires an event that nobody waits for."""
        await self._observe(event, {**(fields or {}), **more})

    async def _execute(
        self, event: Optional[str], fields: Mapping[str, Any], wait: bool, native: bool
    ) -> "Executed":
        raise NotImplementedError

    async def _observe(self, event: Optional[str], fields: Mapping[str, Any]) -> None:
        raise NotImplementedError


class SyncEvents:
    """The methods that take the input of an event, typed for each event."""

    @overload
    def execute(
        self, event: Literal["AfterLlmCall"], fields: AfterLlmCallInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["AfterLlmCall"], *, wait: bool = False, native: bool = False, **more: Unpack[AfterLlmCallInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["BeforeLlmCall"], fields: BeforeLlmCallInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["BeforeLlmCall"], *, wait: bool = False, native: bool = False, **more: Unpack[BeforeLlmCallInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["ConfigChange"], fields: ConfigChangeInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["ConfigChange"], *, wait: bool = False, native: bool = False, **more: Unpack[ConfigChangeInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["CwdChanged"], fields: CwdChangedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["CwdChanged"], *, wait: bool = False, native: bool = False, **more: Unpack[CwdChangedInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["DirectoryAdded"], fields: DirectoryAddedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["DirectoryAdded"], *, wait: bool = False, native: bool = False, **more: Unpack[DirectoryAddedInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["Elicitation"], fields: ElicitationInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["Elicitation"], *, wait: bool = False, native: bool = False, **more: Unpack[ElicitationInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["ElicitationResult"], fields: ElicitationResultInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["ElicitationResult"], *, wait: bool = False, native: bool = False, **more: Unpack[ElicitationResultInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["FileChanged"], fields: FileChangedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["InstructionsLoaded"], fields: InstructionsLoadedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["InstructionsLoaded"], *, wait: bool = False, native: bool = False, **more: Unpack[InstructionsLoadedInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["MessageDisplay"], fields: MessageDisplayInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["MessageDisplay"], *, wait: bool = False, native: bool = False, **more: Unpack[MessageDisplayInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["Notification"], fields: NotificationInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["Notification"], *, wait: bool = False, native: bool = False, **more: Unpack[NotificationInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["OnError"], fields: OnErrorInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["OnError"], *, wait: bool = False, native: bool = False, **more: Unpack[OnErrorInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["OnMaxIterations"], fields: OnMaxIterationsInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["OnMaxIterations"], *, wait: bool = False, native: bool = False, **more: Unpack[OnMaxIterationsInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["OnUserInput"], fields: OnUserInputInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["OnUserInput"], *, wait: bool = False, native: bool = False, **more: Unpack[OnUserInputInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PermissionDenied"], fields: PermissionDeniedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PermissionDenied"], *, wait: bool = False, native: bool = False, **more: Unpack[PermissionDeniedInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PermissionRequest"], fields: PermissionRequestInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PermissionRequest"], *, wait: bool = False, native: bool = False, **more: Unpack[PermissionRequestInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostCompact"], fields: PostCompactInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostCompact"], *, wait: bool = False, native: bool = False, **more: Unpack[PostCompactInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostModelSwitch"], fields: PostModelSwitchInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostModelSwitch"], *, wait: bool = False, native: bool = False, **more: Unpack[PostModelSwitchInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostToolBatch"], fields: PostToolBatchInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostToolBatch"], *, wait: bool = False, native: bool = False, **more: Unpack[PostToolBatchInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostToolUse"], fields: PostToolUseInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostToolUse"], *, wait: bool = False, native: bool = False, **more: Unpack[PostToolUseInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostToolUseFailure"], fields: PostToolUseFailureInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PostToolUseFailure"], *, wait: bool = False, native: bool = False, **more: Unpack[PostToolUseFailureInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PreCompact"], fields: PreCompactInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PreCompact"], *, wait: bool = False, native: bool = False, **more: Unpack[PreCompactInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PreModelSwitch"], fields: PreModelSwitchInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PreModelSwitch"], *, wait: bool = False, native: bool = False, **more: Unpack[PreModelSwitchInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PreToolUse"], fields: PreToolUseInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["PreToolUse"], *, wait: bool = False, native: bool = False, **more: Unpack[PreToolUseInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["SessionEnd"], fields: SessionEndInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["SessionEnd"], *, wait: bool = False, native: bool = False, **more: Unpack[SessionEndInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["SessionStart"], fields: SessionStartInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["SessionStart"], *, wait: bool = False, native: bool = False, **more: Unpack[SessionStartInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["Setup"], fields: SetupInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["Setup"], *, wait: bool = False, native: bool = False, **more: Unpack[SetupInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["Stop"], fields: StopInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["Stop"], *, wait: bool = False, native: bool = False, **more: Unpack[StopInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["StopFailure"], fields: StopFailureInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["StopFailure"], *, wait: bool = False, native: bool = False, **more: Unpack[StopFailureInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["SubagentStart"], fields: SubagentStartInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["SubagentStart"], *, wait: bool = False, native: bool = False, **more: Unpack[SubagentStartInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["SubagentStop"], fields: SubagentStopInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["SubagentStop"], *, wait: bool = False, native: bool = False, **more: Unpack[SubagentStopInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["TaskCompleted"], fields: TaskCompletedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["TaskCompleted"], *, wait: bool = False, native: bool = False, **more: Unpack[TaskCompletedInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["TaskCreated"], fields: TaskCreatedInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["TaskCreated"], *, wait: bool = False, native: bool = False, **more: Unpack[TaskCreatedInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["TeammateIdle"], fields: TeammateIdleInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["TeammateIdle"], *, wait: bool = False, native: bool = False, **more: Unpack[TeammateIdleInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["TurnStart"], fields: TurnStartInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["TurnStart"], *, wait: bool = False, native: bool = False, **more: Unpack[TurnStartInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["UserPromptExpansion"], fields: UserPromptExpansionInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["UserPromptExpansion"], *, wait: bool = False, native: bool = False, **more: Unpack[UserPromptExpansionInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["UserPromptSubmit"], fields: UserPromptSubmitInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["UserPromptSubmit"], *, wait: bool = False, native: bool = False, **more: Unpack[UserPromptSubmitInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["WorktreeCreate"], fields: WorktreeCreateInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["WorktreeCreate"], *, wait: bool = False, native: bool = False, **more: Unpack[WorktreeCreateInput]
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["WorktreeRemove"], fields: WorktreeRemoveInput, *, wait: bool = False, native: bool = False
    ) -> "Executed": ...

    @overload
    def execute(
        self, event: Literal["WorktreeRemove"], *, wait: bool = False, native: bool = False, **more: Unpack[WorktreeRemoveInput]
    ) -> "Executed": ...
    @overload
    def execute(
        self,
        event: Optional[CustomEvent],
        fields: Mapping[str, Any],
        *,
        wait: bool = False,
        native: bool = False,
        **more: Any,
    ) -> "Executed": ...

    def execute(
        self,
        event: Optional[str],
        fields: Optional[Mapping[str, Any]] = None,
        *,
        wait: bool = False,
        native: bool = False,
        **more: Any,
    ) -> "Executed":
        """Runs the hooks of one event. Its input is given as a mapping or as keywords; the
        event may be ``None`` when the mapping has ``hook_event_name``. Fields that the
        event does not have are an error for a type checker; for an event of your own, write
        ``CustomEvent("MyEvent")``.

        Cancelling it ends its hooks.
        """
        return self._execute(event, {**(fields or {}), **more}, wait, native)

    @overload
    def observe(self, event: Literal["AfterLlmCall"], fields: AfterLlmCallInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["AfterLlmCall"], **more: Unpack[AfterLlmCallInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["BeforeLlmCall"], fields: BeforeLlmCallInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["BeforeLlmCall"], **more: Unpack[BeforeLlmCallInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["ConfigChange"], fields: ConfigChangeInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["ConfigChange"], **more: Unpack[ConfigChangeInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["CwdChanged"], fields: CwdChangedInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["CwdChanged"], **more: Unpack[CwdChangedInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["DirectoryAdded"], fields: DirectoryAddedInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["DirectoryAdded"], **more: Unpack[DirectoryAddedInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["Elicitation"], fields: ElicitationInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["Elicitation"], **more: Unpack[ElicitationInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["ElicitationResult"], fields: ElicitationResultInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["ElicitationResult"], **more: Unpack[ElicitationResultInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["FileChanged"], fields: FileChangedInput) -> None: ...

    @overload
    def observe(self, event: Literal["InstructionsLoaded"], fields: InstructionsLoadedInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["InstructionsLoaded"], **more: Unpack[InstructionsLoadedInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["MessageDisplay"], fields: MessageDisplayInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["MessageDisplay"], **more: Unpack[MessageDisplayInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["Notification"], fields: NotificationInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["Notification"], **more: Unpack[NotificationInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["OnError"], fields: OnErrorInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["OnError"], **more: Unpack[OnErrorInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["OnMaxIterations"], fields: OnMaxIterationsInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["OnMaxIterations"], **more: Unpack[OnMaxIterationsInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["OnUserInput"], fields: OnUserInputInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["OnUserInput"], **more: Unpack[OnUserInputInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PermissionDenied"], fields: PermissionDeniedInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PermissionDenied"], **more: Unpack[PermissionDeniedInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PermissionRequest"], fields: PermissionRequestInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PermissionRequest"], **more: Unpack[PermissionRequestInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PostCompact"], fields: PostCompactInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PostCompact"], **more: Unpack[PostCompactInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PostModelSwitch"], fields: PostModelSwitchInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PostModelSwitch"], **more: Unpack[PostModelSwitchInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PostToolBatch"], fields: PostToolBatchInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PostToolBatch"], **more: Unpack[PostToolBatchInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PostToolUse"], fields: PostToolUseInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PostToolUse"], **more: Unpack[PostToolUseInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PostToolUseFailure"], fields: PostToolUseFailureInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PostToolUseFailure"], **more: Unpack[PostToolUseFailureInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PreCompact"], fields: PreCompactInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PreCompact"], **more: Unpack[PreCompactInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PreModelSwitch"], fields: PreModelSwitchInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PreModelSwitch"], **more: Unpack[PreModelSwitchInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["PreToolUse"], fields: PreToolUseInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["PreToolUse"], **more: Unpack[PreToolUseInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["SessionEnd"], fields: SessionEndInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["SessionEnd"], **more: Unpack[SessionEndInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["SessionStart"], fields: SessionStartInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["SessionStart"], **more: Unpack[SessionStartInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["Setup"], fields: SetupInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["Setup"], **more: Unpack[SetupInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["Stop"], fields: StopInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["Stop"], **more: Unpack[StopInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["StopFailure"], fields: StopFailureInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["StopFailure"], **more: Unpack[StopFailureInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["SubagentStart"], fields: SubagentStartInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["SubagentStart"], **more: Unpack[SubagentStartInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["SubagentStop"], fields: SubagentStopInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["SubagentStop"], **more: Unpack[SubagentStopInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["TaskCompleted"], fields: TaskCompletedInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["TaskCompleted"], **more: Unpack[TaskCompletedInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["TaskCreated"], fields: TaskCreatedInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["TaskCreated"], **more: Unpack[TaskCreatedInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["TeammateIdle"], fields: TeammateIdleInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["TeammateIdle"], **more: Unpack[TeammateIdleInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["TurnStart"], fields: TurnStartInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["TurnStart"], **more: Unpack[TurnStartInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["UserPromptExpansion"], fields: UserPromptExpansionInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["UserPromptExpansion"], **more: Unpack[UserPromptExpansionInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["UserPromptSubmit"], fields: UserPromptSubmitInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["UserPromptSubmit"], **more: Unpack[UserPromptSubmitInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["WorktreeCreate"], fields: WorktreeCreateInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["WorktreeCreate"], **more: Unpack[WorktreeCreateInput]
    ) -> None: ...

    @overload
    def observe(self, event: Literal["WorktreeRemove"], fields: WorktreeRemoveInput) -> None: ...

    @overload
    def observe(
        self, event: Literal["WorktreeRemove"], **more: Unpack[WorktreeRemoveInput]
    ) -> None: ...
    @overload
    def observe(
        self, event: Optional[CustomEvent], fields: Mapping[str, Any], **more: Any
    ) -> None: ...

    def observe(
        self, event: Optional[str], fields: Optional[Mapping[str, Any]] = None, **more: Any
    ) -> None:
        """Fires an event that nobody waits for."""
        self._observe(event, {**(fields or {}), **more})

    def _execute(
        self, event: Optional[str], fields: Mapping[str, Any], wait: bool, native: bool
    ) -> "Executed":
        raise NotImplementedError

    def _observe(self, event: Optional[str], fields: Mapping[str, Any]) -> None:
        raise NotImplementedError
