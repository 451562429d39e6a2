"""What is said over the protocol: made from its schema by
`clients/generate_types.py`, not by hand."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union


class _AnsweredElsewhereRequired(TypedDict):
    sessionId: str
    """The session."""
    questionId: str
    """The question's id."""
    how: str
    """Who answered, and what: `approved by local:ann (command line)`."""


class AnsweredElsewhere(_AnsweredElsewhereRequired, total=False):
    """The params of `approval/answered`."""

    approvalId: str
    """The request's id."""


class _ApprovalRequired(TypedDict):
    id: str
    """Its id."""
    digest: str
    """SHA-256 of `input` in the form of RFC 8785; an answer must echo it."""
    revision: int
    """Raised by every change of any request: see
    [`ApprovalStore::changed_since`](crate::ApprovalStore::changed_since).
    """
    state: ApprovalState
    """What became of it."""
    kind: ApprovalKind
    """What it is about."""
    session: str
    """The session."""
    event: str
    """The event that asks."""
    input: Any
    """The whole input of the call, without secrets."""
    message: str
    """The question in words."""
    askedBy: List[ApprovalAsker]
    """Everybody who asks."""
    choices: List[ApprovalChoice]
    """What may be answered."""
    created: int
    """When it was asked, in milliseconds since 1970."""
    expires: int
    """When it is denied for want of an answer, in milliseconds since 1970."""


class Approval(_ApprovalRequired, total=False):
    """A request for approval."""

    agent: str
    """The agent, where it is known."""
    cwd: str
    """The working directory of the call."""
    tool: str
    """The tool, where it is about a call."""
    redacted: int
    """How many secrets were taken out of `input`."""
    answer: GivenAnswer
    """The answer, where there is one."""
    endedBecause: str
    """Why it expired or was cancelled."""


class _ApprovalAskerRequired(TypedDict):
    name: str
    """The hook, rule or mode."""


class ApprovalAsker(_ApprovalAskerRequired, total=False):
    """Who wants a person to decide, and why."""

    reason: str
    """Its reason."""


class _ApprovalChoiceRequired(TypedDict):
    key: str
    """What an answer names: `allow`, `session`, `always`, `deny`, `edit`, or a key of the
    question's own.
    """
    kind: ChoiceKind
    """What it does."""
    label: str
    """What a person sees."""


class ApprovalChoice(_ApprovalChoiceRequired, total=False):
    """What may be answered."""

    description: str
    """More about it: for [`ChoiceKind::AllowRule`] the rule and the file it goes into."""


ApprovalKind = Literal["toolCall", "question", "elicitation"]
"""What a request is about."""


ApprovalState = Literal["pending", "approved", "denied", "answered", "expired", "cancelled"]
"""What became of a request."""


Behavior = Literal["deny", "ask", "allow"]
"""What happens to a call that a rule matches."""


BlockedBy = Literal["hook", "failure"]
"""Whether a hook decided a block, or only its failure."""


class _ChangedFileTakenRequired(TypedDict):
    path: str
    """The file."""
    scope: Scope
    """Whose settings it holds."""
    change: FileChange
    """What happened to it."""
    fate: Literal["taken"]


class ChangedFileTaken(_ChangedFileTakenRequired, total=False):
    """What it holds now."""

    outcome: Outcome
    """What hooks on ConfigChange said of it, where any was asked."""


class _ChangedFileTakenOverBlockRequired(TypedDict):
    path: str
    """The file."""
    scope: Scope
    """Whose settings it holds."""
    change: FileChange
    """What happened to it."""
    fate: Literal["takenOverBlock"]
    by: List[str]
    """The hooks that blocked."""


class ChangedFileTakenOverBlock(_ChangedFileTakenOverBlockRequired, total=False):
    """What it holds now: hooks blocked it, but nobody blocks managed settings."""

    outcome: Outcome
    """What hooks on ConfigChange said of it, where any was asked."""


class _ChangedFileBrokenRequired(TypedDict):
    path: str
    """The file."""
    scope: Scope
    """Whose settings it holds."""
    change: FileChange
    """What happened to it."""
    fate: Literal["broken"]
    reason: str
    """Why not."""


class ChangedFileBroken(_ChangedFileBrokenRequired, total=False):
    """What it held before, as far as that was any good: it cannot be loaded."""

    outcome: Outcome
    """What hooks on ConfigChange said of it, where any was asked."""


