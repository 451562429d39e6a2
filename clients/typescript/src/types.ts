// What is said over the protocol: made from its schema by
// `clients/generate_types.py`, not by hand.

/** The params of `approval/answered`. */
export interface AnsweredElsewhere {
  /** The session. */
  sessionId: string;
  /** The question's id. */
  questionId: string;
  /** The request's id. */
  approvalId?: string;
  /** Who answered, and what: `approved by local:ann (command line)`. */
  how: string;
}

/** A request for approval. */
export interface Approval {
  /** Its id. */
  id: string;
  /** SHA-256 of `input` in the form of RFC 8785; an answer must echo it. */
  digest: string;
  /**
   * Raised by every change of any request: see
   * [`ApprovalStore::changed_since`](crate::ApprovalStore::changed_since).
   */
  revision: number;
  /** What became of it. */
  state: ApprovalState;
  /** What it is about. */
  kind: ApprovalKind;
  /** The session. */
  session: string;
  /** The agent, where it is known. */
  agent?: string;
  /** The working directory of the call. */
  cwd?: string;
  /** The event that asks. */
  event: string;
  /** The tool, where it is about a call. */
  tool?: string;
  /** The whole input of the call, without secrets. */
  input: unknown;
  /** How many secrets were taken out of `input`. */
  redacted?: number;
  /** The question in words. */
  message: string;
  /** Everybody who asks. */
  askedBy: ApprovalAsker[];
  /** What may be answered. */
  choices: ApprovalChoice[];
  /** When it was asked, in milliseconds since 1970. */
  created: number;
  /** When it is denied for want of an answer, in milliseconds since 1970. */
  expires: number;
  /** The answer, where there is one. */
  answer?: GivenAnswer;
  /** Why it expired or was cancelled. */
  endedBecause?: string;
}

/** Who wants a person to decide, and why. */
export interface ApprovalAsker {
  /** The hook, rule or mode. */
  name: string;
  /** Its reason. */
  reason?: string;
}

/** What may be answered. */
export interface ApprovalChoice {
  /**
   * What an answer names: `allow`, `session`, `always`, `deny`, `edit`, or a key of the question's
   * own.
   */
  key: string;
  /** What it does. */
  kind: ChoiceKind;
  /** What a person sees. */
  label: string;
  /** More about it: for [`ChoiceKind::AllowRule`] the rule and the file it goes into. */
  description?: string;
}

/** What a request is about. */
export type ApprovalKind = "toolCall" | "question" | "elicitation";

/** What became of a request. */
export type ApprovalState =
  | "pending"
  | "approved"
  | "denied"
  | "answered"
  | "expired"
  | "cancelled";

/** What happens to a call that a rule matches. */
export type Behavior = "deny" | "ask" | "allow";

/** Whether a hook decided a block, or only its failure. */
export type BlockedBy = "hook" | "failure";

/** A settings file that is another than before. */
export type ChangedFile =
  | {
      /** The file. */
      path: string;
      /** Whose settings it holds. */
      scope: Scope;
      /** What happened to it. */
      change: FileChange;
      /** What hooks on ConfigChange said of it, where any was asked. */
      outcome?: Outcome;
      fate: "taken";
    }
  | {
      /** The file. */
      path: string;
      /** Whose settings it holds. */
      scope: Scope;
      /** What happened to it. */
      change: FileChange;
      /** What hooks on ConfigChange said of it, where any was asked. */
      outcome?: Outcome;
      fate: "takenOverBlock";
      /** The hooks that blocked. */
      by: string[];
    }
  | {
      /** The file. */
      path: string;
      /** Whose settings it holds. */
      scope: Scope;
      /** What happened to it. */
      change: FileChange;
      /** What hooks on ConfigChange said of it, where any was asked. */
      outcome?: Outcome;
      fate: "broken";
      /** Why not. */
      reason: string;
    }
  | {
      /** The file. */
      path: string;
      /** Whose settings it holds. */
      scope: Scope;
      /** What happened to it. */
      change: FileChange;
      /** What hooks on ConfigChange said of it, where any was asked. */
      outcome?: Outcome;
      fate: "blocked";
      /** The hooks that decided it. */
      by: string[];
      /** Why. */
      reason: string;
    };

