//! Why an engine could not be built.

use snaphook_settings::LoadError;

/// Why an engine could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// None of the settings that were named could be loaded, or one does not
    /// say which agent's hooks are meant.
    #[error("{}", joined(.0))]
    Settings(Vec<LoadError>),
    /// Managed settings could not be loaded: the engine would run without
    /// hooks that the organisation relies on.
    #[error("managed settings cannot be loaded, so no event may run without them:\n{}", joined(.0))]
    Managed(Vec<LoadError>),
    /// An agent was named in a dialect whose settings describe none.
    #[error(
        "settings of the dialect `{dialect}` describe no agents; do not name the agent `{agent}`"
    )]
    NoAgents {
        /// The agent that was named.
        agent: String,
        /// The dialect.
        dialect: &'static str,
    },
    /// A function is for an event that nearly spells a known one: it would
    /// never run.
    #[error("unknown event `{event}` of the function `{name}`; did you mean `{near}`?")]
    Event {
        /// The function's name.
        name: String,
        /// The event it names.
        event: String,
        /// The one it probably means.
        near: &'static str,
    },
    /// A function's matcher does not compile.
    #[error("invalid matcher of the function `{name}`: {message}")]
    Matcher {
        /// The function's name.
        name: String,
        /// What is wrong.
        message: String,
    },
}

impl BuildError {
    /// Whether a guard may be missing: then anyone who would have asked the engine
    /// refuses.
    #[must_use]
    pub fn may_miss_guard(&self) -> bool {
        match self {
            Self::Managed(_) => true,
            // Who does not say which agent is meant has none of the guards, also
            // of other files.
            Self::Settings(errors) => errors
                .iter()
                .any(|error| error.may_hold_guard() || matches!(error, LoadError::NotMeant { .. })),
            Self::NoAgents { .. } | Self::Event { .. } | Self::Matcher { .. } => false,
        }
    }
}

fn joined(errors: &[LoadError]) -> String {
    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
    lines.join("\n")
}