class _ChangedFileBlockedRequired(TypedDict):
    path: str
    """The file."""
    scope: Scope
    """Whose settings it holds."""
    change: FileChange
    """What happened to it."""
    fate: Literal["blocked"]
    by: List[str]
    """The hooks that decided it."""
    reason: str
    """Why."""


class ChangedFileBlocked(_ChangedFileBlockedRequired, total=False):
    """What it held before: a hook on ConfigChange blocked the change."""

    outcome: Outcome
    """What hooks on ConfigChange said of it, where any was asked."""


ChangedFile = Union[
    ChangedFileTaken,
    ChangedFileTakenOverBlock,
    ChangedFileBroken,
    ChangedFileBlocked,
]
"""A settings file that is another than before."""


class _ChangedHookRequired(TypedDict):
    id: str
    """Its id."""
    name: str
    """Its name."""
    event: str
    """Its event."""
    scope: Scope
    """Where it comes from."""
    trusted: bool
    """Whether a person vouches for it."""


class ChangedHook(_ChangedHookRequired, total=False):
    """A hook that came, went or changed."""

    file: str
    """Its file."""
    line: int
    """The line in it."""


ChoiceKind = Literal["allowOnce", "allowSession", "allowRule", "deny", "edit", "option"]
"""What a choice does."""


Decided = Literal["allow", "deny", "defer"]
"""Whether a tool call may run."""


class _DeciderHookRequired(TypedDict):
    kind: Literal["hook"]
    event: str
    """The event."""
    name: str
    """Its name."""


class DeciderHook(_DeciderHookRequired, total=False):
    """A hook of an event."""

    id: str
    """The first hook that decided it."""
    plugin: str
    """The plugin that it came from."""
    skill: str
    """The skill that it came from."""


class DeciderRule(TypedDict):
    """A rule."""

    kind: Literal["rule"]
    rule: str
    """The rule."""
    behavior: Behavior
    """What it says."""
    place: str
    """File and line, or the scope it came from."""


class DeciderMode(TypedDict):
    """The permission mode."""

    kind: Literal["mode"]
    mode: Mode
    """Which."""


class DeciderClassifier(TypedDict):
    """The host's classifier."""

    kind: Literal["classifier"]


class DeciderApprover(TypedDict):
    """A person, through the host's approver."""

    kind: Literal["approver"]


class DeciderNobody(TypedDict):
    """It was to be asked, and there is nobody."""

    kind: Literal["nobody"]


class DeciderCancelled(TypedDict):
    """Nobody waits for the decision any more."""

    kind: Literal["cancelled"]


class DeciderEngine(TypedDict):
    """The engine itself: the call is none that anybody could judge."""

    kind: Literal["engine"]


Decider = Union[
    DeciderHook,
    DeciderRule,
    DeciderMode,
    DeciderClassifier,
    DeciderApprover,
    DeciderNobody,
    DeciderCancelled,
    DeciderEngine,
]
"""Who decided."""


class _DecisionRequired(TypedDict):
    decision: Decided
    """Whether it may run."""
    by: Decider
    """Who decided."""
    toolName: str
    """The tool."""
    toolInput: Any
    """What to call it with: the input as hooks rewrote it."""
    rewritten: bool
    """Whether hooks rewrote it."""
    mode: Mode
    """The mode it was decided in."""
    steps: List[Step]
    """Every step of the way."""
    outcomes: List[Outcome]
    """The outcome of every event that was fired, in order."""


class Decision(_DecisionRequired, total=False):
    """The whole decision for one tool call."""

    reason: str
    """Why, in the words of the one who decided."""
    retry: bool
    """It was denied, and the model may try again."""
    interrupt: bool
    """A hook that denied it wants the agent to be interrupted."""
    stop: str
    """A hook stops the agent, and why."""
    updates: List[Updated]
    """What became of the updates that hooks asked for."""
    diagnostics: List[Diagnostic]
    """Remarks."""
    textForModel: str
    """The words for the model, where it was denied or deferred."""


Destination = Literal["session", "localSettings", "projectSettings", "userSettings"]
"""Where an update is kept."""


class _DiagnosticRequired(TypedDict):
    severity: Severity
    """How much it matters."""
    code: str
    """A stable word for programs, such as `bad-matcher`."""
    message: str
    """What is wrong, and where there is one, what to do about it."""