/** A hook that came, went or changed. */
export interface ChangedHook {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its event. */
  event: string;
  /** Where it comes from. */
  scope: Scope;
  /** Its file. */
  file?: string;
  /** The line in it. */
  line?: number;
  /** Whether a person vouches for it. */
  trusted: boolean;
}

/** What a choice does. */
export type ChoiceKind = "allowOnce" | "allowSession" | "allowRule" | "deny" | "edit" | "option";

/** Whether a tool call may run. */
export type Decided = "allow" | "deny" | "defer";

/** Who decided. */
export type Decider =
  | {
      kind: "hook";
      /** The event. */
      event: string;
      /** The first hook that decided it. */
      id?: string;
      /** Its name. */
      name: string;
      /** The plugin that it came from. */
      plugin?: string;
      /** The skill that it came from. */
      skill?: string;
    }
  | {
      kind: "rule";
      /** The rule. */
      rule: string;
      /** What it says. */
      behavior: Behavior;
      /** File and line, or the scope it came from. */
      place: string;
    }
  | {
      kind: "mode";
      /** Which. */
      mode: Mode;
    }
  | {
      kind: "classifier";
    }
  | {
      kind: "approver";
    }
  | {
      kind: "nobody";
    }
  | {
      kind: "cancelled";
    }
  | {
      kind: "engine";
    };

/** The whole decision for one tool call. */
export interface Decision {
  /** Whether it may run. */
  decision: Decided;
  /** Who decided. */
  by: Decider;
  /** Why, in the words of the one who decided. */
  reason?: string;
  /** The tool. */
  toolName: string;
  /** What to call it with: the input as hooks rewrote it. */
  toolInput: unknown;
  /** Whether hooks rewrote it. */
  rewritten: boolean;
  /** The mode it was decided in. */
  mode: Mode;
  /** It was denied, and the model may try again. */
  retry?: boolean;
  /** A hook that denied it wants the agent to be interrupted. */
  interrupt?: boolean;
  /** A hook stops the agent, and why. */
  stop?: string;
  /** What became of the updates that hooks asked for. */
  updates?: Updated[];
  /** Every step of the way. */
  steps: Step[];
  /** Remarks. */
  diagnostics?: Diagnostic[];
  /** The outcome of every event that was fired, in order. */
  outcomes: Outcome[];
  /** The words for the model, where it was denied or deferred. */
  textForModel?: string;
}

/** Where an update is kept. */
export type Destination = "session" | "localSettings" | "projectSettings" | "userSettings";

/** One remark about a definition or an answer, as the outcome carries it. */
export interface Diagnostic {
  /** How much it matters. */
  severity: Severity;
  /** A stable word for programs, such as `bad-matcher`. */
  code: string;
  /** What is wrong, and where there is one, what to do about it. */
  message: string;
  /** The hook it is about. */
  hook?: string;
}

/** What an elicitation is answered with. */
export type ElicitationAction = "accept" | "cancel" | "decline";

/** The answer to an elicitation. */
export interface Elicited {
  /** Accept, decline or cancel. */
  action: ElicitationAction;
  /** What was accepted. */
  content?: unknown;
}

/** The result of `hooks/execute`. */
export interface ExecuteResult {
  /** The merged outcome of all hooks. */
  outcome: Outcome;
  /** The text for the model. */
  textForModel?: string;
  /** The text for the user, where a block concerns only the user. */
  textForUser?: string;
  /** The result in the dialect's own shape. */
  native?: unknown;
}

/** The result of `hooks/explain`. */
export interface ExplainResult {
  /** The event. */
  event: string;
  /** Every configured hook, in the order in which they merge, then those of the session. */
  hooks: ExplainedHook[];
  /** The value that matchers were tested against. */
  value?: string;
  /** The commands that conditions see in a call of a shell tool. */
  commands?: SeenCommandInfo[];
  /** The part of the line that cannot be analysed, and why. */
  unknown?: string;
}

