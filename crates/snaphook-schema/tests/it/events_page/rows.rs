//! The tables of one event.

use std::fmt::Write;

use serde_json::Value;
use snaphook_core::event::{EventSpec, MatchesOn, OUTPUT_FIELDS, OnBlock, OutputFields, TextRole};
use snaphook_core::kind::KindName;

/// What may happen there.
pub(super) fn about(spec: &EventSpec) -> String {
    let mut text = "| | |\n|---|---|\n".to_owned();
    let mut row = |name: &str, what: String| {
        if !what.is_empty() {
            writeln!(text, "| {name} | {what} |").unwrap();
        }
    };
    row("matches on", matches_on(spec));
    row("hooks", handlers(spec));
    row("timeout", timeout(spec));
    row("a block", block(spec));
    row("plain text on stdout", plain(spec).to_owned());
    row("answers", output(spec));
    row("`if`", condition(spec).to_owned());
    row("`onFailure: \"block\"`", guard(spec).to_owned());
    text
}

fn matches_on(spec: &EventSpec) -> String {
    match spec.matches_on {
        MatchesOn::Nothing => "nothing; matchers are ignored".to_owned(),
        MatchesOn::Tool(name) => format!("`{name}`"),
        MatchesOn::BaseName(name) => format!("the base name of `{name}`"),
        MatchesOn::Field {
            name, values: [], ..
        } => format!("`{name}`"),
        MatchesOn::Field {
            name,
            values,
            missing,
            ..
        } => {
            let open = missing.map_or("", |_| ", or others");
            format!("`{name}`: {}{open}", codes(values.iter().copied()))
        }
    }
}

fn handlers(spec: &EventSpec) -> String {
    let kinds = snaphook::kinds();
    if kinds.iter().all(|kind| kind.runs_on(spec)) {
        return "of every type".to_owned();
    }
    let taken = kinds.iter().filter(|kind| kind.runs_on(spec));
    let names: Vec<_> = taken.map(|kind| kind.name()).collect();
    codes(names.iter().map(KindName::as_str))
}

fn timeout(spec: &EventSpec) -> String {
    let seconds = spec.timeout.as_secs_f64();
    match spec.budget {
        None if spec.timeout_blocks => format!("{seconds} s; it blocks"),
        None => format!("{seconds} s"),
        Some(budget) => format!(
            "{seconds} s for all hooks together; a hook's own raises it, to {} s at most",
            budget.most.as_secs()
        ),
    }
}

fn block(spec: &EventSpec) -> String {
    let does = match spec.on_block {
        OnBlock::Block if spec.stop_clears_block => "the agent goes on, with the reason",
        OnBlock::Block => "it does not happen",
        OnBlock::Deny => "denied",
        OnBlock::Decline => "declined",
        OnBlock::Feedback => "cannot undo the action; the reason goes to the model",
        OnBlock::Notice => "not possible; the reason is shown to the user",
        OnBlock::Nothing => "ignored",
        OnBlock::DenyRequest => "denies the request",
        OnBlock::OnlyGuardsDeny => "no effect; answer with `decision`. A guard's failure denies",
        OnBlock::FailCreation => "the creation fails, as with any failure, or with no path",
        OnBlock::FailRemoval => {
            "the removal fails, as with any failure, if the folder is still there"
        }
    };
    let unless = spec.never_blocks_when;
    let unless = unless.map(|(field, value)| format!(", unless `{field}` is `{value}`"));
    format!("{does}{}", unless.unwrap_or_default())
}

fn plain(spec: &EventSpec) -> &'static str {
    match spec.text {
        TextRole::Nothing => "",
        TextRole::Context => "context for the model",
        TextRole::CompactInstructions => "instructions for the compaction",
        TextRole::WorktreePath => "its last line is the worktree's path",
    }
}

fn output(spec: &EventSpec) -> String {
    let honoured = OUTPUT_FIELDS.iter().filter(|field| {
        // An older name of one that is there already.
        field.key != "updatedMCPToolOutput" && spec.output.contains(field.field)
    });
    let keys: Vec<_> = honoured.map(|field| field.key).collect();
    let decides = spec.output.contains(OutputFields::PERMISSION);
    let words = decides.then(|| format!(" ({})", spec.permission_words.join(", ")));
    codes(keys.into_iter()).replace(
        "`permissionDecision`,",
        &format!("`permissionDecision`{},", words.unwrap_or_default()),
    )
}

fn condition(spec: &EventSpec) -> &'static str {
    match spec.conditions {
        true => "evaluated",
        false => "",
    }
}

fn guard(spec: &EventSpec) -> &'static str {
    match spec.guards {
        true => "",
        false => "has no effect",
    }
}

fn codes<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<_> = words.map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

/// The event's own fields, beside the common ones.
pub(super) fn fields(spec: &EventSpec, schema: &Value) -> String {
    if spec.fields.is_empty() {
        return String::new();
    }
    let mut text = "| field | | |\n|---|---|---|\n".to_owned();
    for field in spec.fields {
        let property = &schema["properties"][field.name];
        let about = property["description"].as_str().unwrap_or_default();
        let may = if field.required { "" } else { "?" };
        writeln!(
            text,
            "| `{}`{may} | {} | {about} |",
            field.name,
            kind(property)
        )
        .unwrap();
    }
    text
}

/// What a field holds.
fn kind(property: &Value) -> String {
    if let Some(words) = property["enum"].as_array() {
        return codes(words.iter().filter_map(Value::as_str));
    }
    let word = |kind: &str| match kind {
        "string" => "text",
        "boolean" => "true or false",
        "integer" => "number",
        "array" => "list",
        "object" => "object",
        _ => "null",
    };
    match &property["type"] {
        Value::String(kind) => word(kind).to_owned(),
        Value::Array(kinds) => {
            let kinds: Vec<_> = kinds.iter().filter_map(Value::as_str).map(word).collect();
            kinds.join(" or ")
        }
        _ => "any".to_owned(),
    }
}