class Diagnostic(_DiagnosticRequired, total=False):
    """One remark about a definition or an answer, as the outcome carries it."""

    hook: str
    """The hook it is about."""


ElicitationAction = Literal["accept", "cancel", "decline"]
"""What an elicitation is answered with."""


class _ElicitedRequired(TypedDict):
    action: ElicitationAction
    """Accept, decline or cancel."""


class Elicited(_ElicitedRequired, total=False):
    """The answer to an elicitation."""

    content: Any
    """What was accepted."""


class _ExecuteResultRequired(TypedDict):
    outcome: Outcome
    """The merged outcome of all hooks."""


class ExecuteResult(_ExecuteResultRequired, total=False):
    """The result of `hooks/execute`."""

    textForModel: str
    """The text for the model."""
    textForUser: str
    """The text for the user, where a block concerns only the user."""
    native: Any
    """The result in the dialect's own shape."""


class _ExplainResultRequired(TypedDict):
    event: str
    """The event."""
    hooks: List[ExplainedHook]
    """Every configured hook, in the order in which they merge, then those of the session."""


class ExplainResult(_ExplainResultRequired, total=False):
    """The result of `hooks/explain`."""

    value: str
    """The value that matchers were tested against."""
    commands: List[SeenCommandInfo]
    """The commands that conditions see in a call of a shell tool."""
    unknown: str
    """The part of the line that cannot be analysed, and why."""


class _ExplainedHookRequired(TypedDict):
    id: str
    """Its id."""
    name: str
    """Its name."""
    event: str
    """Its event."""
    type: str
    """Its handler's type."""
    scope: Scope
    """Where it was defined."""
    enabled: bool
    """Whether it is switched on."""
    onFailure: str
    """`block` for a guard, else `continue`."""
    timeout: float
    """How long it may take, in seconds."""
    runs: bool
    """Whether it would run."""


_ExplainedHookKeywords = TypedDict(
    "_ExplainedHookKeywords",
    {
        "matcher": "str",
        "if": "str",
        "when": "str",
        "file": "str",
        "line": "int",
        "plugin": "str",
        "skill": "str",
        "observe": "bool",
        "description": "str",
        "notLoaded": "str",
        "handler": "str",
        "why": "SkipReason",
        "note": "str",
    },
    total=False,
)


class ExplainedHook(_ExplainedHookRequired, _ExplainedHookKeywords):
    """A configured hook, and whether it would run."""


FileChange = Literal["added", "changed", "removed"]
"""What happened to a file."""


class FunctionCallParams(TypedDict):
    """The params of `function/call`."""

    function: str
    """The client's key of the function."""
    name: str
    """The hook's name."""
    sessionId: str
    """The session."""
    event: str
    """The event's canonical name."""
    input: Dict[str, Any]
    """The input."""


class _GivenAnswerRequired(TypedDict):
    choice: str
    """The key of the choice."""
    by: str
    """Who answered: `local:NAME`, `client:NAME`, `token:NAME`, `key:NAME`, `link`."""
    place: str
    """Where: `terminal`, `command line`, `page`, `client`, `link`."""
    at: int
    """When, in milliseconds since 1970."""


class GivenAnswer(_GivenAnswerRequired, total=False):
    """The answer that a request got."""

    message: str
    """Words for the model, or about the answer."""
    input: Any
    """The input as it was edited, or what an elicitation asked for."""


class _HookEntryRequired(TypedDict):
    id: str
    """The hook's id."""
    name: str
    """Its name."""
    type: str
    """Its handler's type."""
    scope: Scope
    """Where it was defined."""
    status: Status
    """What became of it."""
    durationMs: float
    """How long it took, in milliseconds."""


class HookEntry(_HookEntryRequired, total=False):
    """The entry of one hook in an outcome."""

    plugin: str
    """The plugin it came from."""
    skill: str
    """The skill it came from."""
    file: str
    """The file it was defined in."""
    line: int
    """The line there."""
    matcher: str
    """Its group's matcher."""
    internal: bool
    """It is a function by which the host looks on: people do not count it."""
    exitCode: int
    """The process's exit code."""
    signal: int
    """The signal that ended it."""
    stdout: str
    """What it wrote, cut."""
    stderr: str
    """What it complained of, cut."""
    truncated: bool
    """It wrote more than is read."""
    error: str
    """Why it failed."""
    usage: Usage
    """What a language model needed for it."""
    skipReason: str
    """Why it did not run."""
    observed: Observed
    """What it would have done: its definition says `observe`, so its answer changed nothing."""