/** A configured hook, and whether it would run. */
export interface ExplainedHook {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its event. */
  event: string;
  /** Its handler's type. */
  type: string;
  /** Where it was defined. */
  scope: Scope;
  /** Whether it is switched on. */
  enabled: boolean;
  /** `block` for a guard, else `continue`. */
  onFailure: string;
  /** How long it may take, in seconds. */
  timeout: number;
  /** Its group's matcher. */
  matcher?: string;
  /** Its condition. */
  if?: string;
  /** Its expression. */
  when?: string;
  /** The file it was defined in. */
  file?: string;
  /** The line there. */
  line?: number;
  /** The plugin it came from. */
  plugin?: string;
  /** The skill it came from. */
  skill?: string;
  /** Whether it only observes: its answers change nothing. */
  observe?: boolean;
  /** What it is for. */
  description?: string;
  /** Why it cannot run, where it could not be loaded. */
  notLoaded?: string;
  /** What it runs: the command, the URL, the prompt. */
  handler?: string;
  /** Whether it would run. */
  runs: boolean;
  /** The first reason why not. */
  why?: SkipReason;
  /** A remark about a hook that would run. */
  note?: string;
}

/** What happened to a file. */
export type FileChange = "added" | "changed" | "removed";

/** The params of `function/call`. */
export interface FunctionCallParams {
  /** The client's key of the function. */
  function: string;
  /** The hook's name. */
  name: string;
  /** The session. */
  sessionId: string;
  /** The event's canonical name. */
  event: string;
  /** The input. */
  input: Record<string, unknown>;
}

/** The answer that a request got. */
export interface GivenAnswer {
  /** The key of the choice. */
  choice: string;
  /** Who answered: `local:NAME`, `client:NAME`, `token:NAME`, `key:NAME`, `link`. */
  by: string;
  /** Where: `terminal`, `command line`, `page`, `client`, `link`. */
  place: string;
  /** When, in milliseconds since 1970. */
  at: number;
  /** Words for the model, or about the answer. */
  message?: string;
  /** The input as it was edited, or what an elicitation asked for. */
  input?: unknown;
}

/** The entry of one hook in an outcome. */
export interface HookEntry {
  /** The hook's id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its handler's type. */
  type: string;
  /** Where it was defined. */
  scope: Scope;
  /** The plugin it came from. */
  plugin?: string;
  /** The skill it came from. */
  skill?: string;
  /** The file it was defined in. */
  file?: string;
  /** The line there. */
  line?: number;
  /** Its group's matcher. */
  matcher?: string;
  /** It is a function by which the host looks on: people do not count it. */
  internal?: boolean;
  /** What became of it. */
  status: Status;
  /** The process's exit code. */
  exitCode?: number;
  /** The signal that ended it. */
  signal?: number;
  /** How long it took, in milliseconds. */
  durationMs: number;
  /** What it wrote, cut. */
  stdout?: string;
  /** What it complained of, cut. */
  stderr?: string;
  /** It wrote more than is read. */
  truncated?: boolean;
  /** Why it failed. */
  error?: string;
  /** What a language model needed for it. */
  usage?: Usage;
  /** Why it did not run. */
  skipReason?: string;
  /** What it would have done: its definition says `observe`, so its answer changed nothing. */
  observed?: Observed;
}

/** A configured hook in `hooks/list`. */
export interface HookListing {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its event. */
  event: string;
  /** Its handler's type. */
  type: string;
  /** Where it was defined. */
  scope: Scope;
  /** Whether it is switched on. */
  enabled: boolean;
  /** `block` for a guard, else `continue`. */
  onFailure: string;
  /** How long it may take, in seconds. */
  timeout: number;
  /** Its group's matcher. */
  matcher?: string;
  /** Its condition. */
  if?: string;
  /** Its expression. */
  when?: string;
  /** The file it was defined in. */
  file?: string;
  /** The line there. */
  line?: number;
  /** The plugin it came from. */
  plugin?: string;
  /** The skill it came from. */
  skill?: string;
  /** Whether it only observes: its answers change nothing. */
  observe?: boolean;
  /** What it is for. */
  description?: string;
  /** Why it cannot run, where it could not be loaded. */
  notLoaded?: string;
  /** What it runs: the command, the URL, the prompt. */
  handler?: string;
  /** Whether it is trusted: `trusted`, `changed`, `untrusted` or `not needed`. */
  trust: string;
  /** The setting that disables it, unless its own definition does. */
  disabledBy?: string;
}

