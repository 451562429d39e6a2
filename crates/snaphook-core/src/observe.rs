//! The names of the spans and fields that the engine and the runner give `tracing`.

/// The target of everything the engine tells: filter by this.
pub const TARGET: &str = "snaphook";
/// The name of the span of a dispatch.
pub const DISPATCH: &str = "snaphook.dispatch";
/// The name of the span of a hook that runs.
pub const HOOK: &str = "snaphook.hook";

/// The names of the fields.
pub mod field {
    /// The event's canonical name.
    pub const EVENT: &str = "event";
    /// The hook's id: a name may be the command itself.
    pub const HOOK: &str = "hook";
    /// The type of the hook's handler.
    pub const TYPE: &str = "type";
    /// Where the hook was defined.
    pub const SCOPE: &str = "scope";
    /// The plugin that the hook came from.
    pub const PLUGIN: &str = "plugin";
    /// The skill that the hook came from.
    pub const SKILL: &str = "skill";
    /// `allow`, `ask`, `defer`, `deny`, `block` or `stop`: of one hook, or of
    /// all of them merged.
    pub const DECISION: &str = "decision";
    /// What became of the hook, as the outcome spells it.
    pub const STATUS: &str = "status";
    /// The exit code of the hook's process.
    pub const EXIT_CODE: &str = "exit_code";
    /// Wall time in milliseconds.
    pub const DURATION_MS: &str = "duration_ms";
    /// Whether the operation must not go on.
    pub const BLOCKED: &str = "blocked";
    /// Whether hooks that are neither managed nor the host's own are off.
    pub const MANAGED_ONLY: &str = "managed_only";
    /// The name of a callback of the runner.
    pub const CALLBACK: &str = "callback";
    /// Which of its event's groups a callback is in, from 0.
    pub const GROUP: &str = "group";
    /// Why a callback gave no answer.
    pub const ERROR: &str = "error";
    /// What was remarked about a callback's answer: a diagnostic's code.
    pub const CODE: &str = "code";
    /// How many hooks matched.
    pub const HOOKS: &str = "hooks";
    /// How many of them got each status, where any did.
    pub const BY_STATUS: [&str; 7] = [
        "hooks.success",
        "hooks.blocked",
        "hooks.failed",
        "hooks.timedOut",
        "hooks.cancelled",
        "hooks.skipped",
        "hooks.background",
    ];
    /// How many of them had a handler of each type, where any did.
    pub const BY_TYPE: [&str; 8] = [
        "hooks.command",
        "hooks.http",
        "hooks.mcp_tool",
        "hooks.prompt",
        "hooks.agent",
        "hooks.builtin",
        "hooks.function",
        "hooks.other",
    ];
}