class _HookListingRequired(TypedDict):
    id: str
    """Its id."""
    name: str
    """Its name."""
    event: str
    """Its event."""
    type: str
    """Its handler's type."""
    scope: Scope
    """Where it was defined."""
    enabled: bool
    """Whether it is switched on."""
    onFailure: str
    """`block` for a guard, else `continue`."""
    timeout: float
    """How long it may take, in seconds."""
    trust: str
    """Whether it is trusted: `trusted`, `changed`, `untrusted` or `not needed`."""


_HookListingKeywords = TypedDict(
    "_HookListingKeywords",
    {
        "matcher": "str",
        "if": "str",
        "when": "str",
        "file": "str",
        "line": "int",
        "plugin": "str",
        "skill": "str",
        "observe": "bool",
        "description": "str",
        "notLoaded": "str",
        "handler": "str",
        "disabledBy": "str",
    },
    total=False,
)


class HookListing(_HookListingRequired, _HookListingKeywords):
    """A configured hook in `hooks/list`."""


class _HookProgressStartedRequired(TypedDict):
    sessionId: str
    """The session."""
    event: str
    """The event."""
    dispatch: int
    """Hooks of one event have the same number."""
    hook: str
    """The hook's id."""
    name: str
    """Its name."""
    kind: Literal["started"]


class HookProgressStarted(_HookProgressStartedRequired, total=False):
    """The hook started."""

    statusMessage: str
    """What to show while it runs."""


class HookProgressOutput(TypedDict):
    """The hook wrote output."""

    sessionId: str
    """The session."""
    event: str
    """The event."""
    dispatch: int
    """Hooks of one event have the same number."""
    hook: str
    """The hook's id."""
    name: str
    """Its name."""
    kind: Literal["output"]
    stream: str
    """`stdout` or `stderr`."""
    text: str
    """The text."""
    elapsedMs: float
    """The time since the hook started, in milliseconds."""


class HookProgressFinished(TypedDict):
    """The hook finished, or went to the background (status `background`)."""

    sessionId: str
    """The session."""
    event: str
    """The event."""
    dispatch: int
    """Hooks of one event have the same number."""
    hook: str
    """The hook's id."""
    name: str
    """Its name."""
    kind: Literal["finished"]
    elapsedMs: float
    """How long it ran, in milliseconds."""
    entry: HookEntry
    """Its entry in the outcome."""


HookProgress = Union[HookProgressStarted, HookProgressOutput, HookProgressFinished]
"""The params of `hooks/progress`."""


class _InitializeResultRequired(TypedDict):
    protocolVersion: int
    """The version of the protocol that both speak."""
    server: ServerInfo
    """The server's name and version."""
    dialect: str
    """The dialect of inputs."""
    limits: LimitsResult
    """The limits of the client."""


class InitializeResult(_InitializeResultRequired, total=False):
    """The result of `initialize`."""

    clientId: str
    """Over HTTP: the id that later requests carry."""


class LimitsResult(TypedDict):
    """The limits of the client."""

    messageBytes: int
    """The most bytes of one message."""
    requestsInFlight: int
    """The most requests in flight."""
    bytesInFlight: int
    """The most bytes of all requests in flight."""


class ListResult(TypedDict):
    """The result of `hooks/list`."""

    hooks: List[HookListing]
    """Every configured hook, in the order in which they merge."""
    switchedOff: List[str]
    """The settings that switch hooks off."""
    diagnostics: List[Diagnostic]
    """Problems of the configured hooks."""


Mode = Literal["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"]
"""A permission mode."""


class _NoticeRequired(TypedDict):
    hook: str
    """The hook's id."""
    text: str
    """What it says."""
    wake: bool
    """It wakes the model at once."""


class Notice(_NoticeRequired, total=False):
    """Something that a background hook has to say."""

    summary: str
    """What the user sees in place of the text (`rewakeSummary`)."""