/** The params of `hooks/progress`. */
export type HookProgress =
  | {
      /** The session. */
      sessionId: string;
      /** The event. */
      event: string;
      /** Hooks of one event have the same number. */
      dispatch: number;
      /** The hook's id. */
      hook: string;
      /** Its name. */
      name: string;
      kind: "started";
      /** What to show while it runs. */
      statusMessage?: string;
    }
  | {
      /** The session. */
      sessionId: string;
      /** The event. */
      event: string;
      /** Hooks of one event have the same number. */
      dispatch: number;
      /** The hook's id. */
      hook: string;
      /** Its name. */
      name: string;
      kind: "output";
      /** `stdout` or `stderr`. */
      stream: string;
      /** The text. */
      text: string;
      /** The time since the hook started, in milliseconds. */
      elapsedMs: number;
    }
  | {
      /** The session. */
      sessionId: string;
      /** The event. */
      event: string;
      /** Hooks of one event have the same number. */
      dispatch: number;
      /** The hook's id. */
      hook: string;
      /** Its name. */
      name: string;
      kind: "finished";
      /** How long it ran, in milliseconds. */
      elapsedMs: number;
      /** Its entry in the outcome. */
      entry: HookEntry;
    };

/** The result of `initialize`. */
export interface InitializeResult {
  /** The version of the protocol that both speak. */
  protocolVersion: number;
  /** The server's name and version. */
  server: ServerInfo;
  /** The dialect of inputs. */
  dialect: string;
  /** The limits of the client. */
  limits: LimitsResult;
  /** Over HTTP: the id that later requests carry. */
  clientId?: string;
}

/** The limits of the client. */
export interface LimitsResult {
  /** The most bytes of one message. */
  messageBytes: number;
  /** The most requests in flight. */
  requestsInFlight: number;
  /** The most bytes of all requests in flight. */
  bytesInFlight: number;
}

/** The result of `hooks/list`. */
export interface ListResult {
  /** Every configured hook, in the order in which they merge. */
  hooks: HookListing[];
  /** The settings that switch hooks off. */
  switchedOff: string[];
  /** Problems of the configured hooks. */
  diagnostics: Diagnostic[];
}

/** A permission mode. */
export type Mode = "default" | "plan" | "acceptEdits" | "auto" | "dontAsk" | "bypassPermissions";

/** Something that a background hook has to say. */
export interface Notice {
  /** The hook's id. */
  hook: string;
  /** What it says. */
  text: string;
  /** It wakes the model at once. */
  wake: boolean;
  /** What the user sees in place of the text (`rewakeSummary`). */
  summary?: string;
}

/** The conclusions of one hook's answer, none of which took effect. */
export interface Observed {
  /** Whether the hook would have blocked. */
  blocked?: boolean;
  /** False where the hook would have stopped the agent. */
  continue?: boolean;
  /** Why. */
  blockReason?: string;
  /** Whether a hook decided the block or only failures did. */
  blockedBy?: BlockedBy;
  /** The hooks that decided the block or the permission. */
  decidedBy?: string[];
  /** Why the agent stops. */
  stopReason?: string;
  /** Allow, deny, ask or defer. */
  permissionDecision?: PermissionDecision;
  /** Why. */
  permissionDecisionReason?: string;
  /** The answer to a permission request. */
  permissionRequest?: PermissionRequestOutcome;
  /** The tool input to use instead. */
  updatedInput?: unknown;
  /** The tool result to show instead. */
  updatedToolOutput?: unknown;
  /** The prompt to send instead. */
  updatedPrompt?: string;
  /** The request to send to the model instead. */
  updatedRequest?: unknown;
  /** The model's answer to record instead. */
  updatedResponse?: unknown;
  /** Permission updates to apply, in order. */
  updatedPermissions?: unknown[];
  /** Texts for the model. */
  additionalContext?: string[];
  /** Texts for a permission classifier. */
  classifierContext?: string[];
  /** Texts for the model from blocks that came too late. */
  feedback?: string[];
  /** Texts for the user. */
  systemMessages?: string[];
  /** Escape sequences for the user's terminal. Write them to a terminal only. */
  terminalSequences?: string[];
  /** A first message to send for the user. */
  initialUserMessage?: string;
  /** A title for the session. */
  sessionTitle?: string;
  /** What to show instead of the model's text. */
  displayContent?: string;
  /** The path of the worktree. */
  worktreePath?: string;
  /** Extra instructions for the compaction. */
  compactInstructions?: string;
  /** Files and folders to watch; an empty list watches none. */
  watchPaths?: string[];
  /** Read the skills again. */
  reloadSkills?: boolean;
  /** The denied call may be tried again. */
  retry?: boolean;
  /** The prompt is not shown in the conversation. */
  suppressOriginalPrompt?: boolean;
  /** The answer to an elicitation. */
  elicitation?: Elicited;
  /** What background hooks have to say. */
  notices?: Notice[];
  /** Texts that went to files. */
  spilled?: Spilled[];
}

