//! The contract of an agent: for each of its events, what a hook may do there and how that
//! is known; and what the agent does when a hook fails.

/// What a hook can make an agent do on one event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ability {
    /// Keep the call, the prompt or the operation from happening.
    Deny,
    /// Grant a call, so that no person is asked.
    Grant,
    /// Have the agent ask a person.
    Ask,
    /// Add text for the model.
    Context,
    /// Replace the input of a call.
    RewriteInput,
    /// Replace the result of a call.
    RewriteOutput,
    /// Send the agent back to work when it wants to stop.
    KeepGoing,
    /// End the agent's run.
    Stop,
    /// Show text to the user.
    Message,
}

impl Ability {
    /// Every ability, in the order in which tables show them.
    pub const ALL: &'static [Self] = &[
        Self::Deny,
        Self::Grant,
        Self::Ask,
        Self::Context,
        Self::RewriteInput,
        Self::RewriteOutput,
        Self::KeepGoing,
        Self::Stop,
        Self::Message,
    ];

    /// The words for it in tables and messages.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Grant => "grant",
            Self::Ask => "ask",
            Self::Context => "add context",
            Self::RewriteInput => "rewrite the input",
            Self::RewriteOutput => "rewrite the output",
            Self::KeepGoing => "keep from stopping",
            Self::Stop => "stop the agent",
            Self::Message => "show a message",
        }
    }
}

/// How a fact about an agent is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContractEvidence {
    /// The real program did it in a test.
    Observed,
    /// Its documentation or source code says so.
    Documented,
}

/// What an agent does with one of its events.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct EventContract {
    /// The agent's name of the event.
    pub native: &'static str,
    /// The canonical event.
    pub event: &'static str,
    /// What a hook can do there.
    pub can: &'static [Ability],
    /// How this is known.
    pub evidence: ContractEvidence,
    /// Where this event's input holds what, beside the agent's common form: canonical
    /// field, then the places of the agent's own.
    pub fields: &'static [(&'static str, &'static [&'static str])],
    /// The tool, where the event is about one tool and its input stands among the fields:
    /// the agent's name of the tool, and the fields that are its input.
    pub tool: Option<(&'static str, &'static [&'static str])>,
    /// Whether it is about tools of MCP servers only, and names them without the server.
    pub only_mcp: bool,
    /// Inputs that mean nothing: a field and the value it then has (JSON).
    pub ignored_when: Option<(&'static str, &'static str)>,
    /// Whether the installer registers the bridge for it.
    pub installed: bool,
}

impl EventContract {
    /// An event that was observed, under its canonical name.
    pub(crate) const fn new(event: &'static str, can: &'static [Ability]) -> Self {
        Self::named(event, event, can)
    }

    /// An event that was observed, under a name of the agent's own.
    pub(crate) const fn named(
        native: &'static str,
        event: &'static str,
        can: &'static [Ability],
    ) -> Self {
        Self {
            native,
            event,
            can,
            evidence: ContractEvidence::Observed,
            fields: &[],
            tool: None,
            only_mcp: false,
            ignored_when: None,
            installed: true,
        }
    }

    pub(crate) const fn documented(mut self) -> Self {
        self.evidence = ContractEvidence::Documented;
        self
    }

    pub(crate) const fn fields(
        mut self,
        fields: &'static [(&'static str, &'static [&'static str])],
    ) -> Self {
        self.fields = fields;
        self
    }

    pub(crate) const fn tool(mut self, name: &'static str, input: &'static [&'static str]) -> Self {
        self.tool = Some((name, input));
        self
    }

    pub(crate) const fn only_mcp(mut self) -> Self {
        self.only_mcp = true;
        self
    }

    pub(crate) const fn ignored_when(mut self, field: &'static str, value: &'static str) -> Self {
        self.ignored_when = Some((field, value));
        self
    }

    pub(crate) const fn not_installed(mut self) -> Self {
        self.installed = false;
        self
    }

    /// Whether a hook can do this here.
    #[must_use]
    pub fn can(&self, ability: Ability) -> bool {
        self.can.contains(&ability)
    }
}

/// What an agent does when a hook fails to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnError {
    /// It goes on as if the hook had nothing to say.
    GoesOn,
    /// It denies the call.
    Denies,
}

/// What exit status 2 of a hook means to an agent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExitTwo {
    /// It blocks.
    Blocks,
    /// It blocks only if stderr is not empty.
    BlocksWithStderr,
    /// It is ignored, or unknown.
    Ignored,
}

/// The unit of timeouts in an agent's configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeUnit {
    /// Seconds.
    Seconds,
    /// Milliseconds.
    Milliseconds,
}

/// How long an agent waits for a hook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HookTimeout {
    /// The unit of the configuration.
    pub unit: TimeUnit,
    /// The default, in seconds. 0: none is known.
    pub default_seconds: u32,
    /// Whether the configuration can change it.
    pub configurable: bool,
}