Observed = TypedDict(
    "Observed",
    {
        "blocked": "bool",
        "continue": "bool",
        "blockReason": "str",
        "blockedBy": "BlockedBy",
        "decidedBy": "List[str]",
        "stopReason": "str",
        "permissionDecision": "PermissionDecision",
        "permissionDecisionReason": "str",
        "permissionRequest": "PermissionRequestOutcome",
        "updatedInput": "Any",
        "updatedToolOutput": "Any",
        "updatedPrompt": "str",
        "updatedRequest": "Any",
        "updatedResponse": "Any",
        "updatedPermissions": "List[Any]",
        "additionalContext": "List[str]",
        "classifierContext": "List[str]",
        "feedback": "List[str]",
        "systemMessages": "List[str]",
        "terminalSequences": "List[str]",
        "initialUserMessage": "str",
        "sessionTitle": "str",
        "displayContent": "str",
        "worktreePath": "str",
        "compactInstructions": "str",
        "watchPaths": "List[str]",
        "reloadSkills": "bool",
        "retry": "bool",
        "suppressOriginalPrompt": "bool",
        "elicitation": "Elicited",
        "notices": "List[Notice]",
        "spilled": "List[Spilled]",
    },
    total=False,
)


_OutcomeRequired = TypedDict(
    "_OutcomeRequired",
    {
        "event": "str",
        "blocked": "bool",
        "continue": "bool",
        "hooks": "List[HookEntry]",
        "durationMs": "float",
    },
)


class Outcome(_OutcomeRequired, total=False):
    """The outcome of one event: what became of each hook, and what they said, merged. Serialised,
    it is the JSON that `snaphook fire --json` prints: what is absent was not said.
    """

    blockReason: str
    """Why."""
    blockedBy: BlockedBy
    """Whether a hook decided the block or only failures did."""
    decidedBy: List[str]
    """The hooks that decided the block or the permission."""
    stopReason: str
    """Why the agent stops."""
    permissionDecision: PermissionDecision
    """Allow, deny, ask or defer."""
    permissionDecisionReason: str
    """Why."""
    permissionRequest: PermissionRequestOutcome
    """The answer to a permission request."""
    updatedInput: Any
    """The tool input to use instead."""
    updatedToolOutput: Any
    """The tool result to show instead."""
    updatedPrompt: str
    """The prompt to send instead."""
    updatedRequest: Any
    """The request to send to the model instead."""
    updatedResponse: Any
    """The model's answer to record instead."""
    updatedPermissions: List[PermissionUpdate]
    """Permission updates to apply, in order."""
    additionalContext: List[str]
    """Texts for the model."""
    classifierContext: List[str]
    """Texts for a permission classifier."""
    feedback: List[str]
    """Texts for the model from blocks that came too late."""
    systemMessages: List[str]
    """Texts for the user."""
    terminalSequences: List[str]
    """Escape sequences for the user's terminal. Write them to a terminal only."""
    initialUserMessage: str
    """A first message to send for the user."""
    sessionTitle: str
    """A title for the session."""
    displayContent: str
    """What to show instead of the model's text."""
    worktreePath: str
    """The path of the worktree."""
    compactInstructions: str
    """Extra instructions for the compaction."""
    watchPaths: List[str]
    """Files and folders to watch; an empty list watches none."""
    reloadSkills: bool
    """Read the skills again."""
    retry: bool
    """The denied call may be tried again."""
    suppressOriginalPrompt: bool
    """The prompt is not shown in the conversation."""
    elicitation: Elicited
    """The answer to an elicitation."""
    notices: List[Notice]
    """What background hooks have to say."""
    spilled: List[Spilled]
    """Texts that went to files."""
    diagnostics: List[Diagnostic]
    """Remarks about definitions and answers."""


PermissionDecision = Literal["allow", "ask", "defer", "deny"]
"""What a PreToolUse hook decides."""


class _PermissionRequestOutcomeRequired(TypedDict):
    behavior: RequestBehavior
    """Allow or deny."""


class PermissionRequestOutcome(_PermissionRequestOutcomeRequired, total=False):
    """The merged answer to a permission request."""

    updatedInput: Any
    """The tool input to use instead."""
    message: str
    """Why it was denied."""
    interrupt: bool
    """Stop the agent."""


class PermissionUpdateAddRules(TypedDict):
    """A change of permissions."""

    type: Literal["addRules", "replaceRules", "removeRules"]
    """What is done."""
    destination: Literal["session", "localSettings", "projectSettings", "userSettings"]
    """Where it applies."""
    rules: List[Dict[str, Any]]
    """The rules."""
    behavior: Literal["deny", "ask", "allow"]
    """What happens to calls that the rules match."""


