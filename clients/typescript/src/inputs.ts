// The inputs of events: made from `schemas/input` by `clients/generate_types.py`, not by
// hand.

/** Fields of every input. */
export interface CommonInput {
  /** The agent session's id. */
  session_id?: string;
  /** Where the conversation is recorded; empty when it is not. */
  transcript_path?: string;
  /** The session's working directory: command hooks run in it. */
  cwd?: string;
  /** The prompt being worked on. */
  prompt_id?: string;
  /** How tool calls are permitted that no rule decides. */
  permission_mode?: "default" | "plan" | "acceptEdits" | "auto" | "dontAsk" | "bypassPermissions";
  /** How hard the model is asked to think. */
  effort?: unknown;
  /** A folder for the agent's own notes. */
  scratchpad_dir?: string;
}

/**
 * What a hook on AfterLlmCall gets to read. The model answered; the answer is not recorded yet.
 * Exit 2 blocks. A guard's failure withholds the answer.
 */
export interface AfterLlmCallInput extends CommonInput {
  /** What the model answered. */
  last_assistant_message: string;
  /** The answer, as the host got it. */
  llm_response?: unknown;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/** What a hook on BeforeLlmCall gets to read. The model is about to be called. Exit 2 blocks. */
export interface BeforeLlmCallInput extends CommonInput {
  /** The request, as the host sends it. */
  llm_request?: unknown;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on ConfigChange gets to read. Settings changed and are about to take effect. Exit 2
 * blocks, unless `source` is `policy_settings`.
 */
export interface ConfigChangeInput extends CommonInput {
  /** Which settings changed. */
  source: "user_settings" | "project_settings" | "local_settings" | "policy_settings" | "skills";
  /** The file that changed. */
  file_path?: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on CwdChanged gets to read. The working directory changed. Exit 2 cannot block: its
 * reason is shown to the user. A guard guards nothing here.
 */
export interface CwdChangedInput extends CommonInput {
  /** The working directory so far. */
  old_cwd: string;
  /** The working directory from now on. */
  new_cwd: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on DirectoryAdded gets to read. A working directory was added. Exit 2 has no effect.
 * A guard guards nothing here.
 */
export interface DirectoryAddedInput extends CommonInput {
  /** The folder. */
  directory: string;
  /** Who or what added it. */
  source: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on Elicitation gets to read. An MCP server asks the user for something. Exit 2
 * declines.
 */
export interface ElicitationInput extends CommonInput {
  /** The MCP server that asks. */
  mcp_server_name: string;
  /** What it asks. */
  message: string;
  /** How the question is put: as a form, or by a URL. */
  mode?: string;
  /** Where the user is to go. */
  url?: string;
  /** The question's id. */
  elicitation_id?: string;
  /** The JSON Schema of the answer. */
  requested_schema?: Record<string, unknown>;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/** What a hook on ElicitationResult gets to read. The user answered an MCP server. Exit 2 declines. */
export interface ElicitationResultInput extends CommonInput {
  /** The MCP server that asked. */
  mcp_server_name: string;
  /** What the user did. */
  action: "accept" | "decline" | "cancel";
  /** How the question is put: as a form, or by a URL. */
  mode?: string;
  /** The question's id. */
  elicitation_id?: string;
  /** What the user filled in. */
  content?: Record<string, unknown>;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on FileChanged gets to read. A watched file changed. Exit 2 cannot block: its reason
 * is shown to the user. A guard guards nothing here.
 */
export interface FileChangedInput extends CommonInput {
  /** The file. */
  file_path: string;
  /** What happened to it. */
  event: "change" | "add" | "unlink";
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on InstructionsLoaded gets to read. A file of instructions was read. Exit 2 has no
 * effect. A guard guards nothing here.
 */
export interface InstructionsLoadedInput extends CommonInput {
  /** The file. */
  file_path: string;
  /** Whose instructions they are. */
  memory_type: "User" | "Project" | "Local" | "Managed";
  /** Why it was read. */
  load_reason: "session_start" | "nested_traversal" | "path_glob_match" | "include" | "compact";
  /** The patterns of paths that the file is for. */
  globs?: string[];
  /** The file whose use made it be read. */
  trigger_file_path?: string;
  /** The file that includes it. */
  parent_file_path?: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on MessageDisplay gets to read. A piece of the model's text is about to be shown.
 * Exit 2 has no effect. A guard's failure hides the text.
 */
export interface MessageDisplayInput extends CommonInput {
  /** The turn's id. */
  turn_id: string;
  /** The message's id. */
  message_id: string;
  /** Which piece of the message it is, from 0. */
  index: number;
  /** Whether it is the last piece. */
  final: boolean;
  /** The text of the piece. */
  delta: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on Notification gets to read. The agent tells the user something. Exit 2 has no
 * effect. A guard guards nothing here.
 */
export interface NotificationInput extends CommonInput {
  /** What is said. */
  message: string;
  /** What kind of notification it is. */
  notification_type?: string;
  /** The headline. */
  title?: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on OnError gets to read. An error occurred in the agent. Exit 2 has no effect. A
 * guard guards nothing here.
 */
export interface OnErrorInput extends CommonInput {
  /** What happened. */
  message: string;
  /** How bad it is. */
  level: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on OnMaxIterations gets to read. The agent loop reached its limit. Exit 2 has no
 * effect. A guard guards nothing here.
 */
export interface OnMaxIterationsInput extends CommonInput {
  /** What happened. */
  message: string;
  /** How bad it is. */
  level: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on OnUserInput gets to read. The agent waits for the user. Exit 2 has no effect. A
 * guard guards nothing here.
 */
export interface OnUserInputInput extends CommonInput {
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on PermissionDenied gets to read. A tool call was denied. Exit 2 has no effect. A
 * guard guards nothing here.
 */
export interface PermissionDeniedInput extends CommonInput {
  /** The name of the tool. */
  tool_name: string;
  /** What the tool is called with. */
  tool_input: Record<string, unknown>;
  /** The id of the call. */
  tool_use_id?: string;
  /** Why it was denied. */
  reason: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on PermissionRequest gets to read. A tool call needs the permission of a person.
 * Exit 2 has no effect; only a guard's failure denies.
 */
export interface PermissionRequestInput extends CommonInput {
  /** The name of the tool. */
  tool_name: string;
  /** What the tool is called with. */
  tool_input: Record<string, unknown>;
  /** Permission updates that the host would offer. */
  permission_suggestions?: unknown;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on PostCompact gets to read. The conversation was compacted. Exit 2 cannot block:
 * its reason is shown to the user. A guard guards nothing here.
 */
export interface PostCompactInput extends CommonInput {
  /** Who wanted it: the user, or the agent itself. */
  trigger: "manual" | "auto";
  /** What is left of the conversation. */
  compact_summary: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on PostModelSwitch gets to read. Another model took over. Exit 2 cannot block: its
 * reason is shown to the user. A guard guards nothing here.
 */
export interface PostModelSwitchInput extends CommonInput {
  /** The model so far. */
  from_model: string;
  /** The model that takes over. */
  to_model: string;
  /** Who or what asked for it. */
  source: string;
  /** The model as it was asked for, before it was resolved. */
  requested_model?: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on PostToolBatch gets to read. All tool calls of one model answer are done. Exit 2
 * blocks.
 */
export interface PostToolBatchInput extends CommonInput {
  /** The calls, in order. */
  tool_calls: { tool_name: string; tool_input: Record<string, unknown>; tool_use_id: string; tool_response?: unknown }[];
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on PostToolUse gets to read. A tool call succeeded. Exit 2 comes too late: its
 * reason goes to the model. A guard's failure withholds the tool's output.
 */
export interface PostToolUseInput extends CommonInput {
  /** The name of the tool. */
  tool_name: string;
  /** What the tool is called with. */
  tool_input: Record<string, unknown>;
  /** What the tool gave. */
  tool_response: unknown;
  /** The id of the call. */
  tool_use_id?: string;
  /** How long the tool took, in milliseconds. */
  duration_ms?: number;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on PostToolUseFailure gets to read. A tool call failed. Exit 2 comes too late: its
 * reason goes to the model. A guard's failure withholds the tool's output.
 */
export interface PostToolUseFailureInput extends CommonInput {
  /** The name of the tool. */
  tool_name: string;
  /** What the tool is called with. */
  tool_input: Record<string, unknown>;
  /** The id of the call. */
  tool_use_id?: string;
  /** What went wrong. */
  error: string;
  /** Whether the user ended it. */
  is_interrupt?: boolean;
  /** How long the tool took, in milliseconds. */
  duration_ms?: number;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on PreCompact gets to read. The conversation is about to be compacted. Exit 2
 * blocks.
 */
export interface PreCompactInput extends CommonInput {
  /** Who wants it: the user, or the agent itself. */
  trigger: "manual" | "auto";
  /** What the user wants to be kept, if anything was said. */
  custom_instructions?: string | null;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/** What a hook on PreModelSwitch gets to read. Another model is about to take over. Exit 2 denies. */
export interface PreModelSwitchInput extends CommonInput {
  /** The model so far. */
  from_model: string;
  /** The model that takes over. */
  to_model: string;
  /** Who or what asked for it. */
  source: string;
  /** The model as it was asked for, before it was resolved. */
  requested_model?: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/** What a hook on PreToolUse gets to read. A tool is about to be called. Exit 2 denies. */
export interface PreToolUseInput extends CommonInput {
  /** The name of the tool. */
  tool_name: string;
  /** What the tool is called with. */
  tool_input: Record<string, unknown>;
  /** The id of the call. */
  tool_use_id?: string;
  /** The MCP server whose tool it is. */
  mcp_server?: unknown;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on SessionEnd gets to read. A session ends. Exit 2 cannot block: its reason is shown
 * to the user. A guard guards nothing here.
 */
export interface SessionEndInput extends CommonInput {
  /** Why it ends. */
  reason: "clear" | "resume" | "logout" | "prompt_input_exit" | "other";
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on SessionStart gets to read. A session begins or is resumed. Exit 2 cannot block:
 * its reason is shown to the user. A guard's failure stops the session.
 */
export interface SessionStartInput extends CommonInput {
  /** Why it begins. */
  source: "startup" | "resume" | "clear" | "compact" | "fork";
  /** The model's name. */
  model?: string;
  /** The agent that the session runs as. */
  agent_type?: string;
  /** The session's title. */
  session_title?: string;
  /** The subagent's id. */
  agent_id?: string;
}

/**
 * What a hook on Setup gets to read. The project is set up or maintained. Exit 2 has no effect. A
 * guard guards nothing here.
 */
export interface SetupInput extends CommonInput {
  /** Why it runs. */
  trigger: "init" | "maintenance";
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on Stop gets to read. The agent is about to end its turn. Exit 2 makes the agent go
 * on, with the reason. A guard guards nothing here.
 */
export interface StopInput extends CommonInput {
  /** Whether it goes on because a hook kept it from stopping. */
  stop_hook_active?: boolean;
  /** The last text that the model wrote. */
  last_assistant_message?: string;
  /** What still runs in the background. */
  background_tasks?: unknown;
  /** What the session runs by the clock. */
  session_crons?: unknown;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on StopFailure gets to read. The turn ended because of an error. Exit 2 has no
 * effect. A guard guards nothing here.
 */
export interface StopFailureInput extends CommonInput {
  /** What kind of error it was. */
  error: string;
  /** What is known of the error. */
  error_details?: string;
  /** The last text that the model wrote. */
  last_assistant_message?: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on SubagentStart gets to read. A subagent begins. Exit 2 cannot block: its reason is
 * shown to the user. A guard guards nothing here.
 */
export interface SubagentStartInput extends CommonInput {
  /** The subagent's id. */
  agent_id: string;
  /** The subagent's type. */
  agent_type: string;
}

/**
 * What a hook on SubagentStop gets to read. A subagent is about to end. Exit 2 makes the agent go
 * on, with the reason. A guard guards nothing here.
 */
export interface SubagentStopInput extends CommonInput {
  /** Whether it goes on because a hook kept it from ending. */
  stop_hook_active?: boolean;
  /** The subagent's id. */
  agent_id: string;
  /** The subagent's type. */
  agent_type: string;
  /** Where the subagent's conversation is recorded. */
  agent_transcript_path: string;
  /** The last text that the model wrote. */
  last_assistant_message?: string;
}

/**
 * What a hook on TaskCompleted gets to read. A task is about to be marked as done. Exit 2 blocks.
 * A guard guards nothing here.
 */
export interface TaskCompletedInput extends CommonInput {
  /** The task's id. */
  task_id: string;
  /** What is to be done, in a line. */
  task_subject: string;
  /** What is to be done, at length. */
  task_description?: string;
  /** Whose task it is. */
  teammate_name?: string;
  /** The teammate's team. */
  team_name?: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/** What a hook on TaskCreated gets to read. A task is about to be created. Exit 2 blocks. */
export interface TaskCreatedInput extends CommonInput {
  /** The task's id. */
  task_id: string;
  /** What is to be done, in a line. */
  task_subject: string;
  /** What is to be done, at length. */
  task_description?: string;
  /** Whose task it is. */
  teammate_name?: string;
  /** The teammate's team. */
  team_name?: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on TeammateIdle gets to read. A teammate is idle. Exit 2 makes the agent go on, with
 * the reason. A guard guards nothing here.
 */
export interface TeammateIdleInput extends CommonInput {
  /** The teammate's name. */
  teammate_name: string;
  /** The teammate's team. */
  team_name: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on TurnStart gets to read. A turn of the agent loop begins. Exit 2 has no effect. A
 * guard guards nothing here.
 */
export interface TurnStartInput extends CommonInput {
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on UserPromptExpansion gets to read. A slash command is about to become a prompt.
 * Exit 2 blocks.
 */
export interface UserPromptExpansionInput extends CommonInput {
  /** What kind of expansion it is. */
  expansion_type: string;
  /** The command's name. */
  command_name: string;
  /** What follows the name. */
  command_args: string;
  /** Where the command was defined. */
  command_source: string;
  /** What the user wrote. */
  prompt: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on UserPromptSubmit gets to read. The user sent a prompt; the model has not seen it
 * yet. Exit 2 blocks.
 */
export interface UserPromptSubmitInput extends CommonInput {
  /** What the user wrote. */
  prompt: string;
  /** The session's title. */
  session_title?: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on WorktreeCreate gets to read. A worktree is needed; a hook creates it. Exit 2
 * fails the creation, as does a guard's failure, and no path.
 */
export interface WorktreeCreateInput extends CommonInput {
  /** What the worktree is to be called. */
  name: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/**
 * What a hook on WorktreeRemove gets to read. A worktree is to be removed. Exit 2 fails the
 * removal, as does any failure.
 */
export interface WorktreeRemoveInput extends CommonInput {
  /** The path of the worktree. */
  worktree_path: string;
  /** The subagent's id. */
  agent_id?: string;
  /** The subagent's type, else the session's. */
  agent_type?: string;
}

/** The input of each event, by its name. */
export interface EventInputs {
  AfterLlmCall: AfterLlmCallInput;
  BeforeLlmCall: BeforeLlmCallInput;
  ConfigChange: ConfigChangeInput;
  CwdChanged: CwdChangedInput;
  DirectoryAdded: DirectoryAddedInput;
  Elicitation: ElicitationInput;
  ElicitationResult: ElicitationResultInput;
  FileChanged: FileChangedInput;
  InstructionsLoaded: InstructionsLoadedInput;
  MessageDisplay: MessageDisplayInput;
  Notification: NotificationInput;
  OnError: OnErrorInput;
  OnMaxIterations: OnMaxIterationsInput;
  OnUserInput: OnUserInputInput;
  PermissionDenied: PermissionDeniedInput;
  PermissionRequest: PermissionRequestInput;
  PostCompact: PostCompactInput;
  PostModelSwitch: PostModelSwitchInput;
  PostToolBatch: PostToolBatchInput;
  PostToolUse: PostToolUseInput;
  PostToolUseFailure: PostToolUseFailureInput;
  PreCompact: PreCompactInput;
  PreModelSwitch: PreModelSwitchInput;
  PreToolUse: PreToolUseInput;
  SessionEnd: SessionEndInput;
  SessionStart: SessionStartInput;
  Setup: SetupInput;
  Stop: StopInput;
  StopFailure: StopFailureInput;
  SubagentStart: SubagentStartInput;
  SubagentStop: SubagentStopInput;
  TaskCompleted: TaskCompletedInput;
  TaskCreated: TaskCreatedInput;
  TeammateIdle: TeammateIdleInput;
  TurnStart: TurnStartInput;
  UserPromptExpansion: UserPromptExpansionInput;
  UserPromptSubmit: UserPromptSubmitInput;
  WorktreeCreate: WorktreeCreateInput;
  WorktreeRemove: WorktreeRemoveInput;
}
