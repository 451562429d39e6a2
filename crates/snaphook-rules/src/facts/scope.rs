//! All names that conditions and policies know of one event.

use std::cell::OnceCell;

use serde_json::Value;
use snaphook_core::SessionCounts;
use snaphook_core::input::Input;

use super::call_facts::CallFacts;
use super::fact::Fact;

/// The names that every event has, beside the fields of its input.
pub const SCOPE_NAMES: &[&str] = &["commands", "paths", "url", "session", "env"];

/// The variables of the environment that conditions may always read: they hold no
/// secret, and no hook of a project sets them for others.
pub const ENV_NAMES: &[&str] = &[
    "CI",
    "GITHUB_ACTIONS",
    "GITLAB_CI",
    "HOSTNAME",
    "LANG",
    "LOGNAME",
    "SHELL",
    "TERM",
    "USER",
];

/// One event, as conditions and policies see it. A fact is made when something first
/// asks for it.
pub struct FactScope<'a> {
    /// The input.
    pub input: &'a Input,
    /// The input of its tool call, parsed.
    pub tool_input: Option<&'a Value>,
    /// What is known of the tool call.
    pub call: CallFacts<'a>,
    counts: &'a SessionCounts,
    var: &'a dyn Fn(&str) -> Option<String>,
    session: OnceCell<Fact>,
    env: OnceCell<Fact>,
}

impl<'a> FactScope<'a> {
    /// The scope of an event.
    #[must_use]
    pub fn new(
        input: &'a Input,
        tool_input: Option<&'a Value>,
        call: CallFacts<'a>,
        counts: &'a SessionCounts,
        var: &'a dyn Fn(&str) -> Option<String>,
    ) -> Self {
        Self {
            input,
            tool_input,
            call,
            counts,
            var,
            session: OnceCell::new(),
            env: OnceCell::new(),
        }
    }

    /// The fact of a name that every event has.
    pub fn fact(&self, name: &str) -> Option<&Fact> {
        Some(match name {
            "commands" => self.call.commands(),
            "paths" => self.call.paths(),
            "url" => self.call.url(),
            "session" => self.session.get_or_init(|| self.session_fact()),
            "env" => self.env.get_or_init(|| self.env_fact()),
            _ => return None,
        })
    }

    /// The names of facts of which something is not known.
    #[must_use]
    pub fn unknown_names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        for name in SCOPE_NAMES {
            if let Some(fact) = self.fact(name) {
                fact.unknown_names(name, &mut names);
            }
        }
        names
    }

    fn session_fact(&self) -> Fact {
        let count = |count: u64| Fact::Int(i64::try_from(count).unwrap_or(i64::MAX));
        let SessionCounts {
            calls,
            denials,
            minutes,
            tools,
        } = self.counts;
        Fact::record([
            ("calls", count(*calls)),
            ("denials", count(*denials)),
            ("minutes", count(*minutes)),
            ("tools", Fact::list(tools.iter().map(Fact::text))),
        ])
    }

    fn env_fact(&self) -> Fact {
        let value = |name| Fact::text((self.var)(name).unwrap_or_default());
        Fact::record(ENV_NAMES.iter().map(|name| (*name, value(name))))
    }
}