class PermissionUpdateSetMode(TypedDict):
    """A change of permissions."""

    type: Literal["setMode"]
    """What is done."""
    destination: Literal["session", "localSettings", "projectSettings", "userSettings"]
    """Where it applies."""
    mode: Literal["default", "plan", "acceptEdits", "auto", "dontAsk", "bypassPermissions"]
    """The permission mode."""


class PermissionUpdateAddDirectories(TypedDict):
    """A change of permissions."""

    type: Literal["addDirectories", "removeDirectories"]
    """What is done."""
    destination: Literal["session", "localSettings", "projectSettings", "userSettings"]
    """Where it applies."""
    directories: List[str]
    """Working directories."""


PermissionUpdate = Union[
    PermissionUpdateAddRules,
    PermissionUpdateSetMode,
    PermissionUpdateAddDirectories,
]
"""A change of permissions."""


class _QuestionRequired(TypedDict):
    sessionId: str
    """The session."""
    hook: str
    """The name of the hook that asks, or of another asker."""
    event: str
    """The event's canonical name."""
    questionId: str
    """The question's id."""
    message: str
    """The question."""
    options: List[QuestionOption]
    """The possible answers."""


class Question(_QuestionRequired, total=False):
    """The params of `approval/request`."""

    toolName: str
    """The tool, where the question is about a tool call."""
    toolInput: Any
    """The whole input of that tool call."""
    about: str
    """What it is about, on one line."""
    askedBy: List[QuestionAsker]
    """Everybody who asks, with their reasons."""
    approvalId: str
    """The id of the request, where others may answer it, too (`approvals/list`)."""
    digest: str
    """The digest of the request: an answer must have it."""
    shownInput: Any
    """The input as others see it, which the digest is of, where secrets were taken out."""
    created: int
    """When it was asked, in milliseconds since 1970."""
    expires: int
    """When it counts as denied, in milliseconds since 1970."""


class _QuestionAskerRequired(TypedDict):
    name: str
    """The hook, rule or mode."""


class QuestionAsker(_QuestionAskerRequired, total=False):
    """One of those who ask."""

    reason: str
    """Why."""


class _QuestionOptionRequired(TypedDict):
    key: str
    """The key to answer with."""
    label: str
    """What the person sees."""


class QuestionOption(_QuestionOptionRequired, total=False):
    """A possible answer."""

    description: str
    """More about it."""


class _ReloadedRequired(TypedDict):
    swapped: bool
    """Whether the engine works on other settings from now on."""
    files: List[ChangedFile]
    """Every file that is another than before, in the order of scopes."""
    added: List[ChangedHook]
    """Hooks that are new. One whose command, matcher or event was edited is another hook: it is
    here and among the removed.
    """
    removed: List[ChangedHook]
    """Hooks that are gone."""
    changed: List[ChangedHook]
    """Hooks that do the same as before, with other options, or are trusted or switched off now and
    were not, or the other way round.
    """
    diagnostics: List[Diagnostic]
    """What keeps hooks from doing what they say, in the settings that count now."""


class Reloaded(_ReloadedRequired, total=False):
    """What came of loading the settings anew."""

    problem: str
    """Why nothing was loaded at all."""


RequestBehavior = Literal["allow", "deny"]
"""What a PermissionRequest hook decides."""


class _RuleTextRequired(TypedDict):
    toolName: str
    """The tool."""


class RuleText(_RuleTextRequired, total=False):
    """A rule in two parts."""

    ruleContent: str
    """The content of the parentheses."""


class _RunningHookRequired(TypedDict):
    hook: str
    """Its id."""
    name: str
    """Its name."""
    event: str
    """Its event."""
    background: bool
    """It runs in the background."""
    dispatch: int
    """Hooks of one event have the same number."""


class RunningHook(_RunningHookRequired, total=False):
    """A running hook."""

    statusMessage: str
    """What to show while it runs."""


Scope = Literal[
    "managed",
    "user",
    "project",
    "local",
    "explicit",
    "plugin",
    "skill",
    "agent",
    "host",
    "session",
]
"""The kind of place a hook came from. The order is the order of merging."""


class SeenCommandInfo(TypedDict):
    """A command in a shell line."""

    text: str
    """The command; unknown parts are `…`."""
    part: str
    """The part of the line it came from."""
    start: int
    """The start of the part, in bytes."""
    end: int
    """The end of the part, in bytes."""
    via: List[str]
    """The wrappers (such as `sudo`) before the command."""


