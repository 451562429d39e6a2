//! Every kind of finding, in one table.

use std::path::PathBuf;

use serde::Serialize;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum FindingSeverity {
    /// Worth knowing.
    Note,
    /// Hooks may not do what they are meant to.
    Warning,
    /// Hooks do not run, or do not count.
    Error,
}

/// A kind of finding.
#[derive(Debug, PartialEq, Eq)]
pub struct FindingKind {
    /// Its code.
    pub code: &'static str,
    /// How bad it is.
    pub severity: FindingSeverity,
    /// What it means.
    pub about: &'static str,
}

macro_rules! kinds {
    ($($name:ident $severity:ident $code:literal $about:literal)*) => {
        $(pub(super) static $name: FindingKind = FindingKind {
            code: $code,
            severity: FindingSeverity::$severity,
            about: $about,
        };)*

        /// Every kind of finding.
        pub static FINDING_KINDS: &[&FindingKind] = &[$(&$name),*];
    };
}

kinds! {
    SETTINGS_UNREADABLE Error "unreadable-settings"
        "settings of snaphook cannot be loaded, so their hooks do not run"
    UNREADABLE Error "unreadable-configuration"
        "a configuration of the agent cannot be read"
    PROGRAM_GONE Error "program-gone"
        "an entry names a program that is not there or cannot be started"
    SHORT_TIMEOUT Error "short-timeout"
        "the agent stops waiting before the bridge would deny by itself"
    MISSING_STEP Error "missing-step"
        "the agent skips the hooks: a switch, a trusted folder, a hash or an approval is missing"
    GUARD_WITHOUT_EVENT Error "guard-without-event"
        "a guard stands on an event that the agent does not have, or for which nothing is installed"
    NOT_INSTALLED Warning "not-installed"
        "the agent is here, and snaphook is not installed in it"
    NO_HOOKS Warning "no-hooks"
        "the settings of snaphook have no hooks that could run in an agent"
    UNTRUSTED Warning "untrusted-hooks"
        "hooks of the project do not run, because nobody has trusted them"
    SWITCHED_OFF Warning "switched-off"
        "hooks are switched off"
    EDITED_ENTRY Warning "edited-entry"
        "an entry is not as `snaphook install` writes it"
    OTHER_PROGRAM Warning "other-program"
        "an entry runs another snaphook than this one"
    OTHER_AGENT Warning "other-agent"
        "an entry speaks the language of another agent"
    UNKNOWN_VERSION Warning "unknown-version"
        "the version of the agent is unknown, or no contract is known for it"
    GUARD_CANNOT_DENY Warning "guard-cannot-deny"
        "a guard stands on an event that the agent does not let hooks deny"
    UNTESTED_VERSION Note "untested-version"
        "the agent is newer or older than the version that was tested"
    MISSING_EVENT Note "missing-event"
        "nothing is installed for a useful event"
    WITHOUT_EVENT Note "hook-without-event"
        "a hook stands on an event that the agent does not have"
    DEGRADED Note "degraded"
        "what hooks may ask for on an event, the agent cannot do; the next safer way is taken"
    GOES_ON Note "goes-on"
        "the agent goes on when snaphook is missing, crashes or takes too long"
    TWICE Note "installed-twice"
        "entries of the user and of the project run on the same event"
    NOT_HERE Note "not-here"
        "the agent was found neither in PATH nor by its folder"
    BY_HAND Note "by-hand"
        "the hooks of the agent are not in a file that snaphook can write"
    PERSON_STEP Note "person-step"
        "only a person can do what the agent needs besides"
}

/// A finding.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct DoctorFinding {
    /// Its kind.
    pub kind: &'static FindingKind,
    /// The agent's name; none: it is about the settings of snaphook.
    pub agent: Option<&'static str>,
    /// Where, if it stands in a file.
    pub file: Option<PathBuf>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl DoctorFinding {
    pub(super) fn new(
        kind: &'static FindingKind,
        agent: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self {
            agent: Some(agent),
            ..Self::of_settings(kind, message)
        }
    }

    pub(super) fn of_settings(kind: &'static FindingKind, message: impl Into<String>) -> Self {
        Self {
            kind,
            agent: None,
            file: None,
            message: message.into(),
            help: None,
        }
    }

    pub(super) fn file(mut self, file: impl Into<PathBuf>) -> Self {
        self.file = Some(file.into());
        self
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