/**
 * The outcome of one event: what became of each hook, and what they said, merged. Serialised, it
 * is the JSON that `snaphook fire --json` prints: what is absent was not said.
 */
export interface Outcome {
  /** The event's canonical name. */
  event: string;
  /** The operation must not go on. (A blocked Stop: the agent must.) */
  blocked: boolean;
  /** False: the agent stops. */
  continue: boolean;
  /** Why. */
  blockReason?: string;
  /** Whether a hook decided the block or only failures did. */
  blockedBy?: BlockedBy;
  /** The hooks that decided the block or the permission. */
  decidedBy?: string[];
  /** Why the agent stops. */
  stopReason?: string;
  /** Allow, deny, ask or defer. */
  permissionDecision?: PermissionDecision;
  /** Why. */
  permissionDecisionReason?: string;
  /** The answer to a permission request. */
  permissionRequest?: PermissionRequestOutcome;
  /** The tool input to use instead. */
  updatedInput?: unknown;
  /** The tool result to show instead. */
  updatedToolOutput?: unknown;
  /** The prompt to send instead. */
  updatedPrompt?: string;
  /** The request to send to the model instead. */
  updatedRequest?: unknown;
  /** The model's answer to record instead. */
  updatedResponse?: unknown;
  /** Permission updates to apply, in order. */
  updatedPermissions?: PermissionUpdate[];
  /** Texts for the model. */
  additionalContext?: string[];
  /** Texts for a permission classifier. */
  classifierContext?: string[];
  /** Texts for the model from blocks that came too late. */
  feedback?: string[];
  /** Texts for the user. */
  systemMessages?: string[];
  /** Escape sequences for the user's terminal. Write them to a terminal only. */
  terminalSequences?: string[];
  /** A first message to send for the user. */
  initialUserMessage?: string;
  /** A title for the session. */
  sessionTitle?: string;
  /** What to show instead of the model's text. */
  displayContent?: string;
  /** The path of the worktree. */
  worktreePath?: string;
  /** Extra instructions for the compaction. */
  compactInstructions?: string;
  /** Files and folders to watch; an empty list watches none. */
  watchPaths?: string[];
  /** Read the skills again. */
  reloadSkills?: boolean;
  /** The denied call may be tried again. */
  retry?: boolean;
  /** The prompt is not shown in the conversation. */
  suppressOriginalPrompt?: boolean;
  /** The answer to an elicitation. */
  elicitation?: Elicited;
  /** What background hooks have to say. */
  notices?: Notice[];
  /** Texts that went to files. */
  spilled?: Spilled[];
  /** Remarks about definitions and answers. */
  diagnostics?: Diagnostic[];
  /** One entry per hook, in configured order. */
  hooks: HookEntry[];
  /** Wall time, in milliseconds. */
  durationMs: number;
}

/** What a PreToolUse hook decides. */
export type PermissionDecision = "allow" | "ask" | "defer" | "deny";

/** The merged answer to a permission request. */
export interface PermissionRequestOutcome {
  /** Allow or deny. */
  behavior: RequestBehavior;
  /** The tool input to use instead. */
  updatedInput?: unknown;
  /** Why it was denied. */
  message?: string;
  /** Stop the agent. */
  interrupt?: boolean;
}