class ServerInfo(TypedDict):
    """The server's name and version."""

    name: str
    """Its name."""
    version: str
    """Its version."""


class _SessionNoticeRequired(TypedDict):
    sessionId: str
    """The session."""
    hook: str
    """The hook's id."""
    name: str
    """Its name."""
    event: str
    """The event it ran on."""
    text: str
    """The text for the model."""
    wake: bool
    """It wakes the model at once; else it waits for the next turn."""


class SessionNotice(_SessionNoticeRequired, total=False):
    """The params of `hooks/notice`."""

    summary: str
    """What the user sees instead of the text."""


class SessionStatus(TypedDict):
    """The params of `hooks/status`."""

    sessionId: str
    """The session."""
    running: List[RunningHook]
    """All hooks that run in the session now."""


Severity = Literal["hint", "warning", "error"]
"""How much a diagnostic matters."""


class SkipReason(TypedDict):
    """Why a hook would not run."""

    code: str
    """A stable code for programs."""
    message: str
    """The reason in words."""


class Spilled(TypedDict):
    """A text that went to a file."""

    field: str
    """The outcome's field it belongs to."""
    path: str
    """The file."""
    chars: int
    """How long the whole text is."""


Stage = Literal[
    "preToolUse",
    "recheck",
    "denyRules",
    "askRules",
    "allowRules",
    "mode",
    "permissionRequest",
    "approver",
    "updates",
    "permissionDenied",
]
"""A place on the way."""


Status = Literal["success", "blocked", "failed", "timedOut", "cancelled", "skipped", "background"]
"""What a hook answered, or why it gave no answer."""


class _StepRequired(TypedDict):
    stage: Stage
    """Where."""
    result: StepResult
    """What was said."""


class Step(_StepRequired, total=False):
    """One step of the way, in its order."""

    by: Decider
    """Who said it."""
    reason: str
    """Why, or how many were asked."""


StepResult = Literal["deny", "defer", "ask", "allow", "nothing", "retry", "applied", "stop"]
"""What a stage said."""


class UpdateAddRules(TypedDict):
    """Rules come in."""

    destination: Destination
    """Where it is kept."""
    type: Literal["addRules"]
    rules: List[RuleText]
    """Which."""
    behavior: Behavior
    """What they say."""


class UpdateReplaceRules(TypedDict):
    """These take the place of all rules that say the same there."""

    destination: Destination
    """Where it is kept."""
    type: Literal["replaceRules"]
    rules: List[RuleText]
    """Which."""
    behavior: Behavior
    """What they say."""


class UpdateRemoveRules(TypedDict):
    """Rules go."""

    destination: Destination
    """Where it is kept."""
    type: Literal["removeRules"]
    rules: List[RuleText]
    """Which."""
    behavior: Behavior
    """What they say."""


class UpdateSetMode(TypedDict):
    """Another mode holds."""

    destination: Destination
    """Where it is kept."""
    type: Literal["setMode"]
    mode: Mode
    """Which."""


class UpdateAddDirectories(TypedDict):
    """Folders become working directories."""

    destination: Destination
    """Where it is kept."""
    type: Literal["addDirectories"]
    directories: List[str]
    """Which."""


class UpdateRemoveDirectories(TypedDict):
    """Folders that were added are working directories no longer."""

    destination: Destination
    """Where it is kept."""
    type: Literal["removeDirectories"]
    directories: List[str]
    """Which."""


Update = Union[
    UpdateAddRules,
    UpdateReplaceRules,
    UpdateRemoveRules,
    UpdateSetMode,
    UpdateAddDirectories,
    UpdateRemoveDirectories,
]
"""A change of permissions, and where it is to be kept. It reads and writes the protocol's JSON."""


class _UpdatedRequired(TypedDict):
    by: str
    """The name of the hook, or of the approver."""
    applied: bool
    """Whether it holds now."""


class Updated(_UpdatedRequired, total=False):
    """What became of one update that a PermissionRequest hook asked for."""

    update: Update
    """The update; where it could not be read, none."""
    file: str
    """The file that it was written into."""
    whyNot: str
    """Why it was not applied, or not written."""


class _UsageRequired(TypedDict):
    inputTokens: int
    """Tokens that it read."""
    outputTokens: int
    """Tokens that it wrote."""


class Usage(_UsageRequired, total=False):
    """What a language model needed."""

    model: str
    """The model that answered."""