impl HookTimeout {
    pub(crate) const fn seconds(default_seconds: u32) -> Self {
        Self {
            unit: TimeUnit::Seconds,
            default_seconds,
            configurable: true,
        }
    }

    pub(crate) const fn milliseconds(default_seconds: u32) -> Self {
        Self {
            unit: TimeUnit::Milliseconds,
            default_seconds,
            configurable: true,
        }
    }

    pub(crate) const fn fixed(default_seconds: u32) -> Self {
        Self {
            unit: TimeUnit::Seconds,
            default_seconds,
            configurable: false,
        }
    }

    /// A number of seconds as the configuration writes it.
    #[must_use]
    pub const fn in_unit(&self, seconds: u32) -> u64 {
        match self.unit {
            TimeUnit::Seconds => seconds as u64,
            TimeUnit::Milliseconds => seconds as u64 * 1000,
        }
    }
}

/// How an agent reads the matchers of its configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatcherKind {
    /// An exact name, a list of names, else an unanchored regular expression.
    ExactOrRegex,
    /// An unanchored regular expression.
    Regex,
    /// A regular expression that must fit the whole name.
    AnchoredRegex,
    /// A glob.
    Glob,
    /// Matchers are read and ignored.
    Ignored,
    /// The configuration has none.
    None,
}

/// The versions for which a contract holds: from the first, below the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VersionRange {
    /// The first version, if older ones differ.
    pub from: Option<&'static str>,
    /// The first version that differs again.
    pub below: Option<&'static str>,
    /// The version that was observed, or that the documentation speaks of.
    pub seen: &'static str,
}

impl VersionRange {
    pub(crate) const fn seen(seen: &'static str) -> Self {
        Self {
            from: None,
            below: None,
            seen,
        }
    }

    /// Whether a version lies in the range. Versions are compared number by number.
    #[must_use]
    pub fn contains(&self, version: &str) -> bool {
        let version = numbers(version);
        let not_before = |from: &str| version >= numbers(from);
        let before = |below: &str| version < numbers(below);
        self.from.is_none_or(not_before) && self.below.is_none_or(before)
    }
}

fn numbers(version: &str) -> Vec<u64> {
    let parts = version.split(|c: char| !c.is_ascii_digit());
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// What an agent honours in a range of versions.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Contract {
    /// The versions for which this holds.
    pub versions: VersionRange,
    /// When it was observed or read (ISO date).
    pub date: &'static str,
    /// Its events.
    pub events: &'static [EventContract],
    /// What it does when a hook crashes (exit 1).
    pub on_crash: OnError,
    /// What it does when a hook takes too long.
    pub on_timeout: OnError,
    /// What exit status 2 means.
    pub exit_two: ExitTwo,
    /// How long it waits.
    pub timeout: HookTimeout,
    /// How it reads matchers.
    pub matchers: MatcherKind,
    /// Our plugin's own part, where hooks are JavaScript.
    pub(crate) plugin: Option<&'static str>,
}

impl Contract {
    /// The facts that most agents share: everything fails open.
    pub(crate) const fn new(
        seen: &'static str,
        date: &'static str,
        events: &'static [EventContract],
    ) -> Self {
        Self {
            versions: VersionRange::seen(seen),
            date,
            events,
            on_crash: OnError::GoesOn,
            on_timeout: OnError::GoesOn,
            exit_two: ExitTwo::Blocks,
            timeout: HookTimeout::seconds(60),
            matchers: MatcherKind::ExactOrRegex,
            plugin: None,
        }
    }

    pub(crate) const fn plugin(mut self, text: &'static str) -> Self {
        self.plugin = Some(text);
        self
    }

    pub(crate) const fn timeout(mut self, timeout: HookTimeout) -> Self {
        self.timeout = timeout;
        self
    }

    pub(crate) const fn matchers(mut self, matchers: MatcherKind) -> Self {
        self.matchers = matchers;
        self
    }

    pub(crate) const fn exit_two(mut self, exit_two: ExitTwo) -> Self {
        self.exit_two = exit_two;
        self
    }

    pub(crate) const fn crash_denies(mut self) -> Self {
        self.on_crash = OnError::Denies;
        self
    }

    pub(crate) const fn timeout_denies(mut self) -> Self {
        self.on_timeout = OnError::Denies;
        self
    }

    pub(crate) const fn from(mut self, version: &'static str) -> Self {
        self.versions.from = Some(version);
        self
    }

    pub(crate) const fn below(mut self, version: &'static str) -> Self {
        self.versions.below = Some(version);
        self
    }

    /// The exit status that denies without any output, as far as there is one: 2 where
    /// the agent reads it so, 1 where it takes a crash for a denial.
    #[must_use]
    pub fn status_that_denies(&self) -> u8 {
        match (self.exit_two, self.on_crash) {
            (ExitTwo::Ignored, OnError::Denies) => 1,
            _ => 2,
        }
    }

    /// The event that the agent calls so.
    #[must_use]
    pub fn native_event(&self, name: &str) -> Option<&'static EventContract> {
        self.events.iter().find(|event| event.native == name)
    }
}
