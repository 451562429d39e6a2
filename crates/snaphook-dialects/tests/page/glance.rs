//! The switches of every dialect.

use std::sync::Arc;

use snaphook_core::dialect::{OnceRule, OtherExits, StdoutJson, Strategy};
use snaphook_core::kind::{Builtin, CommandSpec, Definition, KindSpec, Kinds};
use snaphook_http::Http;
use snaphook_llm::{Agent, AgentDef, Prompt, PromptDef};
use snaphook_mcp::McpTool;

use crate::table::{Table, codes};

pub(super) fn table() -> String {
    let mut table = Table::of_dialects("");
    table.each("events", |d| d.rules().events.len().to_string());
    table.each("hooks of one event", |d| {
        match d.rules().strategy {
            Strategy::Together => "start together, merge in configured order",
            Strategy::InSequence => "in sequence, each on what the ones before it rewrote",
            Strategy::OneByOne => "one by one; a block ends the row",
        }
        .to_owned()
    });
    table.each("types of hooks", |d| {
        let rows = d.rules().events;
        let kinds = Kinds::new([
            Arc::new(CommandSpec) as Arc<dyn KindSpec>,
            Arc::new(Http),
            Arc::new(McpTool),
            Arc::new(Prompt),
            Arc::new(Agent),
            Arc::new(Builtin),
        ]);
        let used = kinds
            .iter()
            .filter(|kind| rows.iter().any(|row| kind.runs_on(row)));
        codes(used.map(|kind| kind.name().to_string()))
    });
    table.each("timeout of prompt and agent hooks", |d| {
        let rows = d.rules().events.iter();
        let of = |kind: &dyn KindSpec, def: &dyn Definition| {
            let row = rows.clone().find(|row| kind.runs_on(row))?;
            Some(format!("{} s", def.timeout(row).as_secs()))
        };
        let prompt = of(&Prompt, &PromptDef::default());
        let agent = of(&Agent, &AgentDef::default());
        let times: Vec<_> = prompt.into_iter().chain(agent).collect();
        times.join(", ")
    });
    table.each("files of several scopes", |d| {
        match d.replaces_events() {
            true => "a file replaces an event of those below it",
            false => "are united",
        }
        .to_owned()
    });
    table.each("`once` is used up", |d| {
        match d.rules().once {
            OnceRule::AfterSuccess => "by its first success",
            OnceRule::AfterRun => "by its first run",
        }
        .to_owned()
    });
    table.each("what background hooks say", |d| {
        match d.rules().notices {
            true => "reaches the host as notices",
            false => "is discarded, unless it wakes the model",
        }
        .to_owned()
    });
    table.each("variables", |d| {
        let prefixes = d.rules().variables.iter();
        codes(prefixes.map(|prefix| format!("{prefix}*")))
    });
    table.text()
}

pub(super) fn answers() -> String {
    let mut table = Table::of_dialects("");
    table.each("stdout is JSON when it", |d| {
        match d.rules().answers.json {
            StdoutJson::Braces => "begins with `{` and ends with `}`",
            StdoutJson::OpeningBrace => "begins with `{`",
        }
        .to_owned()
    });
    table.each("JSON beside an exit code other than 0 and 2", |d| {
        match d.rules().answers.other_exits {
            OtherExits::FieldsApply => "applies",
            OtherExits::Fail => "is ignored; the hook failed",
        }
        .to_owned()
    });
    table.each("`continue: false`", |d| {
        match d.rules().answers.stop_blocks {
            true => "stops the agent, and blocks the event",
            false => "stops the agent",
        }
        .to_owned()
    });
    table.each("kinds of permission updates", |d| {
        codes(d.rules().answers.permission_updates)
    });
    table.text()
}
