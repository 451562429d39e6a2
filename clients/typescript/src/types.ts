// What is said over the protocol: made from its schema by
// `clients/generate_types.py`, not by hand.

/** What happens to a call that a rule matches. */
export type Behavior = "deny" | "ask" | "allow";

/** Whether a hook decided a block, or only its failure. */
export type BlockedBy = "hook" | "failure";

/** Of `function/call`. */
export interface CallParams {
  /** What the client calls the function. */
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
  /** Whether somebody vouches for it. */
  trusted: boolean;
}

/** A command in a shell's line. */
export interface Command {
  /** The command; unknown parts are `…`. */
  text: string;
  /** The part of the line it came from. */
  part: string;
  /** Where that begins, in bytes. */
  start: number;
  /** Where it ends. */
  end: number;
  /** The wrappers it was found behind. */
  via: string[];
}

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
  /** Why, in the words of whoever decided. */
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

/** Of `hooks/execute`. */
export interface ExecuteResult {
  /** What the hooks had to say, merged. */
  outcome: Outcome;
  /** The words for the model. */
  textForModel?: string;
  /** The words for the user, where a block concerns the user alone. */
  textForUser?: string;
  /** The result in the dialect's own shape. */
  native?: unknown;
}

/** Of `hooks/explain`. */
export interface ExplainResult {
  /** The event. */
  event: string;
  /** Every configured hook, in the order in which they merge, then those of the session. */
  hooks: ExplainedHook[];
  /** The value that matchers were tested against. */
  value?: string;
  /** The commands that conditions see, where the call is of a shell. */
  commands?: Command[];
  /** What of the line cannot be read, and why. */
  unknown?: string;
}

/** What would become of a hook. */
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
  /** The file it was defined in. */
  file?: string;
  /** The line there. */
  line?: number;
  /** What it is for. */
  description?: string;
  /** Why it cannot run, where it could not be loaded. */
  notLoaded?: string;
  /** What it runs: the command, the URL, the prompt. */
  handler?: string;
  /** Whether it would run. */
  runs: boolean;
  /** The first reason why not. */
  why?: Why;
  /** What there is to say about one that would. */
  note?: string;
}

/** What happened to a file. */
export type FileChange = "added" | "changed" | "removed";

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
}

/** Of `initialize`. */
export interface InitializeResult {
  /** The version of the protocol that both speak. */
  protocolVersion: number;
  /** Who serves. */
  server: ServerInfo;
  /** Whose words inputs are in. */
  dialect: string;
  /** What a client must keep to. */
  limits: LimitsResult;
  /** Over HTTP: the id that later requests carry. */
  clientId?: string;
}

/** What a client must keep to. */
export interface LimitsResult {
  /** Bytes of one message. */
  messageBytes: number;
  /** Requests without an answer. */
  requestsInFlight: number;
  /** Bytes of all of them together. */
  bytesInFlight: number;
}

/** Of `hooks/list`. */
export interface ListResult {
  /** Every configured hook, in the order in which they merge. */
  hooks: ListedHook[];
  /** Who keeps hooks from running. */
  switchedOff: string[];
  /** What keeps a configured hook from doing what it says. */
  diagnostics: Diagnostic[];
}

/** A hook of a list. */
export interface ListedHook {
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
  /** The file it was defined in. */
  file?: string;
  /** The line there. */
  line?: number;
  /** What it is for. */
  description?: string;
  /** Why it cannot run, where it could not be loaded. */
  notLoaded?: string;
  /** What it runs: the command, the URL, the prompt. */
  handler?: string;
  /** Who vouches for it: `trusted`, `changed`, `untrusted` or `not needed`. */
  trust: string;
  /** Who disabled it, if it does not say so itself. */
  disabledBy?: string;
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
  /** Where the worktree is. */
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
  /** Why it was refused. */
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
      rules: { toolName: string; ruleContent?: unknown }[];
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

/** Of `approval/request`. */
export interface Question {
  /** The session. */
  sessionId: string;
  /** The name of the hook that asks, or who else does. */
  hook: string;
  /** The event's canonical name. */
  event: string;
  /** What it is about, on one line. */
  about?: string;
  /** The question's own id. */
  questionId: string;
  /** The question. */
  message: string;
  /** What may be answered. */
  options: QuestionOption[];
}

/** One answer to choose. */
export interface QuestionOption {
  /** What is answered. */
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
  /** What stands in the parentheses. */
  ruleContent?: string;
}

/** A hook that runs. */
export interface RunningHook {
  /** Its id. */
  hook: string;
  /** Its name. */
  name: string;
  /** Its event. */
  event: string;
  /** What to show while it runs. */
  statusMessage?: string;
  /** Nobody waits for it. */
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

/** Who serves. */
export interface ServerInfo {
  /** Its name. */
  name: string;
  /** Its version. */
  version: string;
}

/** Of `hooks/notice`. */
export interface SessionNotice {
  /** The session. */
  sessionId: string;
  /** The hook's id. */
  hook: string;
  /** Its name. */
  name: string;
  /** The event it ran on. */
  event: string;
  /** What it says to the model. */
  text: string;
  /** It wakes the model at once; else it waits for the next turn. */
  wake: boolean;
  /** What the user sees instead of the text. */
  summary?: string;
}

/** Of `hooks/status`. */
export interface SessionStatus {
  /** The session. */
  sessionId: string;
  /** Everything that runs in it now. */
  running: RunningHook[];
}

/** How much a diagnostic matters. */
export type Severity = "hint" | "warning" | "error";

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

/** Why a hook would not run. */
export interface Why {
  /** A stable word. */
  code: string;
  /** The words for people. */
  message: string;
}