/** A change of permissions. */
export type PermissionUpdate =
  | {
      /** What is done. */
      type: "addRules" | "replaceRules" | "removeRules";
      /** Where it applies. */
      destination: "session" | "localSettings" | "projectSettings" | "userSettings";
      /** The rules. */
      rules: ({ toolName: string; ruleContent?: string | null })[];
      /** What happens to calls that the rules match. */
      behavior: "deny" | "ask" | "allow";
    }
  | {
      /** What is done. */
      type: "setMode";
      /** Where it applies. */
      destination: "session" | "localSettings" | "projectSettings" | "userSettings";
      /** The permission mode. */
      mode: "default" | "plan" | "acceptEdits" | "auto" | "dontAsk" | "bypassPermissions";
    }
  | {
      /** What is done. */
      type: "addDirectories" | "removeDirectories";
      /** Where it applies. */
      destination: "session" | "localSettings" | "projectSettings" | "userSettings";
      /** Working directories. */
      directories: string[];
    };

/** The params of `approval/request`. */
export interface Question {
  /** The session. */
  sessionId: string;
  /** The name of the hook that asks, or of another asker. */
  hook: string;
  /** The event's canonical name. */
  event: string;
  /** The tool, where the question is about a tool call. */
  toolName?: string;
  /** The whole input of that tool call. */
  toolInput?: unknown;
  /** What it is about, on one line. */
  about?: string;
  /** The question's id. */
  questionId: string;
  /** The question. */
  message: string;
  /** The possible answers. */
  options: QuestionOption[];
  /** Everybody who asks, with their reasons. */
  askedBy?: QuestionAsker[];
  /** The id of the request, where others may answer it, too (`approvals/list`). */
  approvalId?: string;
  /** The digest of the request: an answer must have it. */
  digest?: string;
  /** The input as others see it, which the digest is of, where secrets were taken out. */
  shownInput?: unknown;
  /** When it was asked, in milliseconds since 1970. */
  created?: number;
  /** When it counts as denied, in milliseconds since 1970. */
  expires?: number;
}

/** One of those who ask. */
export interface QuestionAsker {
  /** The hook, rule or mode. */
  name: string;
  /** Why. */
  reason?: string;
}

/** A possible answer. */
export interface QuestionOption {
  /** The key to answer with. */
  key: string;
  /** What the person sees. */
  label: string;
  /** More about it. */
  description?: string;
}

/** What came of loading the settings anew. */
export interface Reloaded {
  /** Whether the engine works on other settings from now on. */
  swapped: boolean;
  /** Every file that is another than before, in the order of scopes. */
  files: ChangedFile[];
  /**
   * Hooks that are new. One whose command, matcher or event was edited is another hook: it is here
   * and among the removed.
   */
  added: ChangedHook[];
  /** Hooks that are gone. */
  removed: ChangedHook[];
  /**
   * Hooks that do the same as before, with other options, or are trusted or switched off now and
   * were not, or the other way round.
   */
  changed: ChangedHook[];
  /** What keeps hooks from doing what they say, in the settings that count now. */
  diagnostics: Diagnostic[];
  /** Why nothing was loaded at all. */
  problem?: string;
}

/** What a PermissionRequest hook decides. */
export type RequestBehavior = "allow" | "deny";

/** A rule in two parts. */
export interface RuleText {
  /** The tool. */
  toolName: string;
  /** The content of the parentheses. */
  ruleContent?: string;
}

/** A running hook. */
export interface RunningHook {
  /** Its id. */
  hook: string;
  /** Its name. */
  name: string;
  /** Its event. */
  event: string;
  /** What to show while it runs. */
  statusMessage?: string;
  /** It runs in the background. */
  background: boolean;
  /** Hooks of one event have the same number. */
  dispatch: number;
}

/** The kind of place a hook came from. The order is the order of merging. */
export type Scope =
  | "managed"
  | "user"
  | "project"
  | "local"
  | "explicit"
  | "plugin"
  | "skill"
  | "agent"
  | "host"
  | "session";

