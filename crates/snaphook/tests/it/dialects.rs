//! Dialects, as far as no case file can show them. What a case can show stands
//! in `conformance/dialect-*.hooktest.json`, what needs the command in
//! `snaphook-cli/tests/it/dialects.rs`.
//!
//! | statement | test |
//! |---|---|
//! | gen: user, then project; the project replaces event by event, `[]` too | `places::gen_reads_the_users_…`, `places::an_empty_list_…` |
//! | gen: plugins are added, and come last | `places::hooks_of_plugins_…` |
//! | cagent: an agent's file, which agent, an error when it is not clear | `places::an_agent_file_…`, `agents::*` |
//! | gen: configuration hooks, then session hooks; a block ends the row | `sessions::session_hooks_…` |
//! | gen: a tool pattern is a matcher for functions, too | `sessions::functions_…` |
//! | gen: `once` at most once | `sessions::once_is_…` |
//! | both calls, execute and observe, in every dialect | `sessions::every_dialect_…` |
//! | cagent: snake_case names wherever a host names an event | `sessions::a_host_may_use_…` |
//! | cagent: registry, look-ups, default and private, from several threads | `registry::*` |
//! | cagent: a factory checks its hook; what a handler gets and returns | `registry::*` |
//! | gen: the timeout of prompt and agent hooks | `registry::in_gen_every_type_…` |
//! | cagent: the engine alone owns the timeout | `registry::the_engine_alone_…` |
//! | cagent: builtins | `builtins::*` |
//! | `has` is exact but for matchers and conditions | `has::*` |
//! | the same hooks in every dialect | `same_hooks::*` |

mod agents;
mod builtins;
mod has;
mod places;
mod registry;
mod same_hooks;
mod sessions;

use std::sync::Arc;

use serde_json::{Value, json};
use snaphook::{Dialect, Engine, EngineBuilder, Input, Outcome};
use snaphook_dialects::{Cagent, Gen, HAND_WRITTEN};

use crate::common::builder;

/// A builder that speaks this dialect.
fn speaking(dialect: impl Dialect + 'static) -> EngineBuilder {
    builder().dialect(Arc::new(dialect))
}

fn gen_engine(settings: &Value) -> Engine {
    let builder = speaking(Gen).settings_json(settings.to_string());
    builder.build().unwrap()
}

fn cagent(settings: &Value) -> Engine {
    let builder = speaking(Cagent).settings_json(settings.to_string());
    builder.build().unwrap()
}

/// An input in the words of the engine's dialect.
fn input(engine: &Engine, fields: Value) -> Input {
    engine.read_input(&fields.to_string()).unwrap()
}

fn bash(command: &str) -> Value {
    json!({"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_use_id": "1",
        "tool_input": {"command": command}})
}

/// The names and statuses of an outcome's entries.
fn entries(outcome: &Outcome) -> Vec<(&str, &str)> {
    let entries = outcome.hooks.iter();
    entries
        .map(|entry| (entry.name.as_str(), entry.status.as_str()))
        .collect()
}