/** A command in a shell line. */
export interface SeenCommandInfo {
  /** The command; unknown parts are `…`. */
  text: string;
  /** The part of the line it came from. */
  part: string;
  /** The start of the part, in bytes. */
  start: number;
  /** The end of the part, in bytes. */
  end: number;
  /** The wrappers (such as `sudo`) before the command. */
  via: string[];
}

/** The server's name and version. */
export interface ServerInfo {
  /** Its name. */
  name: string;
  /** Its version. */
  version: string;
}

/** The params of `hooks/notice`. */
export interface SessionNotice {
  /** The session. */
  sessionId: string;
  /** The hook's id. */
  hook: string;
  /** Its name. */
  name: string;
  /** The event it ran on. */
  event: string;
  /** The text for the model. */
  text: string;
  /** It wakes the model at once; else it waits for the next turn. */
  wake: boolean;
  /** What the user sees instead of the text. */
  summary?: string;
}

/** The params of `hooks/status`. */
export interface SessionStatus {
  /** The session. */
  sessionId: string;
  /** All hooks that run in the session now. */
  running: RunningHook[];
}

/** How much a diagnostic matters. */
export type Severity = "hint" | "warning" | "error";

/** Why a hook would not run. */
export interface SkipReason {
  /** A stable code for programs. */
  code: string;
  /** The reason in words. */
  message: string;
}

/** A text that went to a file. */
export interface Spilled {
  /** The outcome's field it belongs to. */
  field: string;
  /** The file. */
  path: string;
  /** How long the whole text is. */
  chars: number;
}

/** A place on the way. */
export type Stage =
  | "preToolUse"
  | "recheck"
  | "denyRules"
  | "askRules"
  | "allowRules"
  | "mode"
  | "permissionRequest"
  | "approver"
  | "updates"
  | "permissionDenied";

/** What a hook answered, or why it gave no answer. */
export type Status =
  | "success"
  | "blocked"
  | "failed"
  | "timedOut"
  | "cancelled"
  | "skipped"
  | "background";

/** One step of the way, in its order. */
export interface Step {
  /** Where. */
  stage: Stage;
  /** What was said. */
  result: StepResult;
  /** Who said it. */
  by?: Decider;
  /** Why, or how many were asked. */
  reason?: string;
}

/** What a stage said. */
export type StepResult =
  | "deny"
  | "defer"
  | "ask"
  | "allow"
  | "nothing"
  | "retry"
  | "applied"
  | "stop";

/** A change of permissions, and where it is to be kept. It reads and writes the protocol's JSON. */
export type Update =
  | {
      /** Where it is kept. */
      destination: Destination;
      type: "addRules";
      /** Which. */
      rules: RuleText[];
      /** What they say. */
      behavior: Behavior;
    }
  | {
      /** Where it is kept. */
      destination: Destination;
      type: "replaceRules";
      /** Which. */
      rules: RuleText[];
      /** What they say. */
      behavior: Behavior;
    }
  | {
      /** Where it is kept. */
      destination: Destination;
      type: "removeRules";
      /** Which. */
      rules: RuleText[];
      /** What they say. */
      behavior: Behavior;
    }
  | {
      /** Where it is kept. */
      destination: Destination;
      type: "setMode";
      /** Which. */
      mode: Mode;
    }
  | {
      /** Where it is kept. */
      destination: Destination;
      type: "addDirectories";
      /** Which. */
      directories: string[];
    }
  | {
      /** Where it is kept. */
      destination: Destination;
      type: "removeDirectories";
      /** Which. */
      directories: string[];
    };

/** What became of one update that a PermissionRequest hook asked for. */
export interface Updated {
  /** The update; where it could not be read, none. */
  update?: Update;
  /** The name of the hook, or of the approver. */
  by: string;
  /** Whether it holds now. */
  applied: boolean;
  /** The file that it was written into. */
  file?: string;
  /** Why it was not applied, or not written. */
  whyNot?: string;
}

/** What a language model needed. */
export interface Usage {
  /** The model that answered. */
  model?: string;
  /** Tokens that it read. */
  inputTokens: number;
  /** Tokens that it wrote. */
  outputTokens: number;
}
